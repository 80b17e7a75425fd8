"""Whole readings: a module a kind of question, each offering queries with a score."""
