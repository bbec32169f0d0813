"""Make resources/wordnet/synonyms.txt.gz from WordNet 3.0's own files: `python packaging/synonyms.py FOLDER`.

FOLDER holds data.noun, data.verb, data.adj, data.adv and the four .exc files of Debian's package wordnet-base or WordNet's own
archive. The table has the single words of every synset and the irregular forms, but no glosses and relations. A line is

    n dog hound            the words of one synset, or of one that has no other single word
    n! mice mouse          an irregular form, then what it is a form of

with n, v, a, r for nouns, verbs, adjectives, adverbs. A synset without a word in lower case is left out: METEOR compares in lower case.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
OUT = Path(__file__).resolve().parent.parent / "resources" / "wordnet" / "synonyms.txt.gz"


def synsets(path: Path) -> set[tuple[str, ...]]:
    """Return the single words of each synset (wndb(5WN): offset, file, type, count in hex, then word and lexical id in turn)."""
    groups = set()
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" ")
        words = [fields[4 + 2 * index].partition("(")[0] for index in range(int(fields[3], 16))]
        single = tuple(sorted({word for word in words if "_" not in word}))
        if any(word == word.lower() for word in single):
            groups.add(single)
    return groups


def irregular(path: Path) -> list[tuple[str, ...]]:
    """Return the irregular forms with their base forms, all single words."""
    rows = [tuple(line.split()) for line in path.read_text(encoding="ascii").splitlines()]
    return sorted(row for row in rows if not any("_" in word for word in row))


def lines(folder: Path) -> list[str]:
    """Return the whole table. A synset of one word is redundant if the word has another synset."""
    result = []
    for part, name in PARTS.items():
        groups = synsets(folder / f"data.{name}")
        grouped_words = {word for group in groups if len(group) > 1 for word in group}
        result += [f"{part} {' '.join(group)}" for group in sorted(groups) if len(group) > 1 or group[0] not in grouped_words]
        result += [f"{part}! {' '.join(row)}" for row in irregular(folder / f"{name}.exc")]
    return result


def main() -> None:
    """Write the table. The same input gives the same bytes."""
    content = "\n".join(lines(Path(sys.argv[1]))) + "\n"
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_bytes(gzip.compress(content.encode("ascii"), compresslevel=9, mtime=0))
    print(f"{OUT}: {content.count(chr(10))} lines, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
