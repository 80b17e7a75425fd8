"""How a question becomes an answer: the one room that knows the whole story."""
