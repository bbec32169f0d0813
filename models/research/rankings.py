"""Rankings of debates, ours or given, in the format for scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.decoding import DECODING_ERRORS
from app.domain.ranked import RankedDocument
from app.errors import InputError
from app.ingest.contents import content_lines

NAMED = 3
"""Number of fact-checks of each sentence that measures look at (r = 1 and 3)."""


@dataclass(frozen=True, slots=True)
class RankedLine:
    """Ranked sentence: its line in the transcript, and its fact-checks, best first.

    Each fact-check has all ids that are shown as one item.
    """

    line: int
    factchecks: tuple[frozenset[str], ...] = ()


DebateRanking = Sequence[RankedLine]
Rankings = Mapping[str, DebateRanking]
"""By debate name."""


class _MatchRow(msgspec.Struct):
    id: str
    same_as: tuple[str, ...] = ()


class _SentenceRow(msgspec.Struct):
    rank: int
    line: int | None
    matches: tuple[_MatchRow, ...] = ()


def ranking_of(ranked: RankedDocument) -> DebateRanking:
    """Return the ranking that `rank_document` made of a transcript."""
    return [
        RankedLine(entry.sentence.line or 0, tuple(frozenset((match.factcheck.id, *match.same_as)) for match in entry.matches[:NAMED]))
        for entry in ranked.sentences
    ]


def read_predictions(paths: Sequence[Path], debates: Sequence[str]) -> dict[str, DebateRanking]:
    """Read rankings in the format of `rank --out X.jsonl`. The file's name contains the debate's name.

    `paths` are files or folders of them. Raises InputError when a debate has no file or more than one, or a file is no ranking.
    """
    files = [file for path in paths for file in _files(path)]
    rankings: dict[str, DebateRanking] = {}
    for name in debates:
        debate_files = [file for file in files if name in file.name]
        if len(debate_files) != 1:
            problem = "more than one file" if debate_files else "no file"
            raise InputError(
                "predictions-missing",
                f"There is {problem} for the debate “{name}” among the predictions.",
                hint=f"Name each ranking after its debate, like {name}.jsonl.",
            )
        rankings[name] = _read(debate_files[0])
    return rankings


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for file in path.iterdir() if file.name.endswith((".jsonl", ".jsonl.gz")))
    if not path.is_file():
        raise InputError("predictions-missing", f"There is no file “{path}”.", hint="Name a folder of rankings or the files themselves.")
    return [path]


def _read(file: Path) -> DebateRanking:
    rows = [_row(file, number, line) for number, line in content_lines(file)]
    if not rows:
        raise InputError("predictions-empty", f"“{file}” holds no ranked sentence.", hint="Write it with “priorcheck rank --out”.")
    ranks = sorted(row.rank for row in rows)
    if ranks != list(range(1, len(rows) + 1)):
        raise InputError("predictions-ranks", f"The ranks in “{file}” are not 1 to {len(rows)}, each once.", hint="Write the file anew.")
    if any(row.line is None for row in rows):
        raise InputError("predictions-lines", f"“{file}” has rows without a line.", hint="Rank the debate's transcript table (.tsv).")
    ordered = sorted(rows, key=lambda row: row.rank)
    return [RankedLine(row.line or 0, tuple(frozenset((match.id, *match.same_as)) for match in row.matches[:NAMED])) for row in ordered]


def _row(file: Path, number: int, line: bytes) -> _SentenceRow:
    try:
        return msgspec.json.decode(line, type=_SentenceRow)
    except DECODING_ERRORS as error:
        message = f"Row {number} of “{file}” is no ranked sentence: {error}."
        raise InputError("predictions-row", message, hint="Write the file with “priorcheck rank --out F.jsonl”.") from error
