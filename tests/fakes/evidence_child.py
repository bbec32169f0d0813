"""Process that imports a folder of evidence, to be killed: `python -m tests.fakes.evidence_child LIBRARY FOLDER [MOMENT]`.
With MOMENT it ends by itself, without clean-up, at the n-th flush to the disk ("flush-7"), before the n-th document is imported
("document-3"), or after writing, before unreferenced files are deleted ("sweep").
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, ProgressUpdate
from app.ingest.evidence import cut_passages
from app.services.evidence import import_evidence
from app.store import open_evidence
from app.store.evidence.copies import Copies
from tests.fakes.dying import die_at_flush


def main(library: str, folder: str, moment: str = "") -> None:
    """Import the folder."""
    name, _, number = moment.partition("-")
    evidence = open_evidence(Path(library), cut=cut_passages)
    if name == "flush":
        die_at_flush(int(number))
    if name == "sweep":
        Copies.sweep = lambda *_: os._exit(9)  # type: ignore[method-assign]

    def listen(update: ProgressUpdate) -> None:
        if name == "document" and update.activity == "Reading evidence" and update.done == int(number):
            os._exit(9)

    options = EvidenceImportOptions(language="en")
    import_evidence([Path(folder)], evidence=evidence, options=options, progress=listen, cancel=CancelToken())


if __name__ == "__main__":
    main(*sys.argv[1:])
