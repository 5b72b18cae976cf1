"""Use cases: what pages, the API and the command line ask for."""
