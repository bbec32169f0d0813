"""Process that rebuilds a library's index, to be killed: `python -m tests.fakes.rebuild_child LIBRARY`."""

from __future__ import annotations

import sys
from pathlib import Path

from app.domain.progress import CancelToken, no_progress
from app.store import open_library
from tests.fakes.encoder import FakeEncoder

OTHER = "other-encoder"


def main(folder: str) -> None:
    """Rebuild with a slow encoder."""
    library = open_library(Path(folder))
    print("ready", flush=True)
    library.rebuild(encoder=FakeEncoder(name=OTHER, seconds_per_text=0.001), progress=no_progress, cancel=CancelToken())


if __name__ == "__main__":
    main(*sys.argv[1:])
