"""Every file that stores user work, saved repeatedly until the process is killed, and read back afterwards.
Save number n stores n and nothing else, or, where saves accumulate, all numbers to n; so the stored state shows which save it is.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from app.bootstrap.library_files import open_judgements, open_narratives, open_verifications
from app.bootstrap.projects import create_project, open_project, read_project
from app.domain.document import Document, Sentence
from app.domain.judgement import Judgement, JudgementChange, JudgementOperation, Pair, PairKind
from app.domain.keyed_document import with_keys
from app.domain.narrative_operations import NarrativeOperation
from app.domain.review import UNMARKED, Decision, Mark, MarkChange, ReviewOperation, Target
from app.domain.reviewed import ReportChoice
from app.domain.stored_verification import StoredVerification
from app.domain.verification import ClaimForm, Verification
from app.services.reports import write_report
from app.settings import load_settings, save_settings
from tests.fakes.reviewed import reviewed_debate

Save = Callable[[int], object]
PADDING = "x" * 900


@contextmanager
def _project(folder: Path) -> Iterator[Save]:
    """Save an act for each number in the project under review, and sometimes the ranking."""
    path = folder / "night.priorcheck"
    reviewed = reviewed_debate()
    project = open_project(path) if path.is_file() else create_project(path, with_keys(reviewed.ranked.document))

    def save(number: int) -> None:
        change = MarkChange(Target(str(number % 9), "a"), UNMARKED, Mark(decision=Decision.CONFIRMED, note=PADDING[: number % 900]))
        project.keep_act(number, ReviewOperation(label=str(number), who="a", at="", changes=(change,)))
        if number % 7 == 0:
            project.keep_ranking(reviewed.ranked)

    yield save
    project.close()


def _project_reached(folder: Path) -> int:
    content = read_project(folder / "night.priorcheck")
    assert [act.label for act in content.acts] == [str(number) for number in range(1, content.position + 1)]
    assert content.ranked is None or len(content.ranked.sentences) == 9
    return content.position


@contextmanager
def _copy(folder: Path) -> Iterator[Save]:
    """Save a project as another file, replacing the earlier copy."""
    path = folder / "first.priorcheck"
    if path.is_file():
        project = open_project(path)
    else:
        text = " ".join(f"Sentence {number} of a long night." for number in range(500))
        spans = [match.span() for match in re.finditer(r"[^.]+\.", text)]
        sentences = tuple(Sentence(index=index, text=text[start:end], start=start, end=end) for index, (start, end) in enumerate(spans))
        project = create_project(path, with_keys(Document(title="t", text=text, sentences=sentences)))

    def save(number: int) -> None:
        project.keep_note("number", str(number))
        project.copy_to(folder / "copy.priorcheck")

    yield save
    project.close()


def _copy_reached(folder: Path) -> int:
    content = read_project(folder / "copy.priorcheck")
    assert len(content.base.document.sentences) == 500
    return int(content.notes["number"])


@contextmanager
def _report(suffix: str, folder: Path) -> Iterator[Save]:
    """Write a report in which every sentence has a speaker named after the save; text files are some megabytes, since a longer
    write is killed more often."""
    reviewed = reviewed_debate()
    padding = PADDING * 200 if suffix in ("jsonl", "html") else ""

    def save(number: int) -> None:
        entries = tuple(
            replace(entry, sentence=replace(entry.sentence, speaker=f"Night{number}end", text=f"Said. {padding}"))
            for entry in reviewed.ranked.sentences
        )
        ranked = replace(reviewed.ranked, sentences=entries)
        write_report(replace(reviewed, ranked=ranked), folder / f"report.{suffix}", ReportChoice(charts=False), record=False)

    yield save


def _report_reached(suffix: str, folder: Path) -> int:
    """Return the number in the complete file, read by an independent parser."""
    names = re.findall(r"Night(\d+)end", _REPORT_READERS[suffix](folder / f"report.{suffix}"))
    assert len(names) >= 7
    (number,) = set(names)
    return int(number)


def _html_text(path: Path) -> str:
    page = path.read_text(encoding="utf-8")
    assert page.endswith("</html>\n")
    return page


def _jsonl_text(path: Path) -> str:
    return " ".join(json.loads(line)["speaker"] for line in path.read_text(encoding="utf-8").splitlines())


def _csv_text(path: Path) -> str:
    return " ".join(row["speaker"] for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def _docx_text(path: Path) -> str:
    import docx

    return "\n".join(paragraph.text for paragraph in docx.Document(str(path)).paragraphs)


def _xlsx_text(path: Path) -> str:
    import openpyxl

    return " ".join(str(row[3]) for row in openpyxl.load_workbook(path)["Sentences"].iter_rows(values_only=True))


def _pdf_text(path: Path) -> str:
    import pymupdf

    with pymupdf.open(path) as read:
        return "".join(page.get_text() for page in read)


_REPORT_READERS: dict[str, Callable[[Path], str]] = {
    "jsonl": _jsonl_text,
    "csv": _csv_text,
    "html": _html_text,
    "docx": _docx_text,
    "xlsx": _xlsx_text,
    "pdf": _pdf_text,
}


@contextmanager
def _settings(folder: Path) -> Iterator[Save]:
    path = folder / "settings.toml"
    yield lambda number: save_settings(load_settings(path).with_value("recent_files", (str(number), PADDING)), path)


def _settings_reached(folder: Path) -> int:
    settings = load_settings(folder / "settings.toml")
    assert not settings.notes and settings.recent_files[1] == PADDING
    return int(settings.recent_files[0])


@contextmanager
def _verifications(folder: Path) -> Iterator[Save]:
    verification_store = open_verifications(folder)

    def save(number: int) -> None:
        verification = Verification(claim=ClaimForm(text=f"Claim {number}"), own_note=PADDING[: number % 900])
        verification_store.keep([StoredVerification(id=str(number), verification=verification, created=f"{number:09}", changed="")])

    yield save
    verification_store.close()


def _verifications_reached(folder: Path) -> int:
    with closing(open_verifications(folder)) as verification_store:
        ids = [int(summary.id) for summary in verification_store.summaries()]
        assert len(verification_store.get([str(number) for number in ids])) == len(ids)
    return _all_to(ids)


@contextmanager
def _judgements(folder: Path) -> Iterator[Save]:
    judgement_store = open_judgements(folder)

    def save(number: int) -> None:
        change = JudgementChange(pair=Pair(kind=PairKind.CLAIM, query=str(number), item="a"), before=None, after=Judgement.EXACT)
        judgement_store.keep(JudgementOperation(label=str(number), who="a", at=f"{number:09}", changes=(change,)))

    yield save
    judgement_store.close()


def _judgements_reached(folder: Path) -> int:
    with closing(open_judgements(folder)) as judgement_store:
        return _all_to([int(entry.pair.query) for entry in judgement_store.all()])


@contextmanager
def _narratives(folder: Path) -> Iterator[Save]:
    narrative_store = open_narratives(folder)

    def save(number: int) -> None:
        change = JudgementChange(pair=Pair(kind=PairKind.REPEAT, query=str(number), item="a"), before=None, after=Judgement.EXACT)
        narrative_store.do(NarrativeOperation(label=str(number), who="a", at="", judgements=(change,)))

    yield save
    narrative_store.close()


def _narratives_reached(folder: Path) -> int:
    with closing(open_narratives(folder)) as narrative_store:
        narratives = narrative_store.read()
        assert int(narratives.undo) == len(narratives.judgements) and not narratives.redo
        return int(narratives.undo)


def _all_to(numbers: list[int]) -> int:
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    return len(numbers)


KINDS: dict[str, tuple[Callable[[Path], AbstractContextManager[Save]], Callable[[Path], int]]] = {
    "project": (_project, _project_reached),
    "copy of a project": (_copy, _copy_reached),
    "settings": (_settings, _settings_reached),
    "verifications": (_verifications, _verifications_reached),
    "judgements": (_judgements, _judgements_reached),
    "narratives": (_narratives, _narratives_reached),
}
EXPORTS = {f"report.{suffix}": (partial(_report, suffix), partial(_report_reached, suffix)) for suffix in _REPORT_READERS}
"""The same for reports, which are written whole to a file beside the old one, which then takes its name."""
KINDS |= EXPORTS
"""What can be saved: how, and the number of the save that a folder holds."""


def saver(kind: str, folder: Path) -> AbstractContextManager[Save]:
    """Provide a function that saves numbers, in ascending order."""
    return KINDS[kind][0](folder)


def reached(kind: str, folder: Path) -> int:
    """Return the number of the save in the folder. Raises AssertionError if it holds parts of several."""
    return KINDS[kind][1](folder)


def save_for_ever(kind: str, folder: Path, first: int) -> None:
    """Save, beginning with this number, and print each number once it was acknowledged."""
    with saver(kind, folder) as save:
        for number in itertools.count(first):
            save(number)
            print(number, flush=True)
