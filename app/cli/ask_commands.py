"""`ask`: one question, or a file of questions, to the library's posts."""

from __future__ import annotations

import argparse
from typing import Any

from app.assist import Asker
from app.cli import arguments as args
from app.cli import llm_options
from app.cli.analysis_commands import finish
from app.cli.context import Context
from app.cli.output import emit, one_line, say
from app.domain.answer_edits import applied
from app.domain.ask import Answer, Answered, AskOptions, Holding, QuestionType
from app.domain.assisted import AssistRecord
from app.domain.posts import PostFilter
from app.errors import InputError
from app.ingest.queries import QuestionRow, check_some
from app.reading import read_questions
from app.services.ask_engine import AskEngine
from app.services.asking import ask_posts
from app.services.assisted_asking import AnswerFinder
from app.services.posts import AT_ONCE, prepare_posts
from app.services.reports.asked import SHOWN, asked_record, asked_row
from app.services.reports.write import write_json

_SHOWN_ANSWERS, _SHOWN_POSTS, _WIDE = 10, 2, 160


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add ask to the grammar."""
    ask = commands.add_parser("ask", parents=[common], help="ask the posts: the distinct answers, with posts for and against each")
    ask.add_argument("question", nargs="?", default="", metavar="QUESTION")
    ask.add_argument("--questions", type=args.file, metavar="Q.jsonl", help="many questions: rows {qid, question, type?}")
    ask.add_argument("--type", choices=[kind.value for kind in QuestionType], default=None, help="default: told from the words")
    ask.add_argument("--out", type=args.file, metavar="FILE", help="one question: JSON; many: JSON Lines")
    ask.add_argument(
        "--retrieved", type=args.positive, default=AskOptions().retrieved, metavar="K", help="posts found (default %(default)s)"
    )
    ask.add_argument(
        "--read", type=args.positive, default=AskOptions().read, metavar="K", help="of these, read for answers (default %(default)s)"
    )
    ask.add_argument(
        "--judged",
        type=args.positive,
        default=AskOptions().judged,
        metavar="K",
        help="yes-no: posts whose side is told (default %(default)s)",
    )
    ask.add_argument(
        "--answers", type=args.positive, default=AskOptions().answers, metavar="N", help="answers at most (default %(default)s)"
    )
    ask.add_argument("--shown", type=args.positive, default=SHOWN, metavar="E", help="posts of each side (default %(default)s)")
    ask.add_argument("--platform", type=str.lower, default="")
    ask.add_argument("--language", default="")
    ask.add_argument("--since", type=args.day, default=None, metavar="DATE", help="only posts of this day or later")
    ask.add_argument("--until", type=args.day, default=None, metavar="DATE", help="only posts of this day or earlier")
    ask.add_argument("--json", action="store_true", help="print JSON")
    group = llm_options.add_group(ask)
    help_text = "have it look for answers in the first N posts, beside the reader; only what stands in a post word for word is one"
    group.add_argument("--llm-answers", type=args.positive, default=None, metavar="N", help=help_text)
    ask.set_defaults(command=run_ask)


def run_ask(context: Context) -> int:
    """Run `ask QUESTION` or `ask --questions`: needs posts in the library."""
    arguments = context.arguments
    if bool(arguments.question.strip()) == (arguments.questions is not None):
        raise InputError("ask-what", "Give one question, or a file of them with --questions.", hint="See “priorcheck ask --help”.")
    context.check_out()
    asker = llm_options.needed_asker(context) if arguments.llm_answers else None
    rows = read_questions(arguments.questions, cancel=context.cancel) if arguments.questions else []
    refused = [row.refused for row in rows if row.refused is not None]
    check_some(arguments.questions, len(rows), refused, expected_fields="qid and question")
    engine = context.session.ask_engine(context.library_path)
    prepare_posts(posts=engine.posts, encoder=engine.encoder, encode_limit=AT_ONCE, progress=context.progress, cancel=context.cancel)
    if arguments.questions:
        return _many(context, rows, engine, asker)
    answered, records = _asked(context, engine, arguments.question, arguments.type, asker)
    context.progress.close()
    row = asked_row(answered, limit=arguments.shown)
    if arguments.out:
        write_json(row, arguments.out, run=asked_record(answered))
        count = len(answered.answers)
        say(f"{count} {'answer' if count == 1 else 'answers'} written to {arguments.out}")
    elif arguments.json:
        return finish(context, [row], [], {})
    else:
        emit(answers_in_words(answered))
    for remark in answered.remarks:
        say(remark)
    if asker is not None:
        llm_options.tell_spent(asker, records)
    return 0


def _many(context: Context, rows: list[QuestionRow], engine: AskEngine, asker: Asker | None) -> int:
    """Answer one row for each question in order; an invalid row keeps its position."""
    answered_rows: list[dict[str, Any]] = []
    records: list[AssistRecord] = []
    record: dict[str, Any] = {}
    for row in rows:
        if row.refused is not None:
            answered_rows.append({"qid": row.qid, "type": None, "answers": [], "retrieved": [], "refused": row.refused.reason})
            continue
        try:
            answered, new_records = _asked(context, engine, row.text, row.kind or context.arguments.type, asker)
        except InputError as error:
            if error.code != "question-empty":
                raise
            answered_rows.append({"qid": row.qid, "type": None, "answers": [], "retrieved": [], "refused": error.message})
            continue
        answered_rows.append({"qid": row.qid} | asked_row(answered, limit=context.arguments.shown))
        record = asked_record(answered)
        records += new_records
    if asker is not None:
        context.progress.close()
        llm_options.tell_spent(asker, records)
    refused = [row.refused for row in rows if row.refused is not None]
    return finish(context, answered_rows, refused, record | {"questions": len(rows), "refused": len(refused)})


def _asked(
    context: Context, engine: AskEngine, question: str, kind: str | None, asker: Asker | None
) -> tuple[Answered, list[AssistRecord]]:
    """Return the answers, including the user's manual edits from the window, and the language model's usage."""
    options = ask_options(context.arguments, kind)
    finder = None if asker is None else AnswerFinder(asker, options.llm_read, context.progress)
    answered = ask_posts(question, engine=engine, options=options, progress=context.progress, cancel=context.cancel, finder=finder)
    records = [finder.record] if finder is not None and finder.record is not None else []
    return applied(answered, engine.posts.edits_of(question)), records


def ask_options(arguments: argparse.Namespace, kind: str | None) -> AskOptions:
    """Return the options of the command line."""
    among = PostFilter(platform=arguments.platform, language=arguments.language, since=arguments.since, until=arguments.until)
    return AskOptions(
        kind=QuestionType(kind) if kind else None,
        retrieved=arguments.retrieved,
        read=arguments.read,
        judged=arguments.judged,
        answers=arguments.answers,
        among=among,
        llm_read=arguments.llm_answers or 0,
    )


def answers_in_words(answered: Answered) -> str:
    """Return the answers as text."""
    head = f"{answered.kind.value} question, {answered.searched} posts searched"
    if answered.holding is not None:
        head += f"; the posts say: {answered.holding.value}"
    blocks = [_answer_in_words(answer, answered.holding) for answer in answered.answers[:_SHOWN_ANSWERS]]
    return "\n\n".join([head, *blocks])


def _answer_in_words(answer: Answer, stance: Holding | None) -> str:
    name = f"{one_line(answer.name)} · " if stance is None else ""
    lines = [
        f"{name}{one_line(answer.claim)} [{answer.contested:.0%} contested; {len(answer.supporting)} for, {len(answer.refuting)} against]"
    ]
    for sign, column in (("+", answer.supporting), ("−", answer.refuting)):
        for opinion in column[:_SHOWN_POSTS]:
            copies = f" (×{1 + len(opinion.same_as)})" if opinion.same_as else ""
            lines.append(f"  {sign} {one_line(opinion.post.text)[:_WIDE]}{copies}")
    lines += [
        f"  ↳ already checked: {one_line(match.factcheck.claim)[:_WIDE]} ({one_line(match.factcheck.rating)})"
        for match in answer.debunks[:1]
    ]
    return "\n".join(lines)
