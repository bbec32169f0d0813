"""Every setting, declared once: key, kind, default, help, and what values it may have.

The settings dialog, the file and the check of values all derive from `DECLARED`; `Settings` has one attribute a key.
"""

from __future__ import annotations

import getpass
import re
from collections.abc import Callable, Mapping

from app.domain.publication import web_address
from app.paths import default_library
from app.settings.setting import Kind, Setting, Value
from app.translation import available, mark, tr

RECENT_LIMIT = 10
SMALLEST_TEXT, LARGEST_TEXT = 0.7, 2.5
_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def _always(value: Value) -> Callable[[], Value]:
    return lambda: value


def _user() -> str:
    """The name of this computer's user; not every system tells it."""
    try:
        return getpass.getuser() or "Reviewer"
    except (KeyError, OSError, ImportError):
        return "Reviewer"


def _a_name(value: Value) -> str:
    return "" if str(value).strip() else tr("a name cannot be empty")


def _named(value: Value) -> str:
    return "" if value else tr("a folder has to be named")


def _address(value: Value) -> str:
    wrong = str(value).strip() and not web_address(str(value))
    return tr("“{text}” is no web address such as https://desk.example", text=value) if wrong else ""


def _language_codes(value: Value) -> str:
    wrong = [text for text in value if not _CODE.fullmatch(text)] if isinstance(value, tuple) else []
    # Translators: {text} is what was typed where a language's code is wanted.
    return tr("“{text}” is no code of a language such as es or pt", text=wrong[0]) if wrong else ""


def _readable_codes(value: Value) -> str:
    return "" if value == ("all",) else _language_codes(value)


_ALL = (
    Setting(
        key="library",
        kind=Kind.FOLDER,
        default=lambda: str(default_library()),
        label=mark("Library"),
        help=mark("The folder of the library of fact-checks that is opened at start."),
        validate=_named,
    ),
    Setting(
        key="recent_files",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Recent files"),
        help=mark("Documents opened last, the latest first."),
        highest=RECENT_LIMIT,
    ),
    Setting(
        key="theme",
        kind=Kind.CHOICE,
        default=_always("system"),
        label=mark("Appearance"),
        help=mark("Colours of the window: those of the system, light, or dark."),
        choices=("system", "light", "dark"),
    ),
    Setting(
        key="language",
        kind=Kind.CHOICE,
        default=_always("system"),
        label=mark("Language"),
        help=mark("The language of the window and of reports, from the next start on; system takes that of the computer where it can."),
        choices=("system", *available()),
    ),
    Setting(
        key="font_scale",
        kind=Kind.NUMBER,
        default=_always(1.0),
        label=mark("Text size"),
        help=mark("How large all text is, against the system's own size."),
        lowest=SMALLEST_TEXT,
        highest=LARGEST_TEXT,
    ),
    Setting(
        key="report_folder",
        kind=Kind.FOLDER,
        default=_always(""),
        label=mark("Report folder"),
        help=mark("Where reports are written unless you choose another place; empty for the folder of the document."),
        must_exist=True,
    ),
    Setting(
        key="newsroom_name",
        kind=Kind.TEXT,
        default=_always(""),
        label=mark("Newsroom"),
        help=mark("Stands on your reports, and as the organisation that checked in ClaimReview."),
    ),
    Setting(
        key="newsroom_url",
        kind=Kind.TEXT,
        default=_always(""),
        label=mark("Newsroom's web address"),
        help=mark("Stands in ClaimReview as that of the organisation that checked, such as https://desk.example; Google requires it."),
        validate=_address,
    ),
    Setting(
        key="newsroom_logo",
        kind=Kind.FILE,
        default=_always(""),
        label=mark("Logo"),
        help=mark("A picture for your reports (PNG, JPEG or SVG, at most 2 MB); a copy of it goes into each report."),
        must_exist=True,
    ),
    Setting(
        key="report_footer",
        kind=Kind.TEXT,
        default=_always(""),
        label=mark("Line below reports"),
        help=mark("Stands at the foot of your reports, such as where to write about mistakes."),
    ),
    Setting(
        key="matches_per_sentence",
        kind=Kind.INTEGER,
        default=_always(5),
        label=mark("Matches for each sentence"),
        help=mark("How many fact-checks are kept for each sentence."),
        lowest=1,
        highest=50,
    ),
    Setting(
        key="device",
        kind=Kind.CHOICE,
        default=_always("auto"),
        label=mark("Device"),
        help=mark("Where models run: auto takes a graphics processor where there is one, else the processor."),
        choices=("auto", "cpu", "cuda", "mps"),
    ),
    Setting(
        key="threads",
        kind=Kind.INTEGER,
        default=_always(0),
        label=mark("Processor threads"),
        help=mark("How many threads the analysis may use; 0 for one a core."),
        lowest=0,
        highest=256,
    ),
    Setting(
        key="worker_python",
        kind=Kind.FILE,
        default=_always(""),
        label=mark("Python of the analysis"),
        help=mark("Another Python to run the analysis with, such as one with CUDA; empty for the program's own."),
        must_exist=True,
    ),
    Setting(
        key="include_publishers",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Only these publishers"),
        help=mark("If any are named, only their fact-checks are matched."),
    ),
    Setting(
        key="exclude_publishers",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Not these publishers"),
        help=mark("Publishers whose fact-checks are not matched."),
    ),
    Setting(
        key="my_languages",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("My languages"),
        help=mark("The languages that you read, as codes such as es or pt; what has no fact-check in any of them is marked."),
        validate=_language_codes,
    ),
    Setting(
        key="reviewer",
        kind=Kind.TEXT,
        default=_user,
        label=mark("Your name"),
        help=mark("Stands beside your decisions in projects and reports."),
        validate=_a_name,
    ),
    Setting(
        key="go_on",
        kind=Kind.CHOICE,
        default=_always("next"),
        label=mark("After a decision"),
        help=mark("What is chosen after a decision: the next sentence with a match, or what was chosen before."),
        choices=("next", "stay"),
    ),
    Setting(
        key="stale_after",
        kind=Kind.INTEGER,
        default=_always(3),
        label=mark("Old after years"),
        help=mark("A fact-check is marked as old when so many years lie between it and what was said."),
        lowest=1,
        highest=50,
    ),
    Setting(
        key="saved_filters",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Saved filters"),
        help=mark("Filters of the list of sentences that you kept under a name."),
    ),
    Setting(
        key="shortcuts",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Keyboard shortcuts"),
        help=mark("Commands whose keys you changed, as “command: keys”; without keys the command has none."),
    ),
    Setting(
        key="encoder_model",
        kind=Kind.MODEL,
        default=_always(""),
        label=mark("Your own encoder"),
        help=mark("A folder with a model of your own as the encoder; it is tested first (also by “priorcheck models use encoder FOLDER”)."),
    ),
    Setting(
        key="pair_scorer_model",
        kind=Kind.MODEL,
        default=_always(""),
        label=mark("Your own pair scorer"),
        help=mark(
            "A folder with a model of your own as the pair scorer; it is tested first (also by “priorcheck models use pair_scorer FOLDER”)."
        ),
    ),
    Setting(
        key="stance_model",
        kind=Kind.MODEL,
        default=_always(""),
        label=mark("Your own stance model"),
        help=mark(
            "A folder with a model of your own as the stance model; it is tested first (also by “priorcheck models use stance FOLDER”)."
        ),
    ),
    Setting(
        key="llm_model",
        kind=Kind.MODEL_FILE,
        default=_always(""),
        label=mark("Language model"),
        help=mark(
            "A GGUF file that llama.cpp runs on this computer, for what a language model can do here; everything else works without one. "
            "It is tested first (also by “priorcheck models use llm FILE.gguf”)."
        ),
    ),
    Setting(
        key="stance_languages",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Languages of your own stance model"),
        help=mark("The languages in which your own stance model may judge, as codes, or all; English where none is named."),
        validate=_readable_codes,
    ),
    Setting(
        key="former_encoders",
        kind=Kind.TEXTS,
        default=_always(()),
        label=mark("Encoders used before"),
        help=mark("Encoders of your own that were used before; an index made with one of them can be searched until it is built anew."),
        highest=3,
    ),
)

DECLARED: Mapping[str, Setting] = {setting.key: setting for setting in _ALL}
