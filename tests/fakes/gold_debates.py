"""Three invented debates with gold labels, in the format of the annotated debates, a library for them, and models without weights."""

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
    """A TokenEncoder in which a word's vector depends only on its spelling. `asked` counts texts."""

    identity = fake_identity(name="fake-tokens")

    def __init__(self) -> None:
        self._encoder = FakeEncoder()
        self.asked = 0

    def encode_tokens(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> tuple[FloatMatrix, NDArray[np.int64]]:
        """Encode words as tokens."""
        self.asked += len(texts)
        words = [re.findall(r"\w+", text) for text in texts]
        flat = [word for text_words in words for word in text_words]
        starts = np.cumsum([0, *map(len, words)]).astype(np.int64)
        return self._encoder.encode(flat, progress=progress, cancel=cancel), starts


def claim(topic: str, city: str) -> str:
    """Return the claim about a topic in a city."""
    return f"The council closed all {topic} in {city} last winter."


def factchecks() -> list[FactCheck]:
    """Return forty fact-checks, a quarter of them half-true, half of them published before 2018."""
    verdicts = (Verdict.FALSE, Verdict.TRUE, Verdict.MIXED, Verdict.FALSE)
    rows = []
    for number, topic in enumerate(TOPICS):
        for corner, city in enumerate(PLACES):
            rows.append(
                FactCheck(
                    id=f"fc-{topic}-{city}",
                    claim=claim(topic, city),
                    title=f"Were the {topic} of {city} closed?",
                    body=f"We asked the council of {city}. The {topic} stayed open. A report of {2000 + number} says so. Nobody objected.",
                    rating="checked",
                    verdict=verdicts[corner],
                    rating_rule="test",
                    publisher="Harbour Check",
                    claimant="A senator",
                    published=date(2016 if number % 2 else 2020, 1 + number, 1 + corner),
                    url=f"https://harbour.example/{topic}/{city}",
                    language="en",
                )
            )
    return rows


def write_gold(folder: Path) -> Path:
    """Write three debates of 24 lines. Each has four verifiable sentences (two by fact-checks of 2016, two of 2020), a disagreeing
    pair, an annotated one without stance, and a repeated line."""
    (folder / "transcripts").mkdir(parents=True)
    pairs: list[dict[str, object]] = []
    for number, name in enumerate(NAMES):
        sentences: dict[int, str] = {}
        for index in range(4):
            topic = TOPICS[(number + index) % len(TOPICS)]
            town = "Northfield" if index % 2 else "Marlow"
            line = 3 + 5 * index
            sentences[line] = f"Look, the council closed all {topic} in {town} last winter."
            settled = "false" if town == "Northfield" else "true"
            pairs.append(_pair(name, line, f"fc-{topic}-{town}", "agree", settled))
            pairs.append(_pair(name, line, f"fc-{topic}-Kisumu", "unrelated", "unknown"))
        sentences[9] = f"Nobody closed the {TOPICS[number]} of Kisumu."
        pairs.append(_pair(name, 9, f"fc-{TOPICS[number]}-Kisumu", "disagree", "unknown"))
        sentences[4] = sentences[3]
        pairs.append(_pair(name, 4, "fc-none", "repeated", "repeated"))
        rows = [f"{line}\tA SENATOR\t{sentences.get(line, f'Thank you, friends, number {line}, what a day.')}\t0" for line in range(1, 25)]
        (folder / "transcripts" / f"{name}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    return folder


def _pair(name: str, line: int, factcheck: str, stance: str, verdict: str) -> dict[str, object]:
    return {"transcript": name, "line": line, "vclaim_id": factcheck, "stance": stance, "verdict": verdict}


def paper_models(engine: Engine) -> PaperModels:
    """Return fake models: the first encoder is that of the engine, the second has another dimension."""
    encoders: dict[str, TextEncoder] = {"encoder": FakeEncoder(), "second": FakeEncoder(name="fake-second", dimension=32)}
    return PaperModels(
        encoders=encoders,
        readers=encoders,
        tokens=FakeTokenEncoder(),
        stance=engine.stance_scorer,
    )


def job(folder: Path, *, cancel: CancelToken | None = None, progress: Progress = no_progress) -> Job:
    """Return a job that works in this folder."""
    return Job(work=WorkFolder(folder), progress=progress, cancel=cancel or CancelToken())
