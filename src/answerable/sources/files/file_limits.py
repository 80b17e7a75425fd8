"""How large what is in a file may be, whatever the size of the file."""

from __future__ import annotations

from answerable.kernel.errors import BadSource
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["FileLimits"]


@dataclass(frozen=True, slots=True)
class FileLimits:
    """As the settings `file_columns` and `file_unpacked_mb` have it."""

    columns: int = 2_000
    unpacked_mb: int = 1_024

    def demand_columns(self, name: str, count: int, *, is_all: bool = True) -> None:
        """Without `is_all` the count is of what was looked at so far."""
        if count > self.columns:
            said = f"{count:,}" if is_all else msg("sources.more_than", count=self.columns)
            raise BadSource(
                msg("sources.too_many_columns", file=name, count=said, most=self.columns),
                hint=msg("sources.keep_fewer_columns"),
            )

    @property
    def unpacked_bytes(self) -> int:
        return self.unpacked_mb << 20

    def demand_unpacked(self, name: str, size: int, *, is_all: bool = True) -> None:
        if size > self.unpacked_bytes:
            said = f"{size >> 20:,}" if is_all else msg("sources.more_than", count=self.unpacked_mb)
            raise BadSource(
                msg("sources.too_large_unpacked", file=name, size=said, most=self.unpacked_mb),
                hint=msg("sources.save_part_as_csv"),
            )
