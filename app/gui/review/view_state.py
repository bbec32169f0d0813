"""How a project looked when it was left: the chosen sentence, order, filter, date and blindness, as one text in its file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date

from app.decoding import JSON_ERRORS


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewState:
    """`selected` is a sentence's key, `as_of` an ISO date; both "" where there is none. `filter` is `SentenceFilter.as_text`."""

    selected: str = ""
    order: str = "ranked"
    filter: str = ""
    as_of: str = ""
    blind: bool = False
    scroll: int = 0


def view_text(state: ViewState) -> str:
    """For the project file."""
    return json.dumps(asdict(state))


def view_from(text: str) -> ViewState:
    """What `view_text` wrote; defaults for what is broken or missing."""
    try:
        kept = json.loads(text)
    except JSON_ERRORS:
        return ViewState()
    if not isinstance(kept, dict):
        return ViewState()
    default = asdict(ViewState())
    state = ViewState(**{name: kept[name] if type(kept.get(name)) is type(value) else value for name, value in default.items()})
    return state if not state.as_of or _is_day(state.as_of) else replace(state, as_of="")


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
