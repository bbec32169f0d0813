"""The guided tour of the demo debate: what to look at, what it means, what to try."""

from __future__ import annotations

from dataclasses import dataclass

from app.translation import mark


@dataclass(frozen=True, slots=True)
class Step:
    """`target` names the part of the window that the step is about; with `hands_on` the keys go to the list, to try them.
    Title and text are translated where they are shown."""

    target: str
    title: str
    text: str
    hands_on: bool = False


STEPS = (
    Step(
        "list",
        mark("The most useful sentences come first"),
        mark(
            "This debate was read sentence by sentence. At the top stand those that a fact-check somebody has already published can "
            "settle. The blue squares say how surely, the coloured word what was found."
        ),
    ),
    Step(
        "document",
        mark("The whole text, in its order"),
        mark(
            "The same sentences in the document. Those with a fact-check are tinted; the strip at the right shows where they are. "
            "Click any sentence, or go through them with J and K."
        ),
    ),
    Step(
        "matches",
        mark("What was checked, and by whom"),
        mark(
            "Each card is one published fact-check: the claim that was looked into, the publisher’s own rating, and whether it says "
            "the same as the sentence. “Differs” names numbers, years, names and denials that are not the same. Read these before "
            "you rely on a verdict."
        ),
    ),
    Step(
        "decisions",
        mark("You decide"),
        mark(
            "A confirms the chosen fact-check, S confirms it in part, X rejects it, Space leaves it for later, M takes a note. Try "
            "A now, then Ctrl+Z: everything can be undone, and everything is saved as you go. Return goes on."
        ),
        hands_on=True,
    ),
    Step(
        "filters",
        mark("Show only what you need"),
        mark(
            "Filter by finding, speaker or your own decisions; “More” has publishers, years, tags, and filters that you keep. What "
            "is active stands below as a chip; one click removes it."
        ),
    ),
    Step(
        "date",
        mark("What could be known that night"),
        mark("With “Published before”, only fact-checks that had appeared by then are used."),
    ),
    Step(
        "export",
        mark("Take it along"),
        mark("A report says what was found, who decided what, and how the result was made, so that an editor can follow every step."),
    ),
    Step(
        "rail",
        mark("Single claims, evidence, and the library"),
        mark(
            "Claims looks up a post or a rumour that you paste, Ask tells what people say, Verify works on a claim that nobody has checked "
            "yet: Y takes the chosen sentence there. Narratives shows how a story travelled and who debunked it before. Library holds the "
            "fact-checks themselves: import your own archive there."
        ),
    ),
    Step(
        "list",
        mark("For training"),
        mark(
            "“Blind review” in the menu Decide hides ratings, stance and order until a trainee has decided; “Compare reviews” then "
            "tells how far two people agree, or a trainee and a gold file. That is all: F1 lists the keys."
        ),
        hands_on=True,
    ),
)
