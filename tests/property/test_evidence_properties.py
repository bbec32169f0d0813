"""Evidence: passages cover their text, any sequence of changes gives the same index as a new one, and odd input never crashes."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain.evidence import EvidenceDocument, EvidenceFilter, source_address
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, no_progress
from app.errors import InputError
from app.ingest.evidence import cut_passages, read_evidence
from app.ingest.evidence.passages import MAX_PASSAGE_CHARACTERS
from app.ports import EvidenceLibrary
from app.store.evidence.library import open_evidence
from app.store.evidence.schema import INDEX
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_library import MemoryEvidence

_WORDS = st.text(alphabet=st.sampled_from("ab Éñ.?!\n\t \u3000\u00a0水獭。،؟😀\x0b\u2028"), max_size=60)
_SENTENCES = st.lists(
    st.sampled_from(("Otters build bridges. ", "Why? ", "No.\n", "x" * 650 + " ", "word " * 90, "\n\n")), max_size=30
).map("".join)


@settings(max_examples=150, deadline=None)
@given(st.one_of(_WORDS, _SENTENCES, st.text(max_size=300)), st.sampled_from(("", "en", "zh-Hans", "ar", "xx")))
@example("a" * 2000, "en")
def test_passages_cover_the_text_and_none_is_too_long(text: str, language: str) -> None:
    passages = cut_passages(text, language)
    before = 0
    for start, end in passages:
        assert 0 <= before <= start < end <= len(text) and end - start <= MAX_PASSAGE_CHARACTERS
        assert not text[before:start].strip() and text[start:end] == text[start:end].strip()
        before = end
    assert not text[before:].strip()
    assert cut_passages(text, language) == passages


_IDS = st.sampled_from("abcde")
_DOCUMENTS = st.builds(
    EvidenceDocument,
    id=_IDS,
    text=st.sampled_from(("Otters build bridges.", "Otters  build bridges.", "Beavers do.\nAt night.", "***", "水獭 会 游泳")),
    title=st.sampled_from(("", "Otters", "Night")),
    url=st.sampled_from(("", "https://a.example/1", "http://www.a.example/1/#x", "https://b.example")),
    published=st.sampled_from((None, date(2019, 5, 6), date(2021, 1, 1))),
)
Step = Sequence[EvidenceDocument | str] | str
_STEPS = st.lists(
    st.one_of(st.lists(_DOCUMENTS, min_size=1, max_size=4), st.lists(_IDS, min_size=1, max_size=3), st.sampled_from(("encode", "index"))),
    max_size=6,
)
_FILTERS = (
    EvidenceFilter(),
    EvidenceFilter(before=date(2020, 1, 1), undated=True),
    EvidenceFilter(undated=True, without_urls=frozenset({"https://a.example/1"}), without_documents=frozenset("b")),
)
_QUERIES = ["otters build", "night", "水獭"]


def _follow(library: EvidenceLibrary, steps: Sequence[Step]) -> None:
    for step in steps:
        if step == "encode":
            library.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        elif step == "index":
            library.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()).close()
        elif isinstance(step[0], EvidenceDocument):
            library.add(
                (document for document in step if isinstance(document, EvidenceDocument)), progress=no_progress, cancel=CancelToken()
            )
        else:
            library.delete([str(name) for name in step], cancel=CancelToken())
    library.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())


def _findings(library: EvidenceLibrary) -> dict[str, object]:
    """Return all answers of the index, exactly."""
    encoder = FakeEncoder()
    vectors = encoder.encode(_QUERIES, progress=no_progress, cancel=CancelToken())
    with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
        answers: dict[str, object] = {"passages": index.passages(range(len(index))), "encoded": index.encoded}
        for among in _FILTERS:
            allowed = index.allowed(among)
            answers[f"{among} passing"] = None if allowed is None else allowed.tolist()
            hits = (index.lexical().search(_QUERIES, 5, allowed=allowed), index.vectors().search(vectors, 5, allowed=allowed))
            answers[f"{among} hits"] = [(result.rows.tolist(), result.scores.tolist()) for result in hits]
        return answers


@settings(max_examples=30, deadline=None)
@given(_STEPS)
@example([[EvidenceDocument(id="a", text="One.", title="x")], "index", [EvidenceDocument(id="a", text="One.", title="y")]])
@example([[EvidenceDocument(id="a", text="One."), EvidenceDocument(id="b", text="Two.")], [EvidenceDocument(id="b", text="One.")]])
def test_a_grown_index_equals_a_new_one(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as name, closing(open_evidence(Path(name), cut=cut_passages, create=True)) as library:
        _follow(library, steps)
        grown = _findings(library)
        library.close()
        shutil.rmtree(Path(name) / INDEX)
        with closing(open_evidence(Path(name), cut=cut_passages)) as again:
            again.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
            assert _findings(again) == grown
        memory = MemoryEvidence(cut=cut_passages)
        _follow(memory, steps)
        plain = _findings(memory)
        assert {key: plain[key] for key in plain if "hits" not in key} == {key: grown[key] for key in grown if "hits" not in key}


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(("text", "url", "published", "claim", "questions", "answers", "answer", "claim_date", "data")),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(_JSON, st.sampled_from((".json", ".jsonl", ".csv", ".html", ".txt", ".warc")), st.sampled_from(("auto", "json", "averitec")))
def test_odd_files_are_read_or_refused_in_a_sentence(value: object, suffix: str, form: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / f"odd{suffix}"
        path.write_text(json.dumps(value), encoding="utf-8")
        options = EvidenceImportOptions(format=form, language="en")
        try:
            rows = list(read_evidence(path, options=options, progress=no_progress, cancel=CancelToken()))
        except InputError as error:
            assert error.code and error.message
        else:
            assert all(getattr(row, "reason", "x") for row in rows)


@given(st.text(max_size=60))
def test_an_address_is_the_same_however_it_is_wrapped(path: str) -> None:
    plain = source_address("https://n.example/a/b")
    assert (
        source_address("http://www.n.example/a/b/#part")
        == source_address("https://web.archive.org/web/2020id_/https://n.example/a/b")
        == plain
    )
    assert isinstance(source_address(path), str)
