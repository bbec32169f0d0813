"""Reading in a separate process: same values, limits, cancel, a crash, and the messages for the user."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app import reading
from app.domain.document import Document
from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, InputError
from app.ingest.averitec import read_averitec_rows
from app.ingest.documents import read_document, read_text
from app.ingest.evidence import read_evidence, read_source_list
from app.ingest.factchecks import read_factchecks
from app.ingest.posts import read_posts
from app.ingest.queries import read_pairs, read_queries, read_questions
from app.ingest.rating_rows import read_rating_rows
from app.reading import client, messages, pool
from app.reading.limits import BASE_SECONDS, Limits, limits_of, size_of
from app.reading.process import BrokenReaderError, EndReason, ReaderEndedError, ReadingProcess, _Watchdog, raise_for, reading_command
from app.reading.requests import FindBoxes, ReadFactChecks, ReadQueries, RenderPage, encode_request
from app.reading.usage import Usage, meter
from app.translation import use
from tests.campaigns.bombs import calling_forms
from tests.campaigns.seeds import Seed, seeds
from tests.patience import AT_ONCE

PAIRS: dict[str, tuple[Any, Any]] = {
    "document": (lambda path: read_document(path, cancel=CancelToken()), lambda path: reading.read_document(path, cancel=CancelToken())),
    "factchecks": (
        lambda path: list(read_factchecks(path, options=ImportOptions(), progress=no_progress, cancel=CancelToken())),
        lambda path: list(reading.read_factchecks(path, options=ImportOptions(), progress=no_progress, cancel=CancelToken())),
    ),
    "posts": (
        lambda path: list(read_posts(path, options=PostImportOptions(), progress=no_progress, cancel=CancelToken())),
        lambda path: list(reading.read_posts(path, options=PostImportOptions(), progress=no_progress, cancel=CancelToken())),
    ),
    "evidence": (
        lambda path: list(read_evidence(path, options=EvidenceImportOptions(), progress=no_progress, cancel=CancelToken())),
        lambda path: list(reading.read_evidence(path, options=EvidenceImportOptions(), progress=no_progress, cancel=CancelToken())),
    ),
    "averitec": (read_averitec_rows, reading.read_averitec_rows),
    "queries": (
        lambda path: (read_queries(path), read_questions(path)),
        lambda path: (reading.read_queries(path), reading.read_questions(path)),
    ),
    "pairs": (read_pairs, reading.read_pairs),
    "ratings": (lambda path: list(read_rating_rows(path)), lambda path: list(reading.read_rating_rows(path))),
    "sources": (
        lambda path: read_source_list(path, cancel=CancelToken()),
        lambda path: reading.read_source_list(path, cancel=CancelToken()),
    ),
}


@pytest.mark.parametrize("seed", [seed for seed in seeds() if seed.reader in PAIRS], ids=lambda seed: f"{seed.reader}-{seed.name}")
def test_the_process_reads_the_same_as_the_reader(tmp_path: Path, seed: Seed) -> None:
    (tmp_path / seed.name).write_bytes(seed.data)
    beside, apart = PAIRS[seed.reader]
    assert apart(tmp_path / seed.name) == beside(tmp_path / seed.name)


def test_pasted_text_is_read_the_same() -> None:
    text = "Anna: Taxes fell in 2020.\nBerg: They rose.\nAnna: Nobody paid."
    assert reading.read_text(text, title="Mine") == read_text(text, title="Mine")
    with pytest.raises(InputError) as refused:
        reading.read_text(" \n")
    assert refused.value.code == "document-empty"


def test_errors_are_those_of_the_reader_in_the_language_of_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError) as refused:
        reading.read_document(tmp_path / "none.txt", cancel=CancelToken())
    assert refused.value.code == "document-not-found" and "Check the name" in refused.value.hint
    use("es")
    try:
        with pytest.raises(InputError, match="No hay"):
            reading.read_document(tmp_path / "none.txt", cancel=CancelToken())
    finally:
        use("en")


def test_relative_and_undecodable_paths_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("Taxes fell in 2020.")
    assert reading.read_document(Path("a.txt"), cancel=CancelToken()).source == "a.txt"
    if sys.platform == "linux":
        odd = Path(os.fsdecode(b"odd-\xff.txt"))
        odd.write_text("Taxes fell in 2020.")
        assert reading.read_document(odd, cancel=CancelToken()).source == str(odd)


def test_half_of_a_surrogate_pair_leaves_every_offset() -> None:
    document = Document(title="a", text="a \ud800 b", sentences=(), source="", format="text", language="", date=None)
    sent = msgspec.msgpack.decode(messages.encode(document), type=Document)
    assert sent.text == "a ? b"


def test_progress_arrives(tmp_path: Path) -> None:
    rows = "\n".join(f'{{"claim": "Claim number {number} of many."}}' for number in range(5000))
    (tmp_path / "a.jsonl").write_text(rows)
    heard: list[ProgressUpdate] = []
    read_rows = list(reading.read_factchecks(tmp_path / "a.jsonl", options=ImportOptions(), progress=heard.append, cancel=CancelToken()))
    assert len(read_rows) == 5000 and all(isinstance(row, ReadRow) for row in read_rows)
    assert heard and heard[-1].done > 0


def test_the_beginning_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("What was said,Ruling\nTaxes fell.,False\nThey rose.,True\n")
    table = reading.preview_factchecks(tmp_path / "a.csv")
    assert table is not None and table.header == ("What was said", "Ruling") and len(table.rows) == 2
    (tmp_path / "p.csv").write_text("Message,When\nTaxes fell.,2024-01-01\n")
    posts = reading.preview_posts(tmp_path / "p.csv")
    assert posts is not None and posts.header == ("Message", "When")
    (tmp_path / "a.json").write_text('{"posts": [{"text": "a"}]}')
    assert reading.preview_posts(tmp_path / "a.json") is None


def test_pages_and_boxes(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(next(seed.data for seed in seeds() if seed.name == "a.pdf"))
    document = reading.read_document(path, cancel=CancelToken())
    image = reading.render_page(path, page=1, scale=0.5, cancel=CancelToken())
    assert image.width > 100 and image.pixels
    first = document.sentences[0]
    boxes = reading.find_boxes(path, text=document.text, spans=[(first.start, first.end)], cancel=CancelToken())
    assert boxes.boxes[0] and boxes.boxes[0][0].page == 1
    with pytest.raises(InputError, match="no page 99"):
        reading.render_page(path, page=99, scale=1, cancel=CancelToken())


def test_cancel_is_answered_while_native_code_runs(tmp_path: Path) -> None:
    path = tmp_path / "forms.pdf"
    path.write_bytes(calling_forms())
    token = CancelToken()
    timer = threading.Timer(0.5, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        reading.read_document(path, cancel=token)
    timer.join()
    assert reading.read_text("Taxes fell.").sentences


def test_stopping_midway_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"claim": "Taxes fell again in the year."}\n' * 30_000)
    processes = pool.ReadingProcesses()
    with processes.borrow() as first:
        number = first.pid
    with pytest.raises(GeneratorExit), processes.borrow() as process:
        assert process.pid == number
        rows = _rows(process, tmp_path / "a.jsonl")
        assert isinstance(next(rows), ReadRow)
        rows.close()
        raise GeneratorExit
    with processes.borrow() as after:
        assert after.pid != number
    processes.close()


def _rows(process: ReadingProcess, path: Path) -> Iterator[Any]:
    request = ReadFactChecks(options=ImportOptions(), path=os.fsencode(path))
    return process.ask(encode_request(request), request.item_types(), limits=Limits(), progress=no_progress, cancel=CancelToken())


def test_a_crashed_reader_is_reported_and_the_next_one_reads(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"claim": "Taxes fell again in the year."}\n' * 30_000)
    process = ReadingProcess(reading_command(warm=False))
    rows = _rows(process, tmp_path / "a.jsonl")
    next(rows)
    os.kill(process.pid, 9)
    with pytest.raises(ReaderEndedError) as ended:
        list(rows)
    process.close()
    assert ended.value.reason is EndReason.CRASH and not process.usable
    error = client.too_costly("a.pdf", EndReason.CRASH)
    assert error.code == "input-too-costly" and error.exit_code == 2 and "a.pdf" in error.message and error.hint


def test_excessive_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "limits_of", lambda _: Limits(memory=150 << 20))
    (tmp_path / "a.jsonl").write_bytes(b'{"qid": 1, "text": "a"}\n' * 1_500_000)
    with pytest.raises(InputError, match="more memory") as refused:
        reading.read_queries(tmp_path / "a.jsonl")
    assert refused.value.code == "input-too-costly"


def test_excessive_time_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "limits_of", lambda _: Limits(seconds=0.3))
    (tmp_path / "a.jsonl").write_bytes(b'{"qid": 1, "text": "a"}\n' * 300_000)
    with pytest.raises(InputError, match="more time"):
        reading.read_queries(tmp_path / "a.jsonl")


def watched(limits: Limits, *usages: Usage | None, units: int = 0, rows: int = 0, heard_at: int = -1) -> list[EndReason]:
    """Return the end reasons of a watchdog that sees these usages in turn; progress is noted before poll `heard_at`."""
    ended: list[EndReason] = []
    looks = iter(usages)
    polls = 0

    def look() -> Usage | None:
        nonlocal polls
        polls += 1
        if polls == heard_at:
            watch.note_progress(units, rows)
        return next(looks, None)

    watch = _Watchdog(limits, look, ended.append)
    watch.run(threading.Event())
    return ended


def test_the_watchdog_ends_silent_slow_or_large_processes() -> None:
    limits = Limits(quiet=3, seconds=10, per_unit=0.5, per_row=0.1, memory=100)
    assert watched(limits, Usage(1, 50), Usage(3.9, 100)) == []
    assert watched(limits, Usage(1, 50), Usage(4.1, 50)) == [EndReason.TIME]
    assert watched(limits, Usage(1, 50), Usage(1.1, 101)) == [EndReason.MEMORY]
    assert watched(limits, Usage(1, 50), Usage(4.1, 50), Usage(7, 50), heard_at=2) == []
    assert watched(limits, Usage(1, 50), Usage(11.5, 50), heard_at=2) == [EndReason.TIME]
    assert watched(limits, Usage(1, 50), Usage(11.5, 50), heard_at=2, units=2) == []
    assert watched(limits, Usage(1, 50), Usage(11.5, 50), heard_at=2, rows=6) == []
    assert watched(limits, None) == []


def test_the_time_limit_grows_with_the_file_size(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "a").write_bytes(b"a" * 1000)
    (tmp_path / "inside" / "b").write_bytes(b"b" * 500)
    assert (size_of(tmp_path), size_of(tmp_path / "a"), size_of(tmp_path / "none")) == (1500, 1000, 0)
    assert limits_of(0).seconds == BASE_SECONDS < limits_of(1 << 20).seconds < limits_of(10 << 20).seconds
    assert limits_of(1 << 40).memory == limits_of(1 << 30).memory < 1 << 30


def test_end_reasons_become_errors() -> None:
    raise_for(messages.Done())
    with pytest.raises(InputError, match="No"):
        raise_for(messages.Failed("a", "No.", "Try."))
    with pytest.raises(ReaderEndedError):
        raise_for(messages.TooLarge())
    with pytest.raises(FileNotFoundError):
        raise_for(messages.SystemRefused(2, "No such file", "a"))
    with pytest.raises(BrokenReaderError, match="Traceback"):
        raise_for(messages.Broken("Traceback"))


def test_a_hostile_file_in_a_folder_of_evidence_is_one_refused_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("Taxes fell in 2020, said the minister.")
    (tmp_path / "b.pdf").write_bytes(calling_forms())
    (tmp_path / "c.txt").write_text("They rose in 2021, said the report.")
    monkeypatch.setattr(client, "limits_of", lambda _: Limits(seconds=2.0))
    rows = list(reading.read_evidence(tmp_path, options=EvidenceImportOptions(), progress=no_progress, cancel=CancelToken()))
    assert [row.source for row in rows] == ["a.txt", "b.pdf", "c.txt"]
    assert isinstance(rows[1], RefusedRow) and "b.pdf" in rows[1].reason


def test_too_many_refused_rows_refuse_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"claim": "Taxes fell."}\n' + b"[]\n" * 60_000)
    with pytest.raises(InputError, match="Hardly any row"):
        list(
            reading.read_factchecks(tmp_path / "a.jsonl", options=ImportOptions(format="jsonl"), progress=no_progress, cancel=CancelToken())
        )


def test_the_process_leaves_when_the_program_goes() -> None:
    process = subprocess.Popen(reading_command(warm=True), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.communicate(timeout=AT_ONCE * 3)
    assert process.returncode == 0


def test_a_process_is_used_again_and_several_read_at_once() -> None:
    processes = pool.ReadingProcesses()
    processes.warm_up()
    processes.warm_up()
    with processes.borrow() as first, processes.borrow() as second:
        assert first.pid != second.pid
    with processes.borrow() as again:
        assert again.pid in (first.pid, second.pid)
    processes.close()
    assert not first.usable and not second.usable


def test_a_process_that_is_gone_uses_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    process.wait()
    assert meter(process.pid)() is None
    usage = meter(os.getpid())()
    assert usage is not None and usage.seconds > 0 and usage.memory > 1 << 20


def test_without_psutil_the_clock_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psutil", None)
    before = meter(os.getpid())()
    time.sleep(0.01)
    after = meter(os.getpid())()
    assert before is not None and after is not None and after.seconds > before.seconds


@pytest.mark.skipif(sys.platform == "win32", reason="limits as POSIX has them")
def test_the_reader_writes_no_file(tmp_path: Path) -> None:
    code = (
        "import sys; from app.reading.system_limits import *; forbid_writing(); renew_time(); limit_memory(1 << 20)\n"
        "try: open(sys.argv[1], 'wb').write(b'a' * 100_000)\nexcept OSError: print('refused')\n"
        "try: bytearray(2_000_000_000); print('held')\nexcept MemoryError: print('no memory')"
    )
    completed = subprocess.run([sys.executable, "-c", code, str(tmp_path / "a")], capture_output=True, text=True, check=True)
    assert completed.stdout.split("\n")[0] == "refused" and (tmp_path / "a").stat().st_size == 0
    if sys.platform == "linux":
        assert completed.stdout.split("\n")[1] == "no memory"


def test_requests_declare_their_result_types() -> None:
    assert RenderPage(page=1, scale=1.0).item_types() and FindBoxes(text="", spans=()).item_types() and ReadQueries().item_types()
