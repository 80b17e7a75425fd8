"""What may run: syntax tree → findings → verdict."""
