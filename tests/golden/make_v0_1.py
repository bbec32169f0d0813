"""Make the golden files of version 0.1.0: `python -m tests.golden.make_v0_1 FOLDER`, run once with that version's unmodified code.

Every text here is our own invention. The README beside the files says what is real in them and what is small.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import unittest.mock
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.store.sqlite import Database, Migrations

TOWNS = "Elmford Brackwater Saltmere Oakhollow Tarnby Dunwick Ferrybridge Greyhaven Hollin Ivorden Kestrel Larkspur".split()
FINDINGS = (
    ("The {place} bridge cost {n} million crowns.", "The bill was {n} million crowns, says the town's account.", "True"),
    ("{place} closed its harbour for {n} weeks.", "The harbour log shows ships every day.", "False"),
    ("Every school in {place} has {n} teachers too few.", "The school board counts two open posts in all.", "False"),
    ("The river at {place} rose by {n} metres in spring.", "The gauge was broken for half of that time.", "Unproven"),
    ("{place} planted {n} thousand trees.", "It did, though a third of them withered.", "Mostly true"),
    ("The mayor of {place} owns {n} houses.", "The land register names the mayor once.", "False"),
    ("{n} of ten people in {place} cycle to work.", "The survey asked cyclists only.", "Misleading"),
    ("{place} pays {n} crowns for a bus ticket.", "That price held until last year.", "Outdated"),
    ("The lighthouse of {place} is {n} hundred years old.", "Its foundation stone carries the year.", "True"),
    ("{place} sells its water to {n} breweries.", "No contract with any brewery exists.", "False"),
    ("A storm took {n} roofs in {place}.", "The insurers paid for that many.", "True"),
    ("The hospital of {place} sent {n} patients away.", "Its records show transfers, no refusals.", "Misleading"),
    ("{place} has {n} wind turbines that never turn.", "One stood still for repair.", "Mostly false"),
    ("The market of {place} opens on {n} days a week.", "It does.", "True"),
    ("{place} lost {n} jobs when the mill closed.", "The mill moved, and most went with it.", "Half true"),
    ("The owl of {place} laid {n} golden eggs.", "This was a joke of the town's paper.", "Satire"),
    ("{place} burned {n} tonnes of old books.", "The library gave them to schools.", "False"),
    ("The train to {place} is late on {n} of ten days.", "The railway publishes no such figure.", "Unproven"),
    ("{place} spends {n} percent on its fire brigade.", "The budget says so.", "True"),
    ("The fish market of {place} sold {n} whales.", "Nobody has seen one there.", "False"),
)
MANY = [
    {
        "id": f"golden-{number:04d}",
        "claim": claim.format(place=place, n=number % 9 + 2),
        "title": f"{place}: what is true of it",
        "body": body.format(place=place, n=number % 9 + 2),
        "rating": rating,
        "publisher": "Golden Desk",
        "published": f"2024-{number % 12 + 1:02d}-{number % 27 + 1:02d}",
        "url": f"https://desk.example/golden/{number}",
        "language": "en",
    }
    for number, (place, (claim, body, rating)) in enumerate((place, finding) for finding in FINDINGS for place in TOWNS)
]
FEW = [
    *MANY[: 7 * 13 : 13],
    {**MANY[13], "id": "golden-copy", "claim": "Brackwater closed its harbour for 6 weeks", "published": "2025-01-02"},
    {**MANY[13], "id": "golden-other", "publisher": "Harbour Watch", "url": "https://watch.example/1", "published": "2025-02-03"},
    {
        "id": "golden-zh",
        "claim": "水獭发明了纸",
        "title": "水獭没有发明纸",
        "body": "没有任何记载。",
        "rating": "False",
        "publisher": "金色编辑部",
        "published": "2024-05-06",
        "url": "https://desk.example/zh/1",
        "language": "zh",
    },
    {
        "id": "golden-es",
        "claim": "El puente de Elmford costó nueve millones de coronas.",
        "title": "El puente costó menos",
        "body": "La cuenta dice otra cosa.",
        "rating": "Falso",
        "publisher": "Mesa Dorada",
        "published": "2024-06-07",
        "claimed": "2024-06-01",
        "claimant": "Un vecino",
        "url": "https://desk.example/es/1",
        "language": "es",
    },
    {"id": "golden-bare", "claim": "Otters built the first paper mill. <b>&amp;</b> “quoted” 🦦", "publisher": ""},
]
POSTS = [
    {
        "id": f"golden-post-{number}",
        "text": text,
        "author": f"reader{number}",
        "published": f"2025-03-{number + 1:02d}T08:00:00Z",
        "platform": "mastodon" if number % 2 else "bluesky",
        "language": language,
        "engagement": number * 3,
    }
    for number, (text, language) in enumerate(
        (
            ("The bridge in Elmford cost two million, I read the bill myself.", "en"),
            ("RT @reader0: The bridge in Elmford cost two million, I read the bill myself.", "en"),
            ("The bridge in Elmford cost two million, I read the bill myself. https://news.example/a", "en"),
            ("Nine million for a bridge! Elmford has gone mad.", "en"),
            ("Is it true that the harbour of Brackwater was closed?", "en"),
            ("El puente de Elmford costó nueve millones.", "es"),
            ("水獭发明了纸吗？", "zh"),
            ("Otters, otters everywhere 🦦🦦", "en"),
        )
    )
]
PAGE = (
    '<html lang="en"><head><title>Accounts of Elmford</title><meta property="article:published_time" content="2024-01-02"></head>'
    "<body><article><h1>Accounts of Elmford</h1><p>The bridge over the Elm cost two million crowns, paid in three parts.</p>"
    "<p>The council took the last part from the reserve. Nobody voted against it.</p></article></body></html>"
)
LEDGER = "Harbour log of Brackwater.\n\nShips came in on every day of the month. The gate was open. The keeper slept at noon.\n"
EVIDENCE_ROWS = [
    {"text": "The gauge at Oakhollow was out of order from March to May.", "url": "https://water.example/gauge", "published": "2024-06-01"},
    {"text": "El registro nombra al alcalde una vez.", "url": "https://registro.example/1", "language": "es"},
]
SOURCES = "host,kind,note\nfunny.example,satire,A weekly of jokes\nparty.example,interest group,Asks for votes\n"
TRANSCRIPT = (
    "ANNA BERG: The Elmford bridge cost 2 million crowns. Good evening to all.\n"
    "BEN RAY: Brackwater closed its harbour for 6 weeks. Nobody said a word.\n"
    "ANNA BERG: Every school in Saltmere has 10 teachers too few.\n"
    "BEN RAY: The river at Oakhollow rose by 5 metres in spring, didn't it?\n"
)
QUESTION = "What did the bridge in Elmford cost?"


def command(*arguments: str) -> None:
    """Run the program, as a user would."""
    from app.cli.main import run

    code, _ = run([*arguments])
    if code:
        raise SystemExit(f"{' '.join(arguments)}: {code}")


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    """A file of JSON Lines."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def make_library(folder: Path, work: Path) -> None:
    """Fact-checks, posts and evidence with their indexes, sources, languages and days given by hand, verifications, judgements, narratives."""
    library = ["--library", str(folder), "--quiet"]
    command("library", "import", str(lines(work / "factchecks.jsonl", FEW)), *library)
    command("library", "set-language", "pt", "--id", "golden-es", *library)
    command("library", "import", "--kind", "posts", str(lines(work / "posts.jsonl", POSTS)), *library)
    (work / "page.html").write_text(PAGE, encoding="utf-8")
    (work / "ledger.txt").write_text(LEDGER, encoding="utf-8")
    rows = str(lines(work / "rows.jsonl", EVIDENCE_ROWS))
    command("library", "import", "--kind", "evidence", str(work / "page.html"), str(work / "ledger.txt"), rows, *library)
    (work / "sources.csv").write_text(SOURCES, encoding="utf-8")
    command("library", "sources", "--in", str(work / "sources.csv"), *library)
    command("library", "index", *library)
    command("narratives", "--quiet", "--library", str(folder))
    _by_hand(folder)
    for log in folder.rglob("*-shm"):
        raise SystemExit(f"{log} was not closed")


def _by_hand(folder: Path) -> None:
    """What people keep in a library: edits of answers, a day of evidence, verifications, judgements, acts on narratives."""
    from datetime import date

    from app.domain.filed import FiledVerification
    from app.domain.narrative_acts import Move, Naming, NarrativeAct, Place

    from app.bootstrap.library_files import open_judgements, open_narratives, open_verifications
    from app.domain.answer_edits import AnswerEdit, EditKind, Side
    from app.domain.evidence import EvidenceFilter
    from app.domain.judgement import Judgement, JudgementAct, JudgementChange, Pair, PairKind
    from app.domain.verification import ClaimForm, Verification
    from app.store import open_evidence, open_posts
    from tests.fakes.verifications import finished
    from tests.golden.contents import no_cut

    with closing(open_posts(folder)) as posts:
        rename = AnswerEdit(kind=EditKind.RENAME, answer="two million", other="2 million")
        side = AnswerEdit(
            kind=EditKind.SIDE, answer="2 million", post="golden-post-3", side=Side.REFUTES, claim="It cost 2 million.", text="Nine million"
        )
        posts.keep_edits(QUESTION, (rename, side))
    with closing(open_evidence(folder, cut=no_cut)) as evidence:
        ledger = next(item for item in evidence.search("harbour log", among=EvidenceFilter(undated=True)).items if not item.published)
        evidence.set_date(ledger.id, date(2023, 4, 5))
    with closing(open_verifications(folder)) as kept:
        plain = Verification(claim=ClaimForm(text="The keeper of Brackwater slept at noon. 水獭"), own_note="Rang twice.")
        kept.keep(
            (
                FiledVerification(
                    id="golden-v1", verification=finished(), created="2025-04-01T10:00:00.000Z", changed="2025-04-02T10:00:00.000Z"
                ),
                FiledVerification(
                    id="golden-v2", verification=plain, created="2025-04-03T10:00:00.000Z", changed="", published="golden-0013"
                ),
            )
        )
    with closing(open_judgements(folder)) as judged:
        claim = Pair(kind=PairKind.CLAIM, query="The bridge cost two million", item="golden-0000")
        repeat = Pair(kind=PairKind.REPEAT, query="golden-other", item="golden-0013")
        sentence = Pair(kind=PairKind.SENTENCE, query="Nobody said a word.", item="golden-0013")
        for who, at, pair, judgement in (
            ("Ida", "2025-04-04T10:00:00Z", claim, Judgement.EXACT),
            ("Bo", "2025-04-05T10:00:00Z", claim, Judgement.PARTIAL),
            ("Ida", "2025-04-06T10:00:00Z", repeat, Judgement.EXACT),
            ("Ида", "2025-04-07T10:00:00Z", sentence, Judgement.IRRELEVANT),
        ):
            judged.keep(JudgementAct(label="x", who=who, at=at, changes=(JudgementChange(pair, None, judgement),)))
    with closing(open_narratives(folder)) as narratives:
        nowhere, there = Place(), Place("n-golden", by_hand=True)
        moved = NarrativeAct(
            label="Move",
            who="Ida",
            at="2025-04-08T10:00:00Z",
            moves=(Move("golden-bare", narratives.read().places.get("golden-bare", nowhere), there),),
        )
        named = NarrativeAct(label="Rename", who="Ida", at="2025-04-09T10:00:00Z", names=(Naming("n-golden", "", "Otters “and” paper 🦦"),))
        change = JudgementChange(Pair(kind=PairKind.REPEAT, query="golden-other", item="golden-0013"), None, Judgement.EXACT)
        judged_act = NarrativeAct(label="Judge", who="Bo", at="2025-04-10T10:00:00Z", judgements=(change,))
        for act in (moved, named, judged_act):
            narratives.do(act)
        narratives.undo()


def make_project(path: Path, library: Path, work: Path) -> None:
    """A review of a short debate, ranked by the library: decisions, notes, an edit, an undo, a view."""
    from app.domain.manuscript import fresh, splice_between

    from app.bootstrap import Session
    from app.bootstrap.projects import create_project
    from app.domain.options import MatchOptions
    from app.domain.progress import CancelToken, no_progress
    from app.domain.review import UNMARKED, Act, Change, Decision, Mark, Target
    from app.domain.verdict import Verdict
    from app.ingest.documents import read_document
    from app.services.ranking import rank_document

    source = work / "debate.txt"
    source.write_text(TRANSCRIPT, encoding="utf-8")
    document = read_document(source, cancel=CancelToken())
    base = fresh(document)
    marks = (
        Change(Target("0", "golden-0000"), UNMARKED, Mark(decision=Decision.CONFIRMED, note="Seen the bill.", tags=("bridge", "money"))),
        Change(Target("2", "golden-0013"), UNMARKED, Mark(decision=Decision.REJECTED)),
        Change(Target("3"), UNMARKED, Mark(flagged=True, note="Ask the keeper. <b>水獭</b> “”")),
        Change(Target("4", "golden-0026"), UNMARKED, Mark(decision=Decision.PARTIAL, verdict=Verdict.MIXED)),
        Change(Target("5"), UNMARKED, Mark(decision=Decision.DEFERRED)),
    )
    edited = _edited(document)
    splice = splice_between(base, edited, {n: n for n in range(len(base.keys))}, new_key=lambda: "new")
    acts = [
        *(
            Act(label=f"Mark {n}", who="Ida" if n % 2 else "Bo", at=f"2025-05-0{n}T20:00:00Z", changes=(mark,))
            for n, mark in enumerate(marks, 1)
        ),
        Act(label="Edit", who="Ida", at="2025-05-07T20:00:00Z", splice=splice),
        Act(label="Undone", who="Ида", at="2025-05-08T20:00:00Z", changes=(Change(Target("1"), UNMARKED, Mark(flagged=True)),)),
    ]
    project = create_project(path, base)
    for number, act in enumerate(acts, 1):
        project.keep_act(number, act)
    project.keep_position(len(acts) - 1)
    session = Session()
    try:
        engine = session.engine(library)
        ranked = rank_document(edited, engine=engine, options=MatchOptions(top=3), progress=no_progress, cancel=CancelToken())
    finally:
        session.close()
    project.keep_ranking(ranked)
    project.keep_note("view", '{"selected": "3"}')
    project.keep_note("reviewer", "Ida")
    project.close()


def _edited(document: Any) -> Any:
    """The document with its last sentence corrected."""
    last = document.sentences[-1]
    text = last.text.replace(", didn't it?", ".")
    whole = document.text[: last.start] + text + document.text[last.end :]
    return replace(document, text=whole, sentences=(*document.sentences[:-1], replace(last, text=text, end=last.start + len(text))))


def make_home(home: Path, work: Path) -> None:
    """A user's home with settings, a library of 240 fact-checks and an encoder that `adapt` made, in use; started from a tiny one."""
    from app.settings import load_settings, save_settings
    from app.settings.file import settings_path
    from tests.fakes.model_folders import encoder_folder

    library = home / "data" / "library"
    command("models", "use", "encoder", str(encoder_folder(work / "tiny-encoder")))
    command("library", "import", str(lines(work / "many.jsonl", MANY)), "--library", str(library), "--quiet")
    adapted = home / "data" / "models" / "adapted-golden"
    with unittest.mock.patch("app.services.adapting.run.passes", lambda *_: True):  # an encoder as small as this never gets surely better
        command("adapt", "--library", str(library), "--quiet", "--seed", "1", "--out", str(adapted))
    path = settings_path()
    settings = load_settings(path)
    for key, value in (
        ("newsroom_name", "Golden Desk “Ü” 水獭"),
        ("reviewer", "Ida"),
        ("matches_per_sentence", 7),
        ("my_languages", ("en", "es")),
    ):
        settings = settings.with_value(key, value)
    save_settings(replace(settings, unknown={"from_a_newer_version": "kept"}), path)
    shutil.rmtree(home / "cache", ignore_errors=True)


def make_older(folder: Path, library: Path) -> None:
    """The library's files as each earlier format would hold the same rows: the migrations up to that one, then the rows."""
    from app.store.evidence import schema as evidence
    from app.store.letter_pairs import add_all
    from app.store.posts import schema as posts
    from app.store.schema import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION

    assert evidence.VERSION == 1
    for name, migrations, mark, last in (
        ("library.db", MIGRATIONS, APPLICATION_ID, SCHEMA_VERSION),
        ("posts.db", posts.MIGRATIONS, posts.APPLICATION_ID, posts.VERSION),
    ):
        steps = migrations.pending(Database(memory=True))
        for version in range(1, last):
            path = folder / f"{version}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                _migrate(Database(connection), migrations.name, steps[:version], mark)
                connection.execute("ATTACH ? AS new", (str(library / name),))
                _copy_rows(connection)
                if name == "library.db":
                    connection.execute("INSERT INTO fulltext (fulltext) VALUES ('rebuild')")
                    if version > 1:
                        add_all(connection)
                else:
                    connection.execute(
                        "INSERT INTO words (rowid, clean, facets) SELECT row, clean, facets FROM post_text WHERE row IN (SELECT row FROM post WHERE head)"
                    )
                connection.execute("DETACH new")


def _migrate(database: Database, name: str, steps: Sequence[Any], mark: int) -> None:
    """What `app.store.database` does for a new file, with the first of the migrations alone."""
    some = Migrations(name)
    for step in steps:
        some(name=step.name)(step.fn)
    connection = database.conn
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    some.apply(database)
    connection.execute(f"PRAGMA application_id = {mark}")
    connection.execute(f"PRAGMA user_version = {len(steps)}")
    connection.execute("COMMIT")


def _copy_rows(connection: sqlite3.Connection) -> None:
    """The rows of the tables that this format has, but for its own notes of index and state."""
    for table in ("factcheck", "body", "given_language", "post", "ask_edit"):
        if connection.execute("SELECT 1 FROM main.sqlite_master WHERE name = ?", (table,)).fetchone():
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM new.{table}")


def make_contents(folder: Path) -> None:
    """What the version that made the files reads in a copy of them, for later ones to be compared with."""
    from tests.golden.contents import contents

    (folder / "contents.json").unlink(missing_ok=True)
    copy = folder.with_name(f"{folder.name}-copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    text = json.dumps(contents(copy), ensure_ascii=False, indent=1, sort_keys=True)
    (folder / "contents.json").write_text(text + "\n", encoding="utf-8")


def main(folder: Path) -> None:
    """Make everything below `folder`."""
    work = folder.with_name(f"{folder.name}-work")
    os.environ["PRIORCHECK_HOME"] = str(work / "home")
    work.mkdir(parents=True)
    folder.mkdir(parents=True)
    make_library(folder / "library", work)
    make_project(folder / "debate.priorcheck", folder / "library", work)
    make_older(folder / "older", folder / "library")
    os.environ["PRIORCHECK_HOME"] = str(folder / "home")
    make_home(folder / "home", work)
    make_contents(folder)
    for name in ("writer.lock", "adapting.lock"):
        for lock in folder.rglob(name):
            lock.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
