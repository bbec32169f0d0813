"""Any byte of a library is altered, cut off or deleted: the damage is detected, altered data is not used silently, and repairable
parts are repaired."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.damage import Damage, apply_damage, damages, make_library, readings
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
def intact_readings(library: Path) -> dict[str, str]:
    return readings(library)


def only_listed(damage: Damage) -> bool:
    """Return True for damage that affects only lists in the window: SQLite's own indexes and the text lengths of FTS5, which SQLite
    reads without a check and `library verify` compares. Missing vectors are reported as waiting to be encoded."""
    by_index = damage.kind.startswith(("idx_", "sqlite_autoindex_")) or damage.kind.endswith("_docsize") or damage.kind in _ORDERS
    return by_index or (damage.kind in ("cut", "deleted") and "/vectors-" in damage.file)


_ORDERS = {"factcheck_browsing", "factcheck_canonical", "factcheck_publishers", "factcheck_verdicts", "post_latest", "post_repeats",
           "document_latest"}  # fmt: skip


def damage_and_repair(damage: Damage, library: Path, work: Path, intact: dict[str, str]) -> bool:
    """Return True if everything could be repaired."""
    result = apply_damage(damage, library, work, intact)
    assert result.detected, damage
    assert not result.silent or only_listed(damage), (damage, result.silent)
    assert not result.after or result.remaining, (damage, result.after)
    assert not result.lost or only_listed(damage), (damage, result.lost)
    return not result.after


def test_a_sample_of_damages_is_found_and_repaired_or_named(tmp_path: Path, library: Path, intact_readings: dict[str, str]) -> None:
    samples = {(damage.file, damage.kind): damage for damage in damages(library, seed=1, flips=1) if (damage.file, damage.kind) in SAMPLE}
    assert samples.keys() == SAMPLE
    repaired_keys = {key for key, damage in samples.items() if damage_and_repair(damage, library, tmp_path / "work", intact_readings)}
    derived = {("library.db", "fulltext_data")}
    assert derived | {key for key in SAMPLE if key[0].startswith("index/")} <= repaired_keys


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_every_damage_is_found_and_repaired_or_named(
    tmp_path: Path, library: Path, intact_readings: dict[str, str], seed: int, figure: Figure
) -> None:
    tried = repaired = 0
    try:
        for damage in damages(library, seed=seed, flips=1):
            repaired += damage_and_repair(damage, library, tmp_path / "work", intact_readings)
            tried += 1
    finally:
        figure(
            "damage: flips, cuts and deletions over all files of a library", "all found, none used silently", tried=tried, repaired=repaired
        )
