"""Every command of the window, declared once: menus, shortcuts and the list of shortcuts are made from this table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """Heading in the list of shortcuts."""

    FILE = "Documents"
    READ = "Reading"
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


COMMANDS = (
    Command("open", "Open document…", ("Ctrl+O",), Group.FILE),
    Command("paste", "Paste as document", ("Ctrl+V",), Group.FILE),
    Command("export", "Export report…", ("Ctrl+E",), Group.FILE),
    Command("import", "Import fact-checks…", ("Ctrl+I",), Group.FILE),
    Command("library", "Choose library…", (), Group.FILE),
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
    Command("order", "Ranked order or document order", ("Ctrl+T",), Group.VIEW),
    Command("larger", "Larger text", ("Ctrl++", "Ctrl+="), Group.VIEW),
    Command("smaller", "Smaller text", ("Ctrl+-",), Group.VIEW),
    Command("normal", "Normal text size", ("Ctrl+0",), Group.VIEW),
    Command("reset_layout", "Reset layout", (), Group.VIEW),
    Command("cancel", "Cancel the running job", ("Ctrl+.",), Group.VIEW),
    Command("shortcuts", "Keyboard shortcuts", ("F1", "?"), Group.HELP),
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


def shortcut_help(places: tuple[str, ...]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """(heading, ((what, keys), …)) for the list of shortcuts, every shortcut that exists and no other; `places` in rail order."""
    groups = tuple((group.value, _lines(group)) for group in Group)
    going = tuple((f"Go to {place}", f"Ctrl+{number}") for number, place in enumerate(places, start=1))
    return (*groups, ("Claims", CLAIMS_KEYS), ("Places", going))


def _lines(group: Group) -> tuple[tuple[str, str], ...]:
    lines = [(each.text.rstrip("…"), " or ".join(each.keys)) for each in COMMANDS if each.group is group and each.keys]
    if group is Group.READ:
        lines.append(("Choose a match", "1 – 9"))
    return tuple(lines)


_BY_NAME = {each.name: each for each in COMMANDS}
