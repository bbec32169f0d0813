"""Numbers, dates and durations for the frames, with their spellings, values that exclude them, and bounds.

A drawn number is a dictionary of its forms: `""` is the plain one, `other` another value, `below` and `above` are true bounds.
Different numbers differ by more than rounding explains.
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
    """Return a number below one hundred in words."""
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")


def count(chooser: random.Random) -> Forms:
    """Return a small number of things."""
    number = chooser.randint(4, 60)
    return _counted(number, chooser) | {"far": str(number * chooser.randint(4, 9))}


def _counted(number: int, chooser: random.Random) -> Forms:
    low, high = max(2, number - chooser.randint(1, max(1, number // 3))), number + chooser.randint(1, 2 + number // 3)
    other = chooser.choice([candidate for candidate in range(3, 90) if abs(candidate - number) > max(1, number // 6)])
    plain = {"": number, "below": low, "above": high, "other": other}
    return {name: str(value) for name, value in plain.items()} | {
        f"{name}.words".lstrip("."): words(value) for name, value in plain.items() if value < 100
    }


def age(chooser: random.Random) -> Forms:
    """Return the age of an adult in years."""
    return _counted(chooser.randint(25, 75), chooser)


def rate(chooser: random.Random) -> Forms:
    """Return a change in percent."""
    return _counted(chooser.randint(4, 45), chooser)


def big(chooser: random.Random) -> Forms:
    """Return a number from thousands to billions, in figures and words."""
    number = chooser.randint(4, 19)
    scale, zeros = chooser.choice((("thousand", ",000"), ("million", ",000,000"), ("billion", ",000,000,000")))
    counted = _counted(number, chooser)
    forms = {name: f"{value} {scale}" for name, value in counted.items()}
    return forms | {"figures": f"{number}{zeros}"}


def money(chooser: random.Random) -> Forms:
    """Return an amount in dollars."""
    number, scale = chooser.randint(4, 60), chooser.choice(("thousand", "million", "billion"))
    forms = _counted(number, chooser)
    spelled = {"words": f"{number} {scale} dollars"}
    return {name: f"${value} {scale}" for name, value in forms.items() if not name.endswith("words")} | spelled


def percent(chooser: random.Random) -> Forms:
    """Return a share that also has the form of a fraction."""
    share = chooser.choice(list(_SHARES))
    other = chooser.choice([candidate for candidate in _SHARES if abs(candidate - share) > 9])
    forms = {"": str(share), "words": words(share), "frac": _SHARES[share][0], "inn": _SHARES[share][1]}
    return forms | {
        "other": str(other),
        "otherfrac": _SHARES[other][0],
        "below": str(share - chooser.randint(2, 8)),
        "above": str(share + chooser.randint(2, 15)),
    }


def year(chooser: random.Random) -> Forms:
    """Return a year with its decade, and an earlier, a later and another year."""
    stated = chooser.randint(1930, 2012)
    other = stated + chooser.choice((-1, 1) if stated < 2000 else (-1,)) * chooser.randint(2, 25)
    decade = stated // 10 * 10
    elsewhere = decade + chooser.choice((-30, -20, 20) if decade < 2000 else (-30, -20))
    return {
        "": str(stated),
        "other": str(other),
        "before": str(stated - chooser.randint(2, 20)),
        "after": str(stated + chooser.randint(2, 12)),
        "decade": f"the {decade}s",
        "otherdecade": f"the {elsewhere}s",
    }


def month(chooser: random.Random) -> Forms:
    """Return a month and another one."""
    stated, other = chooser.sample(MONTHS, 2)
    return {"": stated, "other": other}


def day(chooser: random.Random) -> Forms:
    """Return a day of the week and another one."""
    stated, other = chooser.sample(DAYS, 2)
    return {"": stated, "other": other}


def date(chooser: random.Random) -> Forms:
    """Return a day of the year in two orders, and another day."""
    (stated_day, other), (stated_month, elsewhere) = chooser.sample(range(1, 29), 2), chooser.sample(MONTHS, 2)
    return {
        "": f"{stated_day} {stated_month}",
        "us": f"{stated_month} {stated_day}",
        "month": stated_month,
        "other": f"{other} {elsewhere}",
    }


def span(chooser: random.Random) -> Forms:
    """Return a duration in its own and in a smaller unit, with bounds and another duration."""
    unit, smaller, factor = chooser.choice((("year", "months", 12), ("week", "days", 7), ("day", "hours", 24)))
    length = chooser.randint(3, 9)
    other = chooser.choice([candidate for candidate in range(2, 15) if abs(candidate - length) > 1])
    return {
        "": f"{length} {unit}s",
        "words": f"{words(length)} {unit}s",
        "other_unit": f"{length * factor} {smaller}",
        "other": f"{chooser.choice((str, words))(other)} {unit}s",
        "below": f"{length - 1} {unit}s",
        "above": f"{length + chooser.randint(1, 3)} {unit}s",
    }


def ordinal(chooser: random.Random) -> Forms:
    """Return a rank below the first."""
    stated, other = chooser.sample(range(2, 11), 2)
    return {"": _ORDINALS[stated], "num": str(stated), "other": _ORDINALS[other], "othernum": str(other)}


def score(chooser: random.Random) -> Forms:
    """Return a result, the winner's goals first."""
    low, margin = chooser.randint(0, 3), chooser.randint(1, 3)
    return {"": f"{low + margin}-{low}", "rev": f"{low}-{low + margin}", "sum": str(2 * low + margin + 1)}


def vote(chooser: random.Random) -> Forms:
    """Return a majority among some dozens."""
    no_votes = chooser.randint(2, 30)
    yes = no_votes + chooser.randint(2, 20)
    return {"": f"{yes}-{no_votes}", "spoken": f"{yes} to {no_votes}", "yes": str(yes), "no": str(no_votes), "all": str(yes + no_votes + 3)}


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
