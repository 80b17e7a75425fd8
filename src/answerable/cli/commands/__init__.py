"""One module for each command, loaded by its name when it is run."""
