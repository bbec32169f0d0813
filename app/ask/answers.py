"""Distinct answers out of what was read from the posts: what says the same is one group.

A group's score is S / (S + 1), where S sums, over its posts, the span's probability times 60 / (60 + rank): every further post adds, but
less and less, and a post that was found late counts half as much at rank 60. A post gives one answer, the one that adds most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.ask.aliases import folded
from app.ask.answer_words import Compared, compared, empty, shown, without_article
from app.ask.same_answer import initials, is_described, is_family_name, keys_of, slipped

FADING = 60
"""The rank at which a post counts half."""
_HOW_MANY = re.compile(r"how (?:many|much|old|tall|high|long|far|fast|large|big|heavy|deep|often)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    r"\d|\b(?:no|none|nobody|nothing|zero|free|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|dozens?|hundreds?|"
    r"thousands?|millions?|billions?|trillions?|half|third|quarter|most|many|few|several|all|every\w*|once|twice|daily|weekly|monthly|yearly|never|"
    r"always|often|rarely|centuries|decades|years|months|weeks|days|hours|minutes)\b",
    re.IGNORECASE,
)
"""What an answer to “How many …?” holds one of."""
_WHICH = frozenset("new next old young current former present real true right other same main good great big best".split())
"""Words that only say which one of what is asked for: “the new mayor” is no answer to who should be mayor."""
_FAINT = 0.35
"""Share of the best answer's score below which an answer is too faint."""
_UNSURE = 0.5
"""Share of the surest answer's probability below which one is no answer: where some posts answer the question, the reader's guesses at what
the others might say are none."""
_RARE = 2
"""Posts up to which a wording may be a slip of one that is no more frequent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAnswer:
    """An answer read from the post of that row: the words as they stand there, how probable the reader finds them, and the post's
    place (from 0) among those found for the question. `by_llm`: the user's language model found it, not the reader."""

    row: int
    said: str
    probability: float
    rank: int
    by_llm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGroup:
    """One distinct answer: `forms` are its wordings with the number of posts that use each, most frequent first; `members` what was
    read from each post, best first; `score` in [0, 1)."""

    name: str
    forms: tuple[tuple[str, int], ...]
    members: tuple[FoundAnswer, ...]
    score: float


@dataclass(frozen=True, slots=True)
class AnswerRules:
    """What the user said: `same` are pairs of a wording and the answer it belongs to, whose name the group gets (so a new name renames);
    `apart` are wordings that stand alone."""

    same: tuple[tuple[str, str], ...] = ()
    apart: tuple[str, ...] = ()


NO_RULES = AnswerRules()


def merged(found: Sequence[FoundAnswer], question: str, rules: AnswerRules = NO_RULES) -> list[AnswerGroup]:
    """The distinct answers, best first; the order in which they were found makes no difference.

    Left out are answers that only repeat the question's words, and those without a word that names something.
    """
    kept = [one for one in found if _answers(one.said, question)]
    best: dict[int, FoundAnswer] = {}
    for one in sorted(kept, key=_first):
        best.setdefault(one.row, one)
    by_form: dict[str, list[FoundAnswer]] = {}
    for one in best.values():
        by_form.setdefault(shown(one.said), []).append(one)
    groups = [_group(forms, by_form, rules) for forms in _partition({form: len(ones) for form, ones in by_form.items()}, rules)]
    return sorted(groups, key=lambda group: (-group.score, group.name))


def clear(groups: Sequence[AnswerGroup]) -> list[AnswerGroup]:
    """Those of the groups (best first) that are not too faint beside the best one."""
    surest = max((_probability(group) for group in groups), default=0.0)
    return [group for group in groups if group.score >= _FAINT * groups[0].score and _probability(group) >= _UNSURE * surest]


def _probability(group: AnswerGroup) -> float:
    return max(one.probability for one in group.members)


def same(one: str, other: str) -> bool:
    """Whether two answers are merged where no others are there."""
    forms = {shown(one): 1, shown(other): 1}
    return len(forms) == 1 or len(_partition(forms, NO_RULES)) == 1


def weight(one: FoundAnswer) -> float:
    """What a post adds to the sum of its group's score."""
    return min(max(one.probability, 0.0), 1.0) * FADING / (FADING + max(one.rank, 0))


def _first(one: FoundAnswer) -> tuple[float, int, int, str]:
    return (-weight(one), one.rank, one.row, one.said)


def _answers(said: str, question: str) -> bool:
    """Whether a text can be an answer: it names something, and something else than the question does."""
    form = compared(shown(said))
    if not shown(said) or empty(form):
        return False
    if _HOW_MANY.match(question.strip()) and not (form.figures or _AMOUNT.search(said)):
        return False
    asked = set(compared(" ".join(question[:2_000].split())).tokens)
    chosen_from = {"or", "oder", "o", "ou"} & set(question.casefold().split())
    said_before = asked | _WHICH if asked & set(form.tokens) else asked
    repeated = all(token in said_before or empty(Compared((token,), (token,), (), capital=False)) for token in form.tokens)
    return bool(chosen_from) or not repeated or form.tokens == form.figures


def _partition(counts: Mapping[str, int], rules: AnswerRules) -> list[list[str]]:
    """The wordings in groups; frequent wordings come first and draw rarer ones to them."""
    alone = {_key(form) for form in rules.apart}
    order = sorted(counts, key=lambda form: (-counts[form], form))
    free = [form for form in order if _key(form) not in alone]
    groups = _grouped_slips(_grouped_equal(free), counts)
    groups = _grouped_names(groups)
    apart: dict[str, list[str]] = {}
    for form in order:
        if _key(form) in alone:
            apart.setdefault(_key(form), []).append(form)
    return _grouped_rules([*groups, *apart.values()], rules)


def _key(form: str) -> str:
    return folded(without_article(shown(form)))


def _grouped_equal(forms: Iterable[str]) -> list[list[str]]:
    """Forms that share one of their keys, directly or through another, in groups."""
    groups: dict[int, list[str]] = {}
    of: dict[Hashable, int] = {}
    for number, form in enumerate(forms):
        keys = keys_of(compared(form))
        homes = sorted({of[key] for key in keys if key in of})
        home = homes[0] if homes else number
        for other in homes[1:]:
            groups[home].extend(groups.pop(other))
            of.update({key: home for key, place in of.items() if place == other})
        groups.setdefault(home, []).append(form)
        of.update(dict.fromkeys(keys, home))
    return list(groups.values())


def _grouped_slips(groups: list[list[str]], counts: Mapping[str, int]) -> list[list[str]]:
    """A rare wording goes to the most frequent one that it may be a slip of; a wording that is common itself is none."""
    total = {group[0]: sum(counts[form] for form in group) for group in groups}
    alike: dict[Hashable, list[list[str]]] = {}
    kept: list[list[str]] = []
    for group in sorted(groups, key=lambda group: (-total[group[0]], group[0])):
        one, count = compared(group[0]), total[group[0]]
        heads = alike.setdefault(initials(one), [])
        rare = (head for head in heads if count <= _RARE or count * 3 <= total[head[0]])
        home = next((head for head in rare if slipped(one, compared(head[0]))), None)
        if home is None:
            heads.append(list(group))
            kept.append(heads[-1])
        else:
            home.extend(group)
    return kept


def _grouped_names(groups: list[list[str]]) -> list[list[str]]:
    """A family name goes to the full name that ends in it, a thing to its closer description, where there is but one."""
    beside: dict[str, set[int]] = {}
    for place, group in enumerate(groups):
        for tokens in (compared(form).tokens or ("",) for form in group):
            for token in (tokens[0], tokens[-1]):
                beside.setdefault(token, set()).add(place)
    homes: dict[int, int] = {}
    for place, group in enumerate(groups):
        tokens = compared(group[0]).tokens or ("",)
        others = (beside.get(tokens[0], set()) | beside.get(tokens[-1], set())) - {place}
        long = [other for other in others if any(_is_part(group[0], name) for name in groups[other])]
        if len(long) == 1:
            homes[place] = long[0]
    kept = {place: list(group) for place, group in enumerate(groups) if place not in homes}
    for place in sorted(homes):
        home = homes[place]
        while home in homes:
            home = homes[home]
        kept[home].extend(groups[place])
    return list(kept.values())


def _is_part(short: str, long: str) -> bool:
    one, other = compared(short), compared(long)
    return is_family_name(one, other) or is_described(one, other)


def _grouped_rules(groups: list[list[str]], rules: AnswerRules) -> list[list[str]]:
    for said, other in rules.same:
        one = next((group for group in groups if _has(group, said)), None)
        two = next((group for group in groups if _has(group, other)), None)
        if one is not None and two is not None and one is not two:
            two.extend(one)
            groups = [group for group in groups if group is not one]
    return groups


def _has(group: Iterable[str], said: str) -> bool:
    return any(_key(form) == _key(said) for form in group)


def _group(forms: Sequence[str], by_form: Mapping[str, Sequence[FoundAnswer]], rules: AnswerRules) -> AnswerGroup:
    members = sorted((one for form in forms for one in by_form[form]), key=_first)
    counted = sorted(((form, len(by_form[form])) for form in forms), key=lambda pair: (-pair[1], pair[0]))
    total = sum(weight(one) for one in members)
    return AnswerGroup(name=_name(forms, counted, rules), forms=tuple(counted), members=tuple(members), score=total / (total + 1))


def _name(forms: Iterable[str], counted: Sequence[tuple[str, int]], rules: AnswerRules) -> str:
    """The user's name for the group; else its most frequent wording without article; of equals a name's longest, a thing's shortest."""
    given = [name for said, name in rules.same if name.strip() and (_has(forms, said) or _has(forms, name))]
    if given:
        return given[-1]
    counts: Counter[str] = Counter()
    for form, count in counted:
        counts[without_article(form)] += count
    return min(
        counts, key=lambda form: (-counts[form], not compared(form).capital, -len(form) if compared(form).capital else len(form), form)
    )
