"""Conversations: sessions, messages, requests, approvals, results."""
