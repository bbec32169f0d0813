"""Language of a question, and its statement or claim in Spanish, German, French and Portuguese."""

from __future__ import annotations

import pytest

from app.ask.claim import claimed
from app.ask.other_languages import language
from app.ask.statement import statement

QUESTIONS = {
    "en": (
        "Do dogs die?",
        "Did São Paulo lose?",
        "Was Müller in Berlin?",
        "Did anyone die in the war?",
        "Is Los Angeles dry?",
        "5G",
        "",
        "🙂",
    ),
    "es": ("¿Hay vida en Marte?", "Las vacunas causan autismo", "¿Quién?", "¿Debería prohibirse el tabaco?"),
    "de": ("Hilft Vitamin C gegen Husten?", "Ist das wahr?", "Darf man im Park grillen?", "Wer ist schuld?"),
    "fr": ("Peut-on manger du pain moisi ?", "Le maire a menti ?", "Qui a payé le pont ?", "Y a-t-il un complot ?"),
    "pt": ("O governo mentiu?", "As vacinas causam autismo?", "Quem pagou a ponte?", "A terra não é plana?"),
}


@pytest.mark.parametrize(("name", "question"), [(name, question) for name, questions in QUESTIONS.items() for question in questions])
def test_language(name: str, question: str) -> None:
    assert language(question) == name


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Gibt es Leben auf dem Mars?", "Es gibt Leben auf dem Mars"),
        ("Wurde die Wahl gestohlen?", "Die Wahl wurde gestohlen"),
        ("Hat der Bruder des Ministers gelogen?", "Der Bruder des Ministers hat gelogen"),
        ("Kann Knoblauch Husten heilen?", "Knoblauch kann Husten heilen"),
        ("Ist es wahr, dass Bienen sterben?", "Bienen sterben"),
        ("Die Brücke ist sicher, oder?", "Die Brücke ist sicher"),
        ("Les vaccins causent-ils l'autisme ?", "Les vaccins causent l'autisme"),
        ("Faut-il vacciner les enfants ?", "Il faut vacciner les enfants"),
        ("Y a-t-il un complot ?", "Il y a un complot"),
        ("Est-ce dangereux ?", "C'est dangereux"),
        ("Est-ce qu'il a menti ?", "Il a menti"),
        ("El puente es seguro, ¿verdad?", "El puente es seguro"),
        ("A ponte é segura, não é?", "A ponte é segura"),
    ],
)
def test_statements(question: str, text: str) -> None:
    assert statement(question) == text


@pytest.mark.parametrize(
    ("question", "answer", "text", "sure"),
    [
        ("Qu'est-ce que le vaccin contient ?", "du mercure", "Le vaccin contient du mercure", True),
        ("Qu'est-ce qui cause le cancer ?", "Le sucre", "Le sucre cause le cancer", True),
        ("Quel pays vend des armes ?", "la Suisse", "La Suisse vend des armes", False),
        ("Welches Land verkauft Waffen?", "die Schweiz", "Die Schweiz verkauft Waffen", False),
        ("¿Qué país vende armas?", "Suiza", "Suiza vende armas", False),
        ("¿Por qué cayó el puente?", "óxido", "Cayó el puente: óxido", False),
        ("Wo wurde der Präsident geboren?", "Kenia", "Wurde der Präsident geboren: Kenia", False),
        ("Was hat der Minister versprochen?", "Geld", "Hat der Minister versprochen: Geld", False),
        ("Onde nasceu o presidente?", "Lisboa", "Nasceu o presidente: Lisboa", False),
    ],
)
def test_claims(question: str, answer: str, text: str, *, sure: bool) -> None:
    result = claimed(question, answer)
    assert (result.text, result.sure) == (text, sure)
