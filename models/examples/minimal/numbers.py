"""Numbers, dates and durations for the frames, each with the ways to say it, values that exclude it and bounds that hold.

A drawn number is a dictionary of its forms: `""` as plainly said, `other` another value, `below` and `above` bounds that are true of it.
Numbers that are said to differ differ by so much that no rounding explains it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Forms = dict[str, str]
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = "_ _ second third fourth fifth sixth seventh eighth ninth tenth".split()
_SHARES = {
    10: ("a tenth", "one in ten"),
    20: ("a fifth", "one in five"),
    25: ("a quarter", "one in four"),
    33: ("a third", "one in three"),
    40: ("two fifths", "two in five"),
    50: ("half", "one in two"),
    60: ("three fifths", "three in five"),
    67: ("two thirds", "two in three"),
    75: ("three quarters", "three in four"),
    80: ("four fifths", "four in five"),
}


def words(number: int) -> str:
    """A number below one hundred in words."""
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")


def count(chooser: random.Random) -> Forms:
    """A small number of things."""
    number = chooser.randint(4, 60)
    return _counted(number, chooser) | {"far": str(number * chooser.randint(4, 9))}


def _counted(number: int, chooser: random.Random) -> Forms:
    low, high = max(2, number - chooser.randint(1, max(1, number // 3))), number + chooser.randint(1, 2 + number // 3)
    other = chooser.choice([one for one in range(3, 90) if abs(one - number) > max(1, number // 6)])
    plain = {"": number, "below": low, "above": high, "other": other}
    return {name: str(value) for name, value in plain.items()} | {
        f"{name}.words".lstrip("."): words(value) for name, value in plain.items() if value < 100
    }


def age(chooser: random.Random) -> Forms:
    """Years of a grown person."""
    return _counted(chooser.randint(25, 75), chooser)


def rate(chooser: random.Random) -> Forms:
    """Percent of a change."""
    return _counted(chooser.randint(4, 45), chooser)


def big(chooser: random.Random) -> Forms:
    """Thousands to billions, in figures and words."""
    number = chooser.randint(4, 19)
    scale, zeros = chooser.choice((("thousand", ",000"), ("million", ",000,000"), ("billion", ",000,000,000")))
    found = _counted(number, chooser)
    forms = {name: f"{value} {scale}" for name, value in found.items()}
    return forms | {"figures": f"{number}{zeros}"}


def money(chooser: random.Random) -> Forms:
    """A sum in dollars."""
    number, scale = chooser.randint(4, 60), chooser.choice(("thousand", "million", "billion"))
    forms = _counted(number, chooser)
    spelled = {"words": f"{number} {scale} dollars"}
    return {name: f"${value} {scale}" for name, value in forms.items() if not name.endswith("words")} | spelled


def percent(chooser: random.Random) -> Forms:
    """A share that has a fraction of its own."""
    own = chooser.choice(list(_SHARES))
    other = chooser.choice([one for one in _SHARES if abs(one - own) > 9])
    forms = {"": str(own), "words": words(own), "frac": _SHARES[own][0], "inn": _SHARES[own][1]}
    return forms | {
        "other": str(other),
        "otherfrac": _SHARES[other][0],
        "below": str(own - chooser.randint(2, 8)),
        "above": str(own + chooser.randint(2, 15)),
    }


def year(chooser: random.Random) -> Forms:
    """A year, with others before, after and elsewhere, and its decade."""
    own = chooser.randint(1930, 2012)
    other = own + chooser.choice((-1, 1) if own < 2000 else (-1,)) * chooser.randint(2, 25)
    decade = own // 10 * 10
    elsewhere = decade + chooser.choice((-30, -20, 20) if decade < 2000 else (-30, -20))
    return {
        "": str(own),
        "other": str(other),
        "before": str(own - chooser.randint(2, 20)),
        "after": str(own + chooser.randint(2, 12)),
        "decade": f"the {decade}s",
        "otherdecade": f"the {elsewhere}s",
    }


def month(chooser: random.Random) -> Forms:
    """A month and another."""
    own, other = chooser.sample(MONTHS, 2)
    return {"": own, "other": other}


def day(chooser: random.Random) -> Forms:
    """A day of the week and another."""
    own, other = chooser.sample(DAYS, 2)
    return {"": own, "other": other}


def date(chooser: random.Random) -> Forms:
    """A day of the year, in two orders, and another."""
    (one, other), (own, elsewhere) = chooser.sample(range(1, 29), 2), chooser.sample(MONTHS, 2)
    return {"": f"{one} {own}", "us": f"{own} {one}", "month": own, "other": f"{other} {elsewhere}"}


def span(chooser: random.Random) -> Forms:
    """A duration: in its own unit, in a smaller one, bounds and another."""
    unit, smaller, factor = chooser.choice((("year", "months", 12), ("week", "days", 7), ("day", "hours", 24)))
    own = chooser.randint(3, 9)
    other = chooser.choice([one for one in range(2, 15) if abs(one - own) > 1])
    return {
        "": f"{own} {unit}s",
        "words": f"{words(own)} {unit}s",
        "other_unit": f"{own * factor} {smaller}",
        "other": f"{chooser.choice((str, words))(other)} {unit}s",
        "below": f"{own - 1} {unit}s",
        "above": f"{own + chooser.randint(1, 3)} {unit}s",
    }


def ordinal(chooser: random.Random) -> Forms:
    """A rank behind the first."""
    own, other = chooser.sample(range(2, 11), 2)
    return {"": _ORDINALS[own], "num": str(own), "other": _ORDINALS[other], "othernum": str(other)}


def score(chooser: random.Random) -> Forms:
    """A result, the winner's goals first."""
    low, more = chooser.randint(0, 3), chooser.randint(1, 3)
    return {"": f"{low + more}-{low}", "rev": f"{low}-{low + more}", "sum": str(2 * low + more + 1)}


def vote(chooser: random.Random) -> Forms:
    """A majority among some dozens."""
    against = chooser.randint(2, 30)
    yes = against + chooser.randint(2, 20)
    return {"": f"{yes}-{against}", "spoken": f"{yes} to {against}", "yes": str(yes), "no": str(against), "all": str(yes + against + 3)}


NUMBERS: dict[str, Callable[[random.Random], Forms]] = {
    "count": count,
    "age": age,
    "rate": rate,
    "big": big,
    "money": money,
    "percent": percent,
    "year": year,
    "month": month,
    "day": day,
    "date": date,
    "span": span,
    "ordinal": ordinal,
    "score": score,
    "vote": vote,
}
