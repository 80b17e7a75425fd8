"""The translation by rules: sketch, slots, filled queries."""
