"""What was meant: question → SQL candidates; SQL → plain words."""
