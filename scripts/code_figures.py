"""Figures of a source tree that show how easily a stranger finds the way: `python -m scripts.code_figures [PATH …]`.

Without a path it measures this repository's `src/answerable`; any other folder of Python files can be given for
comparison. The depth of a call is measured by a real question and only where the tree has `answerable.ask`.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import os
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

__all__ = [
    "OWN_TREE",
    "Figures",
    "Module",
    "measure_tree",
    "read_modules",
    "repeated_class_names",
    "repeated_module_names",
]

OWN_TREE = Path(__file__).parents[1] / "src" / "answerable"
RUN_CONTEXTS = frozenset({"RunContext"})
"""The class that holds what one run needs."""
DIRECTIVES = ("noqa", "type:", "pragma", "fmt:", "ruff:", "mypy:", "!")
"""How comments begin that speak to a tool."""
NOUNS_IN_ING = frozenset({"string", "strings", "thing", "things", "king", "ring", "spring", "bing", "ping"})
_PARTICIPLES = """
bought bound broken brought built chosen done drawn driven fallen felt fought found frozen given gone grown heard held
hidden kept known laid led left lent lost made meant met paid risen said seen sent shown shut sold sought spent split
spoken spread stolen stuck sung sunk sworn taken taught thought thrown told torn understood woken won worn woven written
"""
PARTICIPLES = frozenset(_PARTICIPLES.split())
WORDS_IN_ED = frozenset({"need", "feed", "seed", "speed", "embed", "shed", "red", "exceed", "proceed", "succeed"})


@dataclass(frozen=True)
class Module:
    path: Path
    source: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def line_count(self) -> int:
        return len(self.source.splitlines())


@dataclass(frozen=True)
class Figures:
    modules: int
    lines: int
    modules_per_folder: dict[str, int]
    """Folder → modules right in it, `__init__` aside; families aside."""
    modules_per_family: dict[str, int]
    """The same for folders with a `base` module: a member a file."""
    comments_per_100_lines: float
    own_imports_in_functions: int
    own_imports_in_functions_per_1000_lines: float
    repeated_module_names: dict[str, int]
    repeated_class_names: dict[str, int]
    gerund_modules: list[str]
    participle_functions: list[str]
    function_lines_median: float
    function_lines_p95: int
    function_lines_max: int
    run_context_sites: int
    """Calls in the tree that construct a run's context."""
    frames_to_translator: int | None = field(default=None)


def read_modules(root: Path) -> list[Module]:
    modules = []
    for path in sorted(root.rglob("*.py")):
        source = path.read_text("utf-8")
        modules.append(Module(path, source, ast.parse(source)))
    return modules


def measure_tree(root: Path) -> Figures:
    modules = read_modules(root)
    lines = sum(module.line_count for module in modules)
    lengths = sorted(length for module in modules for length in _function_lengths(module.tree)) or [0]
    imports = sum(len(list(_own_imports_in_functions(module.tree, root.name))) for module in modules)
    families = {module.path.parent for module in modules if module.name == "base"}
    return Figures(
        modules=len(modules),
        lines=lines,
        modules_per_folder=_modules_per_folder(root, [one for one in modules if one.path.parent not in families]),
        modules_per_family=_modules_per_folder(root, [one for one in modules if one.path.parent in families]),
        comments_per_100_lines=_per(sum(_comment_count(module.source) for module in modules), lines, 100),
        own_imports_in_functions=imports,
        own_imports_in_functions_per_1000_lines=_per(imports, lines, 1000),
        repeated_module_names=repeated_module_names(modules),
        repeated_class_names=repeated_class_names(modules),
        gerund_modules=sorted(str(module.path.relative_to(root)) for module in modules if _is_gerund(module.name)),
        participle_functions=sorted(_participle_functions(modules, root)),
        function_lines_median=median(lengths),
        function_lines_p95=lengths[int(len(lengths) * 0.95) if len(lengths) > 1 else 0],
        function_lines_max=lengths[-1],
        run_context_sites=sum(_run_context_sites(module.tree) for module in modules),
    )


def _per(count: int, lines: int, unit: int) -> float:
    return round(count * unit / lines, 2) if lines else 0.0


def _modules_per_folder(root: Path, modules: Iterable[Module]) -> dict[str, int]:
    folders = (module.path.parent.relative_to(root) for module in modules if module.name != "__init__")
    return {str(folder): count for folder, count in Counter(folders).most_common()}


def _comment_count(source: str) -> int:
    """Comments for people, not for a tool."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    texts = (token.string.lstrip("#").strip() for token in tokens if token.type == tokenize.COMMENT)
    return sum(not text.startswith(DIRECTIVES) for text in texts)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    yield from (node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))


def _own_imports_in_functions(tree: ast.AST, package: str) -> Iterator[ast.AST]:
    nodes = {id(node): node for function in _functions(tree) for node in ast.walk(function)}
    yield from (node for node in nodes.values() if _is_own_import(node, package))


def _is_own_import(node: ast.AST, package: str) -> bool:
    if isinstance(node, ast.ImportFrom):
        return bool(node.level) or _is_in(node.module or "", package)
    return isinstance(node, ast.Import) and any(_is_in(alias.name, package) for alias in node.names)


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _function_lengths(tree: ast.AST) -> Iterator[int]:
    """Lines from `def` to the end, the docstring aside."""
    for function in _functions(tree):
        docstring = _line_count(function.body[0]) if ast.get_docstring(function) is not None else 0
        yield _line_count(function) - docstring


def _line_count(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def repeated_module_names(modules: Iterable[Module]) -> dict[str, int]:
    return _repeated(module.name for module in modules if module.name not in ("__init__", "__main__"))


def repeated_class_names(modules: Iterable[Module]) -> dict[str, int]:
    """Of public classes at the top of a module."""
    classes = (node.name for module in modules for node in module.tree.body if isinstance(node, ast.ClassDef))
    return _repeated(name for name in classes if not name.startswith("_"))


def _repeated(names: Iterable[str]) -> dict[str, int]:
    return {name: count for name, count in Counter(names).most_common() if count > 1}


def _is_gerund(name: str) -> bool:
    last = name.rpartition("_")[2]
    return last.endswith("ing") and len(last) > 4 and last not in NOUNS_IN_ING


def _participle_functions(modules: Iterable[Module], root: Path) -> Iterator[str]:
    for module in modules:
        for function in _functions(module.tree):
            if _is_bare_participle(function):
                yield f"{module.path.relative_to(root)}:{function.lineno} {function.name}"


def _is_bare_participle(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """One word, such as `told` or `_masked`; properties name what a thing is, and may be one."""
    if any(isinstance(decorator, ast.Name) and "property" in decorator.id for decorator in function.decorator_list):
        return False
    name = function.name.strip("_")
    return name in PARTICIPLES or (name.endswith("ed") and "_" not in name and name not in WORDS_IN_ED)


def _run_context_sites(tree: ast.AST) -> int:
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return sum(_root_name(function) in RUN_CONTEXTS for function in calls)


def _root_name(function: ast.expr) -> str:
    """`RunContext(…)` and `RunContext.over(…)` both make one."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return function.id if isinstance(function, ast.Name) else ""


_MEASURE_CALL = """
import os, sys, tempfile
os.chdir(tempfile.mkdtemp())
import answerable
from answerable import sample
from answerable.agent.approval_rules import say_yes
ask = answerable.ask
sample.write_sqlite(__import__("pathlib").Path("shop.db"))
depths = []
def look(frame, event, argument):
    code = frame.f_code
    if event != "call" or code.co_name != "translate" or f"{os.sep}language{os.sep}" not in code.co_filename:
        return
    depth, caller = 0, frame
    while caller is not None and caller.f_code is not ask.__code__:
        depth, caller = depth + 1, caller.f_back
    if caller is not None:
        depths.append(depth)
sys.setprofile(look)
ask("how many orders are there?", "shop.db", approve=say_yes)
sys.setprofile(None)
print(min(depths, default=0))
"""


def frames_to_translator(root: Path) -> int | None:
    """Frames from `ask` to the translator's own `translate`, in a process of its own; None where nothing can be asked.

    What the translator calls inside itself is not counted."""
    if not (root / "__init__.py").is_file() or root.name != "answerable":
        return None
    environ = {**os.environ, "PYTHONPATH": str(root.resolve().parent)}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _MEASURE_CALL], env=environ, capture_output=True, text=True, check=False
    )
    printed = done.stdout.split()
    return int(printed[-1]) if done.returncode == 0 and printed and printed[-1] != "0" else None


def _rows(figures: Figures) -> Iterator[tuple[str, str]]:
    yield "modules / lines", f"{figures.modules} / {figures.lines:,}"
    yield "modules in a folder, families aside", _largest(figures.modules_per_folder)
    yield "modules in a family", _largest(figures.modules_per_family)
    yield "comments per 100 lines", f"{figures.comments_per_100_lines}"
    per_thousand = figures.own_imports_in_functions_per_1000_lines
    yield "own imports in functions", f"{figures.own_imports_in_functions} ({per_thousand} per 1,000 lines)"
    yield "module names used twice or more", _largest(figures.repeated_module_names)
    yield "class names used twice or more", _largest(figures.repeated_class_names)
    yield "gerund modules", str(len(figures.gerund_modules))
    yield "bare-participle functions", str(len(figures.participle_functions))
    lengths = (figures.function_lines_median, figures.function_lines_p95, figures.function_lines_max)
    yield "function lines: median, p95, max", ", ".join(f"{length:g}" for length in lengths)
    frames = figures.frames_to_translator
    yield "frames from ask() to the translator", "–" if frames is None else str(frames)
    yield "places that construct a run's context", str(figures.run_context_sites)


def _largest(counts: dict[str, int]) -> str:
    shown = ", ".join(f"{name} {count}" for name, count in list(counts.items())[:5])
    return f"{len(counts)}: {shown}" if counts else "0"


def _shown(path: Path) -> Path:
    """From where one stands, if it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def print_table(measured: dict[str, Figures]) -> None:
    for root, figures in measured.items():
        print(f"## {root}\n\n| figure | value |\n|---|---|")
        for name, value in _rows(figures):
            print(f"| {name} | {value} |")
        print()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.code_figures", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[_shown(OWN_TREE)], help="folders of Python files")
    parser.add_argument("--json", action="store_true", help="everything that was counted, names included")
    parser.add_argument("--no-call", action="store_true", help="do not measure the depth of a call")
    options = parser.parse_args(arguments)
    measured = {}
    for root in options.paths:
        frames = None if options.no_call else frames_to_translator(root)
        measured[str(root)] = Figures(**{**asdict(measure_tree(root)), "frames_to_translator": frames})
    if options.json:
        print(json.dumps({root: asdict(figures) for root, figures in measured.items()}, indent=2, ensure_ascii=False))
    else:
        print_table(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
