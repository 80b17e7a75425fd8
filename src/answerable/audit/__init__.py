"""Proof of everything that was done."""
