"""What is done with entries, a verb phrase a file."""
