"""A debate in another language than most of the library: its checked sentences come to the top, and are as likely as they deserve."""

from __future__ import annotations

from tests.benchmarks.translated import DEBATES, ranked
from tests.fakes.command_line import CommandLine


def test_a_german_debate_against_mostly_english_factchecks(demo: CommandLine) -> None:
    rows = demo.done("rank", DEBATES / "debate_de.tsv", "--json").rows
    found = ranked(rows)
    print(found)
    assert found.precision >= 0.75 and found.first_three >= 0.8 * found.checked
    assert found.likely >= 5 and found.likely_checked >= 0.9 * found.likely
    assert not [row for row in rows if row["sentence_verdict"] != "unknown"]  # the stance model does not read it
