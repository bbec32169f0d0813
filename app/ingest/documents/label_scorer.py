"""Decide which candidates are speaker labels, by a two-stage logistic regression over the whole document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.label_agreement import agreement_of
from app.ingest.documents.label_candidates import Candidate, Line, Speaker, Style, candidates_of, inside_candidates, parse_speaker
from app.ingest.documents.label_features import ENDS_SENTENCE, GROUPS, STYLES, Column, features_of
from app.ingest.documents.label_weights import ALONE_WEIGHTS, TOGETHER_WEIGHTS
from app.ingest.documents.labels import is_role_or_honorific, is_speaker, question_labels
from app.ingest.documents.stage_directions import is_sound_description

# Probabilities from which a candidate is a label. Names on lines of their own need less, because they also have to recur.
THRESHOLD, _LONE_THRESHOLD = 0.35, 0.25
# Shares of the paragraphs that must begin with a label if no name recurs, for two labels and for more.
_MIN_SHARE_OF_TWO, _MIN_SHARE_OF_MORE, _NEARLY_ALL_PARAGRAPHS = 0.5, 0.4, 0.9
_TWO = 2
# A line of at least this many characters may be wrapped and continue on the next one.
_MIN_WRAPPED_LENGTH = 50
# At least this share of caption lines must begin with a name in brackets; fewer are sounds.
_MIN_SHARE_IN_BRACKETS = 0.25
# Words that must follow a lone speaker who is named by a role.
_MIN_SPOKEN_WORDS = 3
_BRACKET_STYLES = (Style.SQUARE, Style.ROUND)


def all_candidates(lines: Sequence[Line], *, captions: bool = False, cancel: CancelToken) -> list[Candidate]:
    """Return every candidate of a document in order.

    Stage directions in brackets are excluded, and in `captions` a name before a full stop.
    """
    candidates = list[Candidate]()
    for number, line in enumerate(cancellable(lines, cancel)):
        if not line.text.strip():
            continue
        begin = [
            candidate
            for candidate in candidates_of(number, line)
            if not (candidate.style in _BRACKET_STYLES and is_sound_description(candidate.speaker.name))
            and not (captions and candidate.style is Style.POINT)
        ]
        # A colon within the label at the start of the line is no second label.
        first = max((candidate.end for candidate in begin if candidate.style is Style.COLON), default=0)
        candidates.extend(begin)
        candidates.extend(candidate for candidate in inside_candidates(number, line.text) if candidate.start >= first - 1)
    return candidates


def label_probabilities(lines: Sequence[Line], candidates: Sequence[Candidate], cancel: CancelToken) -> list[float]:
    """Return the probability that each candidate is a label.

    The first stage scores each candidate by itself, the second with the first-stage probabilities of the others.
    """
    if not candidates:
        return []
    features = features_of(lines, candidates, cancel)
    cancel.check()
    first = _probabilities(ALONE_WEIGHTS, features, candidates)
    cancel.check()
    together = _probabilities(TOGETHER_WEIGHTS, agreement_of(lines, candidates, features, first), candidates)
    return [float(probability) for probability in together]


def _probabilities(weights: Mapping[str, Sequence[float]], features: NDArray[np.float64], candidates: Sequence[Candidate]) -> Column:
    by_style = np.array([weights[GROUPS[style]] for style in STYLES])
    odds = np.einsum("ij,ij->i", features, by_style[[STYLES.index(candidate.style) for candidate in candidates]])
    probabilities: Column = 1 / (1 + np.exp(-np.clip(odds, -30.0, 30.0)))
    return probabilities


def labels_of(
    lines: Sequence[Line], *, named: frozenset[str] = frozenset(), captions: bool = False, cancel: CancelToken
) -> dict[int, list[Candidate]]:
    """Return the labels of each line by line number: at most one at its beginning, then those within it.

    The names in `named` come from the source and count wherever a line begins with them. `Q` and `A` count together, or `Q` next to
    names. Lines of `captions` are short, so a single label may be the only one.
    """
    best, inside = dict[int, tuple[float, Candidate]](), defaultdict[int, list[Candidate]](list)
    for probability, candidate in _likely_labels(lines, named, captions=captions, cancel=cancel):
        if candidate.start and _is_inside_line(candidate, lines[candidate.line].text):
            inside[candidate.line].append(candidate)
        elif candidate.line not in best or probability > best[candidate.line][0]:
            best[candidate.line] = (probability, candidate)
    # Next to a cell with a name, words before a colon are spoken and name nobody.
    for number in _lines_after_name_cells(lines):
        best.pop(number, None)
        inside.pop(number, None)
    for number, line in enumerate(lines):
        # A speaker column of a table is certain evidence.
        if line.names_speaker and (speaker := parse_speaker(line.text)):
            best[number] = (1.0, Candidate(number, 0, len(line.text), Style.ALONE, speaker))
    for number, label in enumerate(question_labels([line.text for line in lines], named=bool(best))):
        if label:
            best[number] = (1.0, Candidate(number, 0, label.end, Style.POINT, Speaker(label.name)))
    _drop_name_lists(best, lines)
    _return_clock_times(best)
    # A single label may be a heading, so it needs stronger evidence.
    if len(best) + sum(map(len, inside.values())) == 1:
        best = {
            number: (probability, candidate)
            for number, (probability, candidate) in best.items()
            if probability == 1.0 or _may_be_only_label(candidate, lines)
        }
    return {
        number: [
            *((best[number][1],) if number in best else ()),
            *(candidate for candidate in inside[number] if number not in best or candidate.start >= best[number][1].end),
        ]
        for number in sorted({*best, *inside})
    }


def _lines_after_name_cells(lines: Sequence[Line]) -> Iterator[int]:
    """Yield the lines that follow a table cell with a name."""
    named = False
    for number, line in enumerate(lines):
        if line.text.strip():
            if named and not line.names_speaker:
                yield number
            named = line.names_speaker


def _drop_name_lists(best: dict[int, tuple[float, Candidate]], lines: Sequence[Line]) -> None:
    """Remove lines with only a name directly above another label: headings, and lists of those present."""
    below = True
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if not line.text.strip():
            continue
        if number in best and below and not line.text[best[number][1].end :].strip():
            del best[number]
        below = number in best


def _return_clock_times(best: dict[int, tuple[float, Candidate]]) -> None:
    """Return times after labels to the spoken words, if most labels have no time: "BERG: 10:45 it was."."""
    clocked = [number for number, (_, candidate) in best.items() if candidate.clock_start]
    if clocked and sum(candidate.time is not None for _, candidate in best.values()) * 2 <= len(best):
        for number in clocked:
            probability, candidate = best[number]
            best[number] = (probability, replace(candidate, end=candidate.clock_start, time=None, clock_start=0))


def _likely_labels(lines: Sequence[Line], named: frozenset[str], *, captions: bool, cancel: CancelToken) -> list[tuple[float, Candidate]]:
    """Return the likely labels with their probabilities. A single one needs stronger evidence."""
    candidates = all_candidates(lines, captions=captions, cancel=cancel)

    def is_certain(candidate: Candidate) -> bool:
        return _is_caption_label(candidate, lines[candidate.line]) if captions else _is_whole_document(candidate, lines)

    scored = [
        (1.0 if (candidate.speaker.name in named and not candidate.start) or is_certain(candidate) else probability, candidate)
        for probability, candidate in zip(label_probabilities(lines, candidates, cancel), candidates, strict=True)
    ]
    if captions:
        # In captions, text in brackets is either names throughout or sounds throughout.
        bracketed = float(_brackets_hold_names(candidates, lines))
        scored = [
            (bracketed if candidate.style in _BRACKET_STYLES and is_speaker(candidate.speaker.name) else probability, candidate)
            for probability, candidate in scored
        ]
    likely = [
        (probability, candidate)
        for probability, candidate in scored
        if probability >= (_LONE_THRESHOLD if _is_set_off(candidate) else THRESHOLD)
    ]
    certain = [(probability, candidate) for probability, candidate in likely if probability == 1.0 or _may_be_only_label(candidate, lines)]
    counts = Counter(candidate.speaker.name for _, candidate in likely)
    # Without a recurring name, headings and datelines look like labels, so a large share of the paragraphs must have one.
    if not any(count > 1 for count in counts.values()):
        paragraph_count = sum((line.starts_paragraph or captions) and bool(line.text.strip()) for line in lines)
        # The words of a label on a line of its own are the paragraph below.
        name_only_lines = sum(not lines[candidate.line].text[candidate.end :].strip() for _, candidate in likely)
        share = len(likely) / max(1, paragraph_count - name_only_lines)
        # Candidates in the spelling of a heading such as "Summary:" are headings, too.
        headings_in_capitals = {candidate.speaker.name.isupper() for candidate in candidates if _is_section_heading(candidate)}
        likely = [
            (probability, candidate)
            for probability, candidate in likely
            if _may_come_once(candidate, lines) and candidate.speaker.name.isupper() not in headings_in_capitals
        ]
        if share < _NEARLY_ALL_PARAGRAPHS:
            likely = [(probability, candidate) for probability, candidate in likely if not _is_headline(candidate, lines)]
        required_share = _MIN_SHARE_OF_MORE if len(likely) > _TWO else _MIN_SHARE_OF_TWO
        return likely if len(likely) >= _TWO and share >= required_share else certain
    return likely if len(likely) >= _TWO else certain


def _brackets_hold_names(candidates: Sequence[Candidate], lines: Sequence[Line]) -> bool:
    """Return True if brackets in captions hold names rather than sounds: one recurs, and enough lines have one."""
    # Speakers recur, and sounds in brackets are on few lines.
    names = Counter(candidate.speaker.name for candidate in candidates if candidate.style in _BRACKET_STYLES)
    share = names.total() / max(1, sum(bool(line.text.strip()) for line in lines))
    return names.total() > len(names) > 1 and share >= _MIN_SHARE_IN_BRACKETS


def _is_section_heading(candidate: Candidate) -> bool:
    """Return True for a heading such as "Summary:"."""
    return (
        candidate.style is Style.COLON
        and not candidate.start
        and candidate.speaker.words == 1
        and not candidate.speaker.detail
        and not is_speaker(candidate.speaker.name)
    )


def _may_come_once(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if a candidate may be a label in a text in which no name recurs.

    A lone line is a heading. A single word before a full stop is the dateline of a report, unless a dash follows.
    """
    if candidate.style is Style.ALONE:
        return bool(candidate.speaker.detail) or candidate.time is not None
    return (
        candidate.style is not Style.POINT
        or candidate.speaker.words > 1
        or bool(candidate.speaker.detail)
        or not lines[candidate.line].text[: candidate.end].rstrip().endswith(".")
    )


def _is_headline(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if the text after the colon is no sentence and ends with the line: "Ham: Pond opened after repairs"."""
    if candidate.style is not Style.COLON or candidate.time is not None or candidate.speaker.name.isupper():
        return False
    return not _precedes_speech(candidate, lines)


def _precedes_speech(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if the text after a label may be a sentence: it ends as one, continues on the next line, or is below."""
    text = lines[candidate.line].text
    words_after = text[candidate.end :].strip()
    next_line = lines[candidate.line + 1] if candidate.line + 1 < len(lines) else Line("")
    goes_on = (
        next_line.text.strip()
        and not next_line.starts_paragraph
        and (len(text) >= _MIN_WRAPPED_LENGTH or next_line.text.lstrip()[0].islower())
    )
    return not words_after or bool(goes_on) or bool(ENDS_SENTENCE.search(words_after[-8:]))


def _is_set_off(candidate: Candidate) -> bool:
    """Return True for layouts that little else has: a line of its own, or capitals before a colon."""
    return candidate.style is Style.ALONE or (candidate.style is Style.COLON and candidate.speaker.name.isupper())


def _may_be_only_label(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if a label may be the only one of a document: it has a time, or is several words in capitals before a colon."""
    if candidate.time is not None:
        return candidate.style is not Style.TAB and _precedes_speech(candidate, lines)
    return candidate.style is Style.COLON and candidate.speaker.name.isupper() and candidate.speaker.words > 1


def _is_whole_document(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Return True if a name in capitals, a colon and a sentence are the whole document: "VALE: It is naive."."""
    words_after = lines[candidate.line].text[candidate.end :].split()
    alone = (
        sum(bool(line.text.strip()) for line in lines) == 1
        and len(words_after) >= _MIN_SPOKEN_WORDS
        and bool(ENDS_SENTENCE.search(words_after[-1]))
    )
    return alone and candidate.style is Style.COLON and candidate.speaker.name.isupper() and is_speaker(candidate.speaker.name)


def _is_caption_label(candidate: Candidate, line: Line) -> bool:
    """Return True if a candidate is a label anywhere in captions.

    It is in capitals after a change of speakers or before lower-case words, or it is a role or a form of address ("Sprecherin",
    "Mme Le Pen") before some words.
    """
    words_after, name = line.text[candidate.end :], candidate.speaker.name
    if candidate.style is not Style.COLON or not is_speaker(name):
        return False
    in_capitals = name.isupper() and len(name) > _TWO and (line.speaker_changed or any(map(str.islower, words_after)))
    return in_capitals or (is_role_or_honorific(name) and len(words_after.split()) >= _MIN_SPOKEN_WORDS)


def _is_inside_line(candidate: Candidate, text: str) -> bool:
    return bool(text[: candidate.start].strip())
