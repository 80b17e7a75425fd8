"""Appending to the audit trail so that no crash loses an acknowledged entry."""
