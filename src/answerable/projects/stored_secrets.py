"""Secrets that are shown once: only their digest is kept. They are random enough that a plain SHA-256 hides them."""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["digest_of", "new_secret"]


def new_secret(prefix: str = "") -> str:
    return prefix + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
