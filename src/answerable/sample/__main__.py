"""`python -m answerable.sample DIR`: the shop as `DIR/shop.db`, `DIR/csv/` and `DIR/parquet/`."""

from __future__ import annotations

import sys
from pathlib import Path

from answerable.sample.export import write_csv, write_parquet, write_sqlite

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("Usage: python -m answerable.sample DIR", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for written in (
        write_sqlite(folder / "shop.db"),
        write_csv(folder / "csv"),
        write_parquet(folder / "parquet"),
    ):
        print(written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
