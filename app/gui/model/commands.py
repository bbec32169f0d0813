"""Every command of the window, declared once: menus, shortcuts and the list of shortcuts are made from this table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.gui.model.key_names import told_key
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

    @property
    def words(self) -> str:
        """The heading in the reader's language."""
        return tr(self.value)


@dataclass(frozen=True, slots=True)
class Command:
    """`local` commands hold only while the document place has the focus, so that letters stay letters elsewhere."""

    name: str
    english: str
    keys: tuple[str, ...]
    group: Group
    local: bool = False
    checkable: bool = False

    @property
    def text(self) -> str:
        """What it does, in the reader's language."""
        return tr(self.english)

    @property
    def place(self) -> str:
        """Where it holds: "" everywhere, else in the library or in the document place alone."""
        if not self.local:
            return ""
        return "library" if self.group is Group.LIBRARY else "document"


COMMANDS = (
    Command("open", mark("Open document…"), ("Ctrl+O",), Group.FILE),
    Command("paste", mark("Paste as document"), ("Ctrl+V",), Group.FILE),
    Command("reviews", mark("Kept reviews…"), ("Ctrl+Shift+O",), Group.FILE),
    Command("save_project", mark("Save project as…"), ("Ctrl+S",), Group.FILE),
    Command("export", mark("Export report…"), ("Ctrl+E",), Group.FILE),
    Command("import", mark("Import fact-checks…"), ("Ctrl+I",), Group.FILE),
    Command("import_posts", mark("Import posts…"), ("Ctrl+Shift+I",), Group.FILE),
    Command("encode_posts", mark("Make posts searchable by meaning"), (), Group.FILE),
    Command("import_evidence", mark("Import evidence…"), ("Ctrl+Alt+I",), Group.FILE),
    Command("encode_evidence", mark("Make evidence searchable by meaning"), (), Group.FILE),
    Command("find_narratives", mark("Find narratives"), (), Group.FILE),
    Command("library", mark("Choose library…"), (), Group.FILE),
    Command("adapt", mark("Adapt to my library…"), (), Group.FILE),
    Command("preferences", mark("Preferences…"), ("Ctrl+,",), Group.FILE),
    Command("quit", mark("Quit"), ("Ctrl+Q",), Group.FILE),
    Command("next", mark("Next sentence"), ("J", "Down"), Group.READ, local=True),
    Command("previous", mark("Previous sentence"), ("K", "Up"), Group.READ, local=True),
    Command("next_match", mark("Next sentence with a match"), ("N",), Group.READ, local=True),
    Command("previous_match", mark("Previous sentence with a match"), ("P",), Group.READ, local=True),
    Command("link", mark("Open the chosen fact-check’s link"), ("O",), Group.READ, local=True),
    Command("copy_citation", mark("Copy the chosen fact-check’s citation"), ("C",), Group.READ, local=True),
    Command("verify", mark("Verify this sentence"), ("Y",), Group.READ, local=True),
    Command("rerank", mark("Order the matches with the language model"), ("L",), Group.READ, local=True),
    Command("rerank_all", mark("Order the matches of the best sentences with the language model"), ("Shift+L",), Group.READ, local=True),
    Command("show_ranking", mark("Show the updated ranking"), ("R",), Group.READ, local=True),
    Command("filter", mark("Filter sentences"), ("/",), Group.READ, local=True),
    Command("clear_filters", mark("Show all sentences again"), ("Esc",), Group.READ, local=True),
    Command("confirm", mark("Confirm the chosen fact-check"), ("A",), Group.REVIEW, local=True),
    Command("confirm_part", mark("Confirm it in part"), ("S",), Group.REVIEW, local=True),
    Command("reject", mark("Reject the chosen fact-check"), ("X",), Group.REVIEW, local=True),
    Command("reject_all", mark("Reject all fact-checks of the sentence"), ("Shift+X",), Group.REVIEW, local=True),
    Command("defer", mark("Decide later"), ("Space",), Group.REVIEW, local=True),
    Command("flag", mark("Flag"), ("F",), Group.REVIEW, local=True),
    Command("note", mark("Note…"), ("M",), Group.REVIEW, local=True),
    Command("tag", mark("Tags…"), ("T",), Group.REVIEW, local=True),
    Command("verdict", mark("Verdict of your own…"), ("V",), Group.REVIEW, local=True),
    Command("undo", mark("Undo"), ("Ctrl+Z", "U"), Group.REVIEW, local=True),
    Command("redo", mark("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), Group.REVIEW, local=True),
    Command("history", mark("History…"), ("Ctrl+H",), Group.REVIEW),
    Command("reviewer", mark("Review as…"), (), Group.REVIEW),
    Command("compare", mark("Compare reviews…"), (), Group.REVIEW),
    Command("blind", mark("Blind review"), (), Group.REVIEW, checkable=True),
    Command("merge", mark("Merge with the next sentence"), ("Ctrl+M",), Group.SENTENCES, local=True),
    Command("split", mark("Split at the text cursor"), ("Ctrl+Return",), Group.SENTENCES, local=True),
    Command("edit_text", mark("Correct the words…"), ("F2",), Group.SENTENCES, local=True),
    Command("speaker", mark("Change the speaker…"), ("Ctrl+Shift+S",), Group.SENTENCES, local=True),
    Command("language", mark("Change the language…"), ("Ctrl+Shift+L",), Group.SENTENCES, local=True),
    Command("palette", mark("Find a command…"), ("Ctrl+K",), Group.VIEW),
    Command("add_factcheck", mark("New fact-check…"), ("Ctrl+N",), Group.LIBRARY, local=True),
    Command("edit_factcheck", mark("Edit the fact-check…"), ("Return", "Enter", "E"), Group.LIBRARY, local=True),
    Command("factcheck_language", mark("Language of the chosen fact-checks…"), ("L",), Group.LIBRARY, local=True),
    Command("delete_factcheck", mark("Delete the fact-check…"), ("Del",), Group.LIBRARY, local=True),
    Command("undo_factcheck", mark("Undo the last change of the library"), ("Ctrl+Z",), Group.LIBRARY, local=True),
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
)

CLAIMS_KEYS = (
    (mark("Look the claims up"), "Ctrl+Return"),
    (mark("The look-up before this one"), "Alt+Left"),
    (mark("The look-up after this one"), "Alt+Right"),
    (mark("Copy looked-up claims as a table"), "Ctrl+Shift+C"),
    (mark("Export looked-up claims"), "Ctrl+Shift+E"),
    (mark("From the list back to the box"), "/"),
)
"""(what, keys) of the claims place, which hold only there."""

ASK_KEYS = (
    ("ask", mark("Ask the question"), "Return"),
    ("next", mark("Next post"), "J"),
    ("previous", mark("Previous post"), "K"),
    ("supports", mark("The post supports the claim"), "S"),
    ("refutes", mark("The post refutes the claim"), "R"),
    ("neither", mark("The post does neither"), "N"),
    ("copy", mark("Copy the post with its link"), "C"),
    ("link", mark("Open the post’s link"), "O"),
    ("undo", mark("Take the last change of the answers back"), "Ctrl+Z"),
    ("redo", mark("Make it again"), "Ctrl+Shift+Z"),
    ("export", mark("Export the answers"), "Ctrl+Shift+E"),
)
"""(name, what, keys) of the Ask place, which hold only there."""

VERIFY_KEYS = (
    ("new", mark("Verify a new claim"), "Ctrl+N"),
    ("suggest", mark("Suggest questions"), "Ctrl+G"),
    ("find", mark("Find all answers"), "Ctrl+Return"),
    ("next", mark("Next answer"), "J"),
    ("previous", mark("Previous answer"), "K"),
    ("context", mark("The answer is context only"), "C"),
    ("edit", mark("Change the answer"), "E"),
    ("delete", mark("Delete the chosen verification"), "Del"),
    ("undo", mark("Take the last change back"), "Ctrl+Z"),
    ("redo", mark("Make it again"), "Ctrl+Shift+Z"),
    ("export", mark("Export the verification"), "Ctrl+Shift+E"),
)
"""(name, what, keys) of the Verify place, which hold only there."""

NARRATIVE_KEYS = (
    ("search", mark("Search the narratives"), "/"),
    ("rename", mark("Rename the narrative"), "F2"),
    ("merge", mark("Merge it with others"), "Ctrl+M"),
    ("split", mark("Split the marked items from it"), "Ctrl+Return"),
    ("undo", mark("Take the last change back"), "Ctrl+Z"),
    ("redo", mark("Make it again"), "Ctrl+Shift+Z"),
    ("export", mark("Export narratives"), "Ctrl+Shift+E"),
    ("along", mark("Along a chart, from debunk to debunk"), "Left / Right"),
    ("closer", mark("Look closer at a chart, or from farther away"), "+ / -"),
)
"""(name, what, keys) of the Narratives place, which hold only there."""

JUDGE_KEYS = {
    "exact": (mark("The earlier debunk is of the same claim"), "confirm"),
    "partial": (mark("It is of the same claim in part"), "confirm_part"),
    "irrelevant": (mark("It is of another claim"), "reject"),
}
"""By name, what is judged and the command of the review whose main key does it."""

CHOOSE_KEYS = tuple(str(number) for number in range(1, 10))


def command(name: str) -> Command:
    """The command of this name. Raises KeyError when there is none."""
    return _BY_NAME[name]


def declared_keys(name: str) -> tuple[str, ...]:
    """The keys a command has unless the user changed them. Raises KeyError when there is no such command."""
    return _BY_NAME[name].keys


def shortcut_help(
    places: tuple[str, ...], keys: Callable[[str], tuple[str, ...]] = declared_keys
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """(heading, ((what, keys), …)) for the list of shortcuts, every shortcut that exists and no other; `places` in rail order,
    `keys` tells each command's."""
    groups = tuple((group.words, _lines(group, keys)) for group in Group)
    claims = tuple((tr(what), told_key(held)) for what, held in CLAIMS_KEYS)
    asking = tuple((tr(what), told_key(held)) for _, what, held in ASK_KEYS)
    verifying = tuple((tr(what), told_key(held)) for _, what, held in VERIFY_KEYS)
    telling = [(tr(what), " / ".join(map(told_key, held.split(" / ")))) for _, what, held in NARRATIVE_KEYS]
    telling += [(tr(what), told_key(keys(follows)[0])) for what, follows in JUDGE_KEYS.values() if keys(follows)]
    going = tuple((tr("Go to {place}", place=place), f"Ctrl+{number}") for number, place in enumerate(places, start=1))
    return (
        *groups,
        (tr("Claims"), claims),
        (tr("Ask"), asking),
        (tr("Verify"), verifying),
        (tr("Narratives"), tuple(telling)),
        (tr("Places"), going),
    )


def either(keys: Sequence[str]) -> str:
    """“J or Down”: a command's keys in a line."""
    told = ""
    for key in keys:
        told = tr("{keys} or {other}", keys=told, other=told_key(key)) if told else told_key(key)
    return told


def _lines(group: Group, keys: Callable[[str], tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    lines = [(each.text.rstrip("…"), either(keys(each.name))) for each in COMMANDS if each.group is group and keys(each.name)]
    if group is Group.READ:
        lines.append((tr("Choose a match"), "1 – 9"))
    return tuple(lines)


_BY_NAME = {each.name: each for each in COMMANDS}
