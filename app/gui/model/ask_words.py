"""Texts of Ask: how contested an answer is, the side of a post and its probability, the outcome of a yes-no question."""

from __future__ import annotations

from app.domain.answer_edits import AnswerEdit, EditKind, Side
from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.direction import isolated
from app.domain.posts import PostImportReport
from app.gui.model.colours import Tone
from app.gui.model.labels import day, one_line, shortened
from app.gui.model.llm_words import effort_of, lost_words
from app.gui.model.verdicts import Badge
from app.translation import mark, number, percent, tr, trn

SIDES = {
    Side.SUPPORTS: Badge(mark("Supporting"), "agrees", Tone.BLUE),
    Side.REFUTES: Badge(mark("Refuting"), "opposite", Tone.ORANGE),
    Side.NEITHER: Badge(mark("Neither"), "dash", Tone.GREY),
}
HOLDINGS = {
    Holding.YES: Badge(mark("YES"), "agrees", Tone.BLUE),
    Holding.NO: Badge(mark("NO"), "opposite", Tone.ORANGE),
    Holding.NOT_SURE: Badge(mark("NOT SURE"), "question", Tone.GREY),
}
_HELD = {
    Holding.YES: mark("Most posts that take a side say yes. That is what people write, not whether it is true."),
    Holding.NO: mark("Most posts that take a side say no. That is what people write, not whether it is true."),
    Holding.NOT_SURE: mark("Too few posts take a side, or both camps are about as strong."),
}
_CONTESTED = (
    (0.7, mark("Hotly contested")),
    (0.4, mark("Contested")),
    (0.15, mark("Somewhat contested")),
    (0.0, mark("Hardly contested")),
)
_SURE = {
    Side.SUPPORTS: (mark("Very likely supports it"), mark("Likely supports it"), mark("Perhaps supports it")),
    Side.REFUTES: (mark("Very likely refutes it"), mark("Likely refutes it"), mark("Perhaps refutes it")),
}
_SAID = {
    Side.SUPPORTS: mark("You said: it supports this"),
    Side.REFUTES: mark("You said: it refutes this"),
    Side.NEITHER: mark("You said: it does neither"),
}
_SIDED = {
    Side.SUPPORTS: mark("The post now supports “{answer}”."),
    Side.REFUTES: mark("The post now refutes “{answer}”."),
    Side.NEITHER: mark("The post now takes no side on “{answer}”."),
}
_KINDS = {
    QuestionType.ENTITY: mark("Taken as a question for answers"),
    QuestionType.YES_NO: mark("Taken as a yes-no question"),
}
_VERY, _LIKELY = 0.85, 0.65
_LONGEST = 60


def contested_words(answer: Answer) -> str:
    """Return how contested an answer is, in a word or two."""
    if not answer.supporting and not answer.refuting:
        return tr("No post takes a side")
    if not answer.refuting:
        return tr("Nobody refutes it")
    if not answer.supporting:
        return tr("Nobody supports it")
    return tr(next(words for least, words in _CONTESTED if answer.contested >= least))


def side_share(opinion: Opinion, side: Side) -> float:
    """Return the probability of the side that an opinion takes."""
    return opinion.stance[{Side.SUPPORTS: 0, Side.REFUTES: 1, Side.NEITHER: 2}[side]]


def side_words(opinion: Opinion, side: Side) -> str:
    """Return how surely a post takes its side, in words and as a number, or that the reader decided it."""
    if opinion.corrected:
        return tr(_SAID[side])
    share = side_share(opinion, side)
    words = _SURE[side][0 if share >= _VERY else 1 if share >= _LIKELY else 2]
    # Translators: how surely a post takes a side, in words and as a percentage.
    return tr("{words}: {share}", words=tr(words), share=percent(share))


def post_facts(opinion: Opinion) -> str:
    """Author, platform, day, copies and reactions in a line."""
    post = opinion.post
    copies = len(opinion.same_as) + 1
    parts = [
        isolated(one_line(post.author)) or tr("Author not named"),
        isolated(one_line(post.platform)),
        day(post.published.date()) if post.published else tr("no date"),
        f"×{number(copies)}" if copies > 1 else "",
        trn("{count} reaction", "{count} reactions", post.engagement) if post.engagement else "",
    ]
    return " · ".join(part for part in parts if part)


def spoken_post(opinion: Opinion, side: Side) -> str:
    """A post in words, for screen readers."""
    copies = len(opinion.same_as) + 1
    copies_text = trn("{count} post with these words", "{count} posts with these words", copies) if copies > 1 else ""
    parts = (side_words(opinion, side), one_line(opinion.post.text), post_facts(opinion), copies_text)
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def nobody_words(side: Side) -> str:
    """Return the text of a column without posts."""
    if side is Side.SUPPORTS:
        return tr("None of the posts that were read supports this.")
    return tr("None of the posts that were read refutes this.")


def count_words(side: Side, posts: int) -> str:
    """The heading of a column."""
    if side is Side.SUPPORTS:
        return trn("Supporting: {count} post", "Supporting: {count} posts", posts)
    return trn("Refuting: {count} post", "Refuting: {count} posts", posts)


def held_words(answered: Answered) -> str:
    """Return the outcome of a yes-no question in words, with the numbers of both camps."""
    answer = answered.answers[0] if answered.answers else None
    verdict_text = tr(_HELD[answered.holding or Holding.NOT_SURE])
    if answer is None:
        return verdict_text
    support, refute = number(len(answer.supporting)), number(len(answer.refuting))
    counts_text = tr("Supporting: {support}, refuting: {refute}.", support=support, refute=refute)
    corrected = any(opinion.corrected for opinion in (*answer.supporting, *answer.refuting))
    return " ".join((verdict_text, counts_text, tr("Your corrections count once you ask again.") if corrected else "")).strip()


def forms_words(answer: Answer) -> str:
    """The wordings that were merged, each with how many posts use it."""
    if len(answer.forms) < 2:
        return ""
    return tr("Also written: {forms}", forms=", ".join(f"{isolated(one_line(form))} ({number(count)})" for form, count in answer.forms))


def llm_words(answered: Answered) -> str:
    """Return the language model's part in the answers; "" where it was not asked for anything."""
    record = answered.assisted
    if record is None:
        llm_requested = "llm_read" in dict(answered.run.parameters)
        return (
            tr("The language model was not asked: it looks for answers to questions that are not answered by yes or no.")
            if llm_requested
            else ""
        )
    posts = {opinion.post.id for answer in answered.answers for opinion in (*answer.supporting, *answer.refuting) if opinion.said_by_llm}
    summary = trn("The language model found an answer in {count} post.", "The language model found answers in {count} posts.", len(posts))
    return " ".join(part for part in (summary, lost_words(record), effort_of(record)) if part)


def llm_found_words(answer: Answer) -> str:
    """In how many posts the language model, and not the reader, found this answer; "" for none."""
    count = sum(opinion.said_by_llm for opinion in (*answer.supporting, *answer.refuting))
    if not count:
        return ""
    return trn("In {count} post it was found by the language model.", "In {count} posts it was found by the language model.", count)


def found_words(answered: Answered) -> str:
    """Return how many posts were read and how many answers found, in one line."""
    read = trn("{count} post read", "{count} posts read", len(answered.retrieved))
    summary = tr("{read} of {total}", read=read, total=number(answered.searched)) if answered.searched else read
    if answered.kind is QuestionType.YES_NO:
        return summary
    return f"{trn('{count} answer', '{count} answers', len(answered.answers))} · {summary}"


def kind_words(kind: QuestionType) -> str:
    """Return the type that a question was recognised as."""
    return tr(_KINDS[kind])


def meaning_words(posts: int, encoded: int | None) -> str:
    """Return how many posts can be found, and how; `encoded` is None while unknown."""
    if encoded is None:
        return trn("{count} post", "{count} posts", posts)
    if encoded >= posts:
        return trn(
            "{count} post; it can be found by meaning and by words.", "{count} posts; all can be found by meaning and by words.", posts
        )
    return tr("{encoded} of {posts} posts can be found by meaning; all by their words.", encoded=number(encoded), posts=number(posts))


def import_words(report: PostImportReport) -> str:
    """The counts of an import of posts in one line."""
    counts = report.counts
    parts = [
        trn("{count} added", "{count} added", counts.added),
        trn("{count} changed", "{count} changed", counts.changed),
        trn("{count} unchanged", "{count} unchanged", counts.unchanged),
        trn("{count} refused", "{count} refused", len(report.refused)),
    ]
    if counts.grouped:
        parts.append(trn("{count} copy of another post", "{count} copies of other posts", counts.grouped))
    return ", ".join(parts) + "."


def edit_words(edit: AnswerEdit) -> str:
    """Describe an edit in a sentence."""
    answer, other = shortened(edit.answer, _LONGEST), shortened(edit.other, _LONGEST)
    if edit.kind is EditKind.MERGE:
        return tr("“{answer}” was merged into “{other}”.", answer=answer, other=other)
    if edit.kind is EditKind.APART:
        return tr("“{other}” is an answer of its own now.", other=other)
    if edit.kind is EditKind.RENAME:
        return tr("“{answer}” is called “{other}” now.", answer=answer, other=other)
    return tr(_SIDED[edit.side], answer=answer)


def post_with_link(opinion: Opinion) -> str:
    """A post to paste elsewhere: its text verbatim, who wrote it where and when, and its link."""
    post = opinion.post
    facts = ", ".join(part for part in (post.author, post.platform, day(post.published.date()) if post.published else "") if part)
    return "\n".join(part for part in (post.text, facts, post.url) if part)
