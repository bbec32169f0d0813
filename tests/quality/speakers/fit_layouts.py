"""Training layouts other than plain text: names in bold, parliamentary records, and texts without labels."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Sequence

from app.ingest.documents.label_candidates import Line
from tests.quality.speakers.turns import Person, Turn

LANGUAGES = {
    "ara": ["أحمد سالم", "ليلى", "محمود", "سعاد الحاج"],
    "hin": ["राहुल वर्मा", "सीमा", "अजय", "कविता राव"],
    "cmn": ["王芳", "李明", "主持人", "张伟"],
    "jpn": ["田中", "佐藤", "司会", "鈴木一郎"],
    "kor": ["김민수", "박지영", "사회자"],
    "rus": ["Иван Петров", "Анна", "Ведущий", "Ольга Белова"],
    "ell": ["Γιώργος Νικολάου", "Μαρία", "Ελένη"],
    "tha": ["สมชาย", "วิภา", "พิธีกร"],
    "tam": ["கவிதா", "ரவி", "முத்து"],
    "ben": ["রহিম", "করিম", "সালমা বেগম"],
    "urd": ["احمد", "فاطمہ", "علی"],
    "pes": ["رضا", "مریم", "حسین"],
    "deu": ["Karl Weiß", "Eva Groß", "Olaf Kühn", "Uwe Berg"],
    "fra": ["Jean Dupré", "Élise Vial", "Marc Roche"],
    "spa": ["José Roca", "María Peña", "Luis Vega"],
    "por": ["João Vale", "Inês Prado", "Rui Costa"],
    "ita": ["Paolo Neri", "Lucia Conti", "Marco Valle"],
    "tur": ["Ali Demir", "Ayşe Kaya", "Can Öz"],
    "pol": ["Jan Kowal", "Ewa Lis", "Adam Wilk"],
}
ROLES = (
    "A voice from the audience", "Interviewer", "Audience Member", "Moderator", "Reporter", "Moderatorin", "Animateur", "Presentadora",
    "Student", "Question", "Unidentified Woman",
)  # fmt: skip
NOISE = (
    "Governor Debate - Full Transcript\n\n",
    "DEBATE OF THE CANDIDATES\n\nTuesday, May 4, 2021\n\nRush transcript. It may be updated.\n\n",
    "House of Commons\n\nMonday 3 March 2025\n\nThe House met at half-past Two o'clock\n\n",
    "PARTICIPANTS: The candidates and the moderators\nDATE: May 4, 2021\n\n",
    "[Music]\n\n",
    "The full text of the debate follows. It was held in the town hall.\n\n",
)
UNLABELLED = (
    "Note: taxes fell.\nSource: the ministry.\nUpdate: they rose again.",
    "Shopping list\n\nFlour: two pounds\nButter: one pound\nSugar: half a pound\n\nMethod\n\nMix it all. Bake it well.",
    "Claim: Taxes fell last year.\nFact: They rose by a tenth.\n\nClaim: Nobody works.\nFact: Most people do.\n\nClaim: It rains more.\nFact: It rains less.",
    "Overview\nThe law changes how homes are taxed.\n\nBackground\nIt was first proposed in 2015.\n\nFindings\nHomes became dearer. Rents fell.\n\nConclusion\nMore is to be done.",
    "Key Findings\n\nHomes became dearer in most towns.\n\nHousing Market\n\nRents fell in the north.\n\nHousing Market\n\nThey rose in the south.\n\nKey Findings\n\nAgain.",
    "Monday: The committee meets.\nTuesday: Nobody meets.\nWednesday: The house votes.\nThursday: It votes again.\nFriday: All go home.",
    "Paris — The minister left.\n\nLondon — Nobody saw him.\n\nParis — He came back on Friday.",
    "Goat — an animal of the harbour.\nFerry — a ship of the harbour.\nCrane — a bird of the harbour.",
    "PARIS — The goats swim.\nThey left.\nLONDON — Nobody saw them.",
    "Yes. We did it.\n\nNo. They did not do it.\n\nYes. Everybody saw it.\n\nRight. That is the end of it.\n\nNo. There is more.",
    "Thank you. It is good to be here.\n\nThank you. We have a plan for this town.\n\nAmerica. That is what it is about.\n\nThank You. Thank you all.",
    "Name: Anna Vale\nAddress: 4 Long Street\nPhone: 123 456\nEmail: anna at example\nDate: May 4",
    "INTRODUCTION\n\nThis report is about the homes of the north.\n\nMETHOD\n\nWe asked two hundred people.\n\nRESULTS\n\nMost of them were content.\n\nREFERENCES\n\nNone.",
    "THE ECONOMY\n\nIt grew by a tenth. Wages rose too.\n\nTHE BORDER\n\nFewer people came last year.\n\nTHE ECONOMY AGAIN\n\nPrices rose as well.\n\nHEALTH\n\nNobody waited long.",
    "One: we cut the taxes. Two: we build homes. Three: we go home.\n\nThe answer is simple. Note: it is not easy.\n\nHere is the deal. One: we pay. Two: we leave.",
    "Dr. Doe: The goats of the harbour swim\nThe goats swim.\nThey left.",
    "Anna Vale: “We will win this”\n\nThe candidate spoke in the town hall. She was sure of it.\n\nNobody else was.",
    "VALE: TAXES FELL\n\nThe candidate spoke in the town hall.\n\nNobody else was sure.\n\nTaxes rose, in fact.",
    "There is one thing: taxes fell.\nAnd another: they rose.",
    "We met in June.\nConclusion: it was a good year.\nNobody objected to that.",
    "See the minutes for more.\nAt 10:30 the meeting began.\nIt ended at 12:45.\nQuestion: who pays?\nNobody knows.",
    "Pros: It is cheap. It is quick.\n\nCons: It breaks. It is loud.\n\nPros: It is light.\n\nCons: It is old.",
    "[1] The report of the ministry, page 4.\n[2] The law on homes, section 3.\n[3] A letter to the town.\n",
    "(a) The tax is paid by the owner.\n(b) The owner is told in May.\n(c) Nobody pays twice.\n",
    "Smith, John. The History of the Harbour. London, 1999.\n\nSmith, John. The Ferry. London, 2001.\n\nDoe, Jane. Goats. Paris, 2005.\n",
    "Chapter One\n\nIt was a cold day in the harbour. Nobody was out.\n\nChapter Two\n\nThe next day was warm.\n\nChapter Three\n\nThen it rained.\n",
    "New York\n\nThe mayor spoke on Monday. Taxes will rise.\n\nLos Angeles\n\nThe mayor did not speak.\n\nNew York\n\nThe council voted on Friday.\n\nSan Diego\n\nNothing happened there.",
    "Breaking News\nThe tax fell by a tenth.\n\nBreaking News\nThe tax rose again.\n\nWeather Report\nIt rains in the north.\n\nBreaking News\nThe minister left.",
    "Dear Anna,\n\nThank you for the letter. We will answer it.\n\nKind regards,\nTom Berg\nHead of Office\n\nTown Hall\n4 Long Street",
    "Ergebnis: Die Mieten stiegen.\nHinweis: Die Zahlen sind vorläufig.\nQuelle: Das Amt.\n\nBehauptung: Niemand zahlt.\nRichtig ist: Viele zahlen.",
    "Resultado: Los precios subieron.\nFuente: El ministerio.\nAfirmación: Nadie paga.\nRealidad: Muchos pagan.",
    "Conclusion : Les prix ont monté.\nSource : Le ministère.\nAffirmation : Personne ne paie.\nRéalité : Beaucoup paient.",
)


def marked_lines(turns: Sequence[Turn], rng: random.Random) -> Iterator[tuple[str, list[Line]]]:
    """Lay the turns out as in Word and on the web, with and without names in bold."""
    capitals = rng.random() < 0.4
    name = {turn.person: turn.person.full.upper() if capitals else turn.person.full for turn in turns}
    heading = [Line("The Debate of the Candidates", True, 28)] if rng.random() < 0.5 else []
    forms = rng.sample(range(9), 3)
    for form in forms:
        lines = list(heading)
        for turn in turns:
            speaker = name[turn.person]
            if form == 0:
                lines += [Line(speaker, True, len(speaker)), Line(turn.words)]
            elif form == 1:
                lines += [Line(speaker, True, len(speaker)), Line(turn.words, False)]
            elif form == 2:
                lines += [Line(f"{speaker}: {turn.words}", True, len(speaker) + 1)]
            elif form == 5:
                lines += [Line(f"{speaker}: {turn.words}", not lines)]
            elif form == 6:
                lines += [Line(f"{speaker}."), Line(turn.words)]
            elif form == 7:
                lines += [Line(f"{speaker}.", True, len(speaker)), Line(turn.words)]
            elif form == 8:
                stamp = f"0:{len(lines) // 2 + 1:02}:07 {speaker}"
                lines += [Line(f"{stamp} {turn.words}", True, len(stamp))]
            elif form == 3:
                lines += [Line(f"{speaker} {turn.words}", True, len(speaker))]
            else:
                lines += [Line(speaker), Line(turn.words)]
        yield f"marked-{form}", lines


CHAIRS = (
    "The Speaker", "El señor PRESIDENTE", "M. le président", "Präsidentin Dr. Vera Sommer", "O SR. PRESIDENTE", "PRESIDENTE", "De voorzitter",
    "The Chairman", "An Ceann Comhairle", "Talmannen", "Puhemies", "Marszałek", "Chair", "President", "La Présidente", "Mme la présidente",
    "The PRESIDING OFFICER", "Some hon. members", "The Acting Speaker", "Vizepräsidentin Petra Lau", "Vorsitzender Ernst Kurz",
)  # fmt: skip
_ORDERS = ("Order.", "I call the next speaker.", "The sitting is open.", "Thank you.", "The House will divide. Clear the lobby.")


def record_lines(turns: Sequence[Turn], rng: random.Random) -> Iterator[tuple[str, list[Line], list[Turn]]]:
    """Lay the turns out as in parliamentary records, with a chair."""
    offices = [
        "Minister for Finance",
        "President of the Council",
        rng.choice(
            ["Minister of State at the Department of Health", "Minister of State at the Department of Agriculture, Food and the Marine"]
        ),
    ]
    for form in rng.sample(range(16), 4):
        chair = Person("", rng.choice(CHAIRS), "chair", "", "")
        spoken = list(turns)
        for position in rng.sample([0, len(spoken), len(spoken) // 2], rng.choice([0, 1, 1, 2])):
            spoken.insert(position, Turn(chair, (rng.choice(_ORDERS),)))
        people = sorted({turn.person for turn in spoken}, key=lambda person: person.surname)
        yield f"record-{form}", _record(spoken, form, {person: rng.randrange(3) for person in people}, offices, rng), spoken


_ENDS = {2: " -", 3: ".", 6: ". –", 7: ". –", 9: ".", 11: "", 12: "", 15: ". -"}


def _record(turns: Sequence[Turn], form: int, shape: dict[Person, int], offices: Sequence[str], rng: random.Random) -> list[Line]:
    lines, seen_surnames = list[Line](), set[str]()
    for turn in turns:
        person, first = turn.person, turn.person.surname not in seen_surnames
        seen_surnames.add(person.surname)
        party = person.party or "Ind"
        head = {
            0: f"{person.full} ({person.town or 'Town'}) ({party}):" if first else f"{person.full}:",
            1: f"Deputy {person.full}:" if shape[person] else f"{offices[0]} (Deputy {person.full}):",
            2: f"A SRA. {person.full.upper()} ({party} - SP) -",
            3: f"{person.full.upper()} ({party})." if shape[person] else f"{person.full.upper()}, Ministro dell'Economia.",
            4: f"La señora {person.surname.upper()}:" if shape[person] else f"El señor {person.full.upper()} (Presidente):",
            5: f"{person.full} ({party}):",
            6: f"{rng.choice(['M.', 'Mme'])} {person.full}. –",
            7: f"{person.full} ({party}). –" if shape[person] else f"{person.full}, on behalf of the {party} Group. –",
            9: f"The PRESIDING OFFICER (Mr. {person.surname.upper()})." if shape[person] == 1 else f"Mr. {person.surname.upper()}.",
            10: f"{offices[shape[person]]} ({person.full}):" if shape[person] else f"{person.full} ({party}):",
            11: f"The {offices[0]} ({person.full})" if shape[person] == 1 else person.full,
            12: f"{person.full} ({party})" if shape[person] else f"{person.title} {person.full} ({person.town}) ({party})".strip(),
            13: f"{person.full}:" if shape[person] else f"{person.full}  0:0{len(lines) % 10}\n",
            14: f"[{person.full}]:" if len(lines) % 3 else f"{person.full}: [00:00:1{len(lines) % 10}]",
            8: f"Mr {person.surname.upper()} ({person.town or 'Town'}) (12:0{rng.randrange(10)}):"
            if first
            else f"Mr {person.surname.upper()}:",
            15: f"{rng.choice(['M.', 'Mme', 'Mr', 'Ms.'])} {person.full}, {offices[1]}. -"
            if shape[person]
            else f"{person.full} ({party}). -",
        }[form]
        if person.title == "chair":
            head = f"{person.surname}{_ENDS.get(form, ':')}"
        if form in (5, 11, 12):
            lines += [Line(head), Line(turn.words, False), Line("")]
        elif head.endswith("\n"):
            lines += [Line(head.strip()), Line(turn.words, True)]
        else:
            lines += [Line(f"{head} {turn.words}"), *([Line("")] if form not in (13, 14) else [])]
    return lines


_SOUNDS = ("Whispers", "Shouts", "Knocking", "Phone rings", "Sighs", "Door opens", "Off screen", "Quietly")


def caption_lines(turns: Sequence[Turn], rng: random.Random) -> Iterator[tuple[str, list[Line], Sequence[Turn]]]:
    """Lay the turns out as captions, one or two short lines at a time, with speakers marked in many ways or not at all."""
    for form in rng.sample(range(12), 2):
        cues = [] if form >= 7 else list(turns)
        full = rng.random() < 0.5
        marks = rng.choice(["[{}] ", "({}) "])
        lines, width, tall = list[Line](), rng.choice([32, 37, 42, 60]), rng.random() < 0.7
        for turn in turns:
            name = turn.person.full if full else turn.person.surname
            words, head = turn.words, ""
            if form in (0, 2, 5, 10):
                head = f"{name.upper()}: "
            elif form in (1, 6):
                head = f"{name}: "
            elif form in (3, 4):
                head = f"[{name}] " if form == 3 else f"({name}) "
            elif form == 11:
                head = marks.format(rng.choice(_SOUNDS)) if rng.random() < 0.3 else ""
            if form == 5:
                words = words.upper()
            elif form == 9:
                words = words.lower().translate({ord(mark): None for mark in ".,!?;:"})
            changed = form in (2, 5, 10) and rng.random() < 0.9
            if form == 10:
                head = ""
            rows = textwrap.wrap(head + words, width, break_on_hyphens=False) or [head]
            for number in range(0, len(rows), 2 if tall else 1):
                cue = rows[number : number + 2 if tall else number + 1]
                if form == 7:
                    cues.append(Turn(turn.person, (" ".join(cue),)))
                    cue = [name, *cue]
                lines += [
                    Line(
                        row,
                        (index == 0 and len(cue) > 1) or (changed and number + index == 0),
                        speaker_changed=changed and number + index == 0,
                    )
                    for index, row in enumerate(cue)
                ]
        if form == 5:
            cues = [Turn(turn.person, (turn.words.upper(),)) for turn in turns]
        yield f"caption-{form}", lines, cues


def page_lines(turns: Sequence[Turn], rng: random.Random) -> Iterator[tuple[str, list[Line]]]:
    """Lay the turns out as printed pages with wrapped paragraphs; one may begin wherever the line above ends a sentence."""
    for form in rng.sample(range(6), 2):
        lines, width = list[Line](), rng.choice([60, 75, 90])
        for turn in turns:
            person = turn.person
            speaker = person.full.upper() if form in (0, 3) else person.full
            on_own_line = form in (0, 1, 2)  # in the middle of the page, or in bold
            if on_own_line:
                lines.append(Line(speaker, form != 2, len(speaker) if form == 2 else 0))
            head = {3: f"{speaker}: ", 4: f"{person.title or 'The'} {person.surname.upper()}. ", 5: f"{speaker} ({person.party}). - "}.get(
                form, ""
            )
            for row in textwrap.wrap(head + turn.words, width, break_on_hyphens=False):
                opens = not lines or lines[-1].text[-1:] in ".!?" or (form != 2 and lines[-1].text == speaker)
                first = row.startswith(head) and bool(head)
                lines.append(Line(row, first or opens))
        yield f"page-{form}", lines
