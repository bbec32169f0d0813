"""Ratings that a second author wrote down before reading the normaliser: scales, statements, and lookalikes."""

from __future__ import annotations

import time

import pytest

from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, read_table
from app.paths import resources_dir

V = Verdict
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))

SCALES = [
    ("Halbwahr", "", V.MIXED),
    ("Falso contesto", "", V.MISLEADING),
    ("Epätosi", "", V.FALSE),
    ("Melagienos", "15min", V.FALSE),
    ("Nepatiesa", "Re:Baltica", V.FALSE),
    ("Неправдива інформація", "", V.FALSE),
    ("Обман", "", V.FALSE),
    ("Needs more evidence", "", V.UNPROVEN),
    ("FFS", "theferret.scot", V.FALSE),
    ("Synthetic Media", "reuters.com", V.FALSE),
    ("Decontextualized", "truthorfiction.com", V.MISLEADING),
    ("Very low", "climatefeedback.org", V.FALSE),
    ("10", "gossipcop.com", V.TRUE),
    ("Cierto, pero", "lasillavacia.com", V.MOSTLY_TRUE),
    ("Apresurado", "chequeado.com", V.UNPROVEN),
    ("Praticamente Certo", "observador.pt", V.MOSTLY_TRUE),
    ("Vrai ou faux", "20minutes.fr", V.UNRATED),
    ("Ni pola istine", "faktograf.hr", V.MOSTLY_FALSE),
    ("Tri kvarta istine", "faktograf.hr", V.MOSTLY_TRUE),
    ("Neprovjereno", "raskrinkavanje.ba", V.UNPROVEN),
    ("Ελλιπές πλαίσιο", "ellinikahoaxes.gr", V.MISLEADING),
    ("Delvis feil", "faktisk.no", V.MIXED),
    ("Osittain totta", "faktabaari.fi", V.MIXED),
    ("Maldinošs", "rebaltica.lv", V.MISLEADING),
    ("Melas", "delfi.lt", V.FALSE),
    ("Eksitav", "delfi.ee", V.MISLEADING),
    ("Большей частью правда", "provereno.media", V.MOSTLY_TRUE),
    ("Скорее всего неправда", "provereno.media", V.MOSTLY_FALSE),
    ("Konteks yang Salah", "turnbackhoax.id", V.MISLEADING),
    ("易誤解", "mygopen.com", V.MISLEADING),
    ("部分錯誤", "tfc-taiwan.org.tw", V.MIXED),
    ("不正確", "factcheckcenter.jp", V.MOSTLY_FALSE),
    ("判定留保", "infact.press", V.UNPROVEN),
    ("사실과 다름", "factcheckkorea.afp.com", V.FALSE),
    ("Eerder onwaar", "knack.be", V.MOSTLY_FALSE),
    ("Вистина", "vistinomer.mk", V.TRUE),
    ("მანიპულაცია", "mythdetector.ge", V.MISLEADING),
    ("பாதி உண்மை", "youturn.in", V.MIXED),
    ("SIYO KWELI", "pesacheck.org", V.FALSE),
    ("จริงบางส่วน", "cofact.org", V.MIXED),
]


@pytest.mark.parametrize(("rating", "publisher", "verdict"), SCALES)
def test_scales_of_more_publishers(rating: str, publisher: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(rating, publisher).verdict is verdict


STATEMENTS = [
    ("This is missing important context. The figure covers ten years.", V.MISLEADING),
    ("There is no convincing scientific evidence for the cure.", V.UNPROVEN),
    ("We found no evidence that this is the case.", V.UNPROVEN),
    ("There is no evidence that the claim is true.", V.UNPROVEN),
    ("Correct, although the figure is from 2017.", V.MOSTLY_TRUE),
    ("Correct for the north, but not for the south.", V.MIXED),
    ("It's correct that waiting lists rose, but this started before 2010.", V.MIXED),
    ("The picture is real, but it was taken years ago.", V.MISLEADING),
    ("Das Video ist echt, aber es zeigt ein anderes Ereignis.", V.MISLEADING),
    ("La foto è vera, ma risale al 2016.", V.MISLEADING),
    ("Es verdad, pero le falta contexto.", V.MISLEADING),
    ("Es cierto: más de la mitad votó.", V.TRUE),
    ("Almost entirely true.", V.MOSTLY_TRUE),
    ("Vrai en partie", V.MIXED),
    ("That doesn't seem to be true.", V.FALSE),
    ("There is not a shred of truth in this story.", V.FALSE),
    ("CLAIM: The lake is poisoned. ASSESSMENT: False. Tests found nothing.", V.FALSE),
    ("Reality Check verdict: The figure is wrong.", V.FALSE),
    ("Title: the bridge is safe. Checked by: a desk. Result: False", V.FALSE),
    ("Did the mayor resign? No.", V.FALSE),
    ("¿Es cierto que subió? No, es falso.", V.FALSE),
    ("Det er ikke sant.", V.FALSE),
    ("Răspunsul nu este corect.", V.FALSE),
    ("Nie ma na to dowodów.", V.UNPROVEN),
    ("तस्वीर पुरानी है।", V.MISLEADING),
    ("此為假訊息", V.FALSE),
    ("根拠がない", V.UNPROVEN),
    ("This claim is not false.", V.TRUE),
    ("Ce n'est pas faux.", V.TRUE),
]

NO_STATEMENTS = [
    "A viral post claims the moon landing was fake.",
    "Posts on Facebook claim that the vaccine is a hoax.",
    "Un post prétend que la photo est fausse.",
    "La publicación afirma que la vacuna es falsa.",
    "This does not mean the claim is true.",
    "If this were true, prices would have doubled.",
    "Is this true?",
    "True or false",
    "Here's what we know about the new variant.",
    "El ministerio publicó los datos en 2020.",
]


@pytest.mark.parametrize(("text", "verdict"), [*STATEMENTS, *((text, V.UNRATED) for text in NO_STATEMENTS)])
def test_findings_are_distinguished_from_claims_and_questions(text: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(text).verdict is verdict, NORMALISER.normalise(text)


@pytest.mark.parametrize(
    "text", ["Experts say the claim is false.", "The ministry said that the letter is fake.", "The claim that the lake glows is false."]
)
def test_a_quoted_authority_gives_the_finding(text: str) -> None:
    assert NORMALISER.normalise(text).verdict is V.FALSE


@pytest.mark.parametrize(
    ("piece", "times"),
    [
        ("verdict: ", 10_000), ("not ", 10_000), ("no evidence that ", 4_000), ("is this true but ", 3_000), ("true. ", 3_000), ("真", 10_000),
        ("\u0301", 10_000), ("1/", 5_000), ("9", 10_000), ("\u200d", 9_999), ("\x00\ud800", 1_000), ("&amp;", 5_000), (".", 20_000),
    ],
)  # fmt: skip
def test_cleaning_any_text_is_fast(piece: str, times: int) -> None:
    text = piece * times
    start = time.process_time()
    NORMALISER.normalise(text, text[:300])
    assert time.process_time() - start < 1.0
