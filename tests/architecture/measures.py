"""Measure how plain the code base is: size, names, imports, comments and prose.

    python -m tests.architecture.measures [--tree FOLDER] [--json]

Figures before and after the rewrite for plain language stand in tests/benchmarks/RESULTS.md, beside those of the projects that
it was compared with. `--tree` measures another checkout or another project.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Names that tell nothing of the value they hold. `each` and `one` are as vague as the others in a comprehension.
VAGUE_NAMES = frozenset(
    "found place places told each one known own said chosen kept made wanted asked given taken shown seen held left done got "
    "mine others rest most whole spent fresh near what who where there here".split()
)
# A docstring that begins so names an answer, not a role.
CLAUSE_OPENINGS = ("What", "Whether", "Which", "How", "Where", "Who", "Whose", "When")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_STRUCTURE = re.compile(r"^\s*([|#>=]|[-*]\s|\d+\.\s)")


@dataclass(frozen=True, slots=True)
class Module:
    """One parsed source file: dotted name, text and syntax tree."""

    name: str
    text: str
    tree: ast.Module

    @property
    def line_count(self) -> int:
        return self.text.count("\n")


def modules(root: Path, package: str) -> list[Module]:
    """Parse every Python file below `root/package`, in the order of their paths."""
    paths = sorted((root / package).rglob("*.py"))
    return [_module(root, path) for path in paths]


def _module(root: Path, path: Path) -> Module:
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    text = path.read_text(encoding="utf-8")
    return Module(name, text, ast.parse(text))


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Yield each name that a parameter, an assignment, a loop or a comprehension binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.arg not in {"self", "cls"}:
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def imported_modules(module: Module, names: frozenset[str]) -> set[str]:
    """Return the modules among `names` that a module imports, wherever in the file."""
    targets: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                targets.add(submodule if submodule in names else node.module)
    return (targets & names) - {module.name}


def import_lines(module: Module) -> int:
    """Count the lines that import statements take."""
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in _imports(module.tree))


def deferred_imports(module: Module) -> int:
    """Count the imports inside functions."""
    functions = (node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return len({statement for function in functions for statement in _imports(function)})


def _imports(tree: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def comment_lines(module: Module) -> int:
    """Count the lines that are only a comment."""
    return sum(1 for line in module.text.splitlines() if line.lstrip().startswith("#"))


def docstrings(module: Module) -> list[str]:
    """Return the docstrings of a module, its classes and its functions."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    texts = (ast.get_docstring(node) for node in ast.walk(module.tree) if isinstance(node, kinds))
    return [text for text in texts if text]


def function_lengths(module: Module) -> list[int]:
    """Return the lines of each function, from `def` to its last line."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [(node.end_lineno or node.lineno) - node.lineno + 1 for node in ast.walk(module.tree) if isinstance(node, kinds)]


def sentence_lengths(text: str) -> list[int]:
    """Return the words of each sentence of a Markdown text, without its code, tables and headings."""
    paragraphs = re.split(r"\n\s*\n", _CODE.sub("x", text))
    prose = [part for part in paragraphs if not part.lstrip().startswith(("|", "#", "<"))]
    sentences = [sentence for part in prose for sentence in _SENTENCE_END.split(_STRUCTURE.sub("", part))]
    return [len(sentence.split()) for sentence in sentences if len(sentence.split()) > 2]


def code_figures(code: list[Module]) -> dict[str, float]:
    """Return the figures of some modules: sizes, and shares in percent of their lines or names."""
    lines = sum(module.line_count for module in code)
    names = Counter(name for module in code for name in bound_names(module.tree))
    texts = [text for module in code for text in docstrings(module)]
    lengths = [length for module in code for length in function_lengths(module)]
    return {
        "modules": len(code),
        "lines": lines,
        "module median": statistics.median(module.line_count for module in code),
        "function median": statistics.median(lengths),
        "functions over 50 lines": sum(length > 50 for length in lengths),
        "bound names": names.total(),
        "vague names %": _percent(sum(names[name] for name in VAGUE_NAMES), names.total()),
        "import lines %": _percent(sum(map(import_lines, code)), lines),
        "deferred imports": sum(map(deferred_imports, code)),
        "comment lines %": _percent(sum(map(comment_lines, code)), lines),
        "docstrings": len(texts),
        "docstrings opening with a clause %": _percent(sum(text.startswith(CLAUSE_OPENINGS) for text in texts), len(texts)),
        **_importer_figures(code),
    }


def _importer_figures(code: list[Module]) -> dict[str, float]:
    names = frozenset(module.name for module in code)
    importers = Counter(name for module in code for name in imported_modules(module, names))
    single = [module for module in code if importers[module.name] == 1]
    return {
        "modules with one importer": len(single),
        "of these under 70 lines": sum(module.line_count < 70 for module in single),
    }


def prose_figures(root: Path) -> dict[str, float]:
    """Return the mean sentence length, in words, of the Markdown documents, and the share of sentences over 35 words."""
    paths = [path for path in root.rglob("*.md") if not set(path.relative_to(root).parts) & {".venv", "build", "dist"}]
    lengths = [length for path in paths for length in sentence_lengths(path.read_text(encoding="utf-8"))]
    return {
        "documents": len(paths),
        "sentences": len(lengths),
        "mean sentence, words": round(statistics.mean(lengths), 1) if lengths else 0,
        "sentences over 35 words %": _percent(sum(length > 35 for length in lengths), len(lengths)),
    }


def vague_names(code: list[Module]) -> Counter[str]:
    """Count the vague names by module, for whoever goes on renaming."""
    return Counter({module.name: sum(name in VAGUE_NAMES for name in bound_names(module.tree)) for module in code})


def _percent(part: float, total: float) -> float:
    return round(100 * part / total, 2) if total else 0


def measure(root: Path) -> dict[str, dict[str, float]]:
    """Measure the packages of a checkout that exist, its research apart, and its documents."""
    app = modules(root, "app")
    research = modules(root, "models/research")
    sections = {
        "app": app,
        "window": [module for module in app if module.name.startswith("app.gui")],
        "research": research,
        "models": [module for module in modules(root, "models") if not module.name.startswith("models.research")],
        "packaging": modules(root, "packaging"),
        "tests": modules(root, "tests"),
    }
    figures = {name: code_figures(code) for name, code in sections.items() if code}
    return {**figures, "documents": prose_figures(root)}


def main() -> None:
    """Print the figures as a table, as JSON, or the modules with the most vague names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout to measure (default: this one)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--vague", type=int, metavar="N", help="list the N modules of app with the most vague names")
    options = parser.parse_args()
    if options.vague:
        for name, count in vague_names(modules(options.tree, "app")).most_common(options.vague):
            print(f"{count:4}  {name}")
        return
    figures = measure(options.tree)
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    for section, values in figures.items():
        print(f"\n{section}")
        for label, value in values.items():
            print(f"  {label:36} {value:>10}")


if __name__ == "__main__":
    main()
