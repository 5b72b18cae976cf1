"""How a change reaches every open stream: only the news that a game changed, never what changed."""
