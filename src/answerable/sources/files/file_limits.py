"""How large what is in a file may be, whatever the size of the file."""

from __future__ import annotations

from dataclasses import dataclass

from answerable.errors import BadSource

__all__ = ["FileLimits"]


@dataclass(frozen=True, slots=True)
class FileLimits:
    """As the settings `file_columns` and `file_unpacked_mb` have it."""

    columns: int = 2_000
    unpacked_mb: int = 1_024

    def demand_columns(self, name: str, count: int, *, is_all: bool = True) -> None:
        """Without `is_all` the count is of what was looked at so far."""
        if count > self.columns:
            said = f"{count:,}" if is_all else f"more than {self.columns:,}"
            raise BadSource(
                f"{name} has {said} columns; at most {self.columns:,} can be read.",
                hint="Keep the columns you need, or turn columns into rows.",
            )

    @property
    def unpacked_bytes(self) -> int:
        return self.unpacked_mb << 20

    def demand_unpacked(self, name: str, size: int, *, is_all: bool = True) -> None:
        if size > self.unpacked_bytes:
            said = f"{size >> 20:,}" if is_all else f"more than {self.unpacked_mb:,}"
            raise BadSource(
                f"{name} holds {said} MB once unpacked; at most {self.unpacked_mb:,} MB can be read.",
                hint="Save what you need of it as CSV.",
            )
