"""`python -m benchmarks [NAME…]`: run the benchmarks and print their figures. They are kept in RESULTS.md."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = ("startup", "fetch")


def main(names: list[str]) -> None:
    for name in names or BENCHMARKS:
        importlib.import_module(f"benchmarks.{name}").main()
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
