"""Process that indexes and encodes posts, to be killed: `python -m tests.fakes.posts_child LIBRARY [MOMENT]`.
It stores four vectors at a time. With MOMENT it ends by itself, without clean-up, at the n-th flush to the disk ("flush-7"); "slow"
makes it take a tenth of a second for a text.
"""

from __future__ import annotations

import sys
from pathlib import Path

from app.domain.progress import CancelToken, no_progress
from app.services.posts import prepare_posts
from app.store import open_posts
from app.store.row_index import encoding
from tests.fakes.dying import die_at_flush
from tests.fakes.encoder import FakeEncoder

STEP = 4


def main(folder: str, moment: str = "") -> None:
    """Make the posts ready to be searched."""
    encoding.STEP = STEP
    library = open_posts(Path(folder))
    if moment.startswith("flush-"):
        die_at_flush(int(moment.removeprefix("flush-")))
    print("ready", flush=True)
    encoder = FakeEncoder(seconds_per_text=0.1 if moment == "slow" else 0.002)
    prepare_posts(posts=library, encoder=encoder, progress=no_progress, cancel=CancelToken())


if __name__ == "__main__":
    main(*sys.argv[1:])
