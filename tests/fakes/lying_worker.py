"""A worker that answers every request with an unrelated report; with `partial` as an argument, before the right answer."""

from __future__ import annotations

import sys

from app import __version__
from app.domain.document import Document
from app.framing import FrameWriter, read_frames
from app.worker.protocol import Hello, Written
from app.worker.transfer import Assembler, Received, encode_message, encode_value


def main(*, partial: bool) -> None:
    """Answer until the client disconnects."""
    writer, assembler = FrameWriter(sys.stdout.buffer), Assembler()
    writer.write(encode_message(Hello(version=__version__, python="3")))
    for frame in read_frames(sys.stdin.buffer):
        message = assembler.feed(frame)
        if isinstance(message, Received):
            frames = [*encode_value(Written(path="x"), job=message.job, partial=partial)]
            if partial:
                frames += encode_value(Document(title="t", text="", sentences=()), job=message.job)
            for answer in frames:
                writer.write(answer)


if __name__ == "__main__":
    main(partial="partial" in sys.argv)
