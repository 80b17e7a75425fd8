"""The sentence of an answer in a model's words, over the same figures."""
