"""Small claims in AVeriTeC's format, with the dates on which they were made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def question(text: str, *answers: str, kind: str = "Extractive", url: str = "https://a.example") -> dict[str, Any]:
    """Return a question with answers of one kind."""
    answer_rows = [{"answer": answer, "answer_type": kind, "source_url": url, "source_medium": "Web text"} for answer in answers]
    return {"question": text, "answers": answer_rows}


def claim(text: str, label: str, *questions: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a claim with every field of AVeriTeC."""
    plain = {
        "claim": text,
        "required_reannotation": False,
        "label": label,
        "justification": "",
        "claim_date": None,
        "speaker": None,
        "original_claim_url": None,
        "fact_checking_article": None,
        "reporting_source": None,
        "location_ISO_code": None,
        "claim_types": ["Event/Property Claim"],
        "fact_checking_strategies": ["Written Evidence"],
        "questions": list(questions),
    }
    return plain | fields


def four_claims() -> list[dict[str, Any]]:
    """Return one claim of each label, made on four days; the last one is numerical too."""
    return [
        claim(
            "The bridge of Lea was closed in March.",
            "Refuted",
            question("Was the bridge of Lea closed?", "No", kind="Boolean"),
            question("Which bridge was closed in March?", "The bridge of Tarn was closed in March."),
            justification="Another bridge was closed.",
            claim_date="4-5-2020",
        ),
        claim("It rained in Tarn.", "Supported", question("Did it rain in Tarn?", "Heavy rain fell in Tarn."), claim_date="1-5-2020"),
        claim(
            "Nobody swims in Lea.",
            "Not Enough Evidence",
            question("Who swims in Lea?", "No answer could be found.", kind="Unanswerable", url=""),
            claim_date="2-5-2020",
        ),
        claim(
            "Lea has 900 ducks.",
            "Conflicting Evidence/Cherrypicking",
            question("How many ducks has Lea?", "The council counted 900 ducks.", "The club counted 90 ducks."),
            claim_date="3-5-2020",
            claim_types=["Numerical Claim", "Event/Property Claim"],
        ),
    ]


def write_claims(path: Path, claims: Sequence[dict[str, Any]]) -> Path:
    """Write a file of claims."""
    path.write_text(json.dumps(list(claims)), encoding="utf-8")
    return path
