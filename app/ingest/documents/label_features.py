"""First-stage features of speaker labels, computed over the whole document.

Labels recur, several people take turns, and all labels have one layout. A heading, a term or a sentence does none of that.
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
# Styles with weights of their own. Dashes, brackets, tabs and bold share theirs.
GROUPS = {
    style: {Style.ALONE: "alone", Style.COLON: "colon", Style.POINT: "point", Style.INSIDE: "inside"}.get(style, "other") for style in Style
}
_NAME_IN_BRACKETS = regex.compile(r"[(\[](?:\p{Lu}[\p{L}.'’\-]*[ )\]]){2,5}")
# The names are those of the fitted weights in `label_weights`, so they must not change without a new fit.
FEATURES = (
    "bias",
    *(f"style {style.value}" for style in Style),
    *"count returns share everywhere people size_2 size_3 capitals as_others title detail words_1 words_4 lower_words lower_first common "
    "common_capitals no_speaker sentence_behind words_behind none_behind turns family time marked opens after_end caseless early inside "
    "mentioned "
    "blank_behind count_high point_title others_marked digits turned others_timed "
    "detail_name detail_share often often_marked office_words office_lower behind_as_others changed both_ways inside_share".split(),
)
_OFTEN_FROM, _LONG_NAME = 0.3, 4
_MAX_WORDS_AFTER, _WINDOW = 8, 400

Column = NDArray[np.float64]
Columns = dict[str, Column]


def features_of(lines: Sequence[Line], candidates: Sequence[Candidate], cancel: CancelToken) -> NDArray[np.float64]:
    """Return the features that `FEATURES` names, one row a candidate."""
    style = np.array([STYLES.index(candidate.style) for candidate in candidates])
    rows = {name: row for row, name in enumerate(dict.fromkeys(candidate.speaker.name for candidate in candidates))}
    name = np.array([rows[candidate.speaker.name] for candidate in candidates])
    columns: dict[str, Column] = {"bias": np.ones(len(candidates))}
    columns |= {f"style {kind.value}": (style == number).astype(float) for number, kind in enumerate(STYLES)}
    # Values that depend only on the name are computed once for each distinct name.
    columns |= {key: column[name] for key, column in _name_columns(list(rows), lines, candidates, cancel).items()}
    cancel.check()
    columns |= _speaker_columns(candidates) | _following_word_columns(lines, candidates)
    cancel.check()
    columns |= _line_columns(lines, candidates)
    columns["turns"] = _turn_shares(style, name)
    columns |= _style_columns(style, name, columns, opening=opening_lines(lines))
    columns |= _combined_columns(columns) | _both_position_columns(style, name)
    return np.column_stack([columns[feature] for feature in FEATURES])


def opening_lines(lines: Sequence[Line]) -> int:
    """Return the number of lines with text that begin a paragraph."""
    return sum(line.starts_paragraph for line in lines if line.text.strip())


def _column(values: Iterable[Any]) -> Column:
    return np.array(list(values), dtype=float)


def _name_columns(names: Sequence[str], lines: Sequence[Line], candidates: Sequence[Candidate], cancel: CancelToken) -> Columns:
    """Return columns by distinct name: its frequency, its spelling, and the use of its words in the text."""
    words = {name: words_of(name) for name in cancellable(names, cancel)}
    titles, families = _names_by_title(names), _names_by_word(words)
    lowercase, capitalised = _spellings(lines, candidates, {word for name_words in words.values() for word in name_words}, cancel)
    counts = Counter(name for name, _, _ in {(candidate.speaker.name, candidate.line, candidate.start) for candidate in candidates})
    speakers = {candidate.speaker.name: candidate.speaker for candidate in candidates}
    return {
        "named": _column(counts[name] for name in names),
        "capitals": _column(_in_capitals(name, words[name]) for name in names),
        "share_small": _column(_lowercase_share(words[name], lowercase) for name in names),
        "title": _column(_is_titled(name, titles) for name in names),
        "family": _column(any(len(families[word.casefold()]) > 1 for word in words[name] if len(word) > 2) for name in names),
        "mentioned": _column(bool(words[name]) and words[name][-1] in capitalised for name in names),
        "words": _column(speakers[name].words for name in names),
        "lower_words": np.minimum(1.0, _column(speakers[name].lower for name in names) / 3),
        "lower_first": _column(name[0].islower() for name in names),
        "no_speaker": _column(not is_speaker(name) for name in names),
        "caseless": _column(not any(letter.isupper() or letter.islower() for letter in name) for name in names),
        "digits": _column(any(map(str.isdigit, name)) for name in names),
        "turned": _column("," in name for name in names),
    }


def _speaker_columns(candidates: Sequence[Candidate]) -> Columns:
    time = _column(candidate.time is not None for candidate in candidates)
    return {
        "detail": _column(bool(candidate.speaker.detail) for candidate in candidates),
        "detail_name": _column(
            bool(candidate.speaker.detail) and _NAME_IN_BRACKETS.search(candidate.speaker.detail) is not None for candidate in candidates
        ),
        "office_words": np.minimum(1.0, _column(candidate.speaker.office_words for candidate in candidates) / 8),
        "office_lower": np.minimum(1.0, _column(candidate.speaker.office_lower for candidate in candidates) / 6),
        "time": time,
        "others_timed": np.full(len(candidates), time.max(initial=0.0)),
        "marked": _column(candidate.emphasised for candidate in candidates),
        "inside": _column(candidate.start > 0 for candidate in candidates),
    }


def _following_word_columns(lines: Sequence[Line], candidates: Sequence[Candidate]) -> Columns:
    """Return whether a sentence begins after each candidate (0.5 if nothing follows), and the number of words after it, up to
    eight."""
    texts = [(lines[candidate.line].text, candidate.end) for candidate in candidates]
    words = _column(_words_after(text, end) for text, end in texts)
    sentence = _column(_OPENS_SENTENCE.match(text, end) is not None for text, end in texts)
    return {
        "sentence_behind": np.where(words > 0, sentence, 0.5),
        "words_behind": words / _MAX_WORDS_AFTER,
        "none_behind": (words == 0).astype(float),
    }


def _words_after(text: str, end: int) -> int:
    """Count the words after a label, at most eight."""
    # A line may be as long as its document and have many labels, so only a window is split.
    count = len(text[end : end + _WINDOW].split(maxsplit=_MAX_WORDS_AFTER))
    if count < _MAX_WORDS_AFTER and end + _WINDOW < len(text):
        return sum(1 for _ in islice(_RUN.finditer(text, end), _MAX_WORDS_AFTER))
    return min(_MAX_WORDS_AFTER, count)


def _line_columns(lines: Sequence[Line], candidates: Sequence[Candidate]) -> Columns:
    """Return columns about the layout of each candidate's line and its neighbours."""
    nonblank = [number for number, line in enumerate(lines) if line.text.strip()]
    rank = {number: position for position, number in enumerate(nonblank)}
    numbers = {number: row for row, number in enumerate(dict.fromkeys(candidate.line for candidate in candidates))}
    above = {number: lines[nonblank[rank[number] - 1]].text[-8:] if rank[number] else "" for number in numbers}
    row = np.array([numbers[candidate.line] for candidate in candidates])
    inside = np.array([candidate.start > 0 for candidate in candidates])
    alone = np.array([candidate.style is Style.ALONE for candidate in candidates])
    after_sentence = _column(not rank[number] or ENDS_SENTENCE.search(above[number]) is not None for number in numbers)
    after_inner_sentence = _column(
        candidate.start and ENDS_SENTENCE.search(lines[candidate.line].text, max(0, candidate.start - 8), candidate.start) is not None
        for candidate in candidates
    )
    blank_below = _column(number + 1 >= len(lines) or not lines[number + 1].text.strip() for number in numbers)
    return {
        "opens": _column(lines[number].starts_paragraph for number in numbers)[row],
        "early": _column(rank[number] <= max(2, len(nonblank) // 10) for number in numbers)[row],
        "after_end": np.where(inside, after_inner_sentence, after_sentence[row]),
        "changed": _column(
            lines[candidate.line].speaker_changed or ">>" in lines[candidate.line].text[max(0, candidate.start - 4) : candidate.end]
            for candidate in candidates
        ),
        "blank_behind": np.where(alone, blank_below[row], 0.0),
    }


def _both_position_columns(style: NDArray[np.intp], name: NDArray[np.intp]) -> Columns:
    """Return whether a name precedes a colon both at the start of a line and within one, and the share of those within lines."""
    begins, within = style == STYLES.index(Style.COLON), style == STYLES.index(Style.INSIDE)
    both = (begins & np.isin(name, name[within])) | (within & np.isin(name, name[begins]))
    share = within.sum() / max(1, within.sum() + begins.sum())
    return {"both_ways": both.astype(float), "inside_share": np.full(len(style), share)}


def _turn_shares(style: NDArray[np.intp], name: NDArray[np.intp]) -> Column:
    """Return, for each candidate, the share of its neighbours of the same style with another name: people take turns."""
    order = np.argsort(style, kind="stable")
    adjacent = style[order][1:] == style[order][:-1]
    changed = adjacent & (name[order][1:] != name[order][:-1])
    neighbours, changes = np.zeros(len(style)), np.zeros(len(style))
    for pairs, total in ((adjacent, neighbours), (changed, changes)):
        total[order[1:]] += pairs
        total[order[:-1]] += pairs
    return changes / np.maximum(1, neighbours)


def _style_columns(style: NDArray[np.intp], name: NDArray[np.intp], columns: Columns, *, opening: int) -> Columns:
    """Return columns about all candidates of one style. Those within lines are pooled with those before colons."""
    tables = []
    for number, kind in enumerate(STYLES):
        same = style == number
        # Names within lines are also names before colons, and compared with those at the start of lines.
        if kind is Style.INSIDE:
            same |= style == STYLES.index(Style.COLON)
        tables.append(_style_values(np.flatnonzero(same), name, columns, written=max(1, opening)))
    return {key: np.array([table[key] for table in tables])[style] for key in tables[0]}


def _style_values(members: NDArray[np.intp], name: NDArray[np.intp], columns: Columns, *, written: int) -> Mapping[str, float]:
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


def _combined_columns(columns: Columns) -> Columns:
    """Return features that combine several others."""
    capitals, often = columns["capitals"] > 0, (columns["share"] >= _OFTEN_FROM).astype(float)
    count = np.minimum(1.0, np.log2(columns["named"]) / 3)
    return {
        "count": count,
        "as_others": np.where(capitals, columns["style_capitals"], 1 - columns["style_capitals"]),
        "words_1": (columns["words"] == 1).astype(float),
        "words_4": ((columns["words"] >= _LONG_NAME) & (columns["detail_name"] == 0)).astype(float),
        "common": np.where(capitals, 0.0, columns["share_small"]),
        "common_capitals": np.where(capitals, columns["share_small"], 0.0),
        "count_high": np.minimum(1.0, np.log2(columns["named"]) / 6),
        "behind_as_others": np.where(columns["none_behind"] > 0, columns["style_none_behind"], 1 - columns["style_none_behind"]),
        "point_title": columns["style point"] * np.maximum(columns["title"], columns["capitals"]),
        "often": often,
        "often_marked": often * columns["marked"],
    }


def _in_capitals(name: str, words: Sequence[str]) -> bool:
    """Return True if a word of the name is in capitals, the surname or the office: "Ms. VALE", "El señor PRESIDENTE"."""
    return name.isupper() or any(word.isupper() and len(word) > 2 for word in words)


def _lowercase_share(words: Sequence[str], small: frozenset[str]) -> float:
    """Return the share of the name's words that also appear in the text in lower case."""
    alphabetic = [word for word in words if word.isalpha()]
    return sum(word.casefold() in small for word in alphabetic) / len(alphabetic) if alphabetic else 0.0


def _is_titled(name: str, titles: Mapping[str, set[str]]) -> bool:
    first, _, remainder = name.partition(" ")
    return bool(remainder) and (len(titles[first.casefold()]) > 1 or (first.endswith(".") and len(first) > 2))


def _names_by_title(names: Iterable[str]) -> Mapping[str, set[str]]:
    """Map the first words of names to the names after them: "Mr." and "Senator" precede several."""
    titles = defaultdict[str, set[str]](set)
    for name in names:
        first, _, remainder = name.partition(" ")
        if remainder:
            titles[first.casefold()].add(remainder.casefold())
    return titles


def _names_by_word(words: Mapping[str, Sequence[str]]) -> Mapping[str, set[str]]:
    """Map words to the names that contain them: "SEN. ANNA VALE" and "VALE" are one person."""
    families = defaultdict[str, set[str]](set)
    for name, parts in words.items():
        for word in parts:
            families[word.casefold()].add(name.casefold())
    return families


def _spellings(
    lines: Sequence[Line], candidates: Sequence[Candidate], name_words: set[str], cancel: CancelToken
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of names that the text has in lower case, and those that it has capitalised outside of labels."""
    label_ends = defaultdict[int, int](int)
    for candidate in candidates:
        if candidate.style is not Style.ALONE or len(lines[candidate.line].text) <= candidate.end:
            label_ends[candidate.line] = max(label_ends[candidate.line], candidate.end)
    folded = {word.casefold() for word in name_words}
    spelled = set[str]()
    for number, line in enumerate(cancellable(lines, cancel)):
        spelled.update(_WORD.findall(line.text, label_ends.get(number, 0)))
    # A name in capitals counts as mentioned if the text has it capitalised: "VALE", "Vale".
    large = {form for word in spelled if not word.islower() for form in (word, word.title(), word.upper())}
    return frozenset(spelled & folded), frozenset(large & name_words)
