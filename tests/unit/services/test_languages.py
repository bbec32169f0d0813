"""Languages set by hand: valid codes, the items concerned, and their edit and undo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.evidence import EvidenceDocument
from app.domain.importing import ChangeCounts
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.errors import InputError
from app.ingest.ratings import RatingNormaliser, RatingTable
from app.ports import Library
from app.services.editing import delete_factchecks, edit_factcheck, restore_factchecks
from app.services.languages import FactCheckSelection, language_code, set_languages, set_other_languages
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_library import MemoryEvidence
from tests.fakes.library_samples import change, filled, sample, samples
from tests.fakes.post_library import MemoryPosts


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = filled(tmp_path / "library", samples(9))
    yield opened
    opened.close()


def give(library: Library, whose: FactCheckSelection, code: str) -> ChangeCounts:
    return set_languages(whose, code, library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())


def edit(library: Library, name: str, **values: str) -> None:
    edit_factcheck(
        name,
        values,
        library=library,
        encoder=FakeEncoder(),
        normaliser=RatingNormaliser(RatingTable()),
        progress=no_progress,
        cancel=CancelToken(),
    )


def language_of(library: Library, name: str) -> str:
    return library.get([name])[name].language


@pytest.mark.parametrize(
    ("text", "code"), [("pt", "pt"), (" PT ", "pt"), ("zh_Hant", "zh-Hant"), ("pt-BR", "pt-BR"), ("und", ""), ("", ""), ("fil", "fil")]
)
def test_codes(text: str, code: str) -> None:
    assert language_code(text) == code


@pytest.mark.parametrize("text", ["Portuguese", "p", "pt-", "p t", "12", "pt;DROP"])
def test_a_malformed_language_code_is_refused(text: str) -> None:
    with pytest.raises(InputError) as raised:
        language_code(text)
    assert raised.value.code == "language-code" and text.strip() in raised.value.message


def test_by_id_and_by_publisher(library: Library) -> None:
    publisher = sample(0).publisher
    ids = [item.id for item in samples(9) if item.publisher == publisher]
    assert give(library, FactCheckSelection(ids=("fc-00001",), publisher=publisher), "de") == ChangeCounts(changed=len(ids) + 1)
    assert {language_of(library, name) for name in (*ids, "fc-00001")} == {"de"}
    assert language_of(library, "fc-00002") == "en"


def test_all_or_none(library: Library) -> None:
    for whose, code in (
        (FactCheckSelection(ids=("fc-00001", "nobody")), "factcheck-unknown"),
        (FactCheckSelection(publisher="Nobody"), "publisher-unknown"),
    ):
        with pytest.raises(InputError) as raised:
            give(library, whose, "de")
        assert raised.value.code == code
    with pytest.raises(InputError):
        give(library, FactCheckSelection(ids=("fc-00001",)), "no code")
    assert language_of(library, "fc-00001") == "en"


def test_a_language_edited_in_the_form_stays_when_the_same_is_imported_again(library: Library) -> None:
    edit(library, "fc-00001", language="de", note="seen")
    assert change(library, upsert=[sample(1)]) == ChangeCounts(changed=1)  # the note was content, and is the source's again
    assert library.get(["fc-00001"])["fc-00001"] == replace(sample(1), language="de")
    edit(library, "fc-00002", language="de")
    assert change(library, upsert=[sample(2)]) == ChangeCounts(unchanged=1) and language_of(library, "fc-00002") == "de"
    with pytest.raises(InputError):
        edit(library, "fc-00002", language="German, I think")


def test_undo_restores_the_language_before_it_was_set_by_hand(library: Library) -> None:
    before = tuple(library.get(["fc-00001", "fc-00002"]).values())
    give(library, FactCheckSelection(ids=("fc-00001",)), "de")
    edit(library, "fc-00002", language="fr", note="seen")
    restore_factchecks(before, delete=(), library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    assert tuple(library.get(["fc-00001", "fc-00002"]).values()) == before
    change(library, upsert=[replace(sample(1), language="nl")])
    assert language_of(library, "fc-00001") == "nl"


def test_restored_items_keep_their_language(library: Library) -> None:
    give(library, FactCheckSelection(ids=("fc-00001",)), "de")
    before = tuple(library.get(["fc-00001"]).values())
    delete_factchecks(["fc-00001"], library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    restore_factchecks(before, delete=(), library=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    assert language_of(library, "fc-00001") == "de"


def test_posts_and_evidence() -> None:
    posts = MemoryPosts([Post(id="p", text="Hola", language="en")])
    evidence = MemoryEvidence([EvidenceDocument(id="d", text="Hola", language="en")])
    assert set_other_languages(["p", "nobody"], "es", kept_in=posts) == 1 and posts.get(["p"])["p"].language == "es"
    assert set_other_languages(["d"], "und", kept_in=evidence) == 1 and evidence.get(["d"])["d"].language == ""
    with pytest.raises(InputError) as raised:
        set_other_languages(["nobody"], "es", kept_in=posts)
    assert raised.value.code == "language-nothing"
