"""What a whole document says about its candidates for speaker labels, as numbers for the scorer.

Names come back, several people take turns, and they are written and set off in one way; a heading, a term or a sentence does not do so.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.label_candidates import Candidate, Line, Style, words_of
from app.ingest.documents.labels import is_speaker

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_RUN = re.compile(r"\S+")
_OPENS_SENTENCE = regex.compile(r"[\s\"“”„«»‘’'(\[*¿¡…—–\-.]*(?:\p{Lu}|\p{Lo}|\p{N})")
ENDS_SENTENCE = regex.compile(r"[.!?…:;。！？।؟\"”»)\]—–-][\s*_]*$")
STYLES = tuple(Style)
GROUPS = {
    style: {Style.ALONE: "alone", Style.COLON: "colon", Style.POINT: "point", Style.INSIDE: "inside"}.get(style, "other") for style in Style
}
"""Styles that are scored by weights of their own; dashes, brackets and bold have some in common."""
_NAME_IN_BRACKETS = regex.compile(r"[(\[](?:\p{Lu}[\p{L}.'’\-]*[ )\]]){2,5}")
FEATURES = (
    "bias",
    *(f"style {style.value}" for style in Style),
    *"count returns share everywhere people size_2 size_3 capitals as_others title detail words_1 words_4 lower_words lower_first common "
    "common_capitals no_speaker sentence_behind words_behind none_behind turns family time marked opens after_end caseless early inside "
    "mentioned "
    "blank_behind count_high point_title others_marked digits turned others_timed "
    "detail_name detail_share often often_marked office_words office_lower behind_as_others changed both_ways inside_share".split(),
)
_OFTEN, _LONG = 0.3, 4
_WORDS_BEHIND, _LOOK = 8, 400

Column = NDArray[np.float64]
Columns = dict[str, Column]


def features_of(lines: Sequence[Line], candidates: Sequence[Candidate], cancel: CancelToken) -> NDArray[np.float64]:
    """A row for each candidate, with the numbers that `FEATURES` names."""
    style = np.array([STYLES.index(one.style) for one in candidates])
    rows = {name: row for row, name in enumerate(dict.fromkeys(one.head.name for one in candidates))}
    name = np.array([rows[one.head.name] for one in candidates])
    columns: dict[str, Column] = {"bias": np.ones(len(candidates))}
    columns |= {f"style {each.value}": (style == number).astype(float) for number, each in enumerate(STYLES)}
    columns |= {key: column[name] for key, column in _of_names(list(rows), lines, candidates, cancel).items()}
    cancel.check()
    columns |= _of_heads(candidates) | _of_words_behind(lines, candidates)
    cancel.check()
    columns |= _of_lines(lines, candidates)
    columns["turns"] = _turns(style, name)
    columns |= _of_styles(style, name, columns, opening=opening_lines(lines))
    columns |= _combined(columns) | _of_both_ways(style, name)
    return np.column_stack([columns[feature] for feature in FEATURES])


def opening_lines(lines: Sequence[Line]) -> int:
    """How many lines with text open a paragraph."""
    return sum(line.opens for line in lines if line.text.strip())


def _column(values: Iterable[Any]) -> Column:
    return np.array(list(values), dtype=float)


def _of_names(names: Sequence[str], lines: Sequence[Line], candidates: Sequence[Candidate], cancel: CancelToken) -> Columns:
    """A row for each distinct name: how often it is there, how it is written, and what the text does with its words."""
    words = {name: words_of(name) for name in cancellable(names, cancel)}
    titles, families = _titles(names), _families(words)
    small, large = _spelled(lines, candidates, {word for each in words.values() for word in each}, cancel)
    counts = Counter(name for name, _, _ in {(one.head.name, one.line, one.start) for one in candidates})
    head = {one.head.name: one.head for one in candidates}
    return {
        "named": _column(counts[name] for name in names),
        "capitals": _column(_in_capitals(name, words[name]) for name in names),
        "share_small": _column(_share(words[name], small) for name in names),
        "title": _column(_is_titled(name, titles) for name in names),
        "family": _column(any(len(families[word.casefold()]) > 1 for word in words[name] if len(word) > 2) for name in names),
        "mentioned": _column(bool(words[name]) and words[name][-1] in large for name in names),
        "words": _column(head[name].words for name in names),
        "lower_words": np.minimum(1.0, _column(head[name].lower for name in names) / 3),
        "lower_first": _column(name[0].islower() for name in names),
        "no_speaker": _column(not is_speaker(name) for name in names),
        "caseless": _column(not any(letter.isupper() or letter.islower() for letter in name) for name in names),
        "digits": _column(any(map(str.isdigit, name)) for name in names),
        "turned": _column("," in name for name in names),
    }


def _of_heads(candidates: Sequence[Candidate]) -> Columns:
    time = _column(one.time is not None for one in candidates)
    return {
        "detail": _column(bool(one.head.detail) for one in candidates),
        "detail_name": _column(bool(one.head.detail) and _NAME_IN_BRACKETS.search(one.head.detail) is not None for one in candidates),
        "office_words": np.minimum(1.0, _column(one.head.office_words for one in candidates) / 8),
        "office_lower": np.minimum(1.0, _column(one.head.office_lower for one in candidates) / 6),
        "time": time,
        "others_timed": np.full(len(candidates), time.max(initial=0.0)),
        "marked": _column(one.marked for one in candidates),
        "inside": _column(one.start > 0 for one in candidates),
    }


def _of_words_behind(lines: Sequence[Line], candidates: Sequence[Candidate]) -> Columns:
    """Whether a sentence begins behind each candidate (a half where nothing stands there), and up to eight words."""
    texts = [(lines[one.line].text, one.end) for one in candidates]
    words = _column(_words_behind(text, end) for text, end in texts)
    sentence = _column(_OPENS_SENTENCE.match(text, end) is not None for text, end in texts)
    return {
        "sentence_behind": np.where(words > 0, sentence, 0.5),
        "words_behind": words / _WORDS_BEHIND,
        "none_behind": (words == 0).astype(float),
    }


def _words_behind(text: str, end: int) -> int:
    """How many words stand behind a label, eight for more; a line may be as long as its document, and have many labels."""
    count = len(text[end : end + _LOOK].split(maxsplit=_WORDS_BEHIND))
    if count < _WORDS_BEHIND and end + _LOOK < len(text):
        return sum(1 for _ in islice(_RUN.finditer(text, end), _WORDS_BEHIND))
    return min(_WORDS_BEHIND, count)


def _of_lines(lines: Sequence[Line], candidates: Sequence[Candidate]) -> Columns:
    """How the lines are set that the candidates stand in, and what is above and below them."""
    written = [number for number, line in enumerate(lines) if line.text.strip()]
    rank = {number: place for place, number in enumerate(written)}
    numbers = {number: row for row, number in enumerate(dict.fromkeys(one.line for one in candidates))}
    above = {number: lines[written[rank[number] - 1]].text[-8:] if rank[number] else "" for number in numbers}
    row = np.array([numbers[one.line] for one in candidates])
    inside = np.array([one.start > 0 for one in candidates])
    alone = np.array([one.style is Style.ALONE for one in candidates])
    behind_end = _column(not rank[number] or ENDS_SENTENCE.search(above[number]) is not None for number in numbers)
    inner_end = _column(
        one.start and ENDS_SENTENCE.search(lines[one.line].text, max(0, one.start - 8), one.start) is not None for one in candidates
    )
    blank_below = _column(number + 1 >= len(lines) or not lines[number + 1].text.strip() for number in numbers)
    return {
        "opens": _column(lines[number].opens for number in numbers)[row],
        "early": _column(rank[number] <= max(2, len(written) // 10) for number in numbers)[row],
        "after_end": np.where(inside, inner_end, behind_end[row]),
        "changed": _column(lines[one.line].changed or ">>" in lines[one.line].text[max(0, one.start - 4) : one.end] for one in candidates),
        "blank_behind": np.where(alone, blank_below[row], 0.0),
    }


def _of_both_ways(style: NDArray[np.intp], name: NDArray[np.intp]) -> Columns:
    """Whether somebody is named before a colon both at the beginning of a line and within one, and how many of these are within."""
    begins, within = style == STYLES.index(Style.COLON), style == STYLES.index(Style.INSIDE)
    both = (begins & np.isin(name, name[within])) | (within & np.isin(name, name[begins]))
    share = within.sum() / max(1, within.sum() + begins.sum())
    return {"both_ways": both.astype(float), "inside_share": np.full(len(style), share)}


def _turns(style: NDArray[np.intp], name: NDArray[np.intp]) -> Column:
    """For each candidate the share of its neighbours of one style that have another name: people take turns."""
    order = np.argsort(style, kind="stable")
    near = style[order][1:] == style[order][:-1]
    changed = near & (name[order][1:] != name[order][:-1])
    neighbours, changes = np.zeros(len(style)), np.zeros(len(style))
    for pairs, total in ((near, neighbours), (changed, changes)):
        total[order[1:]] += pairs
        total[order[:-1]] += pairs
    return changes / np.maximum(1, neighbours)


def _of_styles(style: NDArray[np.intp], name: NDArray[np.intp], columns: Columns, *, opening: int) -> Columns:
    """What the candidates of one style have in common; those inside lines are compared with those before colons, too."""
    tables = []
    for number, each in enumerate(STYLES):
        same = style == number
        if each is Style.INSIDE:
            same |= style == STYLES.index(Style.COLON)
        tables.append(_of_style(np.flatnonzero(same), name, columns, written=max(1, opening)))
    return {key: np.array([table[key] for table in tables])[style] for key in tables[0]}


def _of_style(members: NDArray[np.intp], name: NDArray[np.intp], columns: Columns, *, written: int) -> Mapping[str, float]:
    total = max(1, len(members))
    keys = ("capitals", "detail", "marked", "named", "none_behind")
    capitals, detail, marked, named, none_behind = (columns[key][members] for key in keys)
    return {
        "returns": float((named > 1).sum()) / total,
        "share": min(1.0, len(members) / written),
        "everywhere": float(len(members) > 0 and total >= 0.9 * written),
        "people": float((np.bincount(name[members]) > 1).sum() >= 2),
        "size_2": float(total >= 2),
        "size_3": min(1.0, float(np.log2(total)) / 4),
        "style_capitals": float(capitals.sum()) / total,
        "detail_share": float(detail.sum()) / total,
        "others_marked": float(marked.sum()) / total,
        "style_none_behind": float(none_behind.sum()) / total,
    }


def _combined(columns: Columns) -> Columns:
    """Features that are made of several others."""
    capitals, often = columns["capitals"] > 0, (columns["share"] >= _OFTEN).astype(float)
    count = np.minimum(1.0, np.log2(columns["named"]) / 3)
    return {
        "count": count,
        "as_others": np.where(capitals, columns["style_capitals"], 1 - columns["style_capitals"]),
        "words_1": (columns["words"] == 1).astype(float),
        "words_4": ((columns["words"] >= _LONG) & (columns["detail_name"] == 0)).astype(float),
        "common": np.where(capitals, 0.0, columns["share_small"]),
        "common_capitals": np.where(capitals, columns["share_small"], 0.0),
        "count_high": np.minimum(1.0, np.log2(columns["named"]) / 6),
        "behind_as_others": np.where(columns["none_behind"] > 0, columns["style_none_behind"], 1 - columns["style_none_behind"]),
        "point_title": columns["style point"] * np.maximum(columns["title"], columns["capitals"]),
        "often": often,
        "often_marked": often * columns["marked"],
    }


def _in_capitals(name: str, words: Sequence[str]) -> bool:
    """Return True if a word of the name, the surname or the office, is in capitals: "Ms. VALE", "El señor PRESIDENTE"."""
    return name.isupper() or any(word.isupper() and len(word) > 2 for word in words)


def _share(words: Sequence[str], small: frozenset[str]) -> float:
    """The share of the words of a name that the text writes small."""
    known = [word for word in words if word.isalpha()]
    return sum(word.casefold() in small for word in known) / len(known) if known else 0.0


def _is_titled(name: str, titles: Mapping[str, set[str]]) -> bool:
    first, _, rest = name.partition(" ")
    return bool(rest) and (len(titles[first.casefold()]) > 1 or (first.endswith(".") and len(first) > 2))


def _titles(names: Iterable[str]) -> Mapping[str, set[str]]:
    """First words of names, with the names behind them: "Mr." and "Senator" stand before several."""
    titles = defaultdict[str, set[str]](set)
    for name in names:
        first, _, rest = name.partition(" ")
        if rest:
            titles[first.casefold()].add(rest.casefold())
    return titles


def _families(words: Mapping[str, Sequence[str]]) -> Mapping[str, set[str]]:
    """Words of names, with the names that have them: "SEN. ANNA VALE" and "VALE" are one person."""
    families = defaultdict[str, set[str]](set)
    for name, parts in words.items():
        for word in parts:
            families[word.casefold()].add(name.casefold())
    return families


def _spelled(
    lines: Sequence[Line], candidates: Sequence[Candidate], wanted: set[str], cancel: CancelToken
) -> tuple[frozenset[str], frozenset[str]]:
    """Which of the wanted words, those of names, the text writes small, and which large where no name begins a line."""
    heads = defaultdict[int, int](int)
    for one in candidates:
        if one.style is not Style.ALONE or len(lines[one.line].text) <= one.end:
            heads[one.line] = max(heads[one.line], one.end)
    folded = {word.casefold() for word in wanted}
    spelled = set[str]()
    for number, line in enumerate(cancellable(lines, cancel)):
        spelled.update(_WORD.findall(line.text, heads.get(number, 0)))
    large = {form for word in spelled if not word.islower() for form in (word, word.title(), word.upper())}
    return frozenset(spelled & folded), frozenset(large & wanted)
