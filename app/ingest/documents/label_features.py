"""What a whole document says about a candidate for a speaker label, as numbers for the scorer.

Names come back, several people take turns, and they are written and set off in one way; a heading, a term or a sentence does not do so.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import regex

from app.ingest.documents.label_candidates import Candidate, Line, Style, words_of
from app.ingest.documents.labels import is_speaker

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_OPENS_SENTENCE = regex.compile(r"[\s\"“”„«»‘’'(\[*¿¡…—–\-.]*(?:\p{Lu}|\p{Lo}|\p{N})")
ENDS_SENTENCE = regex.compile(r"[.!?…:;。！？।؟\"”»)\]—–-][\s*_]*$")
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
    "blank_behind alone_returns point_title others_marked digits turned others_timed "
    "detail_name detail_share often often_marked".split(),
)

_LIKELY, _OFTEN, _LONG = 0.5, 0.3, 4
AGREEMENT = (*FEATURES, *"own_odds style_mean style_taken rival kin all_taken".split())


class Evidence:
    """Counts over the candidates of a document, and the vectors that are made of them."""

    def __init__(self, lines: Sequence[Line], candidates: Sequence[Candidate]) -> None:
        self._lines = lines
        self._known = dict[str, tuple[Sequence[str], bool, float, bool, bool]]()
        self._names = {style: Counter[str]() for style in Style}
        for candidate in candidates:
            self._names[candidate.style][candidate.head.name] += 1
        places = {(candidate.head.name, candidate.line, candidate.start) for candidate in candidates}
        self._counts = Counter(name for name, _, _ in places)
        self._timed = any(candidate.time is not None for candidate in candidates)
        self._order = _neighbours(candidates)
        self._titles = _titles(candidates)
        self._families = _families(candidates)
        self._small, self._large = _spelled(lines, candidates)
        self._written = [number for number, line in enumerate(lines) if line.text.strip()]
        self._rank = {number: place for place, number in enumerate(self._written)}
        self._opening = sum(lines[number].opens for number in self._written)
        beginning = [one for one in candidates if one.style is not Style.INSIDE]
        self._styles = {style: self._style(style, [one for one in beginning if one.style is style]) for style in Style}
        self._styles[Style.INSIDE] = self._style(Style.COLON, [one for one in candidates if one.style in (Style.COLON, Style.INSIDE)])

    def _style(self, style: Style, candidates: Sequence[Candidate]) -> Mapping[str, float]:
        names = Counter(one.head.name for one in candidates)
        total = max(1, len(candidates))
        written = max(1, self._opening)
        return {
            "returns": sum(count for name, count in names.items() if self._counts[name] > 1) / total,
            "share": min(1.0, total / written) if candidates else 0.0,
            "everywhere": float(bool(candidates) and total >= 0.9 * written),
            "people": float(sum(count > 1 for count in names.values()) >= 2),
            "size_2": float(total >= 2),
            "size_3": min(1.0, math.log2(total) / 4),
            "capitals": sum(_in_capitals(one.head.name) for one in candidates) / total,
            "details": sum(bool(one.head.detail) for one in candidates) / total,
            "marked": sum(one.marked for one in candidates) / total,
        }

    def vector(self, one: Candidate) -> list[float]:
        """The numbers of one candidate, in the order of `FEATURES`."""
        head, style = one.head, self._styles[one.style]
        line = self._lines[one.line]
        behind = line.text[one.end :]
        words, capitals, common, titled, family = self._of_name(head.name)
        named = self._counts[head.name]
        named_behind = _NAME_IN_BRACKETS.search(head.detail) is not None
        return [
            1.0,
            *(float(one.style is each) for each in Style),
            min(1.0, math.log2(named) / 3),
            style["returns"],
            style["share"],
            style["everywhere"],
            style["people"],
            style["size_2"],
            style["size_3"],
            float(capitals),
            style["capitals"] if capitals else 1 - style["capitals"],
            float(titled),
            float(bool(head.detail)),
            float(head.words == 1),
            float(head.words >= _LONG and not named_behind),
            min(1.0, head.lower / 3),
            float(head.name[0].islower()),
            0.0 if capitals else common,
            common if capitals else 0.0,
            float(not is_speaker(head.name)),
            float(bool(_OPENS_SENTENCE.match(behind)) if behind.strip() else 0.5),
            min(1.0, len(behind.split(maxsplit=8)) / 8),
            float(not behind.strip()),
            self._order[id(one)],
            float(family),
            float(one.time is not None),
            float(one.marked),
            float(line.opens),
            self._after_end(one),
            float(not any(character.isupper() or character.islower() for character in head.name)),
            float(self._rank[one.line] <= max(2, len(self._written) // 10)),
            float(one.start > 0),
            float(bool(words) and words[-1] in self._large),
            float(one.style is Style.ALONE and self._blank_behind(one.line)),
            float(one.style is Style.ALONE) * min(1.0, math.log2(named) / 3),
            float(one.style is Style.POINT and (titled or capitals)),
            style["marked"],
            float(any(character.isdigit() for character in head.name)),
            float("," in head.name),
            float(self._timed),
            float(named_behind),
            style["details"],
            float(style["share"] >= _OFTEN),
            float(style["share"] >= _OFTEN and one.marked),
        ]

    def _of_name(self, name: str) -> tuple[Sequence[str], bool, float, bool, bool]:
        """What all candidates of a name share: its words, capitals, the share of words that the text writes small, title, family."""
        if name not in self._known:
            words = words_of(name)
            family = any(len(self._families[word.casefold()]) > 1 for word in words if len(word) > 2)
            self._known[name] = (words, _in_capitals(name), self._share(words, self._small), self._titled(name), family)
        return self._known[name]

    def agreeing(self, candidates: Sequence[Candidate], vectors: Sequence[Sequence[float]], chances: Sequence[float]) -> list[list[float]]:
        """The vectors, each with what the `chances` of the other candidates say for this one, in the order of `AGREEMENT`."""
        sums, taken = (
            defaultdict[Style, float](float),
            Counter(one.style for one, chance in zip(candidates, chances, strict=True) if chance >= _LIKELY),
        )
        by_place = defaultdict[tuple[int, int], list[float]](list)
        kin, relatives = defaultdict[str, float](float), Counter[str]()
        for one, chance in zip(candidates, chances, strict=True):
            sums[one.style] += chance
            by_place[one.line, one.start].append(chance)
            for word in _kin(one):
                kin[word] += chance
                relatives[word] += 1
        likely = {(one.line, one.start) for one, chance in zip(candidates, chances, strict=True) if chance >= _LIKELY}
        made = []
        for one, vector, chance in zip(candidates, vectors, chances, strict=True):
            others = sum(self._names[one.style].values()) - 1
            rivals = list(by_place[one.line, one.start])
            rivals.remove(chance)
            others_of = [(kin[word] - chance) / (relatives[word] - 1) for word in _kin(one) if relatives[word] > 1]
            made.append(
                [
                    *vector,
                    max(-8.0, min(8.0, math.log(max(chance, 1e-9) / max(1 - chance, 1e-9)))) / 4,
                    (sums[one.style] - chance) / others if others else 0.0,
                    min(1.0, (taken[one.style] - (chance >= _LIKELY)) / max(1, self._opening)),
                    max(rivals, default=0.0),
                    max(others_of, default=0.0),
                    min(1.0, (len(likely) - ((one.line, one.start) in likely)) / max(1, self._opening)),
                ]
            )
        return made

    def _share(self, words: Sequence[str], among: frozenset[str]) -> float:
        known = [word for word in words if word.isalpha()]
        return sum(word.casefold() in among for word in known) / len(known) if known else 0.0

    def _titled(self, name: str) -> bool:
        first, _, rest = name.partition(" ")
        return bool(rest) and (len(self._titles[first.casefold()]) > 1 or (first.endswith(".") and len(first) > 2))

    def _after_end(self, one: Candidate) -> float:
        """Return True if the text before ends a sentence."""
        if one.start:
            return 1.0
        place = self._rank[one.line]
        return float(not place or bool(ENDS_SENTENCE.search(self._lines[self._written[place - 1]].text[-8:])))

    def _blank_behind(self, number: int) -> bool:
        return number + 1 >= len(self._lines) or not self._lines[number + 1].text.strip()


def _in_capitals(name: str) -> bool:
    """Return True if a word of the name, the surname or the office, is in capitals: "Ms. VALE", "El señor PRESIDENTE"."""
    return name.isupper() or any(word.isupper() and len(word) > 2 for word in words_of(name))


def _neighbours(candidates: Sequence[Candidate]) -> dict[int, float]:
    """For each candidate the share of its neighbours of one style that have another name: people take turns."""
    shares, last = dict[int, float](), dict[Style, Candidate]()
    changes = defaultdict[int, list[bool]](list)
    for one in candidates:
        if before := last.get(one.style):
            changed = before.head.name != one.head.name
            changes[id(before)].append(changed)
            changes[id(one)].append(changed)
        last[one.style] = one
    for one in candidates:
        told = changes[id(one)]
        shares[id(one)] = sum(told) / len(told) if told else 0.0
    return shares


def _kin(one: Candidate) -> set[str]:
    """The words by which others may mean the same person: those of the name, and of a name behind an office."""
    return {word.casefold() for word in words_of(f"{one.head.name} {one.head.detail}") if len(word) > 2 and not word.islower()}


def _titles(candidates: Sequence[Candidate]) -> defaultdict[str, set[str]]:
    """First words of names, with the names behind them: "Mr." and "Senator" stand before several."""
    titles = defaultdict[str, set[str]](set)
    for one in candidates:
        first, _, rest = one.head.name.partition(" ")
        if rest:
            titles[first.casefold()].add(rest.casefold())
    return titles


def _families(candidates: Sequence[Candidate]) -> defaultdict[str, set[str]]:
    """Words of names, with the names that have them: "SEN. ANNA VALE" and "VALE" are one person."""
    families = defaultdict[str, set[str]](set)
    for one in candidates:
        for word in words_of(one.head.name):
            families[word.casefold()].add(one.head.name.casefold())
    return families


def _spelled(lines: Sequence[Line], candidates: Sequence[Candidate]) -> tuple[frozenset[str], frozenset[str]]:
    """Which words of the candidates' names the text writes small, and which large where no name begins a line."""
    heads = defaultdict[int, int](int)
    for one in candidates:
        if one.style is not Style.ALONE or len(lines[one.line].text) <= one.end:
            heads[one.line] = max(heads[one.line], one.end)
    wanted = {word for one in candidates for word in words_of(one.head.name)}
    folded = {word.casefold() for word in wanted}
    behind = "\n".join(line.text[heads[number] :] if number in heads else line.text for number, line in enumerate(lines))
    spelled = set(_WORD.findall(behind))
    large = {form for word in spelled if not word.islower() for form in (word, word.title(), word.upper())}
    return frozenset(spelled & folded), frozenset(large & wanted)
