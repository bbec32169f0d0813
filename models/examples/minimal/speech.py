"""Phrases that speakers put around a sentence without changing its meaning."""

from __future__ import annotations

import random

from models.examples.minimal.words import entries, person

_OPENINGS = (
    "Look, {}",
    "Listen, {}",
    "And I'll tell you this: {}",
    "Let me tell you, {}",
    "You know, {}",
    "Well, {}",
    "Now, {}",
    "Folks, {}",
    "So {}",
    "The fact is that {}",
    "The truth is, {}",
    "Let's be clear: {}",
    "Make no mistake, {}",
    "I want you to know that {}",
    "Believe me, {}",
    "As everybody here knows, {}",
    "My opponent knows that {}",
    "We all know that {}",
    "It is a fact that {}",
    "It turns out that {}",
    "I have said it before and I say it again: {}",
    "Here's the thing: {}",
    "I can tell you that {}",
    "Remember that {}",
    "It is true that {}",
    "In other words, {}",
    "According to the report, {}",
    "As the papers wrote, {}",
    "What matters is this: {}",
    "Frankly, {}",
    "Actually, {}",
    "Let us not forget that {}",
    "Yes, {}",
    "And by the way, {}",
    "I think it is important to say that {}",
    "Let nobody tell you otherwise: {}",
)
_TAGS = (
    "{}, believe me",
    "{}, folks",
    "{}, you know",
    "{}, and that's a fact",
    "{}, by the way",
    "{}, as we have all seen",
    "{} – look it up",
    "{}, as I keep saying",
    "{}, plain and simple",
    "{}, and everybody knows it",
    "{}, ladies and gentlemen",
    "{}, no question about it",
)
_REPORTS = (
    "{who} said that {what}",
    "{what}, {who} said",
    "{who} told the crowd that {what}",
    "“{What},” said {who}",
    "{what}, according to {who}",
)
_DENIALS = (
    "It is not true that {}",
    "It is false that {}",
    "The claim that {} is wrong",
    "It is simply not so that {}",
    "It isn't true that {}",
    "It is a lie that {}",
    "They keep saying that {}, but that is a myth",
    "Those who say that {} are wrong",
    "It is a myth that {}",
    "It is not the case that {}",
    "“{What}”? That is simply not so",
    "{What}? No, not at all",
    "I deny that {}",
    "My opponent says that {}, and it is not true",
    "Contrary to what you hear, it is not so that {}",
    "Nobody should believe that {}; it is untrue",
    "The idea that {} is nonsense",
    "Reports that {} are false",
    "Don't let them tell you that {}: it is made up",
)
_NOT_SO = ("This is not true: {}", "It is a lie: {}", "That is made up: {}", "False: {}")
_UNSHOWN = (
    "There is no evidence that {}",
    "No one has shown that {}",
    "There is no proof that {}",
    "Nothing shows that {}",
    "Not a shred of evidence says that {}",
)
REPORT, TAG, UNSHOWN = 0.15, 0.3, 0.3


def spoken(text: str, chooser: random.Random) -> str:
    """Return the sentence with a lead-in, a tag, or as a quotation. Like the given one, it has no capital letter and no full stop."""
    if "“" in text or text.endswith("?"):
        return text
    draw = chooser.random()
    if draw < REPORT:
        speaker = person(chooser, False)[""] if chooser.random() < 0.5 else chooser.choice(entries("body", held_back=False))
        return chooser.choice(_REPORTS).format(who=speaker, what=text, What=_first_up(text))
    return chooser.choice(_TAGS if draw < REPORT + TAG else _OPENINGS).format(text)


def denied(text: str, chooser: random.Random, *, unshown: bool = False) -> str:
    """Return a denial of the sentence. With `unshown` it is sometimes that no evidence exists."""
    if "“" in text:
        return chooser.choice(_NOT_SO).format(_first_up(text))
    wordings = _UNSHOWN if unshown and chooser.random() < UNSHOWN else _DENIALS
    return chooser.choice(wordings).format(text, What=_first_up(text))


def _first_up(text: str) -> str:
    return text[0].upper() + text[1:]
