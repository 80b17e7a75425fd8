"""A business query in the words of a colleague, and what was chosen on the asker's behalf."""
