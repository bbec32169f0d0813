"""Check of the processor in the frozen program, before PyInstaller's own hooks load Qt, which crashes on one that is too old."""

import sys

from app.processor import TOO_OLD, too_old

if too_old():
    if sys.stderr:  # a program without a console has none
        sys.stderr.write(f"priorcheck: {TOO_OLD}\n")
    sys.exit(2)
