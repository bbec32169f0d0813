"""Killed at any moment, the file of verifications holds every one that was said to be kept, and opens again."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from app.bootstrap.library_files import open_verifications

CHILD = """
import sys
from pathlib import Path
from app.bootstrap.library_files import open_verifications
from app.domain.stored_verification import StoredVerification
from app.domain.verification import ClaimForm, Verification

kept = open_verifications(Path(sys.argv[1]))
number = len(kept.summaries())
print("open", flush=True)
while True:
    number += 1
    verification = Verification(claim=ClaimForm(text=f"Claim {number}"), own_note="x" * (number % 900))
    kept.keep([StoredVerification(id=str(number), verification=verification, created=f"{number:09}", changed="")])
    print(number, flush=True)
"""


def killed(path: Path, seconds: float) -> int:
    """The last number that was said to be kept."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    first = child.stdout.readline()
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    told, _ = child.communicate()
    return int((first + told).rsplit("\n", 1)[0].split("\n")[-1])


def test_what_was_said_to_be_kept_survives_a_kill(tmp_path: Path) -> None:
    draw, last = random.Random(7), 0
    for _ in range(4):
        said = killed(tmp_path, draw.uniform(0.0, 0.15))
        kept = open_verifications(tmp_path)
        ids = [int(each.id) for each in kept.summaries()]
        assert said > last and ids == list(range(len(ids), 0, -1)) and said <= len(ids) <= said + 1
        assert set(kept.get([str(number) for number in ids])) == {str(number) for number in ids}
        kept.close()
        last = len(ids)
