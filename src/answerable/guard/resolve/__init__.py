"""What a statement reads: names looked up in the schema, scope by scope."""
