"""Records the bytes between a client and its worker: `pipe_tap.py FOLDER COMMAND…` writes FOLDER/requests and FOLDER/answers."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO


def _pass_on(source: BinaryIO, sink: BinaryIO, path: Path) -> None:
    with path.open("wb") as copy:
        while data := source.read1(1 << 16):  # type: ignore[attr-defined]
            copy.write(data)
            copy.flush()
            sink.write(data)
            sink.flush()
    sink.close()


def main(folder: Path, command: list[str]) -> int:
    """Run the worker until its client disconnects."""
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert worker.stdin and worker.stdout
    threading.Thread(target=_pass_on, args=(sys.stdin.buffer, worker.stdin, folder / "requests"), daemon=True).start()
    _pass_on(worker.stdout, sys.stdout.buffer, folder / "answers")  # type: ignore[arg-type]
    return worker.wait()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
