"""What people would say of published fact-checks, written by hand for this project; `python -m models.examples.spoken` counts it.

A block names a fact-check of the research data by its id and gives, in words of our own: who speaks (`W:`), what was said just before
(`C:`, two parts with “ || ” between them), a sentence that the fact-check settles (`S:`), the same as a post (`T:`), one that goes
against it (`D:`, settled by the same fact-check), and near misses that it does not settle (`N:`, `M:`). Fact-checks that the evaluation
links to a sentence are not among them; what shares six words in a row with one of its sentences is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.ports import PairInput
from models.examples.factchecks import CheckedClaim
from models.examples.groups import Group
from models.examples.guard import EvaluationGuard
from models.examples.links import Spoken, share
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, StancePair

FOLDER = Path(__file__).resolve().parent
TENTH = 10
_SAYS, _POSTS, _DENIES, _NEAR = "S", "T", "D", ("N", "M")
_MARKS = {"W", "C", _SAYS, _POSTS, _DENIES, *_NEAR}
_ID = "id"
_SEAM = " || "


@dataclass(frozen=True, slots=True)
class Told:
    """One block: the fact-check's id, and what was said by the line's mark."""

    id: str
    lines: Mapping[str, str]

    @property
    def before(self) -> tuple[str, ...]:
        """What was said before, the nearest first."""
        return tuple(part.strip() for part in self.lines.get("C", "").split(_SEAM)[::-1] if part.strip())

    def spoken(self) -> list[Spoken]:
        """What the fact-check settles, with what was said before where it was spoken."""
        linked, speaker = frozenset({self.id}), self.lines.get("W", "")
        around = {_SAYS: (speaker, self.before), _DENIES: (speaker, self.before), _POSTS: ("", ())}
        return [Spoken(self.lines[mark], "told", linked, *around[mark]) for mark in (_SAYS, _DENIES, _POSTS) if mark in self.lines]

    def near(self) -> list[str]:
        """The near misses."""
        return [self.lines[mark] for mark in _NEAR if mark in self.lines]


def told_blocks(guard: EvaluationGuard, folder: Path = FOLDER) -> list[Told]:
    """All blocks, file by file, without lines that the evaluation's speakers said.

    Raises:
        ValueError: a line that is none of a block's.
    """
    found = [block for path in sorted(folder.glob("*.txt")) for block in _blocks(path)]
    return [Told(block.id, {mark: text for mark, text in block.lines.items() if not guard.spoken(text)}) for block in found]


def held_back(block: Told) -> bool:
    """Whether nothing is learnt from it: a tenth, by the id."""
    return share(block.id, TENTH) == 0


def near_misses(blocks: list[Told], known: Mapping[str, CheckedClaim]) -> list[Group]:
    """A group of one pair each: what is near to the claim and is not settled by its fact-check."""
    return [Group((_pair(block, text, known[block.id]),), (0,), "told") for block in blocks if block.id in known for text in block.near()]


def stances(blocks: list[Told], known: Mapping[str, CheckedClaim]) -> list[StancePair]:
    """The claim towards each line of its block."""
    labels = {_SAYS: SUPPORT, _POSTS: SUPPORT, _DENIES: REFUTE} | dict.fromkeys(_NEAR, NEUTRAL)
    return [
        StancePair(known[block.id].claim, text, labels[mark], "told")
        for block in blocks
        for mark, text in block.lines.items()
        if mark in labels and block.id in known
    ]


def _pair(block: Told, text: str, item: CheckedClaim) -> PairInput:
    said = PairInput(sentence=text, claim=item.claim, context=block.before, speaker=block.lines.get("W", ""))
    return said if share(text, 2) else PairInput(sentence=text, claim=item.claim, title=item.title, published=item.published)


def _blocks(path: Path) -> Iterator[Told]:
    name, lines = "", dict[str, str]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), f"{_ID}:"], start=1):
        mark, colon, text = line.partition(":")
        text = text.strip()
        if mark == _ID and colon:
            if name:
                yield Told(name, lines)
            name, lines = text, {}
        elif mark in _MARKS and name and text:
            lines[mark] = text
        elif line.strip():
            raise ValueError(f"{path.name}, line {number}: none of a block's lines: {line[:60]}")


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.txt")):
        print(each.name, sum(1 for _ in _blocks(each)))
