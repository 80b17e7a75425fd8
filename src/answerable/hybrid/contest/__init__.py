"""A model's SQL beside the engine's readings: what speaks for each, and which of them answers."""
