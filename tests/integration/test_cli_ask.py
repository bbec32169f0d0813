"""`priorcheck ask`: distinct answers of posts with both camps, as text, as JSON and for many questions; and MythQA's measures of a
run. The reader is the bundled one."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.domain.answer_edits import AnswerEdit, EditKind, Side
from app.store.posts.library import open_posts
from tests.fakes.command_line import CommandLine, write_rows

WELL = "What makes the tap water of Velden brown?"
SAFE = "Is the tap water of Velden safe to drink?"
TEXTS = (
    "The tap water of Velden is brown because of rust in the old pipes",
    "It's rust from the old pipes that makes the tap water in Velden brown, my plumber says",
    "Rust does not make the tap water of Velden brown, they replaced all pipes last year",
    "Algae make the tap water of Velden brown, look at the reservoir!!",
    "RT @anna: The tap water of Velden is brown because of rust in the old pipes",
    "The tap water of Velden is perfectly safe to drink",
    "I drink the tap water of Velden every day and it is safe, stop the panic",
    "Nobody should drink the tap water of Velden, it is not safe at all",
    "😂😂😂",
    "The buses in Velden are late again",
)
ROWS = tuple(
    {
        "id": f"p{number}",
        "text": text,
        "author": f"a{number}",
        "created_at": f"2026-03-{number + 1:02}T10:00:00Z",
        "language": "en",
        "platform": "x",
    }
    for number, text in enumerate(TEXTS)
)


@pytest.fixture
def posted(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """Provide a library with these posts and no fact-checks."""
    cli.done("library", "import", "--kind", "posts", write_rows(tmp_path / "posts.jsonl", *ROWS))
    return cli


def read(path: Path) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return answered


def test_a_question_is_answered_in_words_and_as_json(posted: CommandLine, tmp_path: Path) -> None:
    completed = posted.done("ask", WELL)
    assert completed.out.startswith("entity question, 9 posts searched")
    posted.done("ask", WELL, "--out", tmp_path / "answers.json")
    row = read(tmp_path / "answers.json")
    assert row["type"] == "entity" and row["holds"] is None and set(row["retrieved"]) <= {f"p{number}" for number in range(10)}
    rust = next(answer for answer in row["answers"] if "rust" in answer["answer"].casefold())
    assert "rust" in rust["claim"].casefold() and 0 <= rust["contested"] <= 1
    supporting, refuting = ({post["id"] for post in rust[side]} for side in ("supporting", "refuting"))
    assert supporting & {"p0", "p1"} and "p2" in refuting and not supporting & refuting
    first = next(post for post in rust["supporting"] if post["id"] == "p0")
    assert first["same_as"] == ["p4"] and first["text"] == TEXTS[0] and 0 <= first["score"] <= 1
    assert set(first["stance_probabilities"]) == {"support", "refute", "neutral"}
    run = read(tmp_path / "answers.json.run.json")
    assert {"encoder", "reader"} <= set(run["models"]) and run["posts"] == 9


def test_a_yes_no_question_has_support_for_both_answers(posted: CommandLine) -> None:
    (row,) = posted.done("ask", SAFE, "--json").rows
    columns = {answer["answer"]: {post["id"] for post in answer["supporting"]} for answer in row["answers"]}
    assert set(columns) == {"YES", "NO"} and row["holds"] in {"YES", "NO", "NOT SURE"}
    assert "p6" in columns["YES"] and "p7" in columns["NO"]  # of p5, word for word the claim, the two networks disagree
    assert not columns["YES"] & columns["NO"]


def test_many_questions_have_one_row_each_in_order(posted: CommandLine, tmp_path: Path) -> None:
    questions = write_rows(
        tmp_path / "questions.jsonl",
        {"qid": "a", "question": SAFE},
        {"qid": 7, "question": ""},
        {"question": WELL, "type": "entity"},
        {"qid": "d", "question": "Is it?", "type": "both"},
        {"qid": "e", "question": "?!"},
    )
    completed = posted.done("ask", "--questions", questions, "--out", tmp_path / "out.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["qid"], row["type"]) for row in rows] == [("a", "yes-no"), (7, None), (3, "entity"), ("d", None), ("e", None)]
    assert all(row["answers"] == [] and row["refused"] for row in rows if row["type"] is None)
    assert "neither entity nor yes-no" in completed.err


def test_posts_are_narrowed_by_platform_and_day(posted: CommandLine) -> None:
    (row,) = posted.done("ask", SAFE, "--since", "2026-03-08", "--json").rows
    assert set(row["retrieved"]) <= {"p7", "p8", "p9"}
    (row,) = posted.done("ask", SAFE, "--platform", "mastodon", "--json").rows
    assert row["retrieved"] == [] and any("takes a side" in remark for remark in row["remarks"])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [((), "one question"), ((WELL, "--questions", "q.jsonl"), "one question"), (("  ",), "one question"), (("?!",), "no question")],
)
def test_an_invalid_question_is_refused_in_one_line(posted: CommandLine, arguments: tuple[str, ...], reason: str) -> None:
    assert reason in posted("ask", *arguments).refusal()


def test_a_library_without_posts_says_so(cli: CommandLine) -> None:
    assert "holds no posts" in cli("ask", WELL).refusal()


def test_a_run_is_evaluated_over_the_librarys_posts(posted: CommandLine, tmp_path: Path) -> None:
    gold = write_rows(
        tmp_path / "gold.jsonl",
        {
            "qid": "1",
            "question": SAFE,
            "question_type": "yes-no",
            "answers": {"supporting": ["p5", "p6"], "refuting": ["p7"], "neutral": []},
        },
    )
    out = tmp_path / "measured.json"
    posted.done("evaluate", "mythqa", "--gold", gold, "--k", "10", "--e", "1,10", "--out", out)
    measured = read(out)["groups"]["yes-no"]
    assert measured["mhit@10"]["value"] == 1.0 and measured["f1_contro@10"]["value"] == 1.0
    posted.done("evaluate", "mythqa", "--gold", gold, "--k", "10", "--e", "1", "--ablation", "--out", out)
    assert "our blend" in read(out) and all(report["judged"] for report in read(out).values())


def test_edits_made_in_the_window_apply_to_the_command(posted: CommandLine) -> None:
    (before,) = posted.done("ask", SAFE, "--json").rows
    claim = before["answers"][0]["claim"]
    assert not any(post["id"] == "p5" for answer in before["answers"] for post in answer["supporting"])  # it takes no side by itself
    with closing(open_posts(posted.library)) as posts:
        posts.keep_edits(SAFE, [AnswerEdit(kind=EditKind.SIDE, answer="", claim=claim, post="p5", side=Side.REFUTES, text=TEXTS[5])])
    (row,) = posted.done("ask", SAFE, "--json").rows
    columns = {answer["answer"]: {post["id"]: post["corrected"] for post in answer["supporting"]} for answer in row["answers"]}
    assert columns["NO"]["p5"] is True and "p5" not in columns["YES"]
    (row,) = posted.done("ask", SAFE, "--since", "2026-03-08", "--json").rows
    assert "p5" not in {post["id"] for answer in row["answers"] for post in answer["supporting"]}


@pytest.mark.parametrize("question", ["Is the moon made of cheese?", "Does coffee cause cancer?", "Should the prime minister resign?"])
def test_posts_about_something_else_answer_nothing(posted: CommandLine, question: str, tmp_path: Path) -> None:
    assert posted.done("ask", question).out.startswith("yes-no question, 9 posts searched; the posts say: NOT SURE")
    posted.done("ask", question, "--out", tmp_path / "answers.json")
    answers = read(tmp_path / "answers.json")["answers"]
    assert answers and all(answer["supporting"] == answer["refuting"] == [] for answer in answers)


@pytest.mark.parametrize("question", ["Who is the president of France?", "When did the war begin?", "Who wrote Hamlet?"])
def test_posts_about_something_else_name_no_answer(posted: CommandLine, question: str) -> None:
    completed = posted.done("ask", question)
    assert completed.out.startswith("entity question, 9 posts searched") and "[" not in completed.out
    assert "No post was found that takes a side." in completed.err
