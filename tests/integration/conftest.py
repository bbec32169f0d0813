"""A session whose models stay loaded, the demo library built once with them, and a command line over both."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.cli.main import run
from tests.fakes.command_line import DEMO_FILES, CommandLine


@pytest.fixture(scope="session")
def warm_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The real models, loaded once on the processor."""
    session = Session(device="cpu")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRIORCHECK_HOME", str(tmp_path_factory.mktemp("warm-home")))
        session.shared_encoder()
    yield session
    session.close()


@pytest.fixture(scope="session")
def demo_library(warm_session: Session, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's fact-checks imported with the real models; to be read only."""
    folder = tmp_path_factory.mktemp("demo") / "library"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRIORCHECK_HOME", str(tmp_path_factory.mktemp("demo-home")))
        code, _ = run(["library", "import", *map(str, DEMO_FILES), "--library", str(folder)], session=warm_session)
    assert code == 0
    return folder


@pytest.fixture
def demo(warm_session: Session, capsys: pytest.CaptureFixture[str], demo_library: Path) -> CommandLine:
    """Commands over the demo library, for reading."""
    return CommandLine(warm_session, capsys, demo_library)


@pytest.fixture
def own_demo(demo: CommandLine, tmp_path: Path) -> CommandLine:
    """Commands over a copy of the demo library, for changing."""
    shutil.copytree(demo.library, tmp_path / "own-library")
    demo.library = tmp_path / "own-library"
    return demo


@pytest.fixture
def fresh(warm_session: Session, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """Commands over a library that does not exist yet."""
    return CommandLine(warm_session, capsys, tmp_path / "fresh-library")
