"""Hand-written texts about published fact-checks; `python -m models.examples.spoken` counts them.

A block names a fact-check of the research data by its id. Its lines are our own words: the speaker (`W:`), the preceding text
(`C:`, two parts with “ || ” between them), a sentence that the fact-check settles (`S:`), the same as a post (`T:`), a
contradicting sentence (`D:`, settled by the same fact-check), and near misses that it does not settle (`N:`, `M:`). Fact-checks
that the evaluation links to a sentence are excluded, and so are texts that share six words in a row with an evaluation sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.ports import PairInput
from models.examples.factchecks import CheckedClaim
from models.examples.groups import Group
from models.examples.guard import EvaluationGuard
from models.examples.links import LinkedText, hash_part
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, StancePair

FOLDER = Path(__file__).resolve().parent
TENTH = 10
_SAYS, _POSTS, _DENIES, _NEAR = "S", "T", "D", ("N", "M")
_MARKS = {"W", "C", _SAYS, _POSTS, _DENIES, *_NEAR}
_ID = "id"
_SEAM = " || "


@dataclass(frozen=True, slots=True)
class SpokenBlock:
    """Block of texts about one fact-check: its id, and the texts by their line's mark."""

    id: str
    lines: Mapping[str, str]

    @property
    def before(self) -> tuple[str, ...]:
        """Return the preceding texts, nearest first."""
        return tuple(part.strip() for part in self.lines.get("C", "").split(_SEAM)[::-1] if part.strip())

    def spoken(self) -> list[LinkedText]:
        """Return the texts that the fact-check settles, with the preceding texts for spoken ones."""
        linked, speaker = frozenset({self.id}), self.lines.get("W", "")
        speaker_and_context = {_SAYS: (speaker, self.before), _DENIES: (speaker, self.before), _POSTS: ("", ())}
        return [
            LinkedText(self.lines[mark], "told", linked, *speaker_and_context[mark])
            for mark in (_SAYS, _DENIES, _POSTS)
            if mark in self.lines
        ]

    def near(self) -> list[str]:
        """Return the near misses."""
        return [self.lines[mark] for mark in _NEAR if mark in self.lines]


def spoken_blocks(guard: EvaluationGuard, folder: Path = FOLDER) -> list[SpokenBlock]:
    """Return all blocks, file by file, without lines that overlap with the evaluation.

    Raises ValueError for a line with an unknown mark.
    """
    blocks = [block for path in sorted(folder.glob("*.txt")) for block in _blocks(path)]
    return [SpokenBlock(block.id, {mark: text for mark, text in block.lines.items() if not guard.overlaps(text)}) for block in blocks]


def held_back(block: SpokenBlock) -> bool:
    """Return True if the block is excluded from training: a tenth of the blocks, chosen by id."""
    return hash_part(block.id, TENTH) == 0


def near_misses(blocks: list[SpokenBlock], factchecks: Mapping[str, CheckedClaim]) -> list[Group]:
    """Return groups of one pair each: a text close to the claim that the fact-check does not settle."""
    return [
        Group((_pair(block, text, factchecks[block.id]),), (0,), "told")
        for block in blocks
        if block.id in factchecks
        for text in block.near()
    ]


def stances(blocks: list[SpokenBlock], factchecks: Mapping[str, CheckedClaim]) -> list[StancePair]:
    """Return stance pairs of each block's claim with each of its lines."""
    labels = {_SAYS: SUPPORT, _POSTS: SUPPORT, _DENIES: REFUTE} | dict.fromkeys(_NEAR, NEUTRAL)
    return [
        StancePair(factchecks[block.id].claim, text, labels[mark], "told")
        for block in blocks
        for mark, text in block.lines.items()
        if mark in labels and block.id in factchecks
    ]


def _pair(block: SpokenBlock, text: str, item: CheckedClaim) -> PairInput:
    pair_input = PairInput(sentence=text, claim=item.claim, context=block.before, speaker=block.lines.get("W", ""))
    return pair_input if hash_part(text, 2) else PairInput(sentence=text, claim=item.claim, title=item.title, published=item.published)


def _blocks(path: Path) -> Iterator[SpokenBlock]:
    name, lines = "", dict[str, str]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), f"{_ID}:"], start=1):
        mark, colon, text = line.partition(":")
        text = text.strip()
        if mark == _ID and colon:
            if name:
                yield SpokenBlock(name, lines)
            name, lines = text, {}
        elif mark in _MARKS and name and text:
            lines[mark] = text
        elif line.strip():
            raise ValueError(f"{path.name}, line {number}: none of a block's lines: {line[:60]}")


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.txt")):
        print(each.name, sum(1 for _ in _blocks(each)))
