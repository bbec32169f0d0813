"""The frozen program's first module: `priorcheck` as PyInstaller starts it."""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
