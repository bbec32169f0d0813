"""Whatever byte of a library is altered, cut off or gone: it is found, nothing altered is used without a word, and what can be repaired is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.damage import Damage, damages, make_library, outcome, readings
from tests.figures import Figure

# One of each kind of place; the campaign tries all.
SAMPLE = {
    ("library.db", "factcheck"),
    ("library.db", "fulltext_data"),
    ("library.db", "cut"),
    ("posts.db", "post"),
    ("posts.db", "deleted"),
    ("evidence.db", "passage"),
    ("evidence.db", "warning"),
    ("verifications.db", "verification"),
    ("judgements.db", "deleted"),
    ("index/000002/claim.vectors.npy", ""),
    ("index/000002/body.scores.npy", ""),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "library"
    make_library(folder)
    return folder


@pytest.fixture(scope="module")
def good(library: Path) -> dict[str, str]:
    return readings(library)


def only_listed(damage: Damage) -> bool:
    """An index of SQLite's own, or the texts' lengths in FTS5, which order lists for the eye; SQLite reads them without a check, and
    `library verify` compares them. Vectors that are gone are reported as waiting to be made."""
    by_index = damage.what.startswith(("idx_", "sqlite_autoindex_")) or damage.what.endswith("_docsize") or damage.what in _ORDERS
    return by_index or (damage.what in ("cut", "deleted") and "/vectors-" in damage.file)


_ORDERS = {"factcheck_browsing", "factcheck_canonical", "factcheck_publishers", "factcheck_verdicts", "post_latest", "post_repeats",
           "document_latest"}  # fmt: skip


def check(damage: Damage, library: Path, work: Path, good: dict[str, str]) -> bool:
    """Whether everything could be repaired."""
    result = outcome(damage, library, work, good)
    assert result.found, damage
    assert not result.silent or only_listed(damage), (damage, result.silent)
    assert not result.after or result.left, (damage, result.after)
    assert not result.lost or only_listed(damage), (damage, result.lost)
    return not result.after


def test_a_sample_of_damages_is_found_and_repaired_or_named(tmp_path: Path, library: Path, good: dict[str, str]) -> None:
    chosen = {(damage.file, damage.what): damage for damage in damages(library, seed=1, flips=1) if (damage.file, damage.what) in SAMPLE}
    assert chosen.keys() == SAMPLE
    whole = {place for place, damage in chosen.items() if check(damage, library, tmp_path / "work", good)}
    derived = {("library.db", "fulltext_data")}
    assert derived | {place for place in SAMPLE if place[0].startswith("index/")} <= whole


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_every_damage_is_found_and_repaired_or_named(
    tmp_path: Path, library: Path, good: dict[str, str], seed: int, figure: Figure
) -> None:
    tried = whole = 0
    try:
        for damage in damages(library, seed=seed, flips=1):
            whole += check(damage, library, tmp_path / "work", good)
            tried += 1
    finally:
        figure(
            "damage: flips, cuts and deletions over all files of a library", "all found, none used silently", tried=tried, repaired=whole
        )
