"""`dataclass` with the options, behaviour and types of the standard library's, made in a fifth of the time.

The standard library compiles up to six methods for every class while its module is imported; for the hundreds of
classes that a first question imports, that was a fifth of its CPU. Here `__init__` is compiled when somebody asks for
it, and the other methods are closures over one `attrgetter`. The fields are still read by the standard library, so that
`fields`, `replace`, `asdict` and `match` know no difference. `InitVar` is not supported.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterator
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

Method = Callable[..., Any]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **options):
        """Of the standard library's options: frozen, eq, order, slots, kw_only."""
        return _make_class(cls, **options) if cls is not None else lambda cls: _make_class(cls, **options)


def _make_class(
    cls: type,
    *,
    frozen: bool = False,
    eq: bool = True,
    order: bool = False,
    slots: bool = False,
    kw_only: bool = False,
) -> type:
    own = vars(cls).copy()
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # else the standard library writes one, from a signature that takes long to find
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    methods = {"__init__": _LazyInit(made, frozen), "__repr__": _repr_method(made)}
    methods |= _comparisons(made, order) if eq else {}
    methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete} if frozen else {}
    methods |= {"__getstate__": _state, "__setstate__": _restore} if frozen and slots else {}
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    if eq and own.get("__hash__") is None:  # Python itself puts None there where a class has its own `__eq__`
        made.__hash__ = _hash_method(made) if frozen else None  # type: ignore[assignment]
    return made


class _LazyInit:
    """Stands for a class's `__init__` until somebody gets it, then puts the compiled one in its own place."""

    def __init__(self, cls: type, frozen: bool) -> None:
        self._cls, self._frozen = cls, frozen

    def __get__(self, instance: object, owner: type) -> Method:
        compiled = _compile_init(self._cls, self._frozen)
        if vars(self._cls).get("__init__") is self:
            self._cls.__init__ = compiled
        bound: Method = compiled.__get__(instance, owner)
        return bound


def _compile_init(cls: type, frozen: bool) -> Any:
    fields = dataclasses.fields(cls)
    names: dict[str, Any] = {"_set": object.__setattr__, "_ABSENT": _ABSENT}
    names |= {f"_default_{one.name}": one.default for one in fields}
    names |= {f"_factory_{one.name}": one.default_factory for one in fields}
    body = [*_assignments(fields, frozen), *(["self.__post_init__()"] if hasattr(cls, "__post_init__") else [])]
    exec(f"def __init__({_parameters(fields)}):\n " + "\n ".join(body or ["pass"]), names)  # noqa: S102
    compiled = names["__init__"]
    compiled.__qualname__, compiled.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    compiled.__annotations__ = {one.name: one.type for one in fields if one.init} | {"return": None}
    return compiled


_ABSENT = object()
"""The default of a parameter whose field has a factory."""


def _parameters(fields: tuple[dataclasses.Field[Any], ...]) -> str:
    given = [one for one in fields if one.init]
    anywhere = [_parameter(one) for one in given if not one.kw_only]
    by_name = [_parameter(one) for one in given if one.kw_only]
    return ", ".join(["self", *anywhere, *(["*", *by_name] if by_name else [])])


def _parameter(field: dataclasses.Field[Any]) -> str:
    if _has_factory(field):
        return f"{field.name}=_ABSENT"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}=_default_{field.name}"


def _has_factory(field: dataclasses.Field[Any]) -> bool:
    return field.default_factory is not dataclasses.MISSING


def _assignments(fields: tuple[dataclasses.Field[Any], ...], frozen: bool) -> Iterator[str]:
    for one in fields:
        if not one.init and not _has_factory(one) and one.default is dataclasses.MISSING:
            continue  # `__post_init__` sets it
        value = one.name if one.init else f"_default_{one.name}"
        if _has_factory(one):
            made = f"_factory_{one.name}()"
            value = f"{made} if {one.name} is _ABSENT else {one.name}" if one.init else made
        yield f"_set(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}"


def _repr_method(cls: type) -> Method:
    names = [one.name for one in dataclasses.fields(cls) if one.repr]

    def __repr__(self: Any) -> str:  # noqa: N807
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return recursive_repr()(__repr__)


_ORDER = (operator.lt, operator.le, operator.gt, operator.ge)


def _comparisons(cls: type, order: bool) -> dict[str, Method]:
    key, compared = _key(cls), (operator.eq, *(_ORDER if order else ()))
    return {f"__{one.__name__}__": _compare_method(key, one) for one in compared}


def _key(cls: type) -> Method:
    """Object → the tuple of the fields that are compared."""
    names = [one.name for one in dataclasses.fields(cls) if one.compare]
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _compare_method(key: Method, compare: Method) -> Method:
    def method(self: Any, other: Any) -> Any:
        return compare(key(self), key(other)) if other.__class__ is self.__class__ else NotImplemented

    method.__name__ = f"__{compare.__name__}__"
    return method


def _hash_method(cls: type) -> Method:
    key = _key(cls)
    return lambda self: hash(key(self))


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    """Pickling and copying: Python's own way would assign to the fields."""
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
