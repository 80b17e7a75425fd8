"""The same classes are made by the standard library and by ours: nobody can tell the difference."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from operator import ge, gt, le, lt
from typing import Any, ClassVar

import pytest
from scripts.code_figures import OWN_TREE

from answerable.kernel import light_dataclass

OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"frozen": True},
    {"slots": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "kw_only": True},
    {"frozen": True, "slots": True, "order": True},
    {"frozen": True, "slots": True, "eq": False},
    {"slots": True, "eq": False},
)
DECORATORS: tuple[Callable[..., Any], ...] = (dataclasses.dataclass, light_dataclass.dataclass)


def make_class(decorate: Callable[..., Any], options: dict[str, bool]) -> Any:
    @decorate(**options)
    class Example:
        number: int
        text: str = "none"
        items: list[int] = dataclasses.field(default_factory=list)
        note: str = dataclasses.field(default="", repr=False, compare=False)
        length: int = dataclasses.field(init=False, default=0)
        KINDS: ClassVar[tuple[str, ...]] = ("a", "b")

        def __post_init__(self) -> None:
            object.__setattr__(self, "length", len(self.text))

    return Example


def both(**options: bool) -> tuple[Any, Any]:
    theirs, ours = (make_class(decorate, options) for decorate in DECORATORS)
    return theirs, ours


def outcome_of(call: Callable[[], object]) -> object:
    try:
        return call()
    except Exception as error:  # noqa: BLE001 — which one it is, is what is compared
        return type(error), str(error)


@pytest.fixture(params=OPTIONS, ids=lambda options: "+".join(options) or "plain")
def pair(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    return both(**request.param)


CALLS: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = (
    ((), {"number": 1}),
    ((), {"number": 1, "text": "two", "items": [3], "note": "four"}),
    ((1, "two"), {}),
    ((), {}),
    ((1,), {"number": 1}),
    ((), {"number": 1, "unknown": 2}),
)


@pytest.mark.parametrize("call", CALLS)
def test_arguments_are_taken_and_refused_alike(pair: tuple[Any, Any], call: Any) -> None:
    positional, named = call
    theirs, ours = (outcome_of(partial(make_and_look, cls, positional, named)) for cls in pair)
    assert theirs == ours


def make_and_look(cls: Any, positional: tuple[Any, ...], named: dict[str, Any]) -> tuple[dict[str, Any], str]:
    value = cls(*positional, **named)
    return dataclasses.asdict(value), repr(value)


def test_objects_compare_and_hash_alike(pair: tuple[Any, Any]) -> None:
    theirs, ours = (list(comparisons_of(cls)) for cls in pair)
    assert theirs == ours


def comparisons_of(cls: Any) -> Iterator[object]:
    one, same, other = cls(number=1), cls(number=1, note="not compared"), cls(number=2)
    yield from (one == same, one == other, one != same, one == 1, one.__eq__(1) is NotImplemented)
    for compare in (lt, le, gt, ge):
        yield outcome_of(partial(compare, one, other))
    yield outcome_of(lambda: hash(one) == hash(same))


def test_what_is_frozen_refuses_alike(pair: tuple[Any, Any]) -> None:
    theirs, ours = (list(changes_of(cls)) for cls in pair)
    assert theirs == ours


def changes_of(cls: Any) -> Iterator[object]:
    value = cls(number=1)
    yield outcome_of(lambda: setattr(value, "number", 2))
    yield outcome_of(lambda: delattr(value, "text"))
    yield value.number


def test_fields_signature_and_patterns_are_alike(pair: tuple[Any, Any]) -> None:
    theirs, ours = pair
    assert [(one.name, one.type, one.default, one.kw_only) for one in dataclasses.fields(theirs)] == [
        (one.name, one.type, one.default, one.kw_only) for one in dataclasses.fields(ours)
    ]
    names = [[(one.name, one.kind) for one in inspect.signature(cls).parameters.values()] for cls in pair]
    assert names[0] == names[1]
    assert theirs.__match_args__ == ours.__match_args__
    assert hasattr(theirs(number=1), "__dict__") == hasattr(ours(number=1), "__dict__")
    assert dataclasses.replace(ours(number=1, text="two"), number=3).number == 3


def test_every_object_gets_a_list_of_its_own() -> None:
    cls = both(frozen=True, slots=True)[1]
    assert cls(number=1).items is not cls(number=1).items


@light_dataclass.dataclass(frozen=True, slots=True)
class Shape:
    sides: int
    name: str = "shape"


@light_dataclass.dataclass(frozen=True, slots=True)
class Coloured(Shape):
    colour: str = "red"

    def __repr__(self) -> str:
        return f"{self.colour} {self.name}"


@light_dataclass.dataclass(frozen=True)
class Remembering:
    number: int

    @cached_property
    def square(self) -> int:
        return self.number**2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remembering)


def test_frozen_objects_with_slots_are_pickled_and_copied() -> None:
    shape = Coloured(3, "triangle")
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert copy.deepcopy(shape) == shape == copy.copy(shape)


def test_classes_inherit_fields_and_keep_their_own_methods() -> None:
    assert repr(Coloured(3, "triangle", "blue")) == "blue triangle"
    assert Shape(3) != Coloured(3)
    assert repr(Shape(3)) == "Shape(sides=3, name='shape')"
    assert Remembering(2) == Remembering(3) and Remembering(4).square == 16


def test_a_class_with_its_own_equality_gets_a_hash_where_it_is_frozen() -> None:
    assert hash(Remembering(2)) == hash((2,))


def test_init_is_compiled_once() -> None:
    cls = both(frozen=True)[1]
    cls(number=1)
    assert vars(cls)["__init__"] is cls.__init__


def test_the_package_uses_no_other_dataclass() -> None:
    ours = OWN_TREE / "kernel" / "light_dataclass.py"
    slow = re.compile(r"from dataclasses import [^\n]*\bdataclass\b")
    users = [str(path.relative_to(OWN_TREE)) for path in OWN_TREE.rglob("*.py") if slow.search(path.read_text("utf-8"))]
    assert [user for user in users if user != str(ours.relative_to(OWN_TREE))] == []
