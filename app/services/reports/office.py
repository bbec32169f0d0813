"""Check of the clock before Word and Excel files are written: they are ZIP archives, whose members carry a date."""

from __future__ import annotations

import time

from app.errors import InputError
from app.translation import tr

_EARLIEST = 1980


def check_clock() -> None:
    """Raise InputError `clock` if the year is before 1980, which a ZIP archive cannot store. A computer with an empty battery
    starts there."""
    if time.localtime().tm_year < _EARLIEST:
        message = tr("The clock of this computer is wrong, and a Word or Excel file cannot carry its date.")
        raise InputError("clock", message, hint=tr("Set the clock, or choose another format."))
