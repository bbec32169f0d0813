"""Questions that past claims raised, as models for a new one: those that ask for something that the new claim is about, too.

AVeriTeC asks a language model in the manner of the nearest past claims (its section 5.1); here their questions themselves are taken where
they fit, with the past claim's names replaced by the new one's where each has one of the same kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.verify.names import Name, names_in

_QUESTION = re.compile(r"^\W*((?:[^\s?]+\s+){2,39}?[^\s?]+\?)")


def questions_in(body: str) -> list[str]:
    """The questions that lines of a past claim's text open with, as a library of AVeriTeC's claims holds them."""
    matches = [_QUESTION.match(line.strip()) for line in body.splitlines()]
    return list(dict.fromkeys(match.group(1).strip() for match in matches if match))


def adapted_question(question: str, past: str, claim: str) -> str:
    """The question about the new claim: a past claim's only person or only other name in it gives way to the new claim's."""
    claim_names = {name.text.casefold() for name in names_in(claim)}
    for person in (True, False):
        old, new = _only(names_in(past), person), _only(names_in(claim), person)
        if old and new and old.casefold() not in claim_names and old in question:
            question = question.replace(old, new)
    return question


def _only(names: Sequence[Name], person: bool) -> str:
    """The one name of this kind, "" where there are none or several."""
    matching = [name.text for name in names if name.person is person]
    return matching[0] if len(matching) == 1 else ""
