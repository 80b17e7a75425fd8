"""What models take: tokens, seconds and money, by question and by day, and the limits to that."""
