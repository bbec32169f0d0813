"""The frozen program's first lines, before PyInstaller's own hooks load Qt, which dies on a processor that is too old."""

import sys

from app.processor import TOO_OLD, too_old

if too_old():
    if sys.stderr:  # a program without a console has none
        sys.stderr.write(f"priorcheck: {TOO_OLD}\n")
    sys.exit(2)
