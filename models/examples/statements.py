"""Plain statements with others that agree and disagree, from a small grammar: actions, amounts, dates, comparisons.

Nothing is taken from a test set. The polarity set of the tests was written by another author, who did not see this grammar.
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
    """Wordings of one statement, with statements that follow from it, deny it, contradict it or are unrelated to it.

    The first wording in `same` is the plain one. Denying one of the `denials` gives the statement again. The `contraries`
    contradict the statement, but both may be false.
    """

    same: list[str]
    weaker: list[str] = field(default_factory=list)
    denials: list[str] = field(default_factory=list)
    contraries: list[str] = field(default_factory=list)
    unrelated: list[str] = field(default_factory=list)


def deed(chooser: random.Random) -> Statement:
    """Return a statement that a person did something to another. Swapped roles contradict it."""
    person, other, third = chooser.sample(PEOPLE, 3)
    past, participle, opposite = chooser.choice(DEEDS).split("/")
    year = chooser.randint(1995, 2022)
    described = Statement(
        same=[
            f"{person} {past} {other} in {year}",
            f"{other} was {participle} by {person} in {year}",
            f"it was {person} who {past} {other} in {year}",
        ],
        denials=[
            f"{person} never {past} {other}",
            f"{other} was not {participle} by {person}",
            f"it was not {person} who {past} {other} in {year}",
        ],
        contraries=[
            f"{other} {past} {person} in {year}",
            f"{person} was {participle} by {other} in {year}",
            f"it was {third} who {past} {other} in {year}",
        ],
        unrelated=[f"{person} met {third} in {year}", f"{third} wrote a book about {other}"],
    )
    described.contraries += [f"{person} {opposite} {other} in {year}"] * 2 if opposite else []
    return described


def trend(chooser: random.Random) -> Statement:
    """Return a statement that something rose or fell, by how much and when."""
    thing, country = chooser.choice(THINGS), chooser.choice(PLACES)
    is_rise = chooser.random() < 0.5
    verbs, opposite_verbs = (ROSE, FELL) if is_rise else (FELL, ROSE)
    share, first = chooser.choice((3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50)), chooser.randint(1990, 2015)
    last, verb, opposite_verb = first + chooser.randint(1, 7), *[chooser.choice(verb_forms) for verb_forms in (verbs, opposite_verbs)]
    plain = f"{thing} in {country} {verb} by {share} percent between {first} and {last}"
    another = share * chooser.choice((2, 3, 4))
    return Statement(
        same=[
            plain,
            f"from {first} to {last}, {thing} in {country} {chooser.choice(verbs)} {share}%",
        ],
        weaker=[f"{thing} in {country} {chooser.choice(verbs)}"],
        denials=[
            f"{thing} in {country} {_not(verb)} between {first} and {last}",
            f"between {first} and {last}, {thing} in {country} never {verb}",
        ],
        contraries=[
            *(
                f"{thing} in {country} {opposite_verb} between {first} and {last}",
                f"{thing} in {country} {chooser.choice(opposite_verbs)} by {share} percent",
            ),
            f"{thing} in {country} {verb} by {another} percent between {first} and {last}",
            f"{thing} in {country} stayed the same between {first} and {last}",
        ],
        unrelated=[f"{country} elected a new mayor in {first}", f"{thing} in {country} is debated every year"],
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
    """Return a statement of a quantity: in figures and in words, at least and at most."""
    country, unit = chooser.choice(PLACES), chooser.choice(UNITS)
    verb, purpose = chooser.choice(SPENDING).split("/")
    count, scale = chooser.choice(sorted(NUMBER_WORDS)), chooser.choice(("thousand", "million", "billion"))
    zeros = {"thousand": ",000", "million": ",000,000", "billion": ",000,000,000"}[scale]
    other_count = chooser.choice([number for number in NUMBER_WORDS if abs(number - count) > 1])

    def says(number: str) -> str:
        return f"{country} {verb} {number} {unit} {purpose}"

    wordings = [says(f"{count} {scale}"), says(f"{NUMBER_WORDS[count]} {scale}"), says(f"{count}{zeros}")]
    more_than, fewer_than = f"more than {count * 3} {scale}", f"fewer than {max(2, count - 1)} {scale}"
    return Statement(
        same=[
            *wordings,
        ],
        weaker=[says(f"about {count} {scale}"), says(f"no fewer than {count} {scale}"), says(f"more than {max(1, count - 1)} {scale}")],
        denials=[f"it is wrong that {wordings[0]}"],
        contraries=[
            says(f"{other_count} {scale}"),
            says(f"{NUMBER_WORDS[other_count]} {scale}"),
            says(fewer_than),
            says(more_than),
            says("no"),
        ],
        unrelated=[f"{chooser.choice(PLACES)} and {country} share a border"],
    )


def comparison(chooser: random.Random) -> Statement:
    """Return a statement that compares two things, worded from either side."""
    country, other = chooser.sample(PLACES, 2)
    degree, opposite_degree = chooser.choice(DEGREES).split("/")
    if chooser.random() < 1 / 3:
        year = chooser.randint(1980, 2015)
        return Statement(
            same=[f"{country} is {degree} today than in {year}", f"in {year}, {country} was {opposite_degree} than it is today"],
            denials=[f"{country} is not {degree} today than in {year}", f"{country} is no {degree} than in {year}"],
            contraries=[f"{country} is {opposite_degree} today than in {year}", f"{country} was {degree} in {year} than it is today"],
            unrelated=[f"{country} held elections in {year}"],
        )
    return Statement(
        same=[f"{country} is {degree} than {other}", f"{other} is {opposite_degree} than {country}"],
        denials=[
            f"{country} is not {degree} than {other}",
            f"{other} is not {opposite_degree} than {country}",
            f"{country} is no {degree} than {other}",
        ],
        contraries=[
            f"{other} is {degree} than {country}",
            f"{country} is {opposite_degree} than {other}",
            f"{country} is exactly like {other} in this",
        ],
        unrelated=[f"{country} trades with {other}"],
    )


def share_of_group(chooser: random.Random) -> Statement:
    """Return a statement about all, most or none of a group."""
    group = chooser.choice(GROUPS)
    verb, habit = chooser.choice(HABITS).split("/")
    negative = f"{'did not vote for' if verb == 'voted for' else 'do not ' + verb} {habit}"
    kind = chooser.choice(("all", "none", "most"))
    if kind == "all":
        return Statement(
            same=[f"all {group} {verb} {habit}", f"all of the {group} {verb} {habit}", f"there are no {group} who {negative}"],
            denials=[f"not all {group} {verb} {habit}", f"some {group} {negative}"],
            contraries=[f"no {group} {verb} {habit}", f"hardly any {group} {verb} {habit}", f"only half of the {group} {verb} {habit}"],
        )
    if kind == "none":
        return Statement(
            same=[f"no {group} {verb} {habit}", f"none of the {group} {verb} {habit}", f"there are no {group} who {verb} {habit}"],
            denials=[f"some {group} {verb} {habit}", f"there are {group} who {verb} {habit}"],
            contraries=[f"all {group} {verb} {habit}", f"most {group} {verb} {habit}", f"many {group} {verb} {habit}"],
        )
    return Statement(
        same=[f"most {group} {verb} {habit}", f"a majority of {group} {verb} {habit}", f"more than half of the {group} {verb} {habit}"],
        denials=[f"fewer than half of the {group} {verb} {habit}", f"most {group} {negative}"],
        contraries=[f"few {group} {verb} {habit}", f"no {group} {verb} {habit}", f"only a minority of {group} {verb} {habit}"],
    )


def event(chooser: random.Random) -> Statement:
    """Return a statement of when an event happened."""
    thing, happened = chooser.choice(DATED).split("/")
    country, month, year = chooser.choice(PLACES), chooser.choice(MONTHS), chooser.randint(1960, 2022)
    other_year = year + chooser.choice((-1, 1)) * chooser.randint(2, 20)
    other_month = chooser.choice([name for name in MONTHS if name != month])
    name = f"the {thing} in {country}"
    never = happened.replace("was ", "") if happened.startswith("was ") else happened
    return Statement(
        same=[f"{name} {happened} in {month} {year}", f"in {month} {year} {name} {happened}"],
        weaker=[f"it was in {year} that {name} {happened}"],
        denials=[
            f"{name} was never {never}" if never != happened else f"{name} never {happened}",
            f"it was not in {year} that {name} {happened}",
        ],
        contraries=[
            *(
                f"{name} {happened} in {month} {other_year}",
                f"{name} {happened} in {other_month} {year}",
                f"it was in {other_year} that {name} {happened}",
            ),
            f"{name} {happened} long before {year}",
        ],
        unrelated=[f"{country} has more than one {thing}"],
    )


def law(chooser: random.Random) -> Statement:
    """Return a statement of what a law allows."""
    act, country = chooser.choice(ACTS), chooser.choice(PLACES)
    if chooser.random() < 0.5:
        return Statement(
            same=[f"{act} is legal in {country}", f"the law in {country} allows {act}", f"{act} is not illegal in {country}"],
            denials=[f"{act} is not legal in {country}", f"the law in {country} does not allow {act}", f"{act} is illegal in {country}"],
            contraries=[f"{country} has banned {act}", f"people in {country} go to jail for {act}"],
            unrelated=[f"{act} is popular in {country}"],
        )
    return Statement(
        same=[f"{country} bans {act}", f"{act} is against the law in {country}", f"{act} is not allowed in {country}"],
        denials=[f"{country} does not ban {act}", f"{act} is allowed in {country}", f"{act} is not against the law in {country}"],
        contraries=[f"anyone may try {act} in {country}", f"{country} lifted its ban on {act}"],
        unrelated=[f"few people in {country} talk about {act}"],
    )


KINDS: tuple[Callable[[random.Random], Statement], ...] = (deed, trend, quantity, comparison, share_of_group, event, law)


def statement(chooser: random.Random) -> Statement:
    """Return a statement. Every kind is equally likely."""
    return chooser.choice(KINDS)(chooser)


def sentence(words: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return words[0].upper() + words[1:] + "."
