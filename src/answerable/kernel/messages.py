"""What a person is told, as a value: a code and its parameters. `answerable.words` has the sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import Any, TypeAlias

from answerable.kernel.light_dataclass import dataclass

__all__ = ["CodedMessage", "Param", "as_message", "change_texts", "msg", "pack", "texts_in", "unpack", "verbatim"]

Param: TypeAlias = "str | int | float | CodedMessage | tuple[str | CodedMessage, ...]"

_VERBATIM = "verbatim.text"


@dataclass(frozen=True, slots=True)
class CodedMessage:
    """Made by `msg`. Strings among the parameters are data: names, values, what an engine said."""

    code: str
    """The area and the name of the sentence: `sources.no_file` is `no_file` of `[sources]` in `words/en.toml`."""
    params: tuple[tuple[str, Param], ...] = ()
    """Sorted by name."""

    def __str__(self) -> str:
        return self.render("en")

    def __bool__(self) -> bool:
        """Verbatim text may be empty: then nothing is said."""
        return self.code != _VERBATIM or any(value for _, value in self.params)

    def render(self, language: str) -> str:
        """One sentence or more, as a person reads it."""
        return _renderer()(self, language)

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "params": {name: _param_as_json(value) for name, value in self.params}}

    @classmethod
    def from_json(cls, packed: Mapping[str, Any]) -> CodedMessage:
        """Raises KeyError, TypeError or AttributeError when it was not made by `as_json`."""
        return msg(packed["code"], **{name: _param_from_json(value) for name, value in packed["params"].items()})


def msg(code: str, /, **params: Param | PurePath | BaseException | None) -> CodedMessage:
    """Paths, errors and None are taken as their text."""
    return CodedMessage(code, tuple((name, _plain(value)) for name, value in sorted(params.items())))


def verbatim(text: str) -> CodedMessage:
    """Words that are not ours, such as an engine's error: they read the same in every language."""
    return CodedMessage(_VERBATIM, (("text", text),))


def as_message(text: CodedMessage | str) -> CodedMessage:
    return text if isinstance(text, CodedMessage) else verbatim(text)


def pack(messages: Iterable[CodedMessage]) -> list[Any]:
    """As plain values, which survive a checkpoint."""
    return [message.as_json() for message in messages]


def unpack(packed: Iterable[Any]) -> tuple[CodedMessage, ...]:
    """What `pack` made; mere text of an older version stays as it is."""
    return tuple(verbatim(one) if isinstance(one, str) else CodedMessage.from_json(one) for one in packed)


def change_texts(message: CodedMessage, change: Callable[[str, str], str]) -> CodedMessage:
    """The same message with other words in its places: `change` gets the name of a parameter and its text."""
    return CodedMessage(message.code, tuple((name, _changed(name, value, change)) for name, value in message.params))


def texts_in(message: CodedMessage) -> Iterator[str]:
    """Every text among its parameters, and among those of the messages in it."""
    for _, value in message.params:
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, CodedMessage):
                yield from texts_in(item)
            elif isinstance(item, str):
                yield item


def _changed(name: str, value: Any, change: Callable[[str, str], str]) -> Any:
    if isinstance(value, CodedMessage):
        return change_texts(value, change)
    if isinstance(value, tuple):
        return tuple(_changed(name, item, change) for item in value)
    return change(name, value) if isinstance(value, str) else value


def _plain(value: Param | PurePath | BaseException | None) -> Param:
    return str(value) if value is None or isinstance(value, PurePath | BaseException) else value


def _param_as_json(value: Param) -> Any:
    if isinstance(value, CodedMessage):
        return value.as_json()
    return [_param_as_json(item) for item in value] if isinstance(value, tuple) else value


def _param_from_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return CodedMessage.from_json(value)
    return tuple(_param_from_json(item) for item in value) if isinstance(value, list) else value


@cache
def _renderer() -> Callable[[CodedMessage, str], str]:
    # The kernel imports no package: the sentences are loaded when a message is first read by somebody.
    render: Callable[[CodedMessage, str], str] = import_module("answerable.words.render").render
    return render
