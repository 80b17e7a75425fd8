"""A conversation at the terminal, or line by line from a pipe."""
