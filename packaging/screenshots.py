"""The README's pictures: the real window on the demo debate, light and dark, rendered without a display.

`python packaging/dev.py screenshots` writes resources/screenshots/window.png and window-dark.png. The user's own folders are not touched.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "screenshots" / "window.png"


def main() -> int:
    """Fill a demo library in a folder that is thrown away, rank the demo debate in the window, take the pictures."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PRIORCHECK_HOME=home, QT_QPA_PLATFORM="offscreen", HF_HUB_OFFLINE="1")
        from app.bootstrap import Session
        from app.domain.progress import CancelToken, no_progress
        from app.gui.run import run_window
        from app.services.demo import demo_debate, demo_library_path, fill_demo_library

        session = Session(device="cpu")
        library = session.library(demo_library_path(), create=True)
        fill_demo_library(library, encoder=session.encoder(), normaliser=session.normaliser(), progress=no_progress, cancel=CancelToken())
        session.close()
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        return run_window(library=demo_library_path(), document=demo_debate(), screenshot=TARGET)


if __name__ == "__main__":
    sys.exit(main())
