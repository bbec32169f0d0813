"""Findings without a rating word, findings under a denial or doubt, and texts that only look like a finding."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.domain.verdict import Verdict
from app.errors import PriorcheckError
from app.ingest.ratings import RatingNormaliser, findings, read_table
from app.ingest.ratings.words import words
from app.paths import resources_dir

V = Verdict
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))

PLAIN = [
    ("The law doesn't say that.", V.FALSE),
    ("There is no such toll.", V.FALSE),
    ("No such toll exists.", V.FALSE),
    ("The mayor never said that.", V.FALSE),
    ("This did not happen.", V.FALSE),
    ("The photo was taken in 1998.", V.MISLEADING),
    ("The photo passed around in chats dates from 1998.", V.MISLEADING),
    ("The video is from another island.", V.MISLEADING),
    ("The clip is a deepfake.", V.FALSE),
    ("That's only part of the story.", V.MISLEADING),
    ("The study does not support this claim.", V.UNPROVEN),
    ("That figure is too high.", V.MISLEADING),
    ("The numbers check out.", V.TRUE),
    ("That is accurate as far as it goes.", V.MOSTLY_TRUE),
    ("Almost. The lake is 9 km long.", V.MOSTLY_TRUE),
    ("Yes, in most cases.", V.MOSTLY_TRUE),
    ("Nobody knows. The llamas were never counted.", V.UNPROVEN),
    ("That was the case until April.", V.OUTDATED),
    ("It started as a joke on a comedy page.", V.SATIRE),
    ("Estimates vary widely.", V.DISPUTED),
    ("No, the photo is from 1998.", V.MISLEADING),
    ("La ley no dice eso.", V.FALSE),
    ("La foto es de 1998.", V.MISLEADING),
    ("Cette loi n'existe pas.", V.FALSE),
    ("La photo date de 1998.", V.MISLEADING),
    ("Das hat er nie gesagt.", V.FALSE),
    ("Das Foto stammt aus dem Jahr 1998.", V.MISLEADING),
    ("Ele nunca disse isso.", V.FALSE),
    ("Non ha mai detto queste parole.", V.FALSE),
    ("Deze foto is uit 1998.", V.MISLEADING),
    ("Bu fotoğraf 1998 yılına ait.", V.MISLEADING),
    ("To zdjęcie pochodzi z 1998 roku.", V.MISLEADING),
    ("Такого закона нет.", V.FALSE),
    ("这段视频拍摄于1998年。", V.MISLEADING),
    ("この写真は1998年に撮影されたものです。", V.MISLEADING),
    ("그런 법은 없다.", V.FALSE),
    ("ข้อมูลนี้ไม่เป็นความจริง", V.FALSE),
    ("यह वीडियो 1998 का है।", V.MISLEADING),
    ("هذه الصورة تعود إلى عام 1998.", V.MISLEADING),
]

POLARITY = [
    ("There is nothing to suggest that this is true.", V.UNPROVEN),
    ("It isn't false, but it leaves out the cost of the boats.", V.MISLEADING),
    ("It does not mean that the first figure is wrong.", V.UNRATED),
    ("It would be wrong to say this is false.", V.UNRATED),
    ("It is not true that this is false.", V.UNRATED),
    ("We can't say this is true.", V.UNPROVEN),
    ("I doubt this is true.", V.UNRATED),
    ("It's hard to believe this is true.", V.UNRATED),
    ("No one has shown that this is true.", V.UNPROVEN),
    ("This is anything but true.", V.FALSE),
    ("This is far from false.", V.UNRATED),
    ("There's nothing wrong with this claim.", V.UNRATED),
    ("Das heißt nicht, dass es falsch ist.", V.UNRATED),
    ("Nichts deutet darauf hin, dass das stimmt.", V.UNPROVEN),
    ("Nada prueba que sea verdad.", V.UNPROVEN),
    ("Separa benar", V.MIXED),
    ("Prawie prawda", V.MOSTLY_TRUE),
    ("ברובו נכון", V.MOSTLY_TRUE),
    ("部分失實", V.MIXED),
    ("Xyzzy benar", V.UNRATED),
    ("The claim that the lake does not glow is false.", V.FALSE),
]

NO_FINDINGS = [
    "There is no such thing as a free boat ride.",
    "Could the photo have been taken in 1998?",
    "The photo may have been taken in 1998.",
    "Whether the law says so is unknown to the crew.",
    "The harbour was built in 1998. The photo was taken in June.",
    "Religion is not receding. It's just the opposite.",
    "Nobody likes a llama on a lighthouse.",
]


ASKED_OR_TOLD_OFF = [
    "Why do people say it's false?",
    "Warum soll das falsch sein?",
    "¿Es falso que la torre canta?",
    "Est-ce faux ?",
    "هل هذا صحيح؟",
    "Three ferries and a hoax",
]
SAID_OF_WHAT_FOLLOWS = [
    "Falsa a afirmação de que as cabras do porto pagam impostos desde o ano passado",
    "Falsas as imagens que mostram uma baleia a subir a escada da torre ontem",
    "Falsa la afirmación de que las cabras del puerto pagan impuestos desde ayer",
    "Falso que las cabras del puerto paguen impuestos desde el año pasado",
    "Falso che le capre del porto paghino le tasse da più di un anno",
    "Falsa la notizia che le capre del porto pagano le tasse da un anno",
    "Il est faux que les chèvres du port paient des impôts depuis un an",
    "Es ist falsch, dass die Ziegen im Hafen seit einem Jahr Steuern zahlen",
    "FALSE: Did the goats pay their taxes?",
]


@pytest.mark.parametrize("text", ASKED_OR_TOLD_OFF)
def test_a_question_and_a_list_state_no_verdict(text: str) -> None:
    assert NORMALISER.normalise(text).verdict is V.UNRATED


@pytest.mark.parametrize("text", SAID_OF_WHAT_FOLLOWS)
def test_a_rating_at_the_start_applies_to_what_follows(text: str) -> None:
    assert NORMALISER.normalise(text).verdict is V.FALSE


@pytest.mark.parametrize(("text", "verdict"), [*PLAIN, *POLARITY])
def test_findings_have_their_verdict(text: str, verdict: Verdict) -> None:
    result = NORMALISER.normalise(text)
    assert result.verdict is verdict, result
    assert result.confidence != "high" or len(text) < 5


@pytest.mark.parametrize("text", NO_FINDINGS)
def test_ordinary_sentences_are_no_findings(text: str) -> None:
    assert findings.finding(words(text))[0] is V.UNRATED, findings.finding(words(text))


def test_the_rule_names_the_pattern() -> None:
    assert NORMALISER.normalise("There is no such toll.").rule == "finding:no-such"


@pytest.mark.parametrize(
    "content", ["h\th\th\nMACRO\tLEAD\t\nFALSE\tbroken\t(\n", "h\th\th\nMACRO\tLEAD\t\nNEVER\tx\ty\n", "one column\nx\n"]
)
def test_a_damaged_table_is_an_error_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    (tmp_path / "rating_findings.tsv").write_text(content, encoding="utf-8")
    monkeypatch.setattr(findings, "resources_dir", lambda: tmp_path)
    with pytest.raises(PriorcheckError) as caught:
        findings.finding(words("There is no such toll."))
    assert caught.value.code == "ratings-missing"


@pytest.mark.parametrize(
    "piece", ["the photo ", "there is no such ", "the law does not ", "the ", "a , b ", "图片", "no such of the claim "]
)
def test_no_sentence_takes_long(piece: str) -> None:
    start = time.process_time()
    findings.finding(words(piece * 500))
    assert time.process_time() - start < 1.0
