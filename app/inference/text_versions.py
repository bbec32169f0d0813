"""Version numbers of the code that prepares texts for models, declared only here.

A cached vector or score is a function of the text, the model's files, and the code that prepares the text. Raise a reader's number
when its output changes for any text; `tests/unit/inference/test_text_versions.py` fails until that is done. The names are part of
cache keys, so they stay the same when functions and modules are renamed.
"""

from __future__ import annotations

TEXT_VERSIONS = {
    "encoder": 1,  # texts to the tokens of the bundled encoder
    "languages": 1,  # which of the two bundled encoders reads a text
    "student": 1,  # texts to the features of the multilingual student
    "pairs": 2,  # sentence and fact-check to the cross-encoder's tokens; 2: quantities are whole phrases
    "posts": 2,  # question and post to the tokens of reader and opinions; 2: quantities are whole phrases
    "prefilter": 1,  # the measures of wording
    "across": 1,  # the measures of pairs across languages
    "checkworthiness": 1,  # kinds of words, and terms
    "own_encoder": 1,  # texts for an encoder of the user's own
    "own_pairs": 1,  # pairs for a cross-encoder of the user's own
}


def reading(*readers: str) -> str:
    """Return the `ModelIdentity.reading` of these readers: name and number of each beyond its first version, "" for none. Empty
    names are left out; a value that already is a `reading` is included unchanged."""
    version_names = dict.fromkeys(part for reader in readers if reader for part in (_versions(reader)))
    return "+".join(version_names)


def _versions(reader: str) -> list[str]:
    if reader not in TEXT_VERSIONS:
        return reader.split("+")
    return [f"{reader}{TEXT_VERSIONS[reader]}"] if TEXT_VERSIONS[reader] > 1 else []
