"""Adding, changing, deleting and exporting single fact-checks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.ratings import load_normaliser
from app.ports import Library
from app.services.editing import add_factcheck, delete_factchecks, edit_factcheck, restore_factchecks
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import filled, samples

NORMALISER = load_normaliser(None)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = filled(tmp_path / "library", samples(5))
    yield opened
    opened.close()


def add(library: Library, **values: str) -> FactCheck:
    return add_factcheck(values, library=library, encoder=FakeEncoder(), normaliser=NORMALISER, progress=no_progress, cancel=CancelToken())


def edit(library: Library, identifier: str, **values: str) -> FactCheck:
    return edit_factcheck(
        identifier, values, library=library, encoder=FakeEncoder(), normaliser=NORMALISER, progress=no_progress, cancel=CancelToken()
    )


def test_add_with_a_rating_in_words(library: Library) -> None:
    added = add(library, claim="The moon is hollow.", rating="Pants on fire", publisher="PolitiFact", published="2020-02-29")
    assert (added.verdict, added.published) == (Verdict.FALSE, date(2020, 2, 29)) and added.rating_rule
    assert library.get([added.id])[added.id] == added and len(library) == 6


def test_the_same_claim_is_not_added_twice(library: Library) -> None:
    add(library, claim="The moon is hollow.")
    with pytest.raises(InputError) as raised:
        add(library, claim="The moon is hollow.")
    assert raised.value.code == "factcheck-exists" and len(library) == 6


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({}, "factcheck-empty"),
        ({"claim": " \n"}, "factcheck-empty"),
        ({"claim": "c", "colour": "red"}, "field-unknown"),
        ({"claim": "c", "rating_rule": "mine"}, "field-unknown"),
        ({"claim": "c", "published": "2021-02-29"}, "field-value"),
        ({"claim": "c", "verdict": "PERHAPS"}, "field-value"),
    ],
)
def test_invalid_additions(library: Library, values: dict[str, str], code: str) -> None:
    with pytest.raises(InputError) as raised:
        add(library, **values)
    assert raised.value.code == code and raised.value.hint and len(library) == 5


def test_a_changed_rating_changes_the_verdict_and_an_empty_one_empties_it(library: Library) -> None:
    assert edit(library, "fc-00001", rating="True").verdict is Verdict.TRUE
    assert edit(library, "fc-00001", rating="").verdict is Verdict.UNRATED
    assert edit(library, "fc-00001", note="seen").verdict is Verdict.UNRATED


def test_a_verdict_by_hand_wins_and_says_so(library: Library) -> None:
    edited = edit(library, "fc-00001", verdict="satire", rating="False")
    assert (edited.verdict, edited.rating, edited.rating_rule) == (Verdict.SATIRE, "False", "by hand")


def test_a_verdict_by_hand_is_lost_only_to_a_new_rating(library: Library) -> None:
    edit(library, "fc-00001", verdict="SATIRE")
    assert edit(library, "fc-00001", title="Another title", publisher="Other Desk").verdict is Verdict.SATIRE
    assert edit(library, "fc-00001", rating="True").verdict is Verdict.TRUE


def test_edit_unknown_or_to_nothing(library: Library) -> None:
    for identifier, values, code in (("none", {"claim": "x"}, "factcheck-unknown"), ("fc-00001", {"claim": " "}, "factcheck-empty")):
        with pytest.raises(InputError) as raised:
            edit(library, identifier, **values)
        assert raised.value.code == code
    with pytest.raises(InputError):
        edit(library, "fc-00001", id="fc-00002")
    assert len(library) == 5


def test_delete_all_or_none(library: Library) -> None:
    def delete(*ids: str) -> int:
        return delete_factchecks(ids, library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()).deleted

    with pytest.raises(InputError):
        delete("fc-00001", "none")
    assert len(library) == 5
    assert delete("fc-00001", "fc-00003") == 2
    assert {item.id for item in library.search("").items} == {"fc-00000", "fc-00002", "fc-00004"}


def test_an_empty_verdict_is_read_from_the_rating_again(library: Library) -> None:
    edit(library, "fc-00001", rating="False", verdict="SATIRE")
    again = edit(library, "fc-00001", verdict="")
    assert again.verdict is Verdict.FALSE and again.rating_rule not in ("", "by hand")


def test_a_change_is_undone_to_the_letter(library: Library) -> None:
    before = library.get(["fc-00001", "fc-00002"])
    edit(library, "fc-00001", claim="Something else", verdict="TRUE")
    delete_factchecks(["fc-00002"], library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    added = add(library, claim="The moon is hollow.")
    counts = restore_factchecks(
        list(before.values()), delete=[added.id], library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()
    )
    assert (counts.added, counts.changed, counts.deleted) == (1, 1, 1)
    assert library.get(["fc-00001", "fc-00002", added.id]) == before and len(library) == 5
