"""Manual edits of the answers to a question: merge two answers, split off a wording, rename an answer, set the side of a post.

Edits are stored with the question and replayed in order whenever it is asked again. They refer to answers by name and to posts by
id, never by position. An answer's contradiction score stays as computed while it has two sides, until the question is asked again.
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
    """Side that a post takes on a claim; `LABELS` gives the labels of stance pairs."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NEITHER = "neither"


LABELS = {Side.SUPPORTS: "support", Side.REFUTES: "refute", Side.NEITHER: "neutral"}
_SURE = {Side.SUPPORTS: (1.0, 0.0, 0.0), Side.REFUTES: (0.0, 1.0, 0.0), Side.NEITHER: (0.0, 0.0, 1.0)}


class EditKind(StrEnum):
    """Kinds of edits."""

    MERGE = "merge"
    APART = "apart"
    RENAME = "rename"
    SIDE = "side"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEdit:
    """One edit. `answer` is the name of the edited answer; `other` is the answer it is merged into, the wording that is split off,
    or the new name. For SIDE, `post` takes `side`; `claim` and `text` are the texts that the user read, stored for training."""

    kind: EditKind
    answer: str
    other: str = ""
    post: str = ""
    side: Side = Side.NEITHER
    claim: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class StancePair:
    """Training example from a correction: the premise is the published text, the hypothesis the claim; `label` is one of LABELS."""

    premise: str
    hypothesis: str
    label: str


def question_key(question: str) -> str:
    """Return a key that ignores case, spaces and closing punctuation; questions with equal keys are the same question."""
    return " ".join(question.casefold().split()).strip("?¿!¡.… ")


def applied(answered: Answered, edits: Iterable[AnswerEdit]) -> Answered:
    """Return the answers after these edits, in order; edits that no longer apply are skipped. A post that was found again keeps the
    side that the user gave it, even where the model sees none."""
    for edit in edits:
        with suppress(InputError):
            answered = apply(_with_decided(answered, edit), edit)
    return answered


def _with_decided(answered: Answered, edit: AnswerEdit) -> Answered:
    """Return the answers with the edit's post added to the side that the edit gives it, if the post was retrieved but is in no
    column yet."""
    if edit.kind is not EditKind.SIDE or edit.side is Side.NEITHER or edit.post not in answered.retrieved:
        return answered
    index = _answer_index(answered, edit.answer)
    answer = answered.answers[index]
    if not edit.text or any(edit.post in {opinion.post.id, *opinion.same_as} for opinion in (*answer.supporting, *answer.refuting)):
        return answered
    relevance = (1 + answered.retrieved.index(edit.post)) ** -0.5
    post = Post(id=edit.post, text=edit.text)
    judged_opinion = Opinion(post=post, score=relevance, relevance=relevance, stance=_SURE[edit.side])
    changed = replace(answer, supporting=(*answer.supporting, judged_opinion))  # on the right side once the edit is made
    return replace(answered, answers=(*answered.answers[:index], changed, *answered.answers[index + 1 :]))


def apply(answered: Answered, edit: AnswerEdit) -> Answered:
    """Return the answers after one edit, in the order of `most_interesting_first`.

    Raises InputError `answer-unknown`, `answer-same`, `answer-taken`, `answer-empty`, `form-unknown`, `form-only` or
    `post-unknown`.
    """
    index = _answer_index(answered, edit.answer)
    if edit.kind is EditKind.MERGE:
        changed = _merged(answered.answers, index, _answer_index(answered, edit.other))
    elif edit.kind is EditKind.APART:
        changed = _apart(answered.answers, index, edit.other)
    elif edit.kind is EditKind.RENAME:
        changed = _renamed(answered.answers, index, edit.other)
    else:
        changed = _sided(answered.answers, index, edit.post, edit.side)
    return replace(answered, answers=most_interesting_first(changed))


def stance_pairs(edits: Iterable[AnswerEdit]) -> tuple[StancePair, ...]:
    """Return the corrected sides as training pairs; the last edit of a post and claim wins."""
    pairs: dict[tuple[str, str], StancePair] = {}
    for edit in edits:
        if edit.kind is EditKind.SIDE and edit.text.strip() and edit.claim.strip():
            pairs[edit.text, edit.claim] = StancePair(edit.text, edit.claim, LABELS[edit.side])
    return tuple(pairs.values())


def side_of(answer: Answer, post: str) -> Side:
    """Return the column that contains the post."""
    for side, opinions in ((Side.SUPPORTS, answer.supporting), (Side.REFUTES, answer.refuting)):
        if any(opinion.post.id == post for opinion in opinions):
            return side
    return Side.NEITHER


def _answer_index(answered: Answered, name: str) -> int:
    """Return the index of the answer with this name, else of the answer with this wording. Raises InputError `answer-unknown`."""
    key = _key(name)
    names = [_key(answer.name) for answer in answered.answers]
    if key in names:
        return names.index(key)
    for index, answer in enumerate(answered.answers):
        if any(_key(form) == key for form, _ in answer.forms):
            return index
    raise InputError("answer-unknown", tr("There is no answer “{name}”.", name=name), hint=tr("Choose one of the answers that are shown."))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _merged(answers: Sequence[Answer], source: int, target: int) -> list[Answer]:
    if source == target:
        raise InputError("answer-same", tr("An answer cannot be merged with itself."), hint=tr("Choose another answer."))
    source_answer, target_answer = answers[source], answers[target]
    supporting, refuting = _one_side_each(
        (*target_answer.supporting, *source_answer.supporting), (*target_answer.refuting, *source_answer.refuting)
    )
    form_counts: dict[str, int] = {}
    for form, count in (*(target_answer.forms or ((target_answer.name, 0),)), *(source_answer.forms or ((source_answer.name, 0),))):
        form_counts[form] = form_counts.get(form, 0) + count
    merged = replace(
        target_answer,
        contested=_contested(max(target_answer.contested, source_answer.contested), supporting, refuting),
        sureness=max(target_answer.sureness, source_answer.sureness),
        supporting=supporting,
        refuting=refuting,
        forms=tuple(sorted(form_counts.items(), key=lambda form: -form[1])),
        debunks=(
            *target_answer.debunks,
            *(
                debunk
                for debunk in source_answer.debunks
                if debunk.factcheck.id not in {existing.factcheck.id for existing in target_answer.debunks}
            ),
        ),
    )
    return [merged if index == target else answer for index, answer in enumerate(answers) if index != source]


def _one_side_each(supporting: Sequence[Opinion], refuting: Sequence[Opinion]) -> tuple[tuple[Opinion, ...], tuple[Opinion, ...]]:
    """Return both columns without repeated posts. A post in both stays where the user put it, else where it scores higher."""
    best: dict[str, tuple[bool, float, int, Opinion]] = {}
    for side, opinions in enumerate((supporting, refuting)):
        for opinion in opinions:
            candidate = (opinion.corrected, opinion.score, -side, opinion)
            if opinion.post.id not in best or candidate[:3] > best[opinion.post.id][:3]:
                best[opinion.post.id] = candidate
    ordered = sorted(best.values(), key=lambda candidate: (-candidate[1], candidate[3].post.id))
    return tuple(opinion for *_, side, opinion in ordered if not side), tuple(opinion for *_, side, opinion in ordered if side)


def _apart(answers: Sequence[Answer], index: int, form: str) -> list[Answer]:
    answer, key = answers[index], _key(form)
    if key not in {_key(wording) for wording, _ in answer.forms}:
        raise InputError("form-unknown", tr("“{form}” is no wording of this answer.", form=form), hint=tr("Choose one of its wordings."))
    if len(answer.forms) < 2:
        raise InputError("form-only", tr("This answer has one wording alone."), hint=tr("Rename it instead."))
    remaining_forms, separated_forms = (
        [wording for wording in answer.forms if _key(wording[0]) != key],
        [wording for wording in answer.forms if _key(wording[0]) == key],
    )
    name = remaining_forms[0][0] if _key(answer.name) == key else answer.name
    for new_name in (name, separated_forms[0][0]):
        _free(new_name, [*answers[:index], *answers[index + 1 :]])
    remaining = _part(answer, name, remaining_forms, lambda opinion: _key(opinion.said) != key)
    separated = _part(answer, separated_forms[0][0], separated_forms, lambda opinion: _key(opinion.said) == key)
    return [*answers[:index], remaining, separated, *answers[index + 1 :]]


def _part(answer: Answer, name: str, forms: Sequence[tuple[str, int]], belongs: Callable[[Opinion], bool]) -> Answer:
    supporting = tuple(opinion for opinion in answer.supporting if belongs(opinion))
    refuting = tuple(opinion for opinion in answer.refuting if belongs(opinion))
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


def _renamed(answers: Sequence[Answer], index: int, name: str) -> list[Answer]:
    answer, name = answers[index], " ".join(name.split())
    if not name:
        raise InputError("answer-empty", tr("An answer needs a name."), hint=tr("Write one, or leave it as it is."))
    _free(name, [other for other in answers if other is not answer])
    renamed = replace(answer, name=name, claim=_claim(answer, name))
    return [*answers[:index], renamed, *answers[index + 1 :]]


def _free(name: str, other_answers: Sequence[Answer]) -> None:
    """Raise InputError `answer-taken` if another answer has this name."""
    if any(_key(other.name) == _key(name) for other in other_answers):
        raise InputError("answer-taken", tr("Another answer is called “{name}”.", name=name), hint=tr("Merge the two instead."))


def _claim(answer: Answer, name: str) -> str:
    """Return the claim with the answer's name replaced, where the claim contains it."""
    at = answer.claim.casefold().find(answer.name.casefold()) if answer.name else -1
    if at < 0 or len(answer.claim) != len(answer.claim.casefold()):
        return answer.claim
    return answer.claim[:at] + name + answer.claim[at + len(answer.name) :]


def _sided(answers: Sequence[Answer], index: int, post: str, side: Side) -> list[Answer]:
    answer = answers[index]
    current = next(
        (opinion for opinion in (*answer.supporting, *answer.refuting) if post == opinion.post.id or post in opinion.same_as), None
    )
    if current is None:
        raise InputError("post-unknown", tr("The post is not among those of this answer."), hint=tr("Choose one of them."))
    moved = replace(current, stance=_SURE[side], corrected=True)
    supporting, refuting = (
        tuple(opinion for opinion in column if opinion is not current) for column in (answer.supporting, answer.refuting)
    )
    if side is Side.SUPPORTS:
        supporting = _with(supporting, moved)
    elif side is Side.REFUTES:
        refuting = _with(refuting, moved)
    contested = _contested(answer.contested, supporting, refuting)
    sided = replace(answer, supporting=supporting, refuting=refuting, contested=contested)
    return [*answers[:index], sided, *answers[index + 1 :]]


def _with(opinions: tuple[Opinion, ...], opinion: Opinion) -> tuple[Opinion, ...]:
    """Return the opinions with one inserted by its score; the others keep their order."""
    at = next((index for index, other in enumerate(opinions) if other.score < opinion.score), len(opinions))
    return (*opinions[:at], opinion, *opinions[at:])


def _contested(before: float, supporting: Sequence[Opinion], refuting: Sequence[Opinion]) -> float:
    """Return the contradiction score after an edit: 0 with an empty side, the earlier score where there was one, else the ratio of
    both sides' scores."""
    for_, against = sum(opinion.score for opinion in supporting), sum(opinion.score for opinion in refuting)
    if not supporting or not refuting:
        return 0.0
    return before or (min(for_, against) / max(for_, against) if max(for_, against) > 0 else 0.0)
