"""Pictures of the README: the real window on the demo debate, light and dark, rendered without a display.

`python packaging/dev.py screenshots` writes window.png and window-dark.png to resources/screenshots. If the demo has posts, it also
writes ask.png and ask-dark.png with its first question, and narratives.png and narratives-dark.png with the story that appears in
most languages. The user's own folders are not touched.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "screenshots" / "window.png"
QUESTION_PICTURE = TARGET.with_name("ask.png")
STORY_PICTURE = TARGET.with_name("narratives.png")


def main() -> int:
    """Fill a demo library in a temporary folder, rank the demo debate in the window, take the pictures."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PRIORCHECK_HOME=home, QT_QPA_PLATFORM="offscreen", HF_HUB_OFFLINE="1")
        from app.bootstrap import Session
        from app.demo_paths import demo_library
        from app.domain.options import PostImportOptions
        from app.domain.progress import CancelToken, no_progress
        from app.gui.model.ask import demo_posts, examples
        from app.gui.preferences import state_file
        from app.gui.run import run_window
        from app.services.demo import demo_debate, fill_demo_library
        from app.services.posts import import_posts, prepare_posts

        session = Session(device="cpu")
        library = session.libraries.library(demo_library(), create=True)
        fill_demo_library(
            library, encoder=session.models.encoder(), normaliser=session.normaliser(), progress=no_progress, cancel=CancelToken()
        )
        if demo_posts():
            posts = session.libraries.posts(demo_library(), create=True)
            import_posts(demo_posts(), posts=posts, options=PostImportOptions(), progress=no_progress, cancel=CancelToken())
            prepare_posts(posts=posts, encoder=session.models.encoder(), progress=no_progress, cancel=CancelToken())
        session.close()
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        failed = run_window(library=demo_library(), document=demo_debate(), screenshot=TARGET)
        state_file().unlink(missing_ok=True)  # each picture is of a new window, as large as a new one is
        if not failed and demo_posts():
            failed = run_window(library=demo_library(), question=examples()[0], screenshot=QUESTION_PICTURE)
            state_file().unlink(missing_ok=True)
        return failed or run_window(library=demo_library(), narratives=True, screenshot=STORY_PICTURE)


if __name__ == "__main__":
    sys.exit(main())
