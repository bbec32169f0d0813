"""Word and Excel files are archives, whose parts carry a day."""

from __future__ import annotations

import time

from app.errors import InputError
from app.translation import tr

_EARLIEST = 1980


def check_clock() -> None:
    """Find out before the work is done whether such a file can be dated. Raises InputError `clock`: an archive knows no day before 1980,
    which is where a computer begins whose battery is empty."""
    if time.localtime().tm_year < _EARLIEST:
        told = tr("The clock of this computer is wrong, and a Word or Excel file cannot carry its date.")
        raise InputError("clock", told, hint=tr("Set the clock, or choose another format."))
