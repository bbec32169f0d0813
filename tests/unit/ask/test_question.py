"""Question types: entity or yes-no. The questions are our own and in none of the research data."""

from __future__ import annotations

import pytest

from app.ask.question import question_type
from app.domain.ask import QuestionType

ENTITY = (
    "What spreads the fever?",
    "which minister sold the harbour",
    "Who paid for the bridge?",
    "In which year did the dam break?",
    "To whom does the island belong?",
    "Since the flood, who has been living in the mill?",
    "How many people died in the mine?",
    "The money came from which bank?",
    "According to the mayor, what caused the blackout?",
    "So what do vaccines contain?",
    "¿Qué causa el cáncer?",
    "¿Quién ganó las elecciones?",
    "Según el ministro, ¿cuántos médicos se fueron?",
    "¿De dónde viene el virus?",
    "Was verursacht Krebs?",
    "Was ist in der Impfung?",
    "Wer hat die Brücke bezahlt?",
    "Mit welchem Geld wurde der Hafen gebaut?",
    "Quel pays vend le plus d'armes ?",
    "Combien de soldats sont morts ?",
    "Qu'est-ce que le vaccin contient ?",
    "Qu’est-ce qui a causé l'incendie ?",
    "Qui est-ce que le maire a payé ?",
    "Où est passé l'argent ?",
    "Quem pagou a ponte?",
    "Qual país vende mais armas?",
    "Onde foi parar o dinheiro?",
)
YES_NO = (
    "Does the fever spread by water?",
    "was the minister in the harbour",
    "Isn't the bridge older than the town?",
    "If the dam breaks, will the town be flooded?",
    "In New York, is it legal to own a gun?",
    "Vaccines contain chips?",
    "Has anybody who lives there seen a wolf?",
    "Can the president who was elected in May be removed?",
    "Was there a plan to sell the island?",
    "Must children be vaccinated?",
    "¿Es verdad que el agua cura el cáncer?",
    "¿Son seguras las vacunas?",
    "En Chile, ¿hay más médicos que antes?",
    "¿Puede el limón curar el cáncer?",
    "Ist die Erde flach?",
    "Hat der Minister den Hafen verkauft?",
    "Stimmt es, dass Wasser Krebs heilt?",
    "Est-ce que la Terre est plate ?",
    "Le ministre a-t-il vendu le port ?",
    "Peut-on guérir le cancer ?",
    "Les vaccins sont-ils sûrs ?",
    "É verdade que a água cura o câncer?",
    "Pode o limão curar o câncer?",
    "A Terra é plana?",
)


@pytest.mark.parametrize("question", ENTITY)
def test_questions_for_answers(question: str) -> None:
    assert question_type(question) is QuestionType.ENTITY


@pytest.mark.parametrize("question", YES_NO)
def test_questions_for_yes_or_no(question: str) -> None:
    assert question_type(question) is QuestionType.YES_NO


@pytest.mark.parametrize("nothing", ["", "?", "   ", "😀", "¿?"])
def test_texts_without_a_question_count_as_yes_no_questions(nothing: str) -> None:
    assert question_type(nothing) is QuestionType.YES_NO
