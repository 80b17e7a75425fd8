"""Small changes to Python code, one at a time: each gives the whole text of the module with one thing altered."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Mutant", "mutants_of"]


@dataclass(frozen=True, slots=True)
class Mutant:
    path: Path
    line: int
    statement: int
    """The line on which the statement begins: of one over several lines, some are never told as run."""
    is_in_function: bool
    change: str
    """What was altered, for a person: `if not …`, `call removed`."""
    source: str
    """The whole module, altered."""

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line} {self.change}"


Change = tuple[str, Callable[[ast.AST], ast.AST]]

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change that applies to the module, in the order of its lines."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    named, around = _places_and_widths(nodes), _statements_and_functions(tree)
    for index, node in enumerate(nodes):
        if not hasattr(node, "lineno") or _is_declaration(node) or id(node) in named:
            continue
        for change, alter in _changes(node):
            statement, is_in_function = around[id(node)]
            yield Mutant(path, node.lineno, statement, is_in_function, change, _altered(tree, index, alter))


def _statements_and_functions(tree: ast.Module) -> dict[int, tuple[int, bool]]:
    """Node → where its innermost statement begins, and whether it is in a function's body."""
    found: dict[int, tuple[int, bool]] = {}

    def enter(node: ast.AST, statement: int, is_in_function: bool) -> None:
        statement = node.lineno if isinstance(node, ast.stmt) else statement
        found[id(node)] = statement, is_in_function
        body = node.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []
        for child in ast.iter_child_nodes(node):
            enter(child, statement, is_in_function or child in body)

    enter(tree, 0, False)
    return found


def _altered(tree: ast.Module, index: int, alter: Callable[[ast.AST], ast.AST]) -> str:
    # `ast.walk` visits a copy in the same order, so the index finds the same node in it.
    fresh = copy.deepcopy(tree)
    target = list(ast.walk(fresh))[index]
    replaced = _Replace(target, alter(target)).visit(fresh)
    return ast.unparse(ast.fix_missing_locations(replaced))


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, by: ast.AST) -> None:
        self.target, self.by = target, by

    def visit(self, node: ast.AST) -> ast.AST:
        return self.by if node is self.target else self.generic_visit(node)


def _is_declaration(node: ast.AST) -> bool:
    """Docstrings, `__all__` and imports for the type checker change nothing that a test could see."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
        return node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition negated", _negate_test
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
        yield f"{type(node.ops[0]).__name__} changed", _change_comparison
    elif isinstance(node, ast.BoolOp):
        yield "and/or swapped", _swap_connector
        yield "last operand dropped", _drop_operand
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", lambda it: it.operand  # type: ignore[attr-defined]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
        yield "statement removed", lambda it: ast.Pass()
    elif isinstance(node, ast.Raise):
        yield "raise removed", lambda it: ast.Pass()
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        yield "result flipped", _flip_result
    elif isinstance(node, ast.AugAssign):
        yield "statement removed", lambda it: ast.Pass()
    elif isinstance(node, ast.keyword) and (node.arg or "").endswith(("__isnull", "__gt", "__lt", "__gte", "__lte")):
        yield f"{node.arg} turned round", _turn_condition
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield f"{node.value} raised", lambda it: ast.Constant(value=_raised(it.value))  # type: ignore[attr-defined]


def _places_and_widths(nodes: list[ast.AST]) -> set[int]:
    """Numbers in subscripts and formats: changed, they fail at once, or change how a sentence looks."""
    holders = [node.slice for node in nodes if isinstance(node, ast.Subscript)]
    holders += [node.format_spec for node in nodes if isinstance(node, ast.FormattedValue) and node.format_spec]
    return {id(inner) for holder in holders for inner in ast.walk(holder)}


def _raised(number: float) -> float:
    """By so little that a test must look just where it counts, and by so much that it is no rounding."""
    return number + 1 if isinstance(number, int) else number * 1.1


def _turn_condition(node: ast.AST) -> ast.AST:
    """Of Django's look-ups, the two that decide whether something still counts."""
    assert isinstance(node, ast.keyword)
    turned = {"isnull": "isnull", "gt": "lte", "lt": "gte", "gte": "lt", "lte": "gt"}
    field, _, kind = (node.arg or "").rpartition("__")
    if kind == "isnull":
        node.value = ast.UnaryOp(op=ast.Not(), operand=node.value)
    elif kind in turned:
        node.arg = f"{field}__{turned[kind]}"
    return node


def _negate_test(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.If | ast.IfExp | ast.While)
    node.test = ast.UnaryOp(op=ast.Not(), operand=node.test)
    return node


def _change_comparison(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    node.ops[0] = _COMPARISONS[type(node.ops[0])]()
    return node


def _swap_connector(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _drop_operand(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    kept = node.values[:-1]
    return kept[0] if len(kept) == 1 else ast.BoolOp(op=node.op, values=kept)


def _flip_result(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Return)
    assert isinstance(node.value, ast.Constant)
    return ast.Return(value=ast.Constant(value=not node.value.value))
