"""Checking that a log, or evidence taken from one, is as it was written."""
