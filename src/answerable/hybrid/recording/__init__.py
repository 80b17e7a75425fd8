"""Prompts and replies in a file, so that a run with a model can be repeated byte for byte."""
