"""Fixtures of a session whose models stay loaded, the demo library built once with them, and a command line over both."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.cli.main import run
from tests.fakes.command_line import DEMO, DEMO_FILES, CommandLine


@pytest.fixture(scope="session")
def warm_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the home in which the loaded models cache their results."""
    return tmp_path_factory.mktemp("warm-home")


@pytest.fixture(scope="session")
def warm_session(warm_home: Path) -> Iterator[Session]:
    """Provide the real models, loaded once on the processor."""
    session = Session(device="cpu")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRIORCHECK_HOME", str(warm_home))
        session.models.shared_encoder()
    yield session
    session.close()


@pytest.fixture(scope="session")
def demo_library(warm_session: Session, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the demo's fact-checks imported with the real models, for reading only."""
    folder = tmp_path_factory.mktemp("demo") / "library"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRIORCHECK_HOME", str(tmp_path_factory.mktemp("demo-home")))
        code, _ = run(["library", "import", *map(str, DEMO_FILES), "--library", str(folder)], session=warm_session)
    assert code == 0
    return folder


@pytest.fixture(scope="session")
def debate_scores(warm_session: Session, warm_home: Path, demo_library: Path) -> Path:
    """Provide a cache with every embedding and score of the demo's debate against its library, for copying."""
    arguments = ["rank", str(DEMO / "debate.vtt"), "--library", str(demo_library), "--out", str(warm_home / "debate.jsonl"), "--quiet"]
    assert run(arguments, session=warm_session)[0] == 0
    return warm_home / "cache"


@pytest.fixture
def knows_debate(debate_scores: Path, own_home: Path) -> None:
    """Give the processes of the test a cache in which the demo's debate is scored."""
    shutil.copytree(debate_scores, own_home / "cache")


@pytest.fixture
def demo(warm_session: Session, capsys: pytest.CaptureFixture[str], demo_library: Path) -> CommandLine:
    """Provide commands over the demo library, for reading only."""
    return CommandLine(warm_session, capsys, demo_library)


@pytest.fixture
def own_demo(demo: CommandLine, tmp_path: Path) -> CommandLine:
    """Provide commands over a copy of the demo library, which may be changed."""
    shutil.copytree(demo.library, tmp_path / "own-library")
    demo.library = tmp_path / "own-library"
    return demo


@pytest.fixture
def cli(warm_session: Session, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """Provide commands over a library that does not exist yet."""
    return CommandLine(warm_session, capsys, tmp_path / "fresh-library")
