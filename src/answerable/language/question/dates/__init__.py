"""Dates and periods in a question."""
