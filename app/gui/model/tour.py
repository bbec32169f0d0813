"""The guided tour of the demo debate: what to look at, what it means, what to try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """`target` names the part of the window that the step is about; with `hands_on` the keys go to the list, to try them."""

    target: str
    title: str
    text: str
    hands_on: bool = False


STEPS = (
    Step(
        "list",
        "The most useful sentences come first",
        "This debate was read sentence by sentence. At the top stand those that a fact-check somebody has already published can settle. "
        "The blue squares say how surely, the coloured word what was found.",
    ),
    Step(
        "document",
        "The whole text, in its order",
        "The same sentences in the document. Those with a fact-check are tinted; the strip at the right shows where they are. "
        "Click any sentence, or go through them with J and K.",
    ),
    Step(
        "matches",
        "What was checked, and by whom",
        "Each card is one published fact-check: the claim that was looked into, the publisher’s own rating, and whether it says "
        "the same as the sentence. “Differs” names numbers, years, names and denials that are not the same. "
        "Read these before you rely on a verdict.",
    ),
    Step(
        "decisions",
        "You decide",
        "A confirms the chosen fact-check, S confirms it in part, X rejects it, Space leaves it for later, M takes a note. Try A now, then "
        "Ctrl+Z: everything can be undone, and everything is saved as you go.",
        hands_on=True,
    ),
    Step(
        "filters",
        "Show only what you need",
        "Filter by finding, speaker or your own decisions; “More” has publishers, years, tags, and filters that you keep. What is "
        "active stands below as a chip; one click removes it.",
    ),
    Step(
        "date",
        "What could be known that night",
        "With “Published before”, only fact-checks that had appeared by then are used.",
    ),
    Step(
        "export",
        "Take it along",
        "A report says what was found, who decided what, and how the result was made, so that an editor can follow every step.",
    ),
    Step(
        "rail",
        "Single claims, and the library",
        "Claims looks up a post or a rumour that you paste. Library holds the fact-checks themselves: import your own archive there.",
    ),
    Step(
        "list",
        "For training",
        "“Blind review” in the menu Decide hides ratings, stance and order until a trainee has decided; “Compare reviews” then tells how "
        "far two people agree, or a trainee and a gold file. That is all: F1 lists the keys.",
        hands_on=True,
    ),
)
