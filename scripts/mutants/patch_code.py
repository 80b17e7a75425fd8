"""Puts the code of an altered module into the functions that are already imported."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType

from scripts.mutants.change_code import Mutant

__all__ = ["CannotPatch", "patch"]

Key = tuple[str, int]
"""The qualified name of a function, and which one of this name it is in its module."""


class CannotPatch(Exception):
    """The change is not in a function, or the function is none that can be given other code."""


def patch(mutant: Mutant) -> None:
    """Every function around the changed line gets its new code; those that others hold a reference to, too."""
    file = str(mutant.path.resolve())
    before = _functions(compile(mutant.path.read_text("utf-8"), file, "exec"))
    after = _functions(compile(mutant.source, file, "exec"))
    plain = _functions(compile(ast.unparse(ast.parse(mutant.path.read_text("utf-8"))), file, "exec"))
    around = {key: code for key, code in before.items() if _holds(code, mutant.line)}
    if set(before) != set(after) or all(plain[key] == after[key] for key in around):
        raise CannotPatch
    alive = _functions_alive(file)
    for key, code in around.items():
        for function in alive[code.co_qualname, code.co_firstlineno]:
            try:
                function.__code__ = after[key]
            except ValueError as error:  # it closes over other variables than before
                raise CannotPatch from error
    if not any(alive[code.co_qualname, code.co_firstlineno] for code in around.values()):
        raise CannotPatch


def _functions(module: CodeType) -> dict[Key, CodeType]:
    counts: defaultdict[str, int] = defaultdict(int)
    found = {}
    for code in _within(module):
        if code.co_name.startswith("<") or not code.co_flags & 0x2:  # CO_NEWLOCALS: no class body
            continue
        found[code.co_qualname, counts[code.co_qualname]] = code
        counts[code.co_qualname] += 1
    return found


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _within(constant)


def _holds(code: CodeType, line: int) -> bool:
    """Whether the line is in the function's body; its own line holds defaults, which are not part of the code."""
    lines = [at for _, _, at in code.co_lines() if at is not None]
    lines += [at for inner in _within(code) for _, _, at in inner.co_lines() if at is not None]
    return code.co_firstlineno < line <= max(lines, default=0)


def _functions_alive(file: str) -> defaultdict[Key, list[FunctionType]]:
    found: defaultdict[Key, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == file:
            found[one.__code__.co_qualname, one.__code__.co_firstlineno].append(one)
    return found
