"""Three invented debates with gold, in the annotated debates' format, a library for them, and models without weights."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, Progress, no_progress
from app.domain.verdict import Verdict
from app.ports import FloatMatrix, TextEncoder
from app.services.engine import Engine
from models.research.paper.models import Job, PaperModels
from models.research.paper.work import WorkFolder
from tests.fakes.encoder import FakeEncoder, fake_identity

TOPICS = ("bridges", "schools", "vaccines", "rivers", "pensions", "turbines", "buses", "libraries", "lakes", "harvests")
PLACES = ("Northfield", "Marlow", "Estoril", "Kisumu")
NAMES = ("20170101_First", "20180101_Second", "20190101_Third")


class FakeTokenEncoder:
    """A TokenEncoder: a word's vector is that of its spelling alone. `asked` counts texts."""

    identity = fake_identity(name="fake-tokens")

    def __init__(self) -> None:
        self._encoder = FakeEncoder()
        self.asked = 0

    def encode_tokens(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> tuple[FloatMatrix, NDArray[np.int64]]:
        """Words as tokens."""
        self.asked += len(texts)
        words = [re.findall(r"\w+", text) for text in texts]
        flat = [word for own in words for word in own]
        starts = np.cumsum([0, *map(len, words)]).astype(np.int64)
        return self._encoder.encode(flat, progress=progress, cancel=cancel), starts


def claim(topic: str, place: str) -> str:
    """What is said of a topic in a place."""
    return f"The council closed all {topic} in {place} last winter."


def factchecks() -> list[FactCheck]:
    """Forty fact-checks, a quarter of them half-true, half of them published before 2018."""
    verdicts = (Verdict.FALSE, Verdict.TRUE, Verdict.MIXED, Verdict.FALSE)
    found = []
    for number, topic in enumerate(TOPICS):
        for corner, place in enumerate(PLACES):
            found.append(
                FactCheck(
                    id=f"fc-{topic}-{place}",
                    claim=claim(topic, place),
                    title=f"Were the {topic} of {place} closed?",
                    body=f"We asked the council of {place}. The {topic} stayed open. A report of {2000 + number} says so. Nobody objected.",
                    rating="checked",
                    verdict=verdicts[corner],
                    rating_rule="test",
                    publisher="Harbour Check",
                    claimant="A senator",
                    published=date(2016 if number % 2 else 2020, 1 + number, 1 + corner),
                    url=f"https://harbour.example/{topic}/{place}",
                    language="en",
                )
            )
    return found


def write_gold(folder: Path) -> Path:
    """Three debates of 24 lines. Each has four verifiable sentences (two by fact-checks of 2016, two of 2020), a disagreeing
    pair, an annotated one without stance, and a line that repeats another."""
    (folder / "transcripts").mkdir(parents=True)
    pairs: list[dict[str, object]] = []
    for number, name in enumerate(NAMES):
        said: dict[int, str] = {}
        for place in range(4):
            topic = TOPICS[(number + place) % len(TOPICS)]
            town = "Northfield" if place % 2 else "Marlow"
            line = 3 + 5 * place
            said[line] = f"Look, the council closed all {topic} in {town} last winter."
            settled = "false" if town == "Northfield" else "true"
            pairs.append(_pair(name, line, f"fc-{topic}-{town}", "agree", settled))
            pairs.append(_pair(name, line, f"fc-{topic}-Kisumu", "unrelated", "unknown"))
        said[9] = f"Nobody closed the {TOPICS[number]} of Kisumu."
        pairs.append(_pair(name, 9, f"fc-{TOPICS[number]}-Kisumu", "disagree", "unknown"))
        said[4] = said[3]
        pairs.append(_pair(name, 4, "fc-none", "repeated", "repeated"))
        rows = [f"{line}\tA SENATOR\t{said.get(line, f'Thank you, friends, number {line}, what a day.')}\t0" for line in range(1, 25)]
        (folder / "transcripts" / f"{name}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    return folder


def _pair(name: str, line: int, factcheck: str, stance: str, verdict: str) -> dict[str, object]:
    return {"transcript": name, "line": line, "vclaim_id": factcheck, "stance": stance, "verdict": verdict}


def paper_models(engine: Engine) -> PaperModels:
    """Fake models: our encoder is the engine's kind, the second has another dimension."""
    encoders: dict[str, TextEncoder] = {"encoder": FakeEncoder(), "second": FakeEncoder(name="fake-second", dimension=32)}
    return PaperModels(
        encoders=encoders,
        readers=encoders,
        tokens=FakeTokenEncoder(),
        stance=engine.stance_scorer,
    )


def job(folder: Path, *, cancel: CancelToken | None = None, progress: Progress = no_progress) -> Job:
    """A job that works in this folder."""
    return Job(work=WorkFolder(folder), progress=progress, cancel=cancel or CancelToken())
