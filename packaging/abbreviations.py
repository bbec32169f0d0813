"""Make resources/abbreviations/words.tsv from the lists of sacremoses: `python packaging/abbreviations.py FOLDER`.

FOLDER is its package folder (sacremoses 0.2.0 was used). A line has an ISO 639-1 code, the words that never end a sentence, and
those that do not before a number. They are in lower case, without single letters. Languages without spaces are left out.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "resources" / "abbreviations" / "words.tsv"
_NUMERIC = "#NUMERIC_ONLY#"
_LEFT_OUT = ("zh", "yue", "mni", "tdt", "txt")


def _words(lines: str) -> tuple[list[str], list[str]]:
    """Return the words of one list: those that never end a sentence, and those that do not before a number."""
    always, numeric = set[str](), set[str]()
    for line in map(str.strip, lines.splitlines()):
        word = line.removesuffix(_NUMERIC).strip().removesuffix(".").casefold()
        if line and not line.startswith("#") and len(word) > 1 and not any(letter.isspace() or letter.isdigit() for letter in word):
            (numeric if line.endswith(_NUMERIC) else always).add(word)
    return sorted(always), sorted(numeric - always)


def main() -> None:
    """Write the table."""
    source = ast.parse((Path(sys.argv[1]) / "_data_nonbreaking_prefixes.py").read_text(encoding="utf-8"))
    table = next(ast.literal_eval(node) for node in ast.walk(source) if isinstance(node, ast.Dict))
    rows = [(name.rpartition(".")[2], *_words(lines)) for name, lines in sorted(table.items())]
    written = [f"{language}\t{' '.join(always)}\t{' '.join(numeric)}" for language, always, numeric in rows if language not in _LEFT_OUT]
    OUT.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
