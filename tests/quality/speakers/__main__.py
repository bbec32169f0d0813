"""`python -m tests.quality.speakers [--every N] [--turns N] [--fresh] [LAYOUT …]`: a table of how many sentences of the debates keep their speaker."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from tests.quality.speakers.fresh_layouts import FRESH
from tests.quality.speakers.layouts import LAYOUTS
from tests.quality.speakers.measure import compare, speakers_of_baseline, speakers_read
from tests.quality.speakers.turns import debates

_DATA = Path(__file__).parents[3].parent / "shared/data"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("layouts", nargs="*")
    parser.add_argument("--every", type=int, default=1, help="only each so many-th debate")
    parser.add_argument("--fresh", action="store_true", help="the layouts that the weights are never fitted on")
    parser.add_argument("--turns", type=int, default=60, help="turns of each debate")
    options = parser.parse_args()
    sets = [turns for folder in ("debates", "debates_train") for _, turns in debates(_DATA / folder / "transcripts")][:: options.every]
    sets = [turns[: options.turns] for turns in sets if len({turn.person for turn in turns}) > 1]
    total = Counter[str]()
    layouts = LAYOUTS | FRESH
    for name in options.layouts or (FRESH if options.fresh else LAYOUTS):
        suffix, layout = layouts[name]
        counts, trivial = Counter[str](), Counter[str]()
        for number, turns in enumerate(sets):
            data = layout(turns, random.Random(number))
            draft, spans = speakers_read(data, suffix)
            counts += compare(draft.text, spans, turns)
            if isinstance(data, str):
                trivial += compare(data, speakers_of_baseline(data), turns)
        total += counts
        print(
            _row(name, counts),
            f" trivial: right {_share(trivial, 'right')} wrong {_share(trivial, 'wrong')}" if trivial else "",
            flush=True,
        )
    print(_row("all", total))


def _share(counts: Counter[str], kind: str) -> str:
    count = sum(counts[counted] for counted in ("right", "wrong", "none", "lost"))
    return f"{100 * counts[kind] / max(1, count):6.2f}%"


def _row(name: str, counts: Counter[str]) -> str:
    shares = "  ".join(f"{kind} {_share(counts, kind)}" for kind in ("right", "wrong", "none", "lost"))
    return f"{name:24} {shares}  labels read as words {counts['extra']}"


if __name__ == "__main__":
    main()
