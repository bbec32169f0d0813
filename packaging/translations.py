"""The texts of the window for its translators: `python packaging/translations.py` collects them from the code, brings the
catalogues in resources/locale up to date and compiles them.

`… translations.py es fr` begins catalogues of these languages too, where there are none. A text whose English has changed keeps no
old translation; what is left to translate is counted at the end.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "resources" / "locale"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {"tr": None, "mark": None, "trn": (1, 2), "trc": ((1, "c"), 2)}


def collected(root: Path = ROOT) -> Catalog:
    """Every text in the code of the program that is marked for translation."""
    catalogue = Catalog(project="Priorcheck", version="", fuzzy=False)
    found = extract_from_dir(str(root / "app"), [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
    for name, _, message, comments, context in found:
        catalogue.add(message, None, [(f"app/{name}", 0)], auto_comments=comments, context=context)
    return catalogue


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
    """What the program reads."""
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
