"""What a probe is: the harmless form of a known way round a read-only session."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["NOWHERE", "Probe"]

NOWHERE = "/nonexistent/answerable/probe"
"""A file that nobody can write and that holds no library: an engine which tries fails, and so shows that it tried."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Both the guard and the wall are expected to refuse it."""

    id: str
    dialect: str
    title: str
    """What somebody could do if neither did."""
    sql: str
    tried: str = ""
    """Pattern of an error by which the engine shows that it went ahead and failed only for want of a target."""
    needs: tuple[str, ...] = ()
    """Codes of rights, any one of which lets it happen where nothing else stops it; empty: anybody may."""
    always_answers: bool = False
    """True when a row comes back in any case; then the wall holds if its first value is NULL."""
