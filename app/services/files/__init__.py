"""Files from elsewhere, read into entries of the library: one module a format."""
