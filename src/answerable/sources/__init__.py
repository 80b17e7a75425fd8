"""Where data lives: connect, read the schema, run within limits."""
