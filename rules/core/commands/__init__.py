"""What may be asked for in every game: the shapes of the commands and what each does."""
