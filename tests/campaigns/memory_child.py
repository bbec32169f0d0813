"""Process that ranks documents one after the other and prints its memory in MB after each: `python -m tests.campaigns.memory_child
COUNT SENTENCES FOLDER`.
No two documents are equal: each has the demo debate's sentences in another order, with other numbers, in another format.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import psutil

from app.bootstrap import Session
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.documents import read_document
from app.services.ranking import rank_document
from tests.campaigns.seeds import DEMO


def write_document(number: int, pool: list[str], sentences: int, folder: Path) -> Path:
    """Write the document of this number with so many sentences of the pool."""
    rng = random.Random(number)
    sample = rng.sample(pool, sentences)
    lines = [f"{sentence.rstrip('.')} in {rng.randrange(1900, 2024)}, {rng.randrange(100)} times." for sentence in sample]
    kind = ("txt", "md", "html", "vtt")[number % 4]
    if kind == "vtt":
        text = "WEBVTT\n\n" + "".join(f"00:{index:02}:00.000 --> 00:{index:02}:09.000\n{line}\n\n" for index, line in enumerate(lines))
    elif kind == "html":
        text = "<html><body>" + "".join(f"<p>{line}</p>" for line in lines) + "</body></html>"
    else:
        text = "\n\n".join(lines)
    path = folder / f"document.{kind}"
    path.write_text(text, encoding="utf-8")
    return path


def main(count: int, sentences: int, folder: Path) -> None:
    """Rank all documents against the library in `folder/library`."""
    pool = [sentence.text for sentence in read_document(DEMO / "debate.vtt", cancel=CancelToken()).sentences if len(sentence.text) > 20]
    session, process = Session(device="cpu"), psutil.Process(os.getpid())
    engine = session.engine(folder / "library")
    for number in range(count):
        document = read_document(write_document(number, pool, sentences, folder), cancel=CancelToken())
        ranked = rank_document(document, engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken())
        assert len(ranked.sentences) >= sentences // 2
        print(round(process.memory_info().rss / 1e6, 1), flush=True)
    session.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
