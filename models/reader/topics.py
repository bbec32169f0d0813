"""Questions to piles of posts, made by rule: what people ask, and how those who answer, deny, correct, wonder or only chat put it.

SQuAD's paragraphs are long and about the question's matter; a pile of posts is neither. `topics.toml` holds the kinds of questions with
their wordings and, for each, topics with answers. A post with an answer says it, denies it, names it in place of another, or asks. A post
without one speaks of the topic, says something about another topic (of the same town, as often as not), answers what cannot be asked here,
is a checked claim about anything, or chats. The answer is the same whether the post says or denies it, since the side is another head's
question.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from models.reader.spans import Asked

_KINDS = ("cause", "who", "where", "when", "number", "remedy", "best", "named", "what")
_ANSWERED = {"said": 0.6, "denied": 0.2, "corrected": 0.12, "open": 0.08}
_SILENT = {"none": 0.2, "other": 0.35, "kind": 0.15, "claim": 0.2, "chatter": 0.1}
_NONE = 0.6
_BEFORE = (
    "",
    "",
    "",
    "",
    "so ",
    "tbh ",
    "ok, ",
    "Honestly: ",
    "lol ",
    "@{handle} ",
    "Again: ",
    "RT ",
    "Hot take: ",
    "well… ",
    "QT @{handle}: ",
)
_AFTER = (
    "",
    "",
    "",
    "",
    "!",
    "!!",
    " 🙄",
    " 😂",
    " #{tag}",
    " lol",
    " Just saying.",
    " Change my mind.",
    " 🔥🔥",
    "…",
    " (source: trust me)",
    " and that's that",
)
_LIKE = {
    "cause": ("what", "who"),
    "what": ("cause", "best", "who", "remedy"),
    "who": ("cause", "what", "best", "named"),
    "best": ("what", "who", "named"),
    "remedy": ("what",),
    "named": ("who", "best"),
    "where": ("best",),
}
"""Kinds of questions that one answer could be given to."""
_OPEN, _CLOSE = "\x02", "\x03"
_SLOT = re.compile(r"\{(A|B|T|P|D|town)\}")


@dataclass(frozen=True, slots=True)
class Topic:
    """One matter that is asked about: its name as it stands in questions and posts, the answers that people give, and a town."""

    kind: str
    name: str
    answers: tuple[str, ...]
    town: str


def topic_questions(claims: Sequence[str], *, count: int, seed: int) -> list[Asked]:
    """So many questions with a post each, six in ten of them without an answer; `claims` are posts about anything."""
    chooser = random.Random(seed)
    return [_asked(_topic(chooser), claims, chooser) for _ in range(count)]


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("topics.toml").read_text(encoding="utf-8"))


def _topic(chooser: random.Random, town: str = "") -> Topic:
    """Any topic; those that happen in a town, in this one where it is given."""
    kinds = [_content()[kind] for kind in _KINDS]
    place = chooser.choices(range(len(_KINDS)), [len(kind["topics"]) ** 0.5 for kind in kinds])[0]
    group = chooser.choice(kinds[place]["topics"])
    here = town or chooser.choice(_content()["towns"])
    name = _filled(chooser.choice(group["name"]), chooser, town=here)
    answers = chooser.sample([_filled(answer, chooser) for answer in group["answers"]], 3)
    return Topic(_KINDS[place], name, tuple(dict.fromkeys(answers)), here)


def _asked(topic: Topic, claims: Sequence[str], chooser: random.Random) -> Asked:
    question = _cased(_filled(chooser.choice(_content()[topic.kind]["questions"]), chooser, T=topic.name), chooser, 0.15)
    silent = chooser.random() < _NONE
    marked = _silent(topic, claims, chooser) if silent else _answered(topic, chooser)
    return _marked(question if chooser.random() < 0.9 else question.rstrip("?"), _dressed(marked, topic, chooser, silent=silent))


def _answered(topic: Topic, chooser: random.Random) -> str:
    way = chooser.choices(tuple(_ANSWERED), tuple(_ANSWERED.values()))[0]
    answer, other = topic.answers[0], topic.answers[-1]
    return _filled(chooser.choice(_content()[topic.kind][way]), chooser, A=f"{_OPEN}{answer}{_CLOSE}", B=other, T=topic.name)


def _silent(topic: Topic, claims: Sequence[str], chooser: random.Random) -> str:
    way = chooser.choices(tuple(_SILENT), tuple(_SILENT.values()))[0]
    if way == "none":
        return _filled(chooser.choice(_content()[topic.kind]["none"]), chooser, T=topic.name, town=topic.town)
    if way == "claim":
        return chooser.choice(claims)
    other = _topic(chooser, topic.town if chooser.random() < 0.5 else "")
    said = _content()[other.kind]["said"]
    named = [wording for wording in said if "{T}" in wording]
    if way == "kind" and other.kind not in (topic.kind, *_LIKE.get(topic.kind, ())):
        return _filled(chooser.choice(said), chooser, A=other.answers[0], B=other.answers[-1], T=other.name)
    if way == "other" and other.name != topic.name and named:
        return _filled(chooser.choice(named), chooser, A=other.answers[0], B=other.answers[-1], T=other.name)
    return _filled(chooser.choice(_content()["chatter"]), chooser, town=topic.town)


def _dressed(marked: str, topic: Topic, chooser: random.Random, *, silent: bool) -> str:
    """With what stands around it in a post: another sentence, a sign, a name; some in small or in capital letters only."""
    if chooser.random() < 0.3:
        pool: Sequence[str] = _content()["chatter"] if chooser.random() < 0.5 else _content()[topic.kind]["none"]
        more = _filled(chooser.choice(pool), chooser, T=topic.name)
        joint = chooser.choice((". ", "! ", "… ", " – ", "\n"))
        marked = joint.join((marked.rstrip(".!"), more) if chooser.random() < 0.5 else (more.rstrip(".!"), marked))
    before, after = chooser.choice(_BEFORE), chooser.choice(_AFTER)
    handle = "".join(chooser.choices("abcdefghiklmnorstu", k=7))
    tag = re.sub(r"\W", "", topic.name.title())[:18]
    text = f"{before.replace('{handle}', handle)}{marked}{after.replace('{tag}', tag)}"
    return _cased(text if silent or chooser.random() < 0.8 else text[:1].upper() + text[1:], chooser, 0.35)


def _cased(text: str, chooser: random.Random, small: float) -> str:
    draw = chooser.random()
    return text.lower() if draw < small else text.upper() if draw > 0.97 else text


def _filled(wording: str, chooser: random.Random, **given: str) -> str:
    """The wording with its slots filled: those given, and people, towns and days by chance."""
    content = _content()
    pools = {"P": content["people"], "town": content["towns"], "D": content["days"]}
    return _SLOT.sub(lambda slot: given[slot[1]] if slot[1] in given else chooser.choice(pools[slot[1]]), wording)


def _marked(question: str, text: str) -> Asked:
    """The marks taken out, and where they stood."""
    start = text.find(_OPEN)
    plain = text.replace(_OPEN, "").replace(_CLOSE, "")
    if start < 0:
        return Asked("", "topics", question, plain, ())
    answer = text[start + 1 : text.find(_CLOSE, start)]
    return Asked("", "topics", question, plain, ((start, answer),))
