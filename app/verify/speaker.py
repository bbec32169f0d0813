"""Find who says something in a claim, and what: the speaker before or after the quotation, or the given one."""

from __future__ import annotations

import re
from dataclasses import replace

from app.ask.lexicon import core
from app.ask.statement import BE, HAVE
from app.verify.clause import Clause, lowered
from app.verify.quotation import QUOTATION, quotes

_SAID = re.compile(
    r"\b(?:said|says|claimed|claims|tweeted|announced|stated|admitted|warned|told \w+|posted|wrote)\s+(?:that\s+|in \w+ that\s+)?",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^\W*(?:(?:says|said)(?: that)?|(?:claims|claimed|tweeted|posted|stated|announced|warned|wrote) that)\s+(?=\S)", re.IGNORECASE
)
"""How a claim begins whose speaker stands elsewhere: "Says the mayor cut 12 jobs"."""
_CALLING = re.compile(
    r"^\W*(?:(?:did you know|let me tell you|(?:the )?(?:fact|truth|reality) is)(?:,? that|,)?"
    r"|believe me,|i(?:['’]ll| will| can)? tell you(?:,| that)"
    r"|(?:look|listen|well|folks),|(?:breaking(?: news)?|just in|(?:fun )?fact|claim|reminder|update):)\s+(?=\S)",
    re.IGNORECASE,
)
"""What calls for attention before the claim begins."""
_INVERTED = re.compile(
    r"^\s*[“\"]([^“”\"]+?)[,.]?[”\"],?\s+(?:(?P<who>[^,;:“”\"]{2,60}?)\s+(?P<said>said|says|claimed|claims|announced|tweeted|wrote|warned)"
    r"|(?P<verb>said|says)\s+(?P<name>[^,;:“”\"]{2,60}?))(?P<rest>\s+(?:in|on|at|during|last|yesterday)\b[^“”\"]*)?[.!]?\s*$"
)
"""What was said before who said it: “Taxes rise,” the mayor said."""
_WHO = r"(?:(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Oo]ne)\s|(?!He\b|She\b|It|They\b|But\b|And\b|Which\b)[A-Z])[^,;:“”\"]{2,50}?"
_BEHIND = re.compile(
    rf"^(?P<what>[^“”\"]{{8,}}?),\s+(?:(?P<verb>says?|said)\s+(?P<name>{_WHO})|(?P<who>{_WHO})\s+(?P<said>says?|said))[.!]?$"
)
"""The same without marks: Taxes rise, says the mayor."""
_SCRIPT = re.compile(r"^\s*(?P<who>[^:“”\"]{2,60}):\s*[“\"]([^“”\"]+)[”\"][.!]?\s*$")
"""As in a transcript: Anna Berg: “Taxes rise.”"""
_SAYING = frozenset("say claim announce tweet write warn state admit post tell".split())
"""What quotes, in the base form."""
_LONGEST = 8
_OF_ANOTHER = {"am": "is", "have": "has", "do": "does"}


def speaker_first(text: str) -> str:
    """“Taxes rise,” the mayor said. as: The mayor said “taxes rise”. Other texts as they are."""
    if (script := _SCRIPT.match(text)) is not None:
        speaker, verb, remainder, quoted = script["who"], "said", "", script[2]
    elif (match := _INVERTED.match(text)) is not None:
        speaker, verb, remainder, quoted = match["who"] or match["name"], match["said"] or match["verb"], match["rest"] or "", match[1]
    elif (trailing := _BEHIND.match(text)) is not None:
        speaker = trailing["name"] or trailing["who"]
        return (
            f"{speaker[:1].upper()}{speaker[1:]} {trailing['verb'] or trailing['said']} that {' '.join(lowered(trailing['what'].split()))}."
        )
    else:
        return text
    return f"{speaker[:1].upper()}{speaker[1:]} {verb} “{' '.join(lowered(quoted.strip(' .').split()))}”{remainder}."


def without_attention_phrase(text: str) -> str:
    """The claim without what only calls for attention ("BREAKING: …", "Did you know that …")."""
    return _CALLING.sub("", text)


def without_opening(text: str) -> str:
    """Return the reported statement of a text that begins with a verb of saying."""
    return _OPENING.sub("", text) or text


def who_said(text: str, speaker: str) -> tuple[str, str]:
    """Return the speaker (`speaker` if the text names nobody) and the statement: the quotation, or all that follows."""
    match = _SAID.search(text)
    if match is None:
        return speaker, text
    before, after = text[: match.start()].strip(" ,").split(), text[match.end() :].strip()
    if before and core(before[-1]) in BE:  # it was said to somebody
        before = []
    if before and core(before[-1]) in HAVE:
        before = before[:-1]
    quotation = QUOTATION.match(after)
    return " ".join(lowered(before)) if 0 < len(before) <= _LONGEST else speaker, quotation[1] if quotation else after.strip('“”" ')


def quotes_somebody(clause: Clause) -> bool:
    """Return True if a clause reports that somebody said something."""
    is_speech_verb = clause.verb in _SAYING or (not clause.verb and _SAID.match(" ".join(clause.predicate)) is not None)
    return is_speech_verb and quotes(clause.predicate)


def reported_clause(clause: Clause | None, speaker: str) -> Clause | None:
    """A clause about "I" as one about who says it."""
    if clause is None or not speaker or " ".join(clause.subject).casefold() != "i":
        return clause
    return replace(clause, subject=tuple(speaker.split()), opener=_OF_ANOTHER.get(clause.opener, clause.opener))
