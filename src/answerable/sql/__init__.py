"""SQL as syntax trees: the one place, the guard aside, that parses SQL or hashes its text."""
