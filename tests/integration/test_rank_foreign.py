"""A debate in another language than most of the library: its checked sentences rank first, with fitting probabilities."""

from __future__ import annotations

from tests.benchmarks.translated import DEBATES, ranked
from tests.fakes.command_line import CommandLine


def test_a_german_debate_against_mostly_english_factchecks(demo: CommandLine) -> None:
    rows = demo.done("rank", DEBATES / "debate_de.tsv", "--json").rows
    scores = ranked(rows)
    print(scores)
    assert scores.precision >= 0.75 and scores.first_three >= 0.8 * scores.checked
    assert scores.likely >= 5 and scores.likely_checked >= 0.9 * scores.likely
    assert not [row for row in rows if row["sentence_verdict"] != "unknown"]  # the stance model does not read it
