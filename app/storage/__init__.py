"""Tables and queries: the only SQL."""
