"""Nouns by kind, read from files in WordNet's own layout."""

from __future__ import annotations

from pathlib import Path

from training.nouns import nouns_by_kind

ROOTS = [
    "worker",
    "leader",
    "communicator",
    "expert",
    "entertainer",
    "intellectual",
    "provider",
    "engineer",
    "representative",
]
ROOTS += ["organization", "location", "building", "room", "thoroughfare", "time_period", "time_unit"]
SECOND = ["creator", "capitalist", "owner", "authority", "institution", "body"]


def _files(folder: Path) -> Path:
    """Every root at a place of its own; under `worker` a painter, and Ida, who is one."""
    senses = {noun: [f"{number:08}"] for number, noun in enumerate(ROOTS, 1)}
    senses |= {noun: [f"{number:08}", f"{number + 50:08}"] for number, noun in enumerate(SECOND, 101)}
    data = {place: (noun, "") for noun, places in senses.items() for place in places}
    worker = senses["worker"][0]
    senses |= {"painter": ["00000900"], "ida": ["00000901"], "cat": ["00000902", "00000903", "00000904"]}
    data |= {"00000900": ("painter", f"@ {worker} n 0000"), "00000901": ("Ida", f"@i {worker} n 0000")}
    data |= {"00000902": ("cat", ""), "00000903": ("cat", ""), "00000904": ("cat", f"@ {worker} n 0000")}
    index = [f"{noun} n {len(places)} 0 {len(places)} 0 {' '.join(places)}" for noun, places in senses.items()]
    lines = [f"{at} 18 n 01 {noun} 0 {1 if up else 0:03} {up} | gloss" for at, (noun, up) in data.items()]
    (folder / "index.noun").write_text("\n".join(["  licence", *index]), encoding="utf-8")
    (folder / "data.noun").write_text("\n".join(["  licence", *lines]), encoding="utf-8")
    return folder


def test_what_lies_under_a_root_is_of_its_kind(tmp_path: Path) -> None:
    people = nouns_by_kind(_files(tmp_path))["person"]
    assert "painter" in people and "worker" in people


def test_single_people_and_rare_senses_are_left_out(tmp_path: Path) -> None:
    people = nouns_by_kind(_files(tmp_path))["person"]
    assert "ida" not in people and "cat" not in people
