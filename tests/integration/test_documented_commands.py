"""The commands in README and user guide run in their order, on the demo library and on files with the names that they use."""

from __future__ import annotations

import gzip
import json
import re
import shlex
import shutil
import zipfile
from pathlib import Path

import pymupdf
import pytest

from app.__main__ import parse_window_arguments
from app.bootstrap import Session
from app.cli.main import run
from tests.fakes.command_line import DEMO, DEMO_FILES, ROOT

GUIDE = ROOT / "resources" / "guide"
PAGES = (ROOT / "README.md", *sorted(GUIDE.glob("*.md")))
FENCED = re.compile(r"^```[a-z]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEBATE = """WEBVTT

00:00:01.000 --> 00:00:05.000
<v Ann>The Great Wall of China can be seen from the Moon.

00:00:05.000 --> 00:00:08.000
<v Ben>Good evening, and thank you for the question.
"""


def commands(page: Path) -> list[list[str]]:
    """Return the program's command lines of a page's fenced blocks, split into words, without comments."""
    blocks = FENCED.findall(page.read_text("utf-8"))
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("priorcheck")]
    return [shlex.split(line, comments=True)[1:] for line in lines]


@pytest.fixture
def desk(tmp_path: Path, demo_library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a folder with small files of the names that the pages use. The library is a copy of the demo's."""
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "factchecks.jsonl.gz").write_bytes(gzip.compress(DEMO_FILES[0].read_bytes()))
    (folder / "table.csv").write_text("statement,rating\nThe bridge of Carrow is made of glass.,False\n", encoding="utf-8")
    (folder / "debate.vtt").write_text(DEBATE, encoding="utf-8")
    rows(folder / "claims.jsonl", {"qid": "1", "text": "The Great Wall can be seen from the Moon."})
    rows(folder / "pairs.jsonl", {"premise": "Vaccines do not cause autism.", "hypothesis": "Vaccines cause autism."})
    shutil.copy(DEMO / "posts.jsonl", folder / "posts.jsonl")
    rows(folder / "questions.jsonl", {"qid": "1", "question": "Why was the Sunday ferry to Grey Island cancelled?"})
    tweet = {
        "tweet": {"id_str": "1", "full_text": "The ferry was cancelled for lack of crew.", "created_at": "Mon May 05 10:00:00 +0000 2025"}
    }
    with zipfile.ZipFile(folder / "tweets.zip", "w") as archive:
        archive.writestr("data/tweets.js", f"window.YTD.tweets.part0 = {json.dumps([tweet])}")
    claims = json.loads((DEMO / "claims.json").read_text("utf-8"))
    (folder / "averitec.json").write_text(json.dumps(claims[:1]), encoding="utf-8")
    (folder / "folder").mkdir()
    shutil.copy(next(path for path in (DEMO / "evidence").iterdir() if path.suffix == ".html"), folder / "folder")
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "The fire brigade pumped water out of forty-one cellars of Port Ellis.")
        document.save(folder / "report.pdf")
    (folder / "list.csv").write_text("host,kind,note\nspoof.example,satire,\n", encoding="utf-8")
    shutil.copytree(demo_library, tmp_path / "library")
    shutil.copy(ROOT / "tests" / "golden" / "v0.1" / "debate.priorcheck", folder)
    monkeypatch.chdir(folder)
    return folder


def rows(path: Path, *entries: dict[str, str]) -> None:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.stem)
def test_the_commands_of_a_page_work(page: Path, desk: Path, warm_session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands(page):
        if parse_window_arguments(command) is not None or command[0] == "demo":
            continue
        arguments = [*command, "--quiet"] if command[0] not in {"models", "doctor"} else command
        code, _ = run([*arguments, "--library", str(desk.parent / "library")], session=warm_session)
        printed = capsys.readouterr()
        assert code == 0, (command, printed.err)
        if "--out" in command:
            assert (desk / command[command.index("--out") + 1]).stat().st_size > 0, command


def test_the_readme_names_a_command_for_each_of_its_subjects() -> None:
    called = {command[0] for page in PAGES for command in commands(page) if command}
    assert {"library", "rank", "match", "stance", "checkworthy", "ask", "verify", "models", "doctor"} <= called


def test_pages_and_pictures_that_are_linked_are_there() -> None:
    for page in (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "app" / "ADDING.md", ROOT / "app" / "README.md"):
        text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not target.startswith(("http:", "https:", "#")):
                assert (page.parent / target.partition("#")[0]).exists(), f"{page.name}: {target}"


def test_every_page_of_the_guide_is_linked_from_its_contents() -> None:
    contents = (GUIDE / "README.md").read_text("utf-8")
    assert [path.name for path in GUIDE.glob("*.md") if path.name != "README.md" and f"({path.name})" not in contents] == []
