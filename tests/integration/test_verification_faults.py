"""After a kill at any moment, the file of verifications holds every one that was reported as saved, and opens again."""

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


def save_until_killed(path: Path, seconds: float) -> int:
    """Return the last number that was reported as saved."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    first = child.stdout.readline()
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    output, _ = child.communicate()
    return int((first + output).rsplit("\n", 1)[0].split("\n")[-1])


def test_verifications_reported_as_saved_survive_a_kill(tmp_path: Path) -> None:
    draw, last = random.Random(7), 0
    for _ in range(4):
        reported = save_until_killed(tmp_path, draw.uniform(0.0, 0.15))
        verification_store = open_verifications(tmp_path)
        ids = [int(summary.id) for summary in verification_store.summaries()]
        assert reported > last and ids == list(range(len(ids), 0, -1)) and reported <= len(ids) <= reported + 1
        assert set(verification_store.get([str(number) for number in ids])) == {str(number) for number in ids}
        verification_store.close()
        last = len(ids)
