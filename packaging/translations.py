"""The texts of the window for its translators: `python packaging/translations.py` collects them from the code, brings the
catalogues in resources/locale up to date and compiles them.

`… translations.py es fr` begins catalogues of these languages too, where there are none. A text whose English has changed keeps no
old translation; what is left to translate is counted at the end.
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
"""How many texts each function begins with: one, its singular and plural, or its context and text."""
REMARK = "# Translators:"


def collected(root: Path = ROOT) -> Catalog:
    """Every text in the code of the program that is marked for translation."""
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
    """Line, function and texts of each call in a module that names its texts itself, in their order. Read off the syntax tree: Babel's own
    reader passes over calls within f-strings and within one another."""
    return sorted(_marked(source))


def _marked(source: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEXTS:
            given = node.args[: TEXTS[node.func.id]]
            texts = tuple(each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str))
            if len(texts) == TEXTS[node.func.id] and all(texts):
                yield node.lineno, node.func.id, texts


def _remarks(lines: Sequence[str], line: int) -> list[str]:
    """What is said to translators in the comment directly above a line."""
    first = line - 1
    while first and lines[first - 1].strip().startswith("#"):
        first -= 1
    said = [each.strip() for each in lines[first : line - 1]]
    return [" ".join(each.removeprefix("#").strip() for each in said)] if said and said[0].startswith(REMARK) else []


def renewed(language: str, template: Catalog) -> Catalog:
    """The catalogue of a language with the texts of today; what is not said any more is dropped."""
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
    """Where the texts of a language stand, for people; the compiled form for the program lies beside it."""
    return LOCALE / language / "LC_MESSAGES" / "priorcheck.po"


def compiled(catalogue: Catalog) -> bytes:
    """What the program reads; the same bytes for the same texts on whichever day."""
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    stream = io.BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def readable(catalogue: Catalog) -> bytes:
    """What translators read: files named, no line numbers, no dates, so that it changes only where texts do."""
    stream = io.BytesIO()
    write_po(stream, catalogue, width=120, sort_by_file=True, include_lineno=False, omit_header=False)
    lines = stream.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')))


def main(arguments: Sequence[str]) -> int:
    """Renew every catalogue there is and those asked for."""
    template = collected()
    languages = sorted({path.name for path in LOCALE.glob("*") if path.is_dir()} | set(arguments))
    for language in languages:
        catalogue = renewed(language, template)
        path = catalogue_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(readable(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        left = sum(not _said(message.string) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} texts, {left} to translate")
    return 0


def _said(string: str | Sequence[str] | None) -> bool:
    return bool(string) if string is None or isinstance(string, str) else all(string)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
