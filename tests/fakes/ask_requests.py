"""Post requests of the fake task client: a plain list of posts, answered by rule.
A post “X causes …” supports the answer X, “X does not cause …” refutes it. To a yes-no question a post says yes or no by its first
word. Posts of the same words are copies; posts that begin with the same three words are near duplicates. A language model, if
requested, finds the answers that begin with “The”.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from app.domain.answer_edits import AnswerEdit, question_key, stance_pairs
from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.assisted import AssistRecord, TokenUsage, Use
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, RefusedRow
from app.domain.match import Match
from app.domain.post import Post
from app.domain.posts import PostFilter, PostImportReport, PostPage, PostStatistics
from app.domain.ranked import RunRecord
from app.services.reports import write_answers, write_json_lines
from app.worker import protocol
from tests.fakes.library_requests import Step

Finder = Callable[[str, list[FactCheck]], tuple[Match, ...]]
_CAUSE = re.compile(r"(?P<name>\S.*?) (?:causes|(?P<no>does not cause)) ")


def admitted(post: Post, among: PostFilter) -> bool:
    """Return True if a post passes the filter."""
    if (among.platform and post.platform != among.platform) or (among.language and post.language != among.language):
        return False
    day = post.published.date() if post.published else None
    if day is None:
        return not (among.since or among.until)
    return (among.since is None or among.since <= day) and (among.until is None or day <= among.until)


class Pile:
    """The posts of the fake's library; `edits` are stored by question, `encoded` posts can be found by meaning."""

    def __init__(self, library: Callable[[], list[FactCheck]], matches: Finder) -> None:
        self._library, self._matches = library, matches
        self.posts: list[Post] = []
        self.edits: dict[str, tuple[AnswerEdit, ...]] = {}
        self.encoded = 0
        self.answered: Answered | None = None  # said to every question in place of what the posts say

    def handlers(self) -> Mapping[type[protocol.AnyRequest], Callable[..., Iterator[Step]]]:
        """Return the handlers by request type."""
        return {
            protocol.AskQuestion: self._ask,
            protocol.ImportPosts: self._import,
            protocol.EncodePosts: self._encode,
            protocol.DescribePosts: self._describe,
            protocol.SearchPosts: self._search,
            protocol.KeepAskEdits: self._keep,
            protocol.WriteAnswers: self._write,
            protocol.WriteStancePairs: self._write_pairs,
        }

    def heads(self) -> dict[str, list[Post]]:
        """Return groups of copies by their text."""
        posts_by_text: dict[str, list[Post]] = {}
        for post in self.posts:
            posts_by_text.setdefault(post.text.casefold(), []).append(post)
        return posts_by_text

    def _ask(self, request: protocol.AskQuestion) -> Iterator[Step]:
        yield "progressed", ("Searching posts", 0, 0)
        question, kind = request.question, request.options.kind
        if kind is None:
            kind = QuestionType.YES_NO if question.split()[0].casefold() in ("is", "does", "should") else QuestionType.ENTITY
        groups = [group for group in self.heads().values() if admitted(group[0], request.options.among)]
        yield "progressed", ("Reading posts", 1, 2)
        answers = self._entity(groups, llm=request.options.llm_read) if kind is QuestionType.ENTITY else self._yes_no(question, groups)
        holding = None
        if kind is QuestionType.YES_NO:
            (answer_to_all,) = answers
            margin = len(answer_to_all.supporting) - len(answer_to_all.refuting)
            holding = Holding.YES if margin > 0 else Holding.NO if margin < 0 else Holding.NOT_SURE
        read = request.options.llm_read
        record = (
            AssistRecord(model="fake", use=Use.ANSWERS, spent=TokenUsage(calls=1, tokens=9, prompt_tokens=90, seconds=0.5))
            if read
            else None
        )
        entity = kind is QuestionType.ENTITY
        answered = Answered(
            question=question,
            kind=kind,
            answers=tuple(sorted(answers, key=lambda answer: -answer.contested)),
            run=RunRecord(program="fake", created="2026-01-01", parameters=(("llm_read", str(read)),) if read else ()),
            assisted=record if entity else None,
            holding=holding,
            retrieved=tuple(group[0].id for group in groups),
            searched=len(self.heads()),
            encoded=min(self.encoded, len(self.heads())),
            waiting=max(len(self.heads()) - self.encoded, 0),
        )
        result = replace(self.answered, question=question) if self.answered else answered
        yield "finished", (protocol.AskResult(answered=result, edits=self.edits.get(question_key(question), ())),)

    def _entity(self, groups: Sequence[list[Post]], *, llm: int) -> list[Answer]:
        names: dict[str, tuple[list[Opinion], list[Opinion]]] = {}
        for group in groups:
            cause = _CAUSE.match(group[0].text)
            if cause is not None:
                sides = names.setdefault(cause["name"], ([], []))
                camp_opinion = opinion(group, refutes=bool(cause["no"]), statement=cause["name"])
                sides[bool(cause["no"])].append(replace(camp_opinion, said_by_llm=llm > 0 and cause["name"].startswith("The")))
        return [self._answer(name, f"{name} causes it", *sides) for name, sides in names.items()]

    def _yes_no(self, question: str, groups: Sequence[list[Post]]) -> list[Answer]:
        sides: tuple[list[Opinion], list[Opinion]] = ([], [])
        for group in groups:
            first = group[0].text.split()[0].casefold().strip(",.!")
            if first in ("yes", "no"):
                sides[first == "no"].append(opinion(group, refutes=first == "no"))
        return [self._answer(question.rstrip("?"), question.rstrip("?"), *sides)]

    def _answer(self, name: str, claim: str, supporting: list[Opinion], refuting: list[Opinion]) -> Answer:
        minority, majority = sorted((len(supporting), len(refuting)))
        return Answer(
            name=name,
            claim=claim,
            contested=minority / majority if majority else 0.0,
            supporting=tuple(supporting),
            refuting=tuple(refuting),
            forms=((name, len(supporting) + len(refuting)),),
            debunks=self._matches(claim, self._library()),
        )

    def _import(self, request: protocol.ImportPosts) -> Iterator[Step]:
        yield "progressed", ("Writing posts", 1, 0)
        before, refused = len(self.posts), []
        for path in request.paths:
            for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
                if line.strip():
                    self.posts.append(Post(id=f"{Path(path).stem}-{number}", text=line, platform=request.options.platform))
                else:
                    refused.append(RefusedRow(source=Path(path).name, row=str(number), reason="The row has no text."))
        counts = ChangeCounts(added=len(self.posts) - before, grouped=len(self.posts) - len(self.heads()))
        yield "finished", (PostImportReport(counts=counts, refused=tuple(refused)),)

    def _encode(self, request: protocol.EncodePosts) -> Iterator[Step]:
        before, total = self.encoded, len(self.heads())
        if request.make:
            while self.encoded < total:
                yield "progressed", ("Encoding posts", self.encoded - before, total - before)
                self.encoded += 1
        yield "finished", (protocol.PostsEncoded(made=self.encoded - before, waiting=total - self.encoded),)

    def _describe(self, request: protocol.DescribePosts) -> Iterator[Step]:
        days = sorted(post.published.date().isoformat() for post in self.posts if post.published)
        platforms = Counter(post.platform for post in self.posts if post.platform)
        languages = Counter(post.language for post in self.posts if post.language)
        yield (
            "finished",
            (
                PostStatistics(
                    posts=len(self.posts),
                    groups=len(self.heads()),
                    size_bytes=1000,
                    newest=days[-1] if days else "",
                    oldest=days[0] if days else "",
                    platforms=tuple(platforms.most_common()),
                    languages=tuple(languages.most_common()),
                ),
            ),
        )

    def _search(self, request: protocol.SearchPosts) -> Iterator[Step]:
        groups = [group for group in self.heads().values() if admitted(group[0], request.among)]
        matching = [group for group in groups if request.text.casefold() in group[0].text.casefold()]
        page = matching[request.offset : request.offset + request.limit]
        items = tuple(group[0] for group in page)
        yield "finished", (PostPage(items=items, total=len(matching), copies={group[0].id: len(group) for group in page}),)

    def _keep(self, request: protocol.KeepAskEdits) -> Iterator[Step]:
        self.edits[question_key(request.question)] = request.edits
        yield "finished", (protocol.AskEditsKept(count=len(request.edits)),)

    def _write(self, request: protocol.WriteAnswers) -> Iterator[Step]:
        write_answers(request.answered, Path(request.path))
        yield "finished", (protocol.Written(path=request.path),)

    def _write_pairs(self, request: protocol.WriteStancePairs) -> Iterator[Step]:
        pairs = stance_pairs(edit for edits in self.edits.values() for edit in edits)
        write_json_lines(map(asdict, pairs), Path(request.path))
        yield "finished", (protocol.PairsWritten(path=request.path, count=len(pairs)),)


def opinion(group: Sequence[Post], *, refutes: bool, statement: str = "") -> Opinion:
    """Return the opinion of the first of these copies; longer posts are surer."""
    sure = min(0.95, 0.5 + len(group[0].text) / 200)
    remainder = (1 - sure) / 2
    stance = (remainder, sure, remainder) if refutes else (sure, remainder, remainder)
    cluster = hash(" ".join(group[0].text.casefold().split()[:3])) % 10_000
    copy_ids = tuple(post.id for post in group[1:])
    return Opinion(post=group[0], score=sure, relevance=sure, stance=stance, said=statement, same_as=copy_ids, cluster=cluster)
