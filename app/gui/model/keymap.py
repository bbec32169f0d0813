"""Keys of each command: the declared ones with the user's changes, and conflicts between commands.

The settings hold lines "command: keys keys", with Qt's portable names ("Ctrl+Shift+K"); a line without keys takes the keys away. A
broken line is ignored, and its command has the declared keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from app.gui.model.commands import CHANGEABLE, CHOOSE_KEYS
from app.gui.model.key_names import told_key
from app.gui.model.places import ASK, CLAIMS, NARRATIVES, VERIFY
from app.translation import tr

MOST_KEYS = 2

_PAGES_WITH_FIXED_KEYS = (CLAIMS, ASK, VERIFY, NARRATIVES)
"""Pages whose keys version 0.1 did not let the user change."""

_LATER_COMMANDS = ("find", "find_next", "find_previous")
"""Commands that came after users could have given their keys to others."""

_MODIFIER = r"(?:Ctrl|Meta|Alt|Shift)\+"
_NAMED = "Up Down Left Right Home End PgUp PgDown Ins Del Backspace Space Return Enter Esc Tab Pause Print Menu Help".split()
_KEY = re.compile(rf"((?:{_MODIFIER})*)(\S|F[1-9]|F[12][0-9]|F3[0-5]|{'|'.join(_NAMED)})", re.IGNORECASE)
_LINE = re.compile(r"([a-z_]+):((?: \S+)*)")


@dataclass(frozen=True, slots=True)
class Keymap:
    """Keys of the commands. `changed` holds the commands with other keys than the declared ones; unusable `lines` stay as they are."""

    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unused: tuple[str, ...] = ()

    def keys(self, name: str) -> tuple[str, ...]:
        """The command's keys, the main one first. Raises KeyError when there is no such command."""
        return self.changed.get(name, _DECLARED[name].keys)

    def with_keys(self, name: str, keys: Iterable[str]) -> Keymap:
        """This map with the command's keys replaced; keys that are no keys, and repeated ones, are left out."""
        new_keys = tuple(dict.fromkeys(key for key in keys if is_key(key)))[:MOST_KEYS]
        changed = {other: other_keys for other, other_keys in self.changed.items() if other != name}
        if new_keys != _DECLARED[name].keys:
            changed[name] = new_keys
        return replace(self, changed=changed)

    def without(self, name: str, key: str) -> Keymap:
        """This map with one key taken from a command."""
        return self.with_keys(name, (other for other in self.keys(name) if not same(other, key)))

    def reset(self, name: str) -> Keymap:
        """This map with the declared keys of one command."""
        return replace(self, changed={other: other_keys for other, other_keys in self.changed.items() if other != name})

    def lines(self) -> tuple[str, ...]:
        """As the settings keep it."""
        return (*(_line(name, keys) for name, keys in self.changed.items()), *self.unused)


Keys = Callable[[str], tuple[str, ...]]
"""The keys of a command by its name."""


def standard_keys(name: str) -> tuple[str, ...]:
    """The declared keys of a command."""
    return Keymap().keys(name)


def with_key(words: str, keys: tuple[str, ...]) -> str:
    """Return a tool tip that ends with the main key, where there is one."""
    return f"{words} ({told_key(keys[0])})" if keys else words


def keymap_of(lines: Iterable[str], *, reserved: Mapping[str, str]) -> Keymap:
    """The map that the settings' lines describe. A line that would give one key to two commands is not used either."""
    keymap, unused = Keymap(), []
    for line in lines:
        parsed = _LINE.fullmatch(line.strip())
        keys = parsed[2].split() if parsed else []
        if parsed is None or parsed[1] not in _DECLARED or not all(is_key(key) for key in keys):
            unused.append(line)
        else:
            keymap = keymap.with_keys(parsed[1], keys)
    keymap = _with_older_choices(keymap)
    while clash := [name for name, _, _ in all_conflicts(keymap, reserved=reserved) if name in keymap.changed]:
        unused.append(_line(clash[-1], keymap.keys(clash[-1])))
        keymap = keymap.reset(clash[-1])
    return replace(keymap, unused=tuple(unused))


def _with_older_choices(keymap: Keymap) -> Keymap:
    """Return the map without the declared keys of later commands that the user has given to another command.

    Version 0.1 did not let users change the keys of some pages, and its settings did not know them; choices made there still count.
    """
    changed_keys = [(name, key) for name, keys in keymap.changed.items() for key in keys]
    for later in CHANGEABLE:
        is_later = later.page in _PAGES_WITH_FIXED_KEYS or later.name in _LATER_COMMANDS
        if not is_later or later.name in keymap.changed:
            continue
        for name, key in changed_keys:
            if _DECLARED[name].meets(later):
                keymap = keymap.without(later.name, key)
    return keymap


def is_key(key: str) -> bool:
    """Return whether the text is one key, with or without modifiers."""
    return _KEY.fullmatch(key) is not None


def same(first: str, second: str) -> bool:
    """Return whether two spellings mean the same key, in whatever order the modifiers are named."""
    return _parts(first) == _parts(second)


def conflict(keymap: Keymap, name: str, key: str, *, reserved: Mapping[str, str]) -> tuple[str, str] | None:
    """Return (name, words) of what already uses this key; the name is "" for what cannot be changed.

    A page's keys work together with those of the whole window, so they must not share a key; two pages may use one key differently.
    `reserved` maps keys outside the table of commands to their actions.
    """
    for other in CHANGEABLE:
        if other.name != name and other.meets(_DECLARED[name]) and any(same(key, used_key) for used_key in keymap.keys(other.name)):
            return other.name, other.text.rstrip("…")
    return next((("", words) for fixed, words in reserved.items() if same(key, fixed)), None)


def all_conflicts(keymap: Keymap, *, reserved: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """Every (command, key, words of the other) that is in conflict."""
    return tuple(
        (command.name, key, other[1])
        for command in CHANGEABLE
        for key in keymap.keys(command.name)
        if (other := conflict(keymap, command.name, key, reserved=reserved)) is not None
    )


def reserved_keys(page_names: Iterable[str]) -> dict[str, str]:
    """Keys that are not commands' own: those of the places, and the digits that choose a match."""
    page_keys = {f"Ctrl+{number}": tr("Go to {place}", place=page_name) for number, page_name in enumerate(page_names, start=1)}
    return page_keys | dict.fromkeys(CHOOSE_KEYS, tr("Choose a match"))


def _line(name: str, keys: tuple[str, ...]) -> str:
    return " ".join((f"{name}:", *keys))


@lru_cache(maxsize=1000)
def _parts(key: str) -> tuple[frozenset[str], str] | str:
    match = _KEY.fullmatch(key)
    if match is None:
        return key
    return frozenset(match[1].casefold().rstrip("+").split("+")), match[2].casefold()


_DECLARED = {entry.name: entry for entry in CHANGEABLE}
