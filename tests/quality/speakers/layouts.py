"""Layouts of transcripts, which turn turns into a file. Each has a name, a suffix and a function."""

from __future__ import annotations

import html
import io
import random
import textwrap
from collections.abc import Callable, Sequence

from tests.quality.speakers.turns import Person, Turn

Layout = Callable[[Sequence[Turn], random.Random], str | bytes]


def _shouted(person: Person) -> str:
    return person.surname.upper()


def _blocks(turns: Sequence[Turn], label: Callable[[Person], str], between: str = " ") -> str:
    return "\n\n".join(f"{label(turn.person)}{between}{turn.words}" for turn in turns) + "\n"


def _capitals_once_with_office(turns: Sequence[Turn], rng: random.Random) -> str:
    seen_surnames, parts = set[str](), list[str]()
    for turn in turns:
        person = turn.person
        aside = rng.choice(["", "", "", " (voice-over)", " [on camera]", " (through translator)", " (NBC)"])
        long = f"{rng.choice(['SEN.', 'GOV.', 'REP.'])} {person.full.upper()} ({person.party or 'I'}), {rng.choice(['PRESIDENTIAL CANDIDATE', 'TEXAS', 'CNN HOST'])}"
        parts.append(f"{_shouted(person) + aside if person.surname in seen_surnames or not person.first else long}: {turn.words}")
        seen_surnames.add(person.surname)
    return "\n\n".join(parts)


def _inside(turns: Sequence[Turn], rng: random.Random) -> str:
    text = ""
    for turn in turns:
        text += f"{_shouted(turn.person)}: {turn.words}" + rng.choice([" ", " ", "\n\n"])
    return text


def _wrapped(turns: Sequence[Turn], label: Callable[[Person], str]) -> str:
    return "\n\n".join(textwrap.fill(f"{label(turn.person)} {turn.words}", 72) for turn in turns)


def _hearing(turns: Sequence[Turn], rng: random.Random) -> str:
    return "\n\n".join(
        textwrap.fill(f"{_titled(turn.person)}. {turn.words}", 70, initial_indent="    ", break_long_words=False) for turn in turns
    )


def _titled(person: Person) -> str:
    return f"{person.title} {person.surname}".strip() if person.first else f"The {person.surname}"


def _record(person: Person) -> str:
    return (
        f"{person.title if person.title.endswith('.') else 'Ms.'} {person.surname.upper()}"
        if person.first
        else f"The {person.surname.upper()}"
    )


def _stamped(turns: Sequence[Turn], label: Callable[[Person, str], str]) -> str:
    seconds, parts = 3, list[str]()
    for turn in turns:
        parts.append(f"{label(turn.person, f'{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}')}{turn.words}")
        seconds += 2 + len(turn.words) // 15
    return "\n\n".join(parts) + "\n"


def _mixed_case(turns: Sequence[Turn], rng: random.Random) -> str:
    return _blocks(turns, lambda person: f"{person.title} {person.full} ({person.town}) ({person.party}):".strip())


def _page(parts: Sequence[str]) -> str:
    return f"<!doctype html><html><head><title>Debate</title></head><body><h1>Debate</h1>{''.join(parts)}</body></html>"


def _html(turns: Sequence[Turn], form: str, name: Callable[[Person], str]) -> str:
    return _page([form.format(name=html.escape(name(turn.person)), words=html.escape(turn.words)) for turn in turns])


def _html_table(turns: Sequence[Turn], _: random.Random) -> str:
    rows = (f"<tr><td>{html.escape(turn.person.full)}</td><td>{html.escape(turn.words)}</td></tr>" for turn in turns)
    return _page(["<table><tr><th>Speaker</th><th>Text</th></tr>", *rows, "</table>"])


def _docx(turns: Sequence[Turn], write: Callable[..., None]) -> bytes:
    import docx

    document, stream = docx.Document(), io.BytesIO()
    document.add_paragraph("Debate of the candidates")
    write(document)
    document.save(stream)
    return stream.getvalue()


def _docx_own(turns: Sequence[Turn], name: Callable[[Person], str], *, bold: bool) -> bytes:
    def write(document: object) -> None:
        for turn in turns:
            document.add_paragraph().add_run(name(turn.person)).bold = bold  # type: ignore[attr-defined]
            document.add_paragraph(turn.words)  # type: ignore[attr-defined]

    return _docx(turns, write)


def _docx_bold(turns: Sequence[Turn], rng: random.Random) -> bytes:
    def write(document: object) -> None:
        for turn in turns:
            paragraph = document.add_paragraph()  # type: ignore[attr-defined]
            paragraph.add_run(turn.person.full).bold = True
            paragraph.add_run(f" {turn.words}")

    return _docx(turns, write)


def _docx_table(turns: Sequence[Turn], rng: random.Random) -> bytes:
    def write(document: object) -> None:
        table = document.add_table(rows=0, cols=2)  # type: ignore[attr-defined]
        for turn in turns:
            cells = table.add_row().cells
            cells[0].text, cells[1].text = turn.person.full, turn.words

    return _docx(turns, write)


def _pdf(turns: Sequence[Turn], name: Callable[[Person], str], *, centred: bool) -> bytes:
    """A script with centred names above the words, or names before the words."""
    import pymupdf

    pages, page, y_position = pymupdf.open(), None, 1000.0
    for turn in turns:
        lines = textwrap.wrap(turn.words if centred else f"{name(turn.person)}: {turn.words}", 80)
        for number, line in enumerate([name(turn.person), *lines] if centred else lines):
            if y_position > 760:
                page, y_position = pages.new_page(), 90.0
            x_position = 300 - 3 * len(line) if centred and not number else 72
            page.insert_text((x_position, y_position), line, fontsize=11)
            y_position += 14
        y_position += 12
    data: bytes = pages.tobytes()
    return data


def _full(person: Person) -> str:
    return person.full


def _capitals(person: Person) -> str:
    return person.full.upper()


LAYOUTS: dict[str, tuple[str, Layout]] = {
    "capitals-colon": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{_shouted(person)}:")),
    "capitals-colon-single": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{_shouted(person)}:").replace("\n\n", "\n")),
    "title-colon": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{person.full}:")),
    "surname-colon": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{person.surname}:")),
    "office-once": ("txt", _capitals_once_with_office),
    "two-brackets-colon": ("txt", _mixed_case),
    "inside-lines": ("txt", _inside),
    "wrapped-colon": ("txt", lambda turns, _: _wrapped(turns, lambda person: f"{_shouted(person)}:")),
    "wrapped-title": ("txt", lambda turns, _: _wrapped(turns, lambda person: f"{person.full}:")),
    "capitals-alone": ("txt", lambda turns, _: _blocks(turns, _capitals, "\n")),
    "title-alone": ("txt", lambda turns, _: _blocks(turns, _full, "\n")),
    "capitals-alone-blank": ("txt", lambda turns, _: _blocks(turns, _capitals, "\n\n")),
    "title-alone-blank": ("txt", lambda turns, _: _blocks(turns, _full, "\n\n")),
    "title-alone-colon": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{person.full}:", "\n")),
    "square": ("txt", lambda turns, _: _blocks(turns, lambda person: f"[{_shouted(person)}]")),
    "square-single": ("txt", lambda turns, _: _blocks(turns, lambda person: f"[{_shouted(person)}]").replace("\n\n", "\n")),
    "round": ("txt", lambda turns, _: _blocks(turns, lambda person: f"({person.full})")),
    "tab": ("txt", lambda turns, _: _blocks(turns, _full, "\t").replace("\n\n", "\n")),
    "mixed-dashes": ("txt", lambda turns, dice: _blocks(turns, lambda person: f"{_shouted(person)} {dice.choice('-–—')}")),
    "bold-colon-text": ("txt", lambda turns, _: _blocks(turns, lambda person: f"**{person.full}:**")),
    "lower-colon": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{person.surname.lower()}:").replace("\n\n", "\n")),
    "long-dash": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{person.full} —")),
    "short-dash": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{_capitals(person)} -")),
    "hearing": ("txt", _hearing),
    "record": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{_record(person)}.")),
    "point-dash": ("txt", lambda turns, _: _blocks(turns, lambda person: f"{person.full}. –")),
    "stamp-colon": ("txt", lambda turns, _: _stamped(turns, lambda person, at: f"[{at}] {person.full}: ")),
    "stamp-alone": ("txt", lambda turns, _: _stamped(turns, lambda person, at: f"{person.full} {at}\n")),
    "markdown-bold-colon": ("md", lambda turns, _: _blocks(turns, lambda person: f"**{person.full}:**")),
    "markdown-bold-alone": ("md", lambda turns, _: _blocks(turns, lambda person: f"**{person.full}**", "\n")),
    "markdown-bold-stamp": ("md", lambda turns, _: _stamped(turns, lambda person, at: f"**{at[1:]} {_shouted(person)}**\n")),
    "markdown-heading": ("md", lambda turns, _: _blocks(turns, lambda person: f"### {person.full}", "\n\n")),
    "html-bold-own": ("html", lambda turns, _: _html(turns, "<p><b>{name}</b></p><p>{words}</p>", _capitals)),
    "html-bold-own-title": ("html", lambda turns, _: _html(turns, "<p><strong>{name}</strong></p><p>{words}</p>", _full)),
    "html-plain-own": ("html", lambda turns, _: _html(turns, "<p>{name}</p><p>{words}</p>", _full)),
    "html-bold-break": ("html", lambda turns, _: _html(turns, "<p><strong>{name}</strong><br>{words}</p>", _full)),
    "html-bold-colon": ("html", lambda turns, _: _html(turns, "<p><strong>{name}:</strong> {words}</p>", _full)),
    "html-bold-words": ("html", lambda turns, _: _html(turns, "<p><b>{name}</b> {words}</p>", _full)),
    "html-heading": ("html", lambda turns, _: _html(turns, "<h4>{name}</h4><p>{words}</p>", _full)),
    "html-definitions": ("html", lambda turns, _: _html(turns, "<dl><dt>{name}</dt><dd>{words}</dd></dl>", _full)),
    "html-table": ("html", _html_table),
    "html-point": ("html", lambda turns, _: _html(turns, "<p>{name}.</p><p>{words}</p>", lambda person: f"Mr. {_shouted(person)}")),
    "docx-own-bold": ("docx", lambda turns, _: _docx_own(turns, _full, bold=True)),
    "docx-own-plain": ("docx", lambda turns, _: _docx_own(turns, _capitals, bold=False)),
    "docx-bold-words": ("docx", _docx_bold),
    "docx-table": ("docx", _docx_table),
    "pdf-script": ("pdf", lambda turns, _: _pdf(turns, _capitals, centred=True)),
    "pdf-colon": ("pdf", lambda turns, _: _pdf(turns, _shouted, centred=False)),
    "pdf-title": ("pdf", lambda turns, _: _pdf(turns, _full, centred=False)),
}
