"""Which nouns are people, bodies, places or times, by WordNet's own files (Debian: `wordnet-base`).

python -m training.nouns FOLDER > src/answerable/language/ambiguity/nouns.toml
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["nouns_by_kind"]

_ROOTS = {
    "person": "worker 1, leader 1, creator 2, communicator 1, expert 1, entertainer 1, intellectual 1, capitalist 2, "
    "provider 1, engineer 1, owner 1, owner 2, representative 1, authority 2",
    "body": "organization 1, institution 2, body 2",
    "place": "location 1, building 1, room 1, thoroughfare 1",
    "time": "time_period 1, time_unit 1",
}
"""A noun and which of its senses: what lies under it is of the kind."""
_SENSES = 2


@dataclass(frozen=True)
class _Meaning:
    nouns: list[str]
    """Single words in small letters: no names, no abbreviations."""
    wider: list[str]
    """What it is a kind of; a single person or place is a kind of nothing."""


_HEAD = """\
# Nouns by kind, read from WordNet 3.0 by training/nouns.py; they stand as they are found there.
#
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Permission to use, copy, modify and
# distribute this database for any purpose and without fee or royalty is granted, provided that this notice appears
# on all copies. It is provided "as is", without warranty of any kind. The name of Princeton University may not be used
# in advertising. The licence in full: https://wordnet.princeton.edu/license-and-commercial-use
"""


def nouns_by_kind(folder: Path) -> dict[str, list[str]]:
    """Plain nouns one of whose first senses lies under a root of the kind, in the alphabet's order."""
    senses, meanings = _senses(folder / "index.noun"), _meanings(folder / "data.noun")
    found = {}
    for kind, roots in _ROOTS.items():
        starts = [senses[noun][int(number) - 1] for noun, number in map(str.split, roots.split(", "))]
        meant = [(place, noun) for place in _below(starts, meanings) for noun in meanings[place].nouns]
        found[kind] = sorted({noun for place, noun in meant if place in senses[noun][:_SENSES]})
    return found


def _below(places: list[str], meanings: Mapping[str, _Meaning]) -> set[str]:
    under: dict[str, list[str]] = {}
    for place, meaning in meanings.items():
        for wider in meaning.wider:
            under.setdefault(wider, []).append(place)
    found: set[str] = set()
    while places:
        place = places.pop()
        if place not in found:
            found.add(place)
            places.extend(under.get(place, ()))
    return found


def _senses(file: Path) -> dict[str, list[str]]:
    """Of each noun the places of its meanings in the data file, the commonest first."""
    lines = (line.split() for line in _lines(file))
    return {fields[0]: fields[-int(fields[2]) :] for fields in lines}


def _meanings(file: Path) -> dict[str, _Meaning]:
    fields = (line.partition("|")[0].split() for line in _lines(file))
    return {line[0]: _meaning(line) for line in fields}


def _meaning(fields: list[str]) -> _Meaning:
    end = 4 + 2 * int(fields[3], 16)
    pointers = fields[end + 1 :]
    wider = [place for sign, place in zip(pointers[::4], pointers[1::4], strict=False) if sign == "@"]
    return _Meaning([noun for noun in fields[4:end:2] if noun.isascii() and noun.isalpha() and noun.islower()], wider)


def _lines(file: Path) -> list[str]:
    """Without the licence at its head, which is indented."""
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith(" ")]


def main() -> None:
    print(_HEAD)
    for kind, nouns in nouns_by_kind(Path(sys.argv[1])).items():
        print(f'{kind} = "{" ".join(nouns)}"')


if __name__ == "__main__":
    main()
