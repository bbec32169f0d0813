"""The seed paper's system over a small library and models without weights: every measure, candidates, features, resuming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, InputError
from app.ingest.documents import read_document
from app.ports import FloatMatrix
from app.services.engine import Engine
from models.research.commands.debates_markdown import debates_markdown
from models.research.debate_gold import Gold, load_gold
from models.research.debate_run import DebateReport, Part, score_own_run, sentences_of
from models.research.paper import nli
from models.research.paper.bertscore import bertscore_f1
from models.research.paper.bodies import body_sentences
from models.research.paper.features import Variant, sentence_features
from models.research.paper.measures import COLUMN, GROUPS, MEASURES, TITLES, columns
from models.research.paper.measuring import Reach, measure_debates
from models.research.paper.models import Corpus, Job, PaperModels, load_corpus
from models.research.paper.systems import COUNTS
from models.research.paper.table import PairTable
from models.research.paper.tiers import chunks, tiers_of
from models.research.paper.work import WorkFolder
from models.research.scores import Protocol
from tests.fakes import gold_debates
from tests.fakes.encoder import FakeEncoder, fake_identity
from tests.fakes.engine import fake_engine

WITHOUT_OWN = frozenset({Part.SINGLE, Part.RANKSVM, Part.ABLATION, Part.INNER})


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return fake_engine(tmp_path_factory.mktemp("paper") / "library", gold_debates.factchecks())


@pytest.fixture(scope="module")
def gold(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Gold:
    folder = gold_debates.write_gold(tmp_path_factory.mktemp("paper-gold") / "debates")
    return load_gold(folder, engine.library, resamples=20)[0]


@pytest.fixture(scope="module")
def models(engine: Engine) -> PaperModels:
    return gold_debates.paper_models(engine)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="module")
def report(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> DebateReport:
    return run(engine, gold, models, gold_debates.job(work), parts=WITHOUT_OWN)


def run(engine: Engine, gold: Gold, models: PaperModels, job: Job, *, parts: frozenset[Part], depth: int = 5) -> DebateReport:
    return score_own_run(gold, engine, lambda: models, job, parts=parts, reach=Reach(depth=depth), notes=())


def test_there_are_nineteen_measures_and_each_has_a_name_and_a_group() -> None:
    assert len(MEASURES) == len(set(MEASURES)) == 19
    assert set(TITLES) == set(MEASURES)
    kinds = [GROUPS[name] for name in ("BM25", "NLI", "BERTScore", "encoder", "second")]
    assert sorted(name for group in kinds for name in group) == sorted(MEASURES)
    texts = [GROUPS[name] for name in ("claim", "title", "body")]
    assert sorted(name for group in texts for name in group) == sorted(MEASURES)


def test_bertscore_by_hand() -> None:
    first, second = np.eye(2, dtype=np.float32)
    sentence = np.stack([first, second])
    scores = bertscore_f1(sentence, [np.stack([first]), sentence, np.zeros((0, 2), np.float32), np.stack([first, first, second])])
    assert scores == pytest.approx([2 * 0.5 * 1 / 1.5, 1.0, 0.0, 1.0])
    assert bertscore_f1(np.zeros((0, 2), np.float32), [sentence]) == pytest.approx([0.0])


def test_report_has_every_system_under_both_protocols(report: DebateReport) -> None:
    families = {(system.family, system.protocol) for system in report.systems}
    assert len(families) == 2 * (1 + len(Variant) + 1)
    assert len(report.systems) == 2 * (len(MEASURES) + len(Variant) * len(COUNTS) + 1 + len(GROUPS))
    assert report.positives == {"all": 12, "before": 6}
    for system in report.systems:
        assert set(system.score.by_debate) == set(gold_debates.NAMES)
        assert all(0 <= value <= 1 for value in system.score.values.values())
        assert system.score.values["map_h_3"] <= system.score.values["map_0_3"] <= system.score.values["map"]


def test_words_find_the_sentences_and_their_fact_checks(report: DebateReport) -> None:
    """Claims are spoken nearly word for word here, so that BM25 on the claim is nearly perfect."""
    best = next(system for system in report.systems if system.name == "BM25, claim" and system.protocol is Protocol.ALL)
    assert best.score.values["map_h_1"] == pytest.approx(best.score.values["map"])
    assert best.without_repeated.values["map"] > best.score.values["map"] > 0.6


def test_inner_measures_are_reported_both_ways(report: DebateReport) -> None:
    inner = {measure.name: measure for measure in report.inner}
    assert set(inner) == {*MEASURES, "our pair scorer"}
    assert inner["bm25_claim"].annotated == 1.0
    assert inner["bm25_claim"].exact
    assert not inner["bertscore"].exact
    assert all(measure.library is not None and measure.library <= 1.0 for measure in report.inner)


def tables(
    engine: Engine, gold: Gold, models: PaperModels, work: Path, *, depth: int, reach: Reach | None = None
) -> tuple[list[PairTable], Corpus]:
    job = gold_debates.job(work)
    with engine.snapshot() as snapshot:
        corpus = load_corpus(engine, models, snapshot, job)
        documents = [read_document(debate.transcript, cancel=CancelToken(), progress=no_progress) for debate in gold.debates]
        sentences = [sentences_of(debate, document, corpus, models, job) for debate, document in zip(gold.debates, documents, strict=True)]
        return measure_debates(sentences, corpus, models, job, reach=reach or Reach(depth=depth, nli=depth)), corpus


def test_every_measure_equals_its_definition(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> None:
    """The depth exceeds the library, so every pair is present; each measure is recomputed one pair at a time."""
    pair_tables, corpus = tables(engine, gold, models, work, depth=100)
    table = pair_tables[0]
    document = gold.debates[0].transcript.read_text(encoding="utf-8").splitlines()
    assert (np.diff(table.starts) == len(corpus.ids)).all()
    first, second = models.encoders.values()
    for line, identifier in ((3, "fc-bridges-Marlow"), (9, "fc-bridges-Kisumu"), (1, "fc-lakes-Estoril")):
        item = engine.library.get([identifier])[identifier]
        text = document[line - 1].split("\t")[2]
        pair = next(number for number in range(*table.starts[line - 1 : line + 1]) if table.ids[number] == identifier)
        value = table.values[pair]
        bodies = body_sentences(item)
        for name, encoder in (("encoder", first), ("second", second)):
            vectors = encoder.encode([text, item.claim, item.title, *bodies], progress=no_progress, cancel=CancelToken())
            cosines = vectors[1:] @ vectors[0]
            assert value[columns([f"{name}_claim", f"{name}_title"])] == pytest.approx(cosines[:2], abs=1e-5)
            if not np.isnan(value[COLUMN[f"{name}_body_1"]]):
                body_values = value[columns([f"{name}_body_{number}" for number in range(1, 5)])]
                assert body_values == pytest.approx(sorted(cosines[2:], reverse=True)[:4], abs=1e-3)  # kept as float16
        stance = models.stance.stance([item.claim], [text], cancel=CancelToken())[0]
        assert value[columns(["nli_support", "nli_refute", "nli_neutral"])] == pytest.approx(stance, abs=1e-5)
        tokens, starts = models.tokens.encode_tokens([text, item.claim], progress=no_progress, cancel=CancelToken())
        score = bertscore_f1(tokens[: starts[1]], [tokens[starts[1] :]])[0]
        assert value[COLUMN["bertscore"]] == pytest.approx(score, abs=2e-3)  # claims are kept as float16


def test_candidates_of_the_second_protocol_were_published_before(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> None:
    pair_tables, corpus = tables(engine, gold, models, work, depth=5)
    for debate, table in zip(gold.debates, pair_tables, strict=True):
        days = corpus.published[table.rows]
        member = table.members[Protocol.BEFORE]
        assert member.any()
        assert (days[member] < debate.day.toordinal()).all()
        assert (days[table.ranks[Protocol.BEFORE] >= 0] < debate.day.toordinal()).all()


def test_a_measure_alone_ranks_by_the_best_of_all_fact_checks(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> None:
    """The union of the best five loses no maximum."""
    narrow, wide = (tables(engine, gold, models, work, depth=depth)[0][1] for depth in (5, 100))
    for name in ("bm25_claim", "bm25_body", "encoder_claim", "second_title"):
        assert narrow.best(narrow.measure(name, Protocol.ALL)) == pytest.approx(wide.best(wide.measure(name, Protocol.ALL)))
        assert narrow.best(narrow.measure(name, Protocol.BEFORE)) == pytest.approx(wide.best(wide.measure(name, Protocol.BEFORE)))


def test_features_hold_candidates_in_order_or_the_largest_values(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> None:
    table = tables(engine, gold, models, work, depth=5)[0][0]
    sentence, body = 2, COLUMN["bm25_body"]
    side_by_side = sentence_features(table, Variant.CONCATENATED, 3, Protocol.ALL).reshape(len(table), 3, -1)
    assert (np.diff(side_by_side[sentence, :, body]) <= 0).all()
    assert side_by_side[sentence, 0, body] == pytest.approx(table.best(table.measure("bm25_body", Protocol.ALL))[sentence])
    largest = sentence_features(table, Variant.MAXIMA, 2, Protocol.ALL).reshape(len(table), 2, -1)
    skipping = sentence_features(table, Variant.SKIPPING, 2, Protocol.ALL).reshape(len(table), 2, -1)
    pair_rows = table.pairs(sentence)
    for name in ("bm25_claim", "nli_support", "encoder_body_1"):
        values = table.measure(name, Protocol.ALL)[pair_rows]
        expected = sorted(values[values > -np.inf], reverse=True)
        assert largest[sentence, :, COLUMN[name]] == pytest.approx([*expected, 0.0, 0.0][:2])
        settled = sorted(values[(values > -np.inf) & ~table.ambiguous[pair_rows]], reverse=True)
        assert skipping[sentence, :, COLUMN[name]] == pytest.approx([*settled, 0.0, 0.0][:2])
    fewer = sentence_features(table, Variant.MAXIMA, 1, Protocol.ALL, measures=("nli_support",))
    assert fewer.shape == (len(table), 1)


def test_a_second_run_computes_nothing_again(engine: Engine, gold: Gold, report: DebateReport, work: Path) -> None:
    again = gold_debates.paper_models(engine)
    assert run(engine, gold, again, gold_debates.job(work), parts=frozenset({Part.SINGLE, Part.INNER})).systems
    encoded_texts = [encoder.encoded for encoder in again.encoders.values() if isinstance(encoder, FakeEncoder)]
    assert encoded_texts == [[], []]
    assert isinstance(again.tokens, gold_debates.FakeTokenEncoder)
    assert again.tokens.asked == 0


def test_a_stopped_run_goes_on_where_it_was(engine: Engine, gold: Gold, report: DebateReport, tmp_path: Path) -> None:
    cancel = CancelToken()

    def stop(update: ProgressUpdate) -> None:
        if update.activity.startswith("Bodies, second"):
            cancel.cancel()

    with pytest.raises(Cancelled):
        run(engine, gold, gold_debates.paper_models(engine), gold_debates.job(tmp_path, cancel=cancel, progress=stop), parts=WITHOUT_OWN)
    modified_times = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert modified_times
    finished = run(engine, gold, gold_debates.paper_models(engine), gold_debates.job(tmp_path), parts=WITHOUT_OWN)
    assert finished == report
    assert modified_times.items() <= {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}.items()


def test_our_own_systems_are_scored_with_and_without_later_fact_checks(
    engine: Engine, gold: Gold, models: PaperModels, tmp_path: Path
) -> None:
    report = run(engine, gold, models, gold_debates.job(tmp_path), parts=frozenset({Part.OWN}))
    assert {(system.name, system.protocol) for system in report.systems} >= {("priorcheck rank", protocol) for protocol in Protocol}
    assert {system.family for system in report.systems} == {"our own"}
    assert report.systems[0].score.values["map"] > 0.3
    assert not report.inner
    assert any("shipped ranker" in note for note in report.notes)


class Judge:
    """Stance scorer whose posteriors identify the pair; `asked` records the pairs."""

    identity = fake_identity(name="fake-judge")

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        self.asked += zip(premises, hypotheses, strict=True)
        return np.array([[len(premise), len(hypothesis), 0] for premise, hypothesis in zip(premises, hypotheses, strict=True)], np.float32)


def test_a_pair_that_occurs_twice_is_judged_once_and_every_row_gets_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nli, "_PAIRS", 2)
    pairs = [("long claim", "said"), ("b", "s"), ("long claim", "said"), ("b", "other"), ("cc", "s")]
    judge, ranks = Judge(), np.array([60, 7, 2, 8, 20])
    rows = nli.entailment(pairs, ranks, judge, gold_debates.job(tmp_path))
    assert rows[:, :2].tolist() == [[len(claim), len(text)] for claim, text in pairs]
    assert judge.asked == [pairs[0], pairs[1], pairs[3], pairs[4]]  # the best places first
    fewer = nli.entailment(pairs[:4], ranks[:4], judge, gold_debates.job(tmp_path))
    assert fewer.tolist() == rows[:4].tolist()
    assert len(judge.asked) == 4  # chunks of a run that went less far are those of one that went further
    assert nli.entailment([], ranks[:0], judge, gold_debates.job(tmp_path)).shape == (0, 3)


def test_chunks_hold_one_tier_each_and_texts_of_like_length() -> None:
    ranks, texts = np.array([0, 30, 4, 5, 1]), ["nine nine", "a", "ccc", "bb", "aaa"]
    indexes = [chunk.tolist() for chunk in chunks(tiers_of(ranks, (5, 10, 20, 30)), texts, size=2)]
    assert indexes == [[4, 2], [0], [3], [1]]
    backwards = [chunk.tolist() for chunk in chunks(tiers_of(ranks[::-1], (5, 10, 20, 30)), texts[::-1], size=2)]
    assert backwards == [[0, 2], [4], [1], [3]]  # the same texts
    assert list(chunks(tiers_of(ranks[:0], (5,)), [], size=2)) == []


def test_pairs_beyond_the_reach_are_not_measured(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> None:
    full, _ = tables(engine, gold, models, work, depth=5)
    limited, _ = tables(engine, gold, models, work, depth=5, reach=Reach(depth=5, nli=1, bodies=2, read=1))
    for limited_table, full_table in zip(limited, full, strict=True):
        judged = ~np.isnan(limited_table.values[:, COLUMN["nli_support"]])
        assert 0 < judged.sum() < np.isfinite(full_table.values[:, COLUMN["nli_support"]]).sum()
        assert limited_table.values[judged, COLUMN["nli_support"]] == pytest.approx(full_table.values[judged, COLUMN["nli_support"]])
        read = ~np.isnan(limited_table.values[:, COLUMN["second_body_1"]])
        assert 0 < read.sum() < np.isfinite(full_table.values[:, COLUMN["second_body_1"]]).sum()
        assert (limited_table.values[read][:, columns(["second_body_2", "second_body_4"])] == 0).all()
        assert (limited_table.values[read, COLUMN["second_body_1"]] <= full_table.values[read, COLUMN["second_body_1"]] + 1e-3).all()
        assert limited_table.measure("nli_support", Protocol.ALL)[~judged].max() == -np.inf


def test_rankings_ignore_measures_of_annotated_pairs_beyond_the_reach(engine: Engine, gold: Gold, models: PaperModels, work: Path) -> None:
    pair_tables, _ = tables(engine, gold, models, work, depth=5, reach=Reach(depth=5, nli=1, bodies=1, read=1))
    annotated = [{(pair.line, pair.factcheck) for pair in debate.annotated} for debate in gold.debates]
    hidden = 0
    for table, looked_at in zip(pair_tables, annotated, strict=True):
        owners = np.repeat(table.lines, np.diff(table.starts))
        is_annotated = np.array([(int(line), factcheck) in looked_at for line, factcheck in zip(owners, table.ids, strict=True)])
        for name in ("nli_support", "encoder_body_1"):
            only = np.isfinite(table.looked_at[:, COLUMN[name]]) & ~np.isfinite(table.values[:, COLUMN[name]])
            assert is_annotated[only].all()
            assert np.isfinite(table.looked_at[is_annotated, COLUMN[name]]).all()
            hidden += int(only.sum())
    assert hidden > 0


def test_models_in_half_precision_are_compared_with_exact_ones(engine: Engine, gold: Gold, models: PaperModels, tmp_path: Path) -> None:
    half = replace(gold_debates.paper_models(engine), exact=models)
    report = run(engine, gold, half, gold_debates.job(tmp_path), parts=frozenset({Part.SINGLE}))
    note = next(note for note in report.notes if "float32" in note)
    assert "encoder 1.00000 (1.00000)" in note
    assert "the same for 100.0%" in note


def test_the_tables_list_every_system_with_the_papers_figures(report: DebateReport) -> None:
    page = debates_markdown(report, {"command": "priorcheck evaluate debates"})
    for system in report.systems:
        assert f"| {system.name} | {system.score.values['map']:.3f} |" in page
    assert "| 0.522 |" in page.splitlines()[page.splitlines().index("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |") + 1]
    assert all(f"| {name} |" in page for name in gold_debates.NAMES)
    assert "- command: priorcheck evaluate debates" in page
    widths = {
        len(block.splitlines()[0].split("|")) == len(line.split("|"))
        for block in page.split("\n\n")
        if block[0] == "|"
        for line in block.splitlines()
    }
    assert widths == {True}


def test_a_damaged_file_of_the_work_folder_is_made_again(tmp_path: Path) -> None:
    folder = WorkFolder(tmp_path / "new")
    arrays = folder.arrays("kind", ["a", "b"], lambda: {"x": np.arange(3)})
    assert arrays["x"].tolist() == [0, 1, 2]
    assert folder.arrays("kind", ["a", "b"], lambda: {"x": np.zeros(1)})["x"].tolist() == [0, 1, 2]
    assert folder.arrays("kind", ["ab"], lambda: {"x": np.zeros(1)})["x"].tolist() == [0]
    for path in (tmp_path / "new").iterdir():
        path.write_bytes(path.read_bytes()[:40])
    assert folder.arrays("kind", ["a", "b"], lambda: {"x": np.ones(1)})["x"].tolist() == [1]


def test_a_work_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="--work"):
        WorkFolder(tmp_path / "taken")
