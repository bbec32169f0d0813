"""Texts of the window for translators: `python packaging/translations.py` collects them from the code, updates the catalogues in
resources/locale and compiles them.

`… translations.py es fr` also starts catalogues of these languages if they are missing. A text whose English changed loses its old
translation. The number of untranslated texts is printed at the end.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "resources" / "locale"
TEXTS = {"tr": 1, "mark": 1, "trn": 2, "trc": 2}
"""Number of leading texts in a call of each function: one, singular and plural, or context and text."""
REMARK = "# Translators:"


def collected(root: Path = ROOT) -> Catalog:
    """Return every text in the program's code that is marked for translation."""
    catalogue = Catalog(project="Priorcheck", version="", fuzzy=False)
    for path in sorted((root / "app").rglob("*.py")):
        source = path.read_text("utf-8")
        lines = source.splitlines()
        for line, function, texts in marked(source):
            context = texts[0] if function == "trc" else None
            message = texts if function == "trn" else texts[-1]
            catalogue.add(message, None, [(path.relative_to(root).as_posix(), 0)], auto_comments=_remarks(lines, line), context=context)
    return catalogue


def marked(source: str) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return line, function and texts of each translation call in a module, in their order.

    Read from the syntax tree, because Babel's own reader misses calls in f-strings and nested calls.
    """
    return sorted(_marked(source))


def _marked(source: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEXTS:
            text_arguments = node.args[: TEXTS[node.func.id]]
            texts = tuple(
                argument.value for argument in text_arguments if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )
            if len(texts) == TEXTS[node.func.id] and all(texts):
                yield node.lineno, node.func.id, texts


def _remarks(lines: Sequence[str], line: int) -> list[str]:
    """Return the note to translators from the comment directly above a line."""
    first = line - 1
    while first and lines[first - 1].strip().startswith("#"):
        first -= 1
    comment_lines = [line_text.strip() for line_text in lines[first : line - 1]]
    return (
        [" ".join(line_text.removeprefix("#").strip() for line_text in comment_lines)]
        if comment_lines and comment_lines[0].startswith(REMARK)
        else []
    )


def renewed(language: str, template: Catalog) -> Catalog:
    """Return a language's catalogue with the present texts. Texts that the program no longer has are dropped."""
    path = catalogue_file(language)
    if path.is_file():
        with path.open("rb") as stream:
            catalogue = read_po(stream, locale=language)
    else:
        catalogue = Catalog(locale=language, project="Priorcheck", fuzzy=False)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def catalogue_file(language: str) -> Path:
    """Return the path of a language's catalogue for translators. The compiled form is in the same folder."""
    return LOCALE / language / "LC_MESSAGES" / "priorcheck.po"


def compiled(catalogue: Catalog) -> bytes:
    """Return the compiled catalogue that the program reads.

    The same texts give the same bytes on any day.
    """
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def readable(catalogue: Catalog) -> bytes:
    """Return the catalogue for translators. It names files but no line numbers or dates, so it changes only with its texts."""
    stream = io.BytesIO()
    write_po(stream, catalogue, width=120, sort_by_file=True, include_lineno=False, omit_header=False)
    lines = stream.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')))


def main(arguments: Sequence[str]) -> int:
    """Update every existing catalogue and the requested new ones."""
    template = collected()
    languages = sorted({path.name for path in LOCALE.glob("*") if path.is_dir()} | set(arguments))
    for language in languages:
        catalogue = renewed(language, template)
        path = catalogue_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(readable(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        untranslated = sum(not _is_translated(message.string) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} texts, {untranslated} to translate")
    return 0


def _is_translated(string: str | Sequence[str] | None) -> bool:
    return bool(string) if string is None or isinstance(string, str) else all(string)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
