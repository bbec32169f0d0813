"""Cached values include the version of the code that prepares their texts; a changed reader needs a new number.

`python -m tests.unit.inference.test_text_versions` writes the digests of readers whose number was raised.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from app.domain.progress import CancelToken, no_progress
from app.inference.checkworthiness_features import surface, terms
from app.inference.encoders.cached_encoder import CachedEncoder
from app.inference.encoders.student_text import features
from app.inference.encoders.text_languages import TextLanguages
from app.inference.manifest import ModelEntry, identity_over
from app.inference.pairs.across import across_measures, within_measures
from app.inference.pairs.pair_features import pair_features
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.trunk import PAIRS, PairReader, TrunkTokenizer
from app.inference.reading.rows import POSTS, ReaderTokenizer
from app.inference.running.batching import TextTokenizer
from app.inference.running.fallback import DeviceFallback
from app.inference.text_versions import TEXT_VERSIONS, reading
from app.inference.user_models.user_encoder import FolderTokenizer
from app.inference.user_models.user_pairs import UserPairModel
from app.ingest.english_words import hardly_english
from app.ingest.language import detect_language
from app.ports import ModelIdentity, PairInput
from app.store import open_vector_cache
from tests.fakes.encoder import FakeEncoder
from tests.fakes.pair_model import FakePairModel

GOLDEN = Path(__file__).parents[2] / "golden" / "text_versions.json"
TEXTS = (
    "The state has created more than three hundred thousand jobs since 2015.",
    "the state has created 300,000 jobs since 2015",
    "“It’s not true,” the mayor said; 'nobody' paid $1.5 million in taxes.",
    "WE DON'T HAVE HALF A MILLION GULLS  IN KESTREL BAY!",
    "A dozen bridges were closed, weren't they?",
    "Le maire de Varnhem a fermé deux ponts l'année dernière.",
    "Der Bürgermeister hat die Brücke nicht geschlossen.",
    "Мэр закрыл мост в 2019 году.",
    "市長は橋を閉じた。",
    "Ember Bay",
    "a\u0301 e\ufb01 \ud800 \u200b \t x",
    "",
    "…",
    "word " * 300,
)
PAIR_INPUTS = tuple(
    PairInput(
        sentence=sentence,
        claim=claim,
        title="Did the mayor’s “bridge” cost 2 million?",
        claimant="Mayor Orla",
        published=date(2019, 5, 4),
        speaker="ORLA",
        context=("Three hundred thousand.", "And then?"),
    )
    for sentence in TEXTS
    for claim in TEXTS
)


def _vocabulary() -> dict[str, int]:
    marks = ["[PAD]", *(f"[unused{number}]" for number in range(99)), "[UNK]", "[CLS]", "[SEP]"]
    signs = sorted({sign for text in TEXTS for sign in text.lower() if sign != "\ud800"} | set("abcdefghijklmnopqrstuvwxyz0123456789"))
    words = "the state has created more than three hundred thousand jobs since mayor bridge said not".split()
    pieces = [*marks, *words, *signs, *(f"##{sign}" for sign in signs)]
    return {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}


def _tokenizer_file(folder: Path) -> Path:
    tokenizer = Tokenizer(WordPiece(_vocabulary(), unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    path = folder / "tokenizer.json"
    path.write_text(tokenizer.to_str(), encoding="utf-8")
    return path


class _OwnTokenizer:
    """Tokenizer of a folder that records the texts it gets."""

    unk_token_id, eos_token_id = 7, 8

    def __call__(self, *texts: list[str], **_options: object) -> dict[str, Any]:
        rows = [[ord(sign) for text in row for sign in text] for row in zip(*texts, strict=True)]
        return {"input_ids": rows, "token_type_ids": rows}


def _own_pairs(pairs: Sequence[PairInput], columns: int) -> object:
    model = UserPairModel.__new__(UserPairModel)
    model._tokenizer, model._max_tokens, model.columns = _OwnTokenizer(), 16, columns
    return model.tokenize(pairs)


def _trunk_rows(folder: Path, reader: PairReader) -> object:
    entry = ModelEntry(role="trunk", name="t", folder=folder, licence="", code=1, files=())
    return TrunkTokenizer(entry, reader)(PAIR_INPUTS)


def _posts(folder: Path) -> object:
    windows = ReaderTokenizer(folder / "tokenizer.json")
    return [_trunk_rows(folder, POSTS), [windows.windows(text) for text in TEXTS], [windows.places(text) for text in TEXTS]]


def _prefilter() -> object:
    half = np.full(len(PAIR_INPUTS), 0.5, np.float32)
    return pair_features(list(PAIR_INPUTS), half, half).tolist()


def _across() -> object:
    pairs = [(pair.sentence, pair.claim) for pair in PAIR_INPUTS]
    return [(across_measures(0.5, *pair), within_measures(0.5, *pair, 0.25)) for pair in pairs]


READERS: Mapping[str, Callable[[Path], object]] = {
    "encoder": lambda folder: TextTokenizer(folder / "tokenizer.json", max_tokens=64)(TEXTS),
    "languages": lambda _: [TextLanguages(detect_language, foreign=hardly_english)(text) for text in TEXTS],
    "student": lambda _: [features(text) for text in TEXTS],
    "pairs": lambda folder: _trunk_rows(folder, PAIRS),
    "posts": _posts,
    "prefilter": lambda _: _prefilter(),
    "across": lambda _: _across(),
    "checkworthiness": lambda _: [(surface(text), sorted(terms(text).items())) for text in TEXTS],
    "own_encoder": lambda _: FolderTokenizer(_OwnTokenizer(), max_tokens=16)(TEXTS),
    "own_pairs": lambda _: [_own_pairs(PAIR_INPUTS, columns) for columns in (1, 3)],
}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 5) + 0.0
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def digest_of(name: str, folder: Path) -> str:
    """Return a digest of a reader's output for the fixed texts."""
    return hashlib.sha256(json.dumps(_rounded(READERS[name](folder))).encode()).hexdigest()[:32]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a small tokenizer of the tests, so that new weights change no digest."""
    return _tokenizer_file(tmp_path_factory.mktemp("tokenizer")).parent


def test_every_versioned_reader_has_a_digest() -> None:
    assert READERS.keys() == TEXT_VERSIONS.keys() == json.loads(GOLDEN.read_text(encoding="utf-8")).keys()


@pytest.mark.parametrize("name", sorted(TEXT_VERSIONS))
def test_a_reader_whose_output_changed_has_a_new_number(name: str, folder: Path) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))[name]
    assert TEXT_VERSIONS[name] == golden["version"], (
        f"the number of '{name}' was raised: run python -m tests.unit.inference.test_text_versions"
    )
    assert digest_of(name, folder) == golden["digest"], f"'{name}' reads texts differently: raise its number in TEXT_VERSIONS"


def test_first_versions_leave_keys_as_they_were_and_later_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = ModelIdentity(name="m", artefact="0" * 20, backend="onnx-cpu", precision="float32")
    assert plain.key() == "m:0000000000000000:onnx-cpu:float32" and reading("encoder") == ""
    monkeypatch.setitem(TEXT_VERSIONS, "encoder", 3)
    later = ModelIdentity(name="m", artefact="0" * 20, backend="onnx-cpu", precision="float32", reading=reading("encoder"))
    assert later.key() == "m:0000000000000000~encoder3:onnx-cpu:float32"
    assert later.same_model(later.key()) and not later.same_model(plain.key()) and not plain.same_model(later.key())


def test_derived_scores_carry_both_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEXT_VERSIONS, "encoder", 2)
    monkeypatch.setitem(TEXT_VERSIONS, "prefilter", 4)
    encoder = ModelIdentity(name="m", artefact="0" * 20, backend="b", precision="p", reading=reading("encoder"))
    assert identity_over(encoder, name="p", artefact="1" * 20, reader="prefilter").reading == "encoder2+prefilter4"
    assert reading("encoder2", "encoder", "") == "encoder2"


class _Versioned(FakePairModel):
    """Pair model whose identity includes the version of its text preparation."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = ModelIdentity(name="pairs", artefact="0" * 16, backend="b", precision="p", reading=reading("pairs"))


def _pairs_tokenized(cache_file: Path) -> int:
    """Return the number of pairs that the model had to score for one pair, given the cache in this file."""
    cache = open_vector_cache(cache_file)
    read: list[PairInput] = []

    class Counting(_Versioned):
        def tokenize(self, pairs: Sequence[PairInput]) -> Any:
            read.extend(pairs)
            return super().tokenize(pairs)

    model: PairModel = Counting()
    logits = PairLogits(DeviceFallback(model, lambda: model, role="test"), cache=cache)
    logits([PairInput(sentence="A bridge.", claim="A claim.")], cancel=CancelToken())
    cache.close()
    return len(read)


def test_an_old_cache_is_not_read_for_a_changed_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [_pairs_tokenized(tmp_path / "v.db") for _ in range(2)] == [1, 0]
    monkeypatch.setitem(TEXT_VERSIONS, "pairs", TEXT_VERSIONS["pairs"] + 1)
    assert [_pairs_tokenized(tmp_path / "v.db") for _ in range(2)] == [1, 0]
    monkeypatch.undo()
    assert _pairs_tokenized(tmp_path / "v.db") == 0


def test_vectors_of_a_changed_reader_are_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Versioned(FakeEncoder):
        encoded_count = 0

        @property
        def identity(self) -> ModelIdentity:
            return ModelIdentity(name="e", artefact="0" * 16, backend="b", precision="p", reading=reading("encoder"))

        def encode(self, texts: Sequence[str], **options: Any) -> Any:
            self.encoded_count += len(texts)
            return super().encode(texts, **options)

    cache = open_vector_cache(tmp_path / "v.db")
    encoder = Versioned()
    for version, expected in ((1, 1), (1, 1), (2, 2), (2, 2), (1, 2)):
        monkeypatch.setitem(TEXT_VERSIONS, "encoder", version)
        CachedEncoder(encoder, cache).encode(["A bridge."], progress=no_progress, cancel=CancelToken())
        assert encoder.encoded_count == expected
    cache.close()


def _write() -> None:
    """Write the golden file. A reader whose output changed under its old number is refused."""
    stored = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        folder = _tokenizer_file(Path(name)).parent
        current = {reader: {"version": TEXT_VERSIONS[reader], "digest": digest_of(reader, folder)} for reader in sorted(READERS)}
    for reader, entry in current.items():
        before = stored.get(reader, entry)
        if entry["version"] == before["version"] and entry["digest"] != before["digest"]:
            raise SystemExit(f"'{reader}' reads texts differently: raise its number in TEXT_VERSIONS first.")
    GOLDEN.write_text(json.dumps(current, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
