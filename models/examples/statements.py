"""Plain statements with what agrees and what disagrees with each, from a small grammar: who did what to whom, how much, when, than whom.

Nothing here is taken from a test set; the polarity set of the tests was written by another author, who did not see this grammar.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

_WORDS = tomllib.loads((Path(__file__).resolve().parent / "statements.toml").read_text(encoding="utf-8"))
PEOPLE: list[str] = _WORDS["people"]
PLACES: list[str] = _WORDS["places"]
DEEDS: list[str] = _WORDS["deeds"]
THINGS: list[str] = _WORDS["things"]
ROSE: list[str] = _WORDS["rose"]
FELL: list[str] = _WORDS["fell"]
UNITS: list[str] = _WORDS["units"]
SPENDING: list[str] = _WORDS["spending"]
DEGREES: list[str] = _WORDS["degrees"]
GROUPS: list[str] = _WORDS["groups"]
HABITS: list[str] = _WORDS["habits"]
DATED: list[str] = _WORDS["dated"]
ACTS: list[str] = _WORDS["acts"]
MONTHS = "January February March April May June July August September October November December".split()
NUMBER_WORDS = dict(zip((2, 3, 4, 5, 6, 7, 8, 9, 10, 12), "two three four five six seven eight nine ten twelve".split(), strict=True))


@dataclass(slots=True)
class Statement:
    """Ways to say one thing (the first is the plain one), what follows from it, ways to say that it is not so, and what contradicts it.

    `denials` are so made that denying one says the statement again; `others` contradict it, but might both be wrong; `beside` are
    about something else.
    """

    same: list[str]
    weaker: list[str] = field(default_factory=list)
    denials: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)


def deed(chooser: random.Random) -> Statement:
    """Who did what to whom; with swapped roles it is not what was said, so that counts as a contradiction."""
    one, other, third = chooser.sample(PEOPLE, 3)
    past, participle, opposite = chooser.choice(DEEDS).split("/")
    year = chooser.randint(1995, 2022)
    found = Statement(
        same=[
            f"{one} {past} {other} in {year}",
            f"{other} was {participle} by {one} in {year}",
            f"it was {one} who {past} {other} in {year}",
        ],
        denials=[f"{one} never {past} {other}", f"{other} was not {participle} by {one}", f"it was not {one} who {past} {other} in {year}"],
        others=[
            f"{other} {past} {one} in {year}",
            f"{one} was {participle} by {other} in {year}",
            f"it was {third} who {past} {other} in {year}",
        ],
        beside=[f"{one} met {third} in {year}", f"{third} wrote a book about {other}"],
    )
    found.others += [f"{one} {opposite} {other} in {year}"] * 2 if opposite else []
    return found


def trend(chooser: random.Random) -> Statement:
    """What went up or down, by how much and when."""
    thing, place = chooser.choice(THINGS), chooser.choice(PLACES)
    up = chooser.random() < 0.5
    verbs, against = (ROSE, FELL) if up else (FELL, ROSE)
    share, first = chooser.choice((3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50)), chooser.randint(1990, 2015)
    last, verb, otherwise = first + chooser.randint(1, 7), *[chooser.choice(own) for own in (verbs, against)]
    plain = f"{thing} in {place} {verb} by {share} percent between {first} and {last}"
    another = share * chooser.choice((2, 3, 4))
    return Statement(
        same=[
            plain,
            f"from {first} to {last}, {thing} in {place} {chooser.choice(verbs)} {share}%",
        ],
        weaker=[f"{thing} in {place} {chooser.choice(verbs)}"],
        denials=[
            f"{thing} in {place} {_not(verb)} between {first} and {last}",
            f"between {first} and {last}, {thing} in {place} never {verb}",
        ],
        others=[
            *(
                f"{thing} in {place} {otherwise} between {first} and {last}",
                f"{thing} in {place} {chooser.choice(against)} by {share} percent",
            ),
            f"{thing} in {place} {verb} by {another} percent between {first} and {last}",
            f"{thing} in {place} stayed the same between {first} and {last}",
        ],
        beside=[f"{place} elected a new mayor in {first}", f"{thing} in {place} is debated every year"],
    )


def _not(past: str) -> str:
    bases = {
        "rose": "rise",
        "went up": "go up",
        "grew": "grow",
        "fell": "fall",
        "went down": "go down",
        "dropped": "drop",
        "climbed": "climb",
    }
    return "did not " + bases.get(past, past.removesuffix("d"))


def quantity(chooser: random.Random) -> Statement:
    """How many, in figures and in words, at least and at most."""
    place, unit = chooser.choice(PLACES), chooser.choice(UNITS)
    verb, rest = chooser.choice(SPENDING).split("/")
    count, scale = chooser.choice(sorted(NUMBER_WORDS)), chooser.choice(("thousand", "million", "billion"))
    zeros = {"thousand": ",000", "million": ",000,000", "billion": ",000,000,000"}[scale]
    wrong = chooser.choice([number for number in NUMBER_WORDS if abs(number - count) > 1])

    def says(number: str) -> str:
        return f"{place} {verb} {number} {unit} {rest}"

    ways = [says(f"{count} {scale}"), says(f"{NUMBER_WORDS[count]} {scale}"), says(f"{count}{zeros}")]
    more, fewer = f"more than {count * 3} {scale}", f"fewer than {max(2, count - 1)} {scale}"
    return Statement(
        same=[
            *ways,
        ],
        weaker=[says(f"about {count} {scale}"), says(f"no fewer than {count} {scale}"), says(f"more than {max(1, count - 1)} {scale}")],
        denials=[f"it is wrong that {ways[0]}"],
        others=[says(f"{wrong} {scale}"), says(f"{NUMBER_WORDS[wrong]} {scale}"), says(fewer), says(more), says("no")],
        beside=[f"{chooser.choice(PLACES)} and {place} share a border"],
    )


def comparison(chooser: random.Random) -> Statement:
    """Which of two is more, seen from either side."""
    one, other = chooser.sample(PLACES, 2)
    degree, against = chooser.choice(DEGREES).split("/")
    if chooser.random() < 1 / 3:
        year = chooser.randint(1980, 2015)
        return Statement(
            same=[f"{one} is {degree} today than in {year}", f"in {year}, {one} was {against} than it is today"],
            denials=[f"{one} is not {degree} today than in {year}", f"{one} is no {degree} than in {year}"],
            others=[f"{one} is {against} today than in {year}", f"{one} was {degree} in {year} than it is today"],
            beside=[f"{one} held elections in {year}"],
        )
    return Statement(
        same=[f"{one} is {degree} than {other}", f"{other} is {against} than {one}"],
        denials=[f"{one} is not {degree} than {other}", f"{other} is not {against} than {one}", f"{one} is no {degree} than {other}"],
        others=[f"{other} is {degree} than {one}", f"{one} is {against} than {other}", f"{one} is exactly like {other} in this"],
        beside=[f"{one} trades with {other}"],
    )


def share_of_group(chooser: random.Random) -> Statement:
    """All, most, none."""
    group = chooser.choice(GROUPS)
    verb, rest = chooser.choice(HABITS).split("/")
    negative = f"{'did not vote for' if verb == 'voted for' else 'do not ' + verb} {rest}"
    kind = chooser.choice(("all", "none", "most"))
    if kind == "all":
        return Statement(
            same=[f"all {group} {verb} {rest}", f"all of the {group} {verb} {rest}", f"there are no {group} who {negative}"],
            denials=[f"not all {group} {verb} {rest}", f"some {group} {negative}"],
            others=[f"no {group} {verb} {rest}", f"hardly any {group} {verb} {rest}", f"only half of the {group} {verb} {rest}"],
        )
    if kind == "none":
        return Statement(
            same=[f"no {group} {verb} {rest}", f"none of the {group} {verb} {rest}", f"there are no {group} who {verb} {rest}"],
            denials=[f"some {group} {verb} {rest}", f"there are {group} who {verb} {rest}"],
            others=[f"all {group} {verb} {rest}", f"most {group} {verb} {rest}", f"many {group} {verb} {rest}"],
        )
    return Statement(
        same=[f"most {group} {verb} {rest}", f"a majority of {group} {verb} {rest}", f"more than half of the {group} {verb} {rest}"],
        denials=[f"fewer than half of the {group} {verb} {rest}", f"most {group} {negative}"],
        others=[f"few {group} {verb} {rest}", f"no {group} {verb} {rest}", f"only a minority of {group} {verb} {rest}"],
    )


def event(chooser: random.Random) -> Statement:
    """What happened when."""
    thing, happened = chooser.choice(DATED).split("/")
    place, month, year = chooser.choice(PLACES), chooser.choice(MONTHS), chooser.randint(1960, 2022)
    wrong = year + chooser.choice((-1, 1)) * chooser.randint(2, 20)
    other_month = chooser.choice([name for name in MONTHS if name != month])
    name = f"the {thing} in {place}"
    never = happened.replace("was ", "") if happened.startswith("was ") else happened
    return Statement(
        same=[f"{name} {happened} in {month} {year}", f"in {month} {year} {name} {happened}"],
        weaker=[f"it was in {year} that {name} {happened}"],
        denials=[
            f"{name} was never {never}" if never != happened else f"{name} never {happened}",
            f"it was not in {year} that {name} {happened}",
        ],
        others=[
            *(
                f"{name} {happened} in {month} {wrong}",
                f"{name} {happened} in {other_month} {year}",
                f"it was in {wrong} that {name} {happened}",
            ),
            f"{name} {happened} long before {year}",
        ],
        beside=[f"{place} has more than one {thing}"],
    )


def law(chooser: random.Random) -> Statement:
    """What is allowed."""
    act, place = chooser.choice(ACTS), chooser.choice(PLACES)
    if chooser.random() < 0.5:
        return Statement(
            same=[f"{act} is legal in {place}", f"the law in {place} allows {act}", f"{act} is not illegal in {place}"],
            denials=[f"{act} is not legal in {place}", f"the law in {place} does not allow {act}", f"{act} is illegal in {place}"],
            others=[f"{place} has banned {act}", f"people in {place} go to jail for {act}"],
            beside=[f"{act} is popular in {place}"],
        )
    return Statement(
        same=[f"{place} bans {act}", f"{act} is against the law in {place}", f"{act} is not allowed in {place}"],
        denials=[f"{place} does not ban {act}", f"{act} is allowed in {place}", f"{act} is not against the law in {place}"],
        others=[f"anyone may try {act} in {place}", f"{place} lifted its ban on {act}"],
        beside=[f"few people in {place} talk about {act}"],
    )


KINDS: tuple[Callable[[random.Random], Statement], ...] = (deed, trend, quantity, comparison, share_of_group, event, law)


def statement(chooser: random.Random) -> Statement:
    """One statement, every kind as often."""
    return chooser.choice(KINDS)(chooser)


def sentence(words: str) -> str:
    """With a capital and a full stop."""
    return words[0].upper() + words[1:] + "."
