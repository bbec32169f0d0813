"""What a user changes by hand in the answers to a question: merge two, take a wording out, rename one, say which side a post takes.

Edits are kept beside the question and made again, in their order, whenever it is asked again: each names what it changes by words and
ids, never by place. How contested an answer is stays as it was found, as far as it still has two sides, until the question is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from app.domain.ask import Answer, Answered, Opinion, most_interesting_first
from app.domain.post import Post
from app.errors import InputError
from app.translation import tr


class Side(StrEnum):
    """Which side a post takes on a claim; the labels of stance pairs are `LABELS`."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEITHER = "neither"


LABELS = {Side.SUPPORTS: "support", Side.REFUTES: "refute", Side.NEITHER: "neutral"}
_SURE = {Side.SUPPORTS: (1.0, 0.0, 0.0), Side.REFUTES: (0.0, 1.0, 0.0), Side.NEITHER: (0.0, 0.0, 1.0)}


class EditKind(StrEnum):
    """What is changed."""

    MERGE = "merge"
    APART = "apart"
    RENAME = "rename"
    SIDE = "side"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEdit:
    """One change. `answer` is the name of what is changed; `other` the answer that it joins, the wording that is taken out, or the new
    name. Of a SIDE, `post` takes `side`; `claim` and `text` are what the user read, kept for training."""

    kind: EditKind
    answer: str
    other: str = ""
    post: str = ""
    side: Side = Side.NEITHER
    claim: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class StancePair:
    """A correction as training reads it: the premise is what was published, the hypothesis the claim; `label` is one of LABELS."""

    premise: str
    hypothesis: str
    label: str


def question_key(question: str) -> str:
    """Questions of one key are the same question, whatever their case, spaces and closing marks."""
    return " ".join(question.casefold().split()).strip("?¿!¡.… ")


def applied(answered: Answered, edits: Iterable[AnswerEdit]) -> Answered:
    """The answers with these edits made in their order; one that fits nothing here any more is passed over. A post that was found again
    keeps the side that the user gave it, also where it takes none by itself."""
    for edit in edits:
        with suppress(InputError):
            answered = apply(_with_decided(answered, edit), edit)
    return answered


def _with_decided(answered: Answered, edit: AnswerEdit) -> Answered:
    """The answers with the post of an edit on the side that the edit gives it, where it was found for the question and stands on none."""
    if edit.kind is not EditKind.SIDE or edit.side is Side.NEITHER or edit.post not in answered.retrieved:
        return answered
    place = _place(answered, edit.answer)
    answer = answered.answers[place]
    if not edit.text or any(edit.post in {one.post.id, *one.same_as} for one in (*answer.supporting, *answer.refuting)):
        return answered
    relevance = (1 + answered.retrieved.index(edit.post)) ** -0.5
    post = Post(id=edit.post, text=edit.text)
    decided = Opinion(post=post, score=relevance, relevance=relevance, stance=_SURE[edit.side])
    changed = replace(answer, supporting=(*answer.supporting, decided))  # on the right side once the edit is made
    return replace(answered, answers=(*answered.answers[:place], changed, *answered.answers[place + 1 :]))


def apply(answered: Answered, edit: AnswerEdit) -> Answered:
    """The answers with one edit made, in the order of `most_interesting_first`.

    Raises InputError `answer-unknown`, `answer-same`, `answer-taken`, `answer-empty`, `form-unknown`, `form-only` or `post-unknown`.
    """
    place = _place(answered, edit.answer)
    if edit.kind is EditKind.MERGE:
        changed = _merged(answered.answers, place, _place(answered, edit.other))
    elif edit.kind is EditKind.APART:
        changed = _apart(answered.answers, place, edit.other)
    elif edit.kind is EditKind.RENAME:
        changed = _renamed(answered.answers, place, edit.other)
    else:
        changed = _sided(answered.answers, place, edit.post, edit.side)
    return replace(answered, answers=most_interesting_first(changed))


def stance_pairs(edits: Iterable[AnswerEdit]) -> tuple[StancePair, ...]:
    """The corrected sides as pairs; of several on one post and claim the last counts."""
    found: dict[tuple[str, str], StancePair] = {}
    for edit in edits:
        if edit.kind is EditKind.SIDE and edit.text.strip() and edit.claim.strip():
            found[edit.text, edit.claim] = StancePair(edit.text, edit.claim, LABELS[edit.side])
    return tuple(found.values())


def side_of(answer: Answer, post: str) -> Side:
    """The column that a post stands in."""
    for side, opinions in ((Side.SUPPORTS, answer.supporting), (Side.REFUTES, answer.refuting)):
        if any(one.post.id == post for one in opinions):
            return side
    return Side.NEITHER


def _place(answered: Answered, name: str) -> int:
    """The answer of this name; else the one that has it among its wordings."""
    key = _key(name)
    names = [_key(answer.name) for answer in answered.answers]
    if key in names:
        return names.index(key)
    for place, answer in enumerate(answered.answers):
        if any(_key(form) == key for form, _ in answer.forms):
            return place
    raise InputError("answer-unknown", tr("There is no answer “{name}”.", name=name), hint=tr("Choose one of the answers that are shown."))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _merged(answers: Sequence[Answer], source: int, target: int) -> list[Answer]:
    if source == target:
        raise InputError("answer-same", tr("An answer cannot be merged with itself."), hint=tr("Choose another answer."))
    gone, kept = answers[source], answers[target]
    supporting, refuting = _one_side_each((*kept.supporting, *gone.supporting), (*kept.refuting, *gone.refuting))
    counted: dict[str, int] = {}
    for form, count in (*(kept.forms or ((kept.name, 0),)), *(gone.forms or ((gone.name, 0),))):
        counted[form] = counted.get(form, 0) + count
    merged = replace(
        kept,
        contested=_contested(max(kept.contested, gone.contested), supporting, refuting),
        sureness=max(kept.sureness, gone.sureness),
        supporting=supporting,
        refuting=refuting,
        forms=tuple(sorted(counted.items(), key=lambda form: -form[1])),
        debunks=(*kept.debunks, *(one for one in gone.debunks if one.factcheck.id not in {each.factcheck.id for each in kept.debunks})),
    )
    return [merged if place == target else answer for place, answer in enumerate(answers) if place != source]


def _one_side_each(supporting: Sequence[Opinion], refuting: Sequence[Opinion]) -> tuple[tuple[Opinion, ...], tuple[Opinion, ...]]:
    """Both columns without double posts, each post in one of them: where the user put it, else where it scores higher."""
    best: dict[str, tuple[bool, float, int, Opinion]] = {}
    for side, opinions in enumerate((supporting, refuting)):
        for one in opinions:
            found = (one.corrected, one.score, -side, one)
            if one.post.id not in best or found[:3] > best[one.post.id][:3]:
                best[one.post.id] = found
    ordered = sorted(best.values(), key=lambda found: (-found[1], found[3].post.id))
    return tuple(one for *_, side, one in ordered if not side), tuple(one for *_, side, one in ordered if side)


def _apart(answers: Sequence[Answer], place: int, form: str) -> list[Answer]:
    answer, key = answers[place], _key(form)
    if key not in {_key(one) for one, _ in answer.forms}:
        raise InputError("form-unknown", tr("“{form}” is no wording of this answer.", form=form), hint=tr("Choose one of its wordings."))
    if len(answer.forms) < 2:
        raise InputError("form-only", tr("This answer has one wording alone."), hint=tr("Rename it instead."))
    kept, taken = [one for one in answer.forms if _key(one[0]) != key], [one for one in answer.forms if _key(one[0]) == key]
    name = kept[0][0] if _key(answer.name) == key else answer.name
    for each in (name, taken[0][0]):
        _free(each, [*answers[:place], *answers[place + 1 :]])
    rest = _part(answer, name, kept, lambda one: _key(one.said) != key)
    own = _part(answer, taken[0][0], taken, lambda one: _key(one.said) == key)
    return [*answers[:place], rest, own, *answers[place + 1 :]]


def _part(answer: Answer, name: str, forms: Sequence[tuple[str, int]], belongs: Callable[[Opinion], bool]) -> Answer:
    supporting = tuple(one for one in answer.supporting if belongs(one))
    refuting = tuple(one for one in answer.refuting if belongs(one))
    return replace(
        answer,
        name=name,
        claim=_claim(answer, name),
        contested=_contested(answer.contested, supporting, refuting),
        supporting=supporting,
        refuting=refuting,
        forms=tuple(forms),
        debunks=answer.debunks if name == answer.name else (),
    )


def _renamed(answers: Sequence[Answer], place: int, name: str) -> list[Answer]:
    answer, name = answers[place], " ".join(name.split())
    if not name:
        raise InputError("answer-empty", tr("An answer needs a name."), hint=tr("Write one, or leave it as it is."))
    _free(name, [other for other in answers if other is not answer])
    renamed = replace(answer, name=name, claim=_claim(answer, name))
    return [*answers[:place], renamed, *answers[place + 1 :]]


def _free(name: str, others: Sequence[Answer]) -> None:
    """Raises InputError `answer-taken` where another answer has this name."""
    if any(_key(other.name) == _key(name) for other in others):
        raise InputError("answer-taken", tr("Another answer is called “{name}”.", name=name), hint=tr("Merge the two instead."))


def _claim(answer: Answer, name: str) -> str:
    """The claim with another name in it, where it names the answer at all."""
    at = answer.claim.casefold().find(answer.name.casefold()) if answer.name else -1
    if at < 0 or len(answer.claim) != len(answer.claim.casefold()):
        return answer.claim
    return answer.claim[:at] + name + answer.claim[at + len(answer.name) :]


def _sided(answers: Sequence[Answer], place: int, post: str, side: Side) -> list[Answer]:
    answer = answers[place]
    found = next((one for one in (*answer.supporting, *answer.refuting) if post == one.post.id or post in one.same_as), None)
    if found is None:
        raise InputError("post-unknown", tr("The post is not among those of this answer."), hint=tr("Choose one of them."))
    moved = replace(found, stance=_SURE[side], corrected=True)
    supporting, refuting = (tuple(one for one in each if one is not found) for each in (answer.supporting, answer.refuting))
    if side is Side.SUPPORTS:
        supporting = _with(supporting, moved)
    elif side is Side.REFUTES:
        refuting = _with(refuting, moved)
    contested = _contested(answer.contested, supporting, refuting)
    sided = replace(answer, supporting=supporting, refuting=refuting, contested=contested)
    return [*answers[:place], sided, *answers[place + 1 :]]


def _with(opinions: tuple[Opinion, ...], one: Opinion) -> tuple[Opinion, ...]:
    """Put where its score belongs; the others keep their order."""
    at = next((place for place, other in enumerate(opinions) if other.score < one.score), len(opinions))
    return (*opinions[:at], one, *opinions[at:])


def _contested(before: float, supporting: Sequence[Opinion], refuting: Sequence[Opinion]) -> float:
    """As before; nothing where one side is empty, and what the scores of both say where it had one side alone."""
    for_, against = sum(one.score for one in supporting), sum(one.score for one in refuting)
    if not supporting or not refuting:
        return 0.0
    return before or (min(for_, against) / max(for_, against) if max(for_, against) > 0 else 0.0)
