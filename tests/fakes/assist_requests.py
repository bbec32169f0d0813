"""Language model of the fake task client: it answers by rule, and its output passes the real services and their checks.
It quotes the claim of a fact-check, puts an "x" before each translated word, adds the speaker to a claim, asks about the claim's
first words, justifies with the first answer, and uses the first text's title. `said` has other answers, by property.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.assist import Asker
from app.domain.assisted import Use
from app.domain.narrative import NarrativeMap
from app.domain.progress import CancelToken, no_progress
from app.services.assisted_matches import assist_record, settling_lines, translated_claim
from app.services.assisted_narratives import narrative_title
from app.services.assisted_suggesting import suggest_for
from app.worker import protocol
from tests.fakes.library_requests import Step
from tests.fakes.llm import Asked, FakeLanguageModel
from tests.fakes.verify_engine import SidedStance


class Writer:
    """Answers like the worker's handlers; `stories` are the narratives for which titles are requested."""

    def __init__(self, stories: Callable[[], NarrativeMap]) -> None:
        self._stories = stories
        self.said: dict[str, object] = {}
        self.model = FakeLanguageModel(self._answer)

    def handlers(self) -> Mapping[type[protocol.AnyRequest], Callable[..., Iterator[Step]]]:
        """Return the handlers by request type."""
        return {protocol.NoteMatch: self._note, protocol.SuggestForClaim: self._suggest, protocol.SuggestTitle: self._title}

    def _note(self, request: protocol.NoteMatch) -> Iterator[Step]:
        yield "progressed", ("Loading the language model", 0, 0)
        asker = self._asker()
        if request.target:
            translated, usage = translated_claim(request.match, request.target, asker=asker)
            yield "finished", (protocol.MatchNoted(translated=translated, record=assist_record(Use.TRANSLATION, usage, asker)),)
            return
        lines, usage = settling_lines(request.sentence, request.match, asker=asker)
        yield "finished", (protocol.MatchNoted(lines=lines, record=assist_record(Use.SETTLING, usage, asker)),)

    def _suggest(self, request: protocol.SuggestForClaim) -> Iterator[Step]:
        yield "progressed", ("Loading the language model", 0, 0)
        suggestions = suggest_for(request.verification, request.use, asker=self._asker(), stance=SidedStance, progress=no_progress)
        yield (
            "finished",
            (
                protocol.ClaimSuggested(
                    claim=suggestions.claim,
                    questions=suggestions.questions,
                    justification=suggestions.justification,
                    record=suggestions.record,
                ),
            ),
        )

    def _title(self, request: protocol.SuggestTitle) -> Iterator[Step]:
        yield "progressed", ("Loading the language model", 0, 0)
        title, record = narrative_title(self._stories(), request.narrative, asker=self._asker(), progress=no_progress)
        yield "finished", (protocol.TitleSuggested(title=title, record=record),)

    def _asker(self) -> Asker:
        return Asker(self.model, CancelToken())

    def _answer(self, prompt: Asked) -> str:
        rules: dict[str, Callable[[str], object]] = {
            "lines": _quoting,
            "translation": lambda question: " ".join(f"x{word}" for word in _block(question, "text").split()),
            "claim": _with_speaker,
            "questions": _asking,
            "sentences": lambda question: [{"sentence": _block(question, "answer-1").splitlines()[-1], "answers": [1]}],
            "title": lambda question: _block(question, "texts").splitlines()[0].partition("] ")[2],
        }
        properties: Any = (prompt.form.json_schema or {})["properties"]
        (name,) = properties
        return json.dumps({name: self.said[name] if name in self.said else rules[name](prompt.question)})


def _block(question: str, name: str) -> str:
    match = re.search(f"<{name}>\n(.*?)\n</{name}>", question, re.DOTALL)
    return match[1] if match else ""


def _quoting(question: str) -> list[dict[str, str]]:
    claim = _block(question, "fact-check").splitlines()[0].removeprefix("claim: ")
    return [{"line": claim, "quote": claim}]


def _with_speaker(question: str) -> str:
    sentence = _block(question, "sentence")
    speaker = re.search("^speaker: (.*)$", _block(question, "occasion"), re.MULTILINE)
    return f"{speaker[1]}: {sentence}" if speaker else sentence


def _asking(question: str) -> list[dict[str, str]]:
    about = " ".join(_block(question, "claim").split()[:3])
    return [{"question": f"When did {about} begin?", "about": about}, {"question": f"Who counted {about}?", "about": about}]
