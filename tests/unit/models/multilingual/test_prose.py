"""Translated prose: split into sentences if both sides have as many, free of markup, in a known language."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from models.multilingual import prose
from models.multilingual.pairs import Pair
from models.multilingual.prose import cut, programs, stories


@pytest.mark.parametrize(
    ("text", "english", "expected"),
    [
        ("Guten Tag.", "Good day.", [("Guten Tag.", "Good day.")]),
        ("Es regnet. Wir gehen!", "It rains. We go!", [("Es regnet.", "It rains."), ("Wir gehen!", "We go!")]),
        ("Es regnet, wir gehen.", "It rains. We go.", [("Es regnet, wir gehen.", "It rains. We go.")]),
        ("Oben\nUnten", "Above\nBelow", [("Oben", "Above"), ("Unten", "Below")]),
        ("<i>Halt!</i> Wer ist %s?", "<i>Stop!</i> Who is %s?", [("Halt!", "Stop!"), ("Wer ist ?", "Who is ?")]),
        ("下雨了。我们走！", "It rains. We go!", [("下雨了。", "It rains."), ("我们走！", "We go!")]),
        ("Freeciv", "Freeciv", []),
        ("12:30 → 14:00", "12:30 to 14:00", []),
        ("Ende " * 80, "end " * 80, []),
    ],
)
def test_both_sides_are_split_alike(text: str, english: str, expected: list[tuple[str, str]]) -> None:
    assert list(cut("de", text, english)) == [Pair("de", *pair) for pair in expected]


def test_catalogues_are_read_in_both_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prose, "PROSE", tmp_path)
    monkeypatch.setattr(prose, "LISTS", tmp_path / "lists")
    catalogue = Catalog(locale="de")
    catalogue.add("The river froze.", "Der Fluss fror zu.")
    catalogue.add("The king left.", "Der König ging.", context="story")
    catalogue.add("Untranslated here.", "")
    compiled = tmp_path / prose.STORIES[0] / "usr/share/locale/de_DE/LC_MESSAGES/game.mo"
    plain = tmp_path / prose.PROGRAMS[0] / "po" / "pt_BR.po"
    unknown = tmp_path / prose.PROGRAMS[0] / "po" / "xx.po"
    broken = tmp_path / prose.STORIES[0] / "usr/share/locale/fr/LC_MESSAGES/game.mo"
    for path in (compiled, plain, unknown, broken):
        path.parent.mkdir(parents=True, exist_ok=True)
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
    for path in (plain, unknown):
        with path.open("wb") as file:
            write_po(file, catalogue)
    broken.write_bytes(b"not a catalogue")
    expected = {("Der Fluss fror zu.", "The river froze."), ("Der König ging.", "The king left.")}
    assert {(pair.text, pair.english) for pair in stories()} == expected
    assert {pair.language for pair in stories()} == {"de"}
    assert {(pair.text, pair.english) for pair in programs()} == expected
    assert {pair.language for pair in programs()} == {"pt"}
