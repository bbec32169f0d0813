"""Publishers' scales; each expectation follows the publisher's own explanation of its scale."""

from __future__ import annotations

import pytest

from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, read_table
from app.paths import resources_dir

V = Verdict
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))

SCALES = {
    "politifact": {
        "True": V.TRUE, "mostly-true": V.MOSTLY_TRUE, "half-true": V.MIXED, "Half True": V.MIXED, "barely-true": V.MOSTLY_FALSE,
        "Mostly False": V.MOSTLY_FALSE, "False": V.FALSE, "pants-fire": V.FALSE, "Pants on Fire!": V.FALSE, "full-flop": V.UNRATED,
        "Half Flip": V.UNRATED, "No Flip": V.UNRATED,
    },
    "snopes": {
        "True": V.TRUE, "Mostly True": V.MOSTLY_TRUE, "Mixture": V.MIXED, "Mostly False": V.MOSTLY_FALSE, "False": V.FALSE,
        "Unproven": V.UNPROVEN, "Unfounded": V.UNPROVEN, "Research In Progress": V.UNPROVEN, "Outdated": V.OUTDATED,
        "Miscaptioned": V.MISLEADING, "Correct Attribution": V.TRUE, "Misattributed": V.FALSE, "Scam": V.FALSE, "Fake": V.FALSE,
        "Labeled Satire": V.SATIRE, "Originated as Satire": V.SATIRE, "Legend": V.UNPROVEN, "Lost Legend": V.UNPROVEN, "Recall": V.UNRATED,
    },
    "washingtonpost.com": {
        "One Pinocchio": V.MOSTLY_TRUE, "2 Pinocchios": V.MIXED, "Three Pinocchios": V.MOSTLY_FALSE, "Four Pinocchios": V.FALSE,
        "Bottomless Pinocchio": V.FALSE, "Geppetto Checkmark": V.TRUE,
    },
    "factcheck.afp.com": {
        "False": V.FALSE, "Misleading": V.MISLEADING, "Altered image": V.MISLEADING, "Altered photo": V.MISLEADING,
        "Missing context": V.MISLEADING, "Satire": V.SATIRE, "Faux": V.FALSE, "Trompeur": V.MISLEADING, "Vrai": V.TRUE,
        "Hors contexte": V.MISLEADING, "Falso": V.FALSE, "Engañoso": V.MISLEADING, "Enganoso": V.MISLEADING, "Falsch": V.FALSE,
        "Irreführend": V.MISLEADING, "زائف": V.FALSE, "مضلل": V.MISLEADING, "Sin contexto": V.MISLEADING,
    },
    "correctiv.org": {
        "Falsch": V.FALSE, "Größtenteils falsch": V.MOSTLY_FALSE, "weitgehend falsch": V.MOSTLY_FALSE, "Teilweise falsch": V.MIXED,
        "Fehlender Kontext": V.MISLEADING, "Unbelegt": V.UNPROVEN, "Richtig": V.TRUE, "Frei erfunden": V.FALSE, "Manipuliert": V.FALSE,
    },
    "chequeado.com": {
        "Verdadero": V.TRUE, "Verdad a medias": V.MIXED, "Engañoso": V.MISLEADING, "Falso": V.FALSE, "Insostenible": V.UNPROVEN,
        "Sin evidencia": V.UNPROVEN, "Bulo": V.FALSE,
    },
    "pagellapolitica.it": {
        "Vero": V.TRUE, "C'eri quasi": V.MOSTLY_TRUE, "Nì": V.MIXED, "Pinocchio andante": V.MOSTLY_FALSE, "Panzana pazzesca": V.FALSE,
    },
    "teyit.org": {"Doğru": V.TRUE, "Karma": V.MIXED, "YANLIŞ": V.FALSE, "Belirsiz": V.UNPROVEN},
    "cekfakta.tempo.co": {
        "Benar": V.TRUE, "Sebagian benar": V.MIXED, "Tidak terbukti": V.UNPROVEN, "Sesat": V.MISLEADING, "Keliru": V.FALSE,
    },
    "Cofacts": {"RUMOR": V.FALSE, "NON_RUMOR": V.TRUE, "OPINIONATED": V.UNRATED, "NOT_ARTICLE": V.UNRATED},
    "AVeriTeC": {
        "Supported": V.TRUE, "Refuted": V.FALSE, "Conflicting Evidence/Cherrypicking": V.MIXED, "Not Enough Evidence": V.UNPROVEN,
    },
    "africacheck.org": {"Correct": V.TRUE, "Mostly correct": V.MOSTLY_TRUE, "Incorrect": V.FALSE, "Unproven": V.UNPROVEN},
    "misbar.com": {
        "True": V.TRUE, "Fake": V.FALSE, "Misleading": V.MISLEADING, "Selective": V.MISLEADING, "Suspicious": V.UNPROVEN,
        "Commotion": V.MISLEADING, "Satire": V.SATIRE, "Myth": V.FALSE,
    },
    "sciencefeedback.co": {
        "Accurate": V.TRUE, "Mostly_Accurate": V.MOSTLY_TRUE, "Partially_Correct": V.MIXED, "Imprecise": V.MIXED, "Unsupported": V.UNPROVEN,
        "Flawed_Reasoning": V.MISLEADING, "Inaccurate": V.FALSE, "Incorrect": V.FALSE,
    },
    "boomlive.in": {"False": V.FALSE, "Misleading": V.MISLEADING, "True": V.TRUE, "FAKE": V.FALSE},
    "thegazette.com": {"A": V.TRUE, "C": V.MIXED, "F": V.FALSE},
    "aosfatos.org": {
        "VERDADEIRO": V.TRUE, "falso": V.FALSE, "distorcido": V.MISLEADING, "exagerado": V.MISLEADING, "insustentável": V.UNPROVEN,
        "contraditório": V.MIXED, "não é bem assim": V.MISLEADING,
    },
    "": {
        "असत्य": V.FALSE, "भ्रामक": V.MISLEADING, "सच": V.TRUE, "फ़र्ज़ी": V.FALSE, "आधा सच": V.MIXED, "صحيح": V.TRUE, "خاطئ": V.FALSE,
        "صحيح جزئيا": V.MIXED, "ساخر": V.SATIRE, "মিথ্যা": V.FALSE, "Fałsz": V.FALSE, "Ложь": V.FALSE, "Hoaks": V.FALSE, "誤り": V.FALSE,
        "错误": V.FALSE, "거짓": V.FALSE, "Fact Crescendo Rating: False": V.FALSE, "Fact Crescendo Rating False": V.FALSE,
        "Verdict: Misleading": V.MISLEADING, "Rating – Partly False": V.MIXED, "Ferret Fact Service verdict: False": V.FALSE,
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("publisher", "rating", "verdict"), [(site, rating, verdict) for site, scale in SCALES.items() for rating, verdict in scale.items()]
)
def test_scale(publisher: str, rating: str, verdict: Verdict) -> None:
    result = NORMALISER.normalise(rating, publisher)
    assert result.verdict is verdict, result
    assert result.confidence == "high"


@pytest.mark.parametrize(
    "publisher",
    [
        "PolitiFact",
        "politifact.com",
        "www.politifact.com:443",
        "https://www.politifact.com/factchecks/2020/x/?a=b",
        "POLITIFACT Texas",
        "Politi Fact",
    ],
)
def test_a_publisher_is_known_by_name_site_port_and_address(publisher: str) -> None:
    assert NORMALISER.normalise("pants-fire", publisher).rule == "politifact:pants-fire"


def test_a_publishers_row_wins_over_the_generic_one_and_only_for_it() -> None:
    assert NORMALISER.normalise("Suspicious", "misbar.com").rule == "misbar:suspicious"
    assert NORMALISER.normalise("Suspicious", "example.org").rule == "generic:suspicious"
    assert NORMALISER.normalise("A", "example.org").verdict is V.UNRATED
    assert NORMALISER.normalise("Commotion", "not-misbarely.com").verdict is V.UNRATED


def test_stable_rule_names() -> None:
    assert NORMALISER.normalise("Pants on Fire!", "politifact.com").rule == "politifact:pants-on-fire"
    assert NORMALISER.normalise("FALSE", "somewhere.example").rule == "generic:false"
    assert NORMALISER.normalise("", "politifact.com").rule == "none"
