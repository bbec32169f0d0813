"""Model commands: list, verify, use, download."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.bootstrap.downloads import OFFERED, catalogue_model, download
from app.cli import arguments as args
from app.cli.context import Context
from app.cli.library_commands import print_checks
from app.cli.output import emit, emit_json, say, table
from app.errors import InputError
from app.settings import LLM, ROLES, UserModel

_DEFAULT = "default"
_DEVICE_OF = {
    "pair_scorer": "pair scorer",
    "checkworthiness": "check-worthiness",
    "trunk": "pair scorer",
    "prefilter": "check-worthiness",
    "opinion": "opinions",
    "evidence": "answer scorer",
    "multilingual": "ranker",
    "veracity": "ranker",
    "llm": "language model",
}
"""Models that run where another does: the multilingual student and the verdict's combiner, as the ranker, in numpy on the processor."""


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add `models` and its subcommands to the grammar; without one it lists."""
    models = commands.add_parser("models", parents=[common], help="the models: list, verify, use your own")
    models.add_argument("--json", action="store_true", help="print JSON Lines")
    models.add_argument("--verify", action="store_true", help="the same as “models verify”")
    models.set_defaults(command=run_models)
    actions = models.add_subparsers(title="commands", metavar="COMMAND")
    args.action(actions, common, "list", "role, name, folder, size, licence, device", run_list, json=True)
    args.action(actions, common, "verify", "check every file against its hash", run_verify, json=True)
    fetch = args.action(
        actions,
        common,
        "download",
        "fetch a multilingual model from the hub: goes online; without NAME: which there are",
        run_download,
        json=True,
    )
    fetch.add_argument("name", nargs="?", default="", metavar="NAME")
    fetch.add_argument(
        "--to", type=args.file, default=None, metavar="DIR", help="a folder that is not there yet (default: in your data folder)"
    )
    use = args.action(actions, common, "use", "let a model of your own do the work of a role", run_use)
    use.add_argument("role", choices=ROLES, help="encoder, pair_scorer, stance or llm")
    use.add_argument(
        "folder",
        metavar="FOLDER",
        help="a sentence-transformers or cross-encoder folder, or for llm a GGUF file; “default” for what is bundled",
    )
    use.add_argument(
        "--languages", default="", metavar="LIST", help="of a stance model: codes such as es,pt, or all (default: English alone)"
    )


def run_models(context: Context) -> int:
    """Run `models`: the list; with --verify each file is checked against its hash."""
    return run_verify(context) if context.arguments.verify else run_list(context)


def run_verify(context: Context) -> int:
    """Run `models verify`: check bundled models against the manifest, the user's own against the tested files."""
    return print_checks(context.session.models.verify(), json=context.arguments.json)


def run_list(context: Context) -> int:
    """Run `models` and `models list`: every model, the user's own before the bundled one that it replaces."""
    devices = dict(context.session.models.describe_devices())
    rows = []
    for status in context.session.models.statuses():
        device = devices.get(_DEVICE_OF.get(status.role, status.role), "") if status.active else ""
        rows.append(asdict(status) | {"folder": str(status.folder) if status.size else "", "device": device})
    if context.arguments.json:
        emit_json(rows)
        return 0
    cells = [
        (
            row["role"],
            "active" if row["active"] else "-",
            row["origin"],
            row["name"],
            f"{row['size'] / 1e6:.1f} MB",
            row["licence"],
            row["device"] or "-",
            row["folder"],
            row["note"],
        )
        for row in rows
    ]
    emit(table([("role", "in use", "origin", "name", "size", "licence", "device", "folder", ""), *cells]))
    return 0


def run_use(context: Context) -> int:
    """Run `models use ROLE FOLDER`: test the model and save it in the settings; `default` restores the bundled model."""
    role, folder = context.arguments.role, context.arguments.folder
    languages = [code.strip() for code in context.arguments.languages.split(",") if code.strip()]
    if languages and (role != "stance" or folder == _DEFAULT):
        raise InputError("models-languages", "Only a stance model of your own has languages to name.", hint="Leave out --languages.")
    user_model = context.session.models.use_model(
        role, None if folder == _DEFAULT else Path(folder), cancel=context.cancel, languages=languages
    )
    if role == LLM:
        return _tell_language_model(context, user_model)
    if user_model is None:
        say(f"The bundled model does the work of {role} again.")
    else:
        say(f"The folder {user_model.folder} does the work of {role} from now on; it passed the test on known pairs.")
        if role == "stance":
            say(f"It judges texts in {', '.join(languages) if languages else 'English alone; name others with --languages'}.")
        say("The ranker was trained with the bundled models: its probabilities are less exact with another.")
    if role == "encoder":
        say("A library whose index was made with another encoder needs “priorcheck library rebuild”.")
        say("Until then the encoder that made it searches it, as long as that one is there.")
    say("A window that is open goes on with the models it has loaded until it is started anew.")
    return 0


def _tell_language_model(context: Context, user_model: UserModel | None) -> int:
    if user_model is None:
        say("No language model is used any more; everything else works without one.")
        return 0
    status = next(status for status in context.session.models.statuses() if status.role == LLM)
    say(f"{status.name} is the language model from now on: {status.note}. It was loaded and tried.")
    say("A window that is open goes on without it until it is started anew.")
    return 0


def run_download(context: Context) -> int:
    """Run `models download NAME`: fetch the model and print how to use it; without a name, list the catalogue."""
    arguments = context.arguments
    if not arguments.name:
        rows = [asdict(model) for model in OFFERED]
        if arguments.json:
            emit_json(rows)
        else:
            head = ("name", "role", "size", "licence", "languages", "")
            cells = [
                (offered.name, offered.role, f"{offered.size} MB", offered.licence, offered.languages, offered.about) for offered in OFFERED
            ]
            emit(table([head, *cells]))
        return 0
    model = catalogue_model(arguments.name)
    say(f"Going online for {model.repository} (about {model.size} MB, licence {model.licence}, as its authors state it).")
    downloaded = download(model, folder=arguments.to, progress=context.progress, cancel=context.cancel)
    context.progress.close()
    if arguments.json:
        emit_json([asdict(downloaded) | {"folder": str(downloaded.folder)}])
    else:
        emit(str(downloaded.folder))
    say(f"{downloaded.size / 1e6:.0f} MB of {downloaded.repository}, commit {downloaded.commit[:12]}. Nothing uses it yet.")
    languages_option = " --languages all" if model.role == "stance" else ""
    say(f"To use it: priorcheck models use {model.role} {downloaded.folder}{languages_option}")
    return 0
