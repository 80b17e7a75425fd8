"""Checkpoints: signed statements of what a log held at a moment."""
