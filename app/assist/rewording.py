"""Other wordings of a claim to search with. They only bring candidates: each is then held against the claim as it was written."""

from __future__ import annotations

from app.assist.asking import TEXT, Asker, Assisted, Question, list_form, object_form
from app.assist.fence import Block
from app.assist.grounding import content_words, given, share, strays
from app.assist.reading import texts_of
from app.domain.assisted import Dropped, Why
from app.stance import opposed

MOST = 3
_LONGEST = 40
_FEWEST = 3
_KEPT = 1 / 3
"""Of the claim's content words, how many a wording must still have: “fact-checker” says nothing of it."""
_ALIKE = 0.85
_TASK = (
    "Somebody said what stands in <claim>. Fact-checkers may have written the same claim in other words. Write it in up to {most} other "
    "ways, in its language, each as one short sentence such as stands at the head of a fact-check: other words for the same thing, "
    "without who says it. Keep its names and numbers and add none; do not deny what it affirms."
)


def reword(claim: str, *, asker: Asker, most: int = MOST) -> Assisted[tuple[str, ...]]:
    """At most so many wordings that differ from the claim and from each other and name nothing that it does not. Raises as the model
    does."""
    form = object_form(wordings=list_form(TEXT, most=most))
    question = Question(words=_TASK.format(most=most), blocks=(Block("claim", claim),), schema=form, max_tokens=32 + 64 * most)
    found, spent = asker.ask(question)
    source, kept = given([claim]), list[str]()
    seen = [frozenset(content_words(claim))]
    fewest = min(_FEWEST, len(seen[0]))
    for text in texts_of(found, "wordings"):
        content, stray = frozenset(content_words(text)), strays(text, source)
        if len(text.split()) > _LONGEST or (len(content) < fewest and text.isascii()):
            spent = spent.without(Dropped(text, Why.SHAPE))
        elif stray:
            spent = spent.without(Dropped(text, Why.STRAY, ", ".join(stray)))
        elif text.isascii() and share(claim, given([text])) < _KEPT:
            spent = spent.without(Dropped(text, Why.FOREIGN))
        elif opposed(claim, text) or opposed(text, claim):
            spent = spent.without(Dropped(text, Why.OPPOSED))
        elif any(_likeness(content, other) >= _ALIKE for other in seen):
            spent = spent.without(Dropped(text, Why.REPEATED))
        elif len(kept) < most:
            seen.append(content)
            kept.append(text)
    return Assisted(found=tuple(kept), spent=spent)


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / (len(one | other) or 1)
