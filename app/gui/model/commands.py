"""Every command of the window, declared once: menus, shortcuts and the list of shortcuts are made from this table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.gui.model.key_names import told_key
from app.gui.model.places import ASK, CLAIMS, DOCUMENT, LIBRARY, NARRATIVES, VERIFY
from app.translation import mark, tr


class Group(StrEnum):
    """Heading in the list of shortcuts."""

    FILE = mark("Documents")
    READ = mark("Reading")
    REVIEW = mark("Deciding")
    SENTENCES = mark("Sentences")
    LIBRARY = mark("Library")
    VIEW = mark("View")
    HELP = mark("Help")
    CLAIMS = mark("Claims")
    ASK = mark("Ask")
    VERIFY = mark("Verify")
    NARRATIVES = mark("Narratives")

    @property
    def words(self) -> str:
        """The heading in the reader's language."""
        return tr(self.value)


_READING = (DOCUMENT, CLAIMS)
_JUDGING = (DOCUMENT, CLAIMS, NARRATIVES)


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the window can do, with its keys as declared.

    `pages` names the pages on which the keys work, the command's own page first; without any they work in the whole window. There
    they hold only while the page's lists have the focus, so that letters stay letters in text fields.
    A `fixed` command is done by a widget itself (Return in a line, arrows in a chart): it is shown in the list of shortcuts, has no
    action, and its keys cannot be changed. A command that `follows` another one has that one's main key.
    """

    name: str
    english: str
    keys: tuple[str, ...]
    group: Group
    pages: tuple[int, ...] = ()
    checkable: bool = False
    fixed: bool = False
    follows: str = ""

    @property
    def text(self) -> str:
        """Return the name of the command in the reader's language."""
        return tr(self.english)

    @property
    def page(self) -> int | None:
        """The page it belongs to; None for the whole window."""
        return self.pages[0] if self.pages else None

    def meets(self, other: Command) -> bool:
        """Return whether keys can reach both commands at the same time."""
        return not self.pages or not other.pages or not set(self.pages).isdisjoint(other.pages)


COMMANDS = (
    Command("open", mark("Open document…"), ("Ctrl+O",), Group.FILE),
    Command("paste", mark("Paste as document"), ("Ctrl+V",), Group.FILE),
    Command("reviews", mark("Kept reviews…"), ("Ctrl+Shift+O",), Group.FILE),
    Command("save_project", mark("Save project as…"), ("Ctrl+S",), Group.FILE),
    Command("export", mark("Export report…"), ("Ctrl+E",), Group.FILE),
    Command("story_sheet", mark("Story sheet…"), (), Group.FILE),
    Command("import", mark("Import fact-checks…"), ("Ctrl+I",), Group.FILE),
    Command("import_posts", mark("Import posts…"), ("Ctrl+Shift+I",), Group.FILE),
    Command("encode_posts", mark("Make posts searchable by meaning"), (), Group.FILE),
    Command("import_evidence", mark("Import evidence…"), ("Ctrl+Alt+I",), Group.FILE),
    Command("encode_evidence", mark("Make evidence searchable by meaning"), (), Group.FILE),
    Command("find_narratives", mark("Find narratives"), (), Group.FILE),
    Command("library", mark("Choose library…"), (), Group.FILE),
    Command("new_library", mark("New library…"), (), Group.FILE),
    Command("name_library", mark("Name and colour of the library…"), (), Group.FILE),
    Command("remove_demo", mark("Remove the demo…"), (), Group.FILE),
    Command("adapt", mark("Adapt to my library…"), (), Group.FILE),
    Command("preferences", mark("Preferences…"), ("Ctrl+,",), Group.FILE),
    Command("quit", mark("Quit"), ("Ctrl+Q",), Group.FILE),
    Command("next", mark("Next sentence"), ("J", "Down"), Group.READ, _READING),
    Command("previous", mark("Previous sentence"), ("K", "Up"), Group.READ, _READING),
    Command("next_match", mark("Next sentence with a match"), ("N",), Group.READ, _READING),
    Command("previous_match", mark("Previous sentence with a match"), ("P",), Group.READ, _READING),
    Command("link", mark("Open the chosen fact-check’s link"), ("O",), Group.READ, _READING),
    Command("copy_citation", mark("Copy the chosen fact-check’s citation"), ("C",), Group.READ, _READING),
    Command("verify", mark("Verify this sentence"), ("Y",), Group.READ, _READING),
    Command("rerank", mark("Order the matches with the language model"), ("L",), Group.READ, _READING),
    Command("rerank_all", mark("Order the matches of the best sentences with the language model"), ("Shift+L",), Group.READ, _READING),
    Command("show_ranking", mark("Show the updated ranking"), ("R",), Group.READ, (DOCUMENT,)),
    Command("find", mark("Find…"), ("Ctrl+F",), Group.READ),
    Command("find_next", mark("Find next"), ("F3",), Group.READ, (DOCUMENT,)),
    Command("find_previous", mark("Find previous"), ("Shift+F3",), Group.READ, (DOCUMENT,)),
    Command("filter", mark("Filter sentences"), ("/",), Group.READ, (DOCUMENT,)),
    Command("clear_filters", mark("Show all sentences again"), ("Esc",), Group.READ, (DOCUMENT,)),
    Command("confirm", mark("Confirm the chosen fact-check"), ("A",), Group.REVIEW, _JUDGING),
    Command("confirm_part", mark("Confirm it in part"), ("S",), Group.REVIEW, _JUDGING),
    Command("reject", mark("Reject the chosen fact-check"), ("X",), Group.REVIEW, _JUDGING),
    Command("reject_all", mark("Reject all fact-checks of the sentence"), ("Shift+X",), Group.REVIEW, (DOCUMENT,)),
    Command("defer", mark("Decide later"), ("Space",), Group.REVIEW, (DOCUMENT,)),
    Command("flag", mark("Flag"), ("F",), Group.REVIEW, (DOCUMENT,)),
    Command("note", mark("Note…"), ("M",), Group.REVIEW, (DOCUMENT,)),
    Command("tag", mark("Tags…"), ("T",), Group.REVIEW, (DOCUMENT,)),
    Command("verdict", mark("Verdict of your own…"), ("V",), Group.REVIEW, (DOCUMENT,)),
    Command("undo", mark("Undo"), ("Ctrl+Z", "U"), Group.REVIEW, _READING),
    Command("redo", mark("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), Group.REVIEW, _READING),
    Command("history", mark("History…"), ("Ctrl+H",), Group.REVIEW),
    Command("reviewer", mark("Review as…"), (), Group.REVIEW),
    Command("compare", mark("Compare reviews…"), (), Group.REVIEW),
    Command("blind", mark("Blind review"), (), Group.REVIEW, checkable=True),
    Command("merge", mark("Merge with the next sentence"), ("Ctrl+M",), Group.SENTENCES, (DOCUMENT,)),
    Command("split", mark("Split at the text cursor"), ("Ctrl+Return",), Group.SENTENCES, (DOCUMENT,)),
    Command("edit_text", mark("Correct the words…"), ("F2",), Group.SENTENCES, (DOCUMENT,)),
    Command("speaker", mark("Change the speaker…"), ("Ctrl+Shift+S",), Group.SENTENCES, (DOCUMENT,)),
    Command("language", mark("Change the language…"), ("Ctrl+Shift+L",), Group.SENTENCES, (DOCUMENT,)),
    Command("palette", mark("Find a command…"), ("Ctrl+K",), Group.VIEW),
    Command("add_factcheck", mark("New fact-check…"), ("Ctrl+N",), Group.LIBRARY, (LIBRARY,)),
    Command("edit_factcheck", mark("Edit the fact-check…"), ("Return", "Enter", "E"), Group.LIBRARY, (LIBRARY,)),
    Command("factcheck_language", mark("Language of the chosen fact-checks…"), ("L",), Group.LIBRARY, (LIBRARY,)),
    Command("delete_factcheck", mark("Delete the fact-check…"), ("Del",), Group.LIBRARY, (LIBRARY,)),
    Command("undo_factcheck", mark("Undo the last change of the library"), ("Ctrl+Z",), Group.LIBRARY, (LIBRARY,)),
    Command("order", mark("Ranked order or document order"), ("Ctrl+T",), Group.VIEW),
    Command("larger", mark("Larger text"), ("Ctrl++", "Ctrl+="), Group.VIEW),
    Command("smaller", mark("Smaller text"), ("Ctrl+-",), Group.VIEW),
    Command("normal", mark("Normal text size"), ("Ctrl+0",), Group.VIEW),
    Command("reset_layout", mark("Reset layout"), (), Group.VIEW),
    Command("cancel", mark("Cancel the running job"), ("Ctrl+.",), Group.VIEW),
    Command("guide", mark("User guide"), ("Shift+F1",), Group.HELP),
    Command("shortcuts", mark("Keyboard shortcuts"), ("F1", "?"), Group.HELP),
    Command("tour", mark("Guided tour"), (), Group.HELP),
    Command("network", mark("Network record…"), (), Group.HELP),
    Command("licences", mark("Licences…"), (), Group.HELP),
    Command("about", mark("About Priorcheck"), (), Group.HELP),
    Command("claims_look_up", mark("Look the claims up"), ("Ctrl+Return", "Ctrl+Enter"), Group.CLAIMS, (CLAIMS,)),
    Command("claims_back", mark("The look-up before this one"), ("Alt+Left",), Group.CLAIMS, (CLAIMS,)),
    Command("claims_forward", mark("The look-up after this one"), ("Alt+Right",), Group.CLAIMS, (CLAIMS,)),
    Command("claims_copy", mark("Copy looked-up claims as a table"), ("Ctrl+Shift+C",), Group.CLAIMS, (CLAIMS,)),
    Command("claims_export", mark("Export looked-up claims"), ("Ctrl+Shift+E",), Group.CLAIMS, (CLAIMS,)),
    Command("claims_focus", mark("From the list back to the box"), ("/",), Group.CLAIMS, (CLAIMS,)),
    Command("ask_ask", mark("Ask the question"), ("Return",), Group.ASK, (ASK,), fixed=True),
    Command("ask_next", mark("Next post"), ("J",), Group.ASK, (ASK,)),
    Command("ask_previous", mark("Previous post"), ("K",), Group.ASK, (ASK,)),
    Command("ask_supports", mark("The post supports the claim"), ("S",), Group.ASK, (ASK,)),
    Command("ask_refutes", mark("The post refutes the claim"), ("R",), Group.ASK, (ASK,)),
    Command("ask_neither", mark("The post does neither"), ("N",), Group.ASK, (ASK,)),
    Command("ask_copy", mark("Copy the post with its link"), ("C",), Group.ASK, (ASK,)),
    Command("ask_link", mark("Open the post’s link"), ("O",), Group.ASK, (ASK,)),
    Command("ask_undo", mark("Take the last change of the answers back"), ("Ctrl+Z",), Group.ASK, (ASK,)),
    Command("ask_redo", mark("Make it again"), ("Ctrl+Shift+Z",), Group.ASK, (ASK,)),
    Command("ask_export", mark("Export the answers"), ("Ctrl+Shift+E",), Group.ASK, (ASK,)),
    Command("verify_new", mark("Verify a new claim"), ("Ctrl+N",), Group.VERIFY, (VERIFY,)),
    Command("verify_suggest", mark("Suggest questions"), ("Ctrl+G",), Group.VERIFY, (VERIFY,)),
    Command("verify_find", mark("Find all answers"), ("Ctrl+Return",), Group.VERIFY, (VERIFY,)),
    Command("verify_next", mark("Next answer"), ("J",), Group.VERIFY, (VERIFY,)),
    Command("verify_previous", mark("Previous answer"), ("K",), Group.VERIFY, (VERIFY,)),
    Command("verify_context", mark("The answer is context only"), ("C",), Group.VERIFY, (VERIFY,)),
    Command("verify_edit", mark("Change the answer"), ("E",), Group.VERIFY, (VERIFY,)),
    Command("verify_delete", mark("Delete the chosen verification"), ("Del",), Group.VERIFY, (VERIFY,)),
    Command("verify_undo", mark("Take the last change back"), ("Ctrl+Z",), Group.VERIFY, (VERIFY,)),
    Command("verify_redo", mark("Make it again"), ("Ctrl+Shift+Z",), Group.VERIFY, (VERIFY,)),
    Command("verify_export", mark("Export the verification"), ("Ctrl+Shift+E",), Group.VERIFY, (VERIFY,)),
    Command("narratives_search", mark("Search the narratives"), ("/",), Group.NARRATIVES, (NARRATIVES,)),
    Command("narratives_rename", mark("Rename the narrative"), ("F2",), Group.NARRATIVES, (NARRATIVES,)),
    Command("narratives_merge", mark("Merge it with others"), ("Ctrl+M",), Group.NARRATIVES, (NARRATIVES,)),
    Command("narratives_split", mark("Split the marked items from it"), ("Ctrl+Return",), Group.NARRATIVES, (NARRATIVES,)),
    Command("narratives_undo", mark("Take the last change back"), ("Ctrl+Z",), Group.NARRATIVES, (NARRATIVES,)),
    Command("narratives_redo", mark("Make it again"), ("Ctrl+Shift+Z",), Group.NARRATIVES, (NARRATIVES,)),
    Command("narratives_export", mark("Export narratives"), ("Ctrl+Shift+E",), Group.NARRATIVES, (NARRATIVES,)),
    Command(
        "narratives_along", mark("Along a chart, from debunk to debunk"), ("Left", "Right"), Group.NARRATIVES, (NARRATIVES,), fixed=True
    ),
    Command(
        "narratives_closer", mark("Look closer at a chart, or from farther away"), ("+", "-"), Group.NARRATIVES, (NARRATIVES,), fixed=True
    ),
    Command("narratives_exact", mark("The earlier debunk is of the same claim"), (), Group.NARRATIVES, (NARRATIVES,), follows="confirm"),
    Command("narratives_partial", mark("It is of the same claim in part"), (), Group.NARRATIVES, (NARRATIVES,), follows="confirm_part"),
    Command("narratives_irrelevant", mark("It is of another claim"), (), Group.NARRATIVES, (NARRATIVES,), follows="reject"),
)

CHANGEABLE = tuple(command for command in COMMANDS if not command.fixed and not command.follows)
"""Commands that have an action of their own, and keys that the user can change."""

EDITING = ("merge", "split", "edit_text", "speaker", "language")
"""Commands that change the sentences of a document, in the order of menus."""

MENUS = (
    (
        mark("&File"),
        "open paste <recent> reviews | save_project export story_sheet | library new_library name_library remove_demo | import import_posts"
        " encode_posts import_evidence encode_evidence find_narratives adapt | preferences | quit",
    ),
    (
        mark("&Read"),
        "next previous next_match previous_match | link copy_citation verify rerank rerank_all show_ranking |"
        " find find_next find_previous filter clear_filters |"
        f" {' '.join(EDITING)}",
    ),
    (
        mark("&Decide"),
        "undo redo history | confirm confirm_part reject reject_all defer | flag note tag verdict | blind reviewer compare",
    ),
    (mark("&View"), "palette order | <appearance> larger smaller normal | reset_layout cancel"),
    (mark("&Go"), "<go>"),
    (mark("&Help"), "guide tour shortcuts network licences about"),
)
"""The menu bar: titles and the names of their commands. "|" is a line between them; names in angle brackets stand for lists of recent
files, appearances and pages."""

CHOOSE_KEYS = tuple(str(number) for number in range(1, 10))


def command(name: str) -> Command:
    """The command of this name. Raises KeyError when there is none."""
    return _BY_NAME[name]


def declared_keys(name: str) -> tuple[str, ...]:
    """The keys a command has unless the user changed them. Raises KeyError when there is no such command."""
    return _BY_NAME[name].keys


def shortcut_help(
    page_names: tuple[str, ...], keys: Callable[[str], tuple[str, ...]] = declared_keys
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """(heading, ((text, keys), …)) for the list of shortcuts, every shortcut that exists and no other; `page_names` in rail order,
    `keys` returns each command's."""
    groups = tuple((group.words, _entries(group, keys)) for group in Group)
    places_entries = tuple((tr("Go to {place}", place=page_name), f"Ctrl+{number}") for number, page_name in enumerate(page_names, start=1))
    return (*groups, (tr("Places"), places_entries))


def either(keys: Sequence[str]) -> str:
    """“J or Down”: a command's keys in a line."""
    text = ""
    for key in keys:
        text = tr("{keys} or {other}", keys=text, other=told_key(key)) if text else told_key(key)
    return text


def _entries(group: Group, keys: Callable[[str], tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    entries = [(entry.text.rstrip("…"), _key_text(entry, keys)) for entry in COMMANDS if entry.group is group]
    if group is Group.READ:
        entries.append((tr("Choose a match"), "1 – 9"))
    return tuple((text, key_text) for text, key_text in entries if key_text)


def _key_text(entry: Command, keys: Callable[[str], tuple[str, ...]]) -> str:
    if entry.fixed:
        return " / ".join(map(told_key, entry.keys))
    return either(keys(entry.follows)[:1] if entry.follows else keys(entry.name))


_BY_NAME = {entry.name: entry for entry in COMMANDS}
