"""What may be a source at all: which files, which variables of the environment, which hosts."""
