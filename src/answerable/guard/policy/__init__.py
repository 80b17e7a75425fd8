"""What may be read, by whom, and what must happen to a result because of it."""
