"""Every command of the window, declared once: menus, shortcuts and the list of shortcuts are made from this table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """Heading in the list of shortcuts."""

    FILE = "Documents"
    READ = "Reading"
    REVIEW = "Deciding"
    SENTENCES = "Sentences"
    LIBRARY = "Library"
    VIEW = "View"
    HELP = "Help"


@dataclass(frozen=True, slots=True)
class Command:
    """`local` commands hold only while the document place has the focus, so that letters stay letters elsewhere."""

    name: str
    text: str
    keys: tuple[str, ...]
    group: Group
    local: bool = False
    checkable: bool = False

    @property
    def place(self) -> str:
        """Where it holds: "" everywhere, else in the library or in the document place alone."""
        if not self.local:
            return ""
        return "library" if self.group is Group.LIBRARY else "document"


COMMANDS = (
    Command("open", "Open document…", ("Ctrl+O",), Group.FILE),
    Command("paste", "Paste as document", ("Ctrl+V",), Group.FILE),
    Command("reviews", "Kept reviews…", ("Ctrl+Shift+O",), Group.FILE),
    Command("save_project", "Save project as…", ("Ctrl+S",), Group.FILE),
    Command("export", "Export report…", ("Ctrl+E",), Group.FILE),
    Command("import", "Import fact-checks…", ("Ctrl+I",), Group.FILE),
    Command("library", "Choose library…", (), Group.FILE),
    Command("preferences", "Preferences…", ("Ctrl+,",), Group.FILE),
    Command("quit", "Quit", ("Ctrl+Q",), Group.FILE),
    Command("next", "Next sentence", ("J", "Down"), Group.READ, local=True),
    Command("previous", "Previous sentence", ("K", "Up"), Group.READ, local=True),
    Command("next_match", "Next sentence with a match", ("N",), Group.READ, local=True),
    Command("previous_match", "Previous sentence with a match", ("P",), Group.READ, local=True),
    Command("link", "Open the chosen fact-check’s link", ("O",), Group.READ, local=True),
    Command("copy_citation", "Copy the chosen fact-check’s citation", ("C",), Group.READ, local=True),
    Command("show_ranking", "Show the updated ranking", ("R",), Group.READ, local=True),
    Command("filter", "Filter sentences", ("/",), Group.READ, local=True),
    Command("clear_filters", "Show all sentences again", ("Esc",), Group.READ, local=True),
    Command("confirm", "Confirm the chosen fact-check", ("A",), Group.REVIEW, local=True),
    Command("confirm_part", "Confirm it in part", ("S",), Group.REVIEW, local=True),
    Command("reject", "Reject the chosen fact-check", ("X",), Group.REVIEW, local=True),
    Command("reject_all", "Reject all fact-checks of the sentence", ("Shift+X",), Group.REVIEW, local=True),
    Command("defer", "Decide later", ("Space",), Group.REVIEW, local=True),
    Command("flag", "Flag", ("F",), Group.REVIEW, local=True),
    Command("note", "Note…", ("M",), Group.REVIEW, local=True),
    Command("tag", "Tags…", ("T",), Group.REVIEW, local=True),
    Command("verdict", "Verdict of your own…", ("V",), Group.REVIEW, local=True),
    Command("undo", "Undo", ("Ctrl+Z", "U"), Group.REVIEW, local=True),
    Command("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), Group.REVIEW, local=True),
    Command("history", "History…", ("Ctrl+H",), Group.REVIEW),
    Command("reviewer", "Review as…", (), Group.REVIEW),
    Command("compare", "Compare reviews…", (), Group.REVIEW),
    Command("blind", "Blind review", (), Group.REVIEW, checkable=True),
    Command("merge", "Merge with the next sentence", ("Ctrl+M",), Group.SENTENCES, local=True),
    Command("split", "Split at the text cursor", ("Ctrl+Return",), Group.SENTENCES, local=True),
    Command("edit_text", "Correct the words…", ("F2",), Group.SENTENCES, local=True),
    Command("speaker", "Change the speaker…", ("Ctrl+Shift+S",), Group.SENTENCES, local=True),
    Command("palette", "Find a command…", ("Ctrl+K",), Group.VIEW),
    Command("add_factcheck", "New fact-check…", ("Ctrl+N",), Group.LIBRARY, local=True),
    Command("edit_factcheck", "Edit the fact-check…", ("Return", "Enter", "E"), Group.LIBRARY, local=True),
    Command("delete_factcheck", "Delete the fact-check…", ("Del",), Group.LIBRARY, local=True),
    Command("undo_factcheck", "Undo the last change of the library", ("Ctrl+Z",), Group.LIBRARY, local=True),
    Command("order", "Ranked order or document order", ("Ctrl+T",), Group.VIEW),
    Command("larger", "Larger text", ("Ctrl++", "Ctrl+="), Group.VIEW),
    Command("smaller", "Smaller text", ("Ctrl+-",), Group.VIEW),
    Command("normal", "Normal text size", ("Ctrl+0",), Group.VIEW),
    Command("reset_layout", "Reset layout", (), Group.VIEW),
    Command("cancel", "Cancel the running job", ("Ctrl+.",), Group.VIEW),
    Command("shortcuts", "Keyboard shortcuts", ("F1", "?"), Group.HELP),
    Command("tour", "Guided tour", (), Group.HELP),
    Command("network", "Network record…", (), Group.HELP),
    Command("about", "About Priorcheck", (), Group.HELP),
)

CLAIMS_KEYS = (
    ("Look the claims up", "Ctrl+Return"),
    ("The look-up before this one", "Alt+Left"),
    ("The look-up after this one", "Alt+Right"),
    ("Copy looked-up claims as a table", "Ctrl+Shift+C"),
    ("Export looked-up claims", "Ctrl+Shift+E"),
)
"""(what, keys) of the claims place, which hold only there."""

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
    groups = tuple((group.value, _lines(group, keys)) for group in Group)
    going = tuple((f"Go to {place}", f"Ctrl+{number}") for number, place in enumerate(places, start=1))
    return (*groups, ("Claims", CLAIMS_KEYS), ("Places", going))


def _lines(group: Group, keys: Callable[[str], tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    lines = [(each.text.rstrip("…"), " or ".join(keys(each.name))) for each in COMMANDS if each.group is group and keys(each.name)]
    if group is Group.READ:
        lines.append(("Choose a match", "1 – 9"))
    return tuple(lines)


_BY_NAME = {each.name: each for each in COMMANDS}
