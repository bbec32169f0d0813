"""Questions in Spanish, German, French and Portuguese as statements and claims, by a few simple rules.

Spanish and Portuguese keep the order of a statement; French loses its "est-ce que" and its pronoun behind the verb; in German
the first noun phrase goes before the verb. Which language it is, the question's small words tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_MARKS = {
    "es": """que qué es el la los las un una del cuál quién quiénes dónde cuándo cómo por está están hay según más verdad son fue
        debe puede pueden deben cuántos cuántas cuánto ha han su sus y en con para se lo tiene tienen""",
    "pt": """que é o a os as um uma do da dos das quem onde quando como qual quais está estão há não mais verdade são foi deve pode podem
        será seria vai vão em com para se tem têm por quantos quantas no na ao faz""",
    "fr": """que qui est le la les un une des du quel quelle quels quelles où quand comment pourquoi combien ce sont il elle peut
        dans avec pour par sur et au aux se doit ont a été faut on""",
    "de": """was wer wo wann warum wie welche welcher welches wem wen wessen ist sind der die das den dem ein eine einen einem und nicht
        hat haben kann können wird werden soll sollen darf muss für mit von im auf zu gibt es stimmt dass macht verursacht
        gegen hilft helfen sich auch noch bei nach durch menschen schuld wahr""",
    "en": """what who which where when why how is are was were do does did has have had can could will would should must the a an of
        in to for and that with from by on it be not any there""",
}
_WORDS = {name: frozenset(words.split()) for name, words in _MARKS.items()}
_ENGLISH_OPENERS = frozenset(
    """do does did is are were has have had can could will would should must may might what which who whom whose where when why how
    isn aren wasn weren don doesn didn hasn haven hadn won""".split()
)
_TELLING = {
    "es": re.compile(r"[¿ñ]|\b(?:qué|quién|cuál|dónde|está|según|los|del|el)\b"),
    "pt": re.compile(r"[ãõç]\w|\b(?:é|não|você|um|uma|dos|pelo|pela|quem)\b"),
    "fr": re.compile(r"\best-ce\b|-(?:il|elle|ils|elles|on)\b|\b[ldnsjc]['’]\w|\b(?:quel|quelle|les|une|où|qui|des)\b"),
    "de": re.compile(r"[äöüß]|\b(?:der|das|die|ist|nicht|wer|und|ein|eine|hat|wird)\b"),
}
_IT_IS_TRUE = re.compile(
    r"^(?:es (?:verdad|cierto) que|é verdade que|será que|est-il vrai que|est-ce vrai que|est-ce qu(?:e\b|['’])|est-il vrai qu['’]"
    r"|stimmt es,? dass|ist es wahr,? dass|c['’]est vrai que)\s*",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"[,;]\s*(?:¿?\s*(?:no|verdad|cierto)|não(?: é)?|né|n['’]est-ce pas|non|oder|nicht wahr|gell|stimmt['’]?s)\s*$", re.IGNORECASE
)
_BEHIND = re.compile(r"^(\w+)-(?:t-)?(il|elle|ils|elles|on|vous|nous|tu|je)\b", re.IGNORECASE)
_COMPLEX = re.compile(r"(?<=\s)(\w+)-(?:t-)?(?:il|elle|ils|elles)\b", re.IGNORECASE)
_GERMAN_VERBS = frozenset(
    """ist sind war waren hat haben hatte hatten kann können konnte konnten wird werden wurde wurden darf dürfen muss müssen
    soll sollen sollte sollten macht machen gibt hilft helfen will wollen""".split()
)
_ARTICLES = frozenset(
    """der die das den dem des ein eine einen einem einer eines kein keine mein meine unser unsere ihr ihre sein seine diese dieser dieses
    alle viele manche jeder jede jedes zwei drei""".split()
)
_PRONOUNS = frozenset("es er sie man wir ich du ihr das dies jemand niemand jeder alle".split())
_ASKS_SUBJECT = {
    "es": re.compile(r"^(?:qué|que|quién|quien|quiénes|cuál)\s+", re.IGNORECASE),
    "pt": re.compile(r"^(?:o que|que|quem|qual)\s+", re.IGNORECASE),
    "fr": re.compile(r"^(?:qui est-ce qui|qu['’]est-ce qui|qui)\s+", re.IGNORECASE),
    "de": re.compile(r"^(?:was|wer)\s+", re.IGNORECASE),
}
_WHICH = {
    "es": re.compile(r"^(?:qué|cuáles|cuál)\s+(?:de\s+)?", re.IGNORECASE),
    "pt": re.compile(r"^(?:que|quais|qual)\s+", re.IGNORECASE),
    "fr": re.compile(r"^(?:quel|quelle|quels|quelles)\s+", re.IGNORECASE),
    "de": re.compile(r"^(?:welche[rsnm]?)\s+", re.IGNORECASE),
}
_OBJECT_FRENCH = re.compile(r"^qu['’]est-ce qu(?:e\s+|['’])", re.IGNORECASE)
_ASKING = re.compile(
    r"^(?:(?:a|de|en|con|por|para|desde|von|mit|in|aus|à|dans|par|avec|em|com)\s+)?(?:qué|que|quién|quiénes|cuál|cuáles|dónde|donde|cuándo"
    r"|cuando|cómo|cuántos|cuántas|cuánto|was|wer|wen|wem|wo|woher|wohin|wann|warum|wieso|wie viele|wie|welche[rsnm]?|où|quand"
    r"|pourquoi|comment|combien de|combien|quel(?:le)?s?|qui"
    r"|o que|quem|onde|como|quantos|quantas|qual|quais)\s+",
    re.IGNORECASE,
)
_VERB_ENDING = {
    "es": re.compile(r"\w+(?:a|e|o|ó|an|en|ió|aron|ieron)$"),
    "pt": re.compile(r"\w+(?:a|e|ou|eu|iu|am|em|aram|eram|iram)$"),
    "de": re.compile(r"[a-zäöüß]+(?:t|te|ten|en)$|^(?:erfand|fand|kam|schrieb|gewann|stahl|starb|nahm|gab|trank|aß|ging|sah|half|verlor)$"),
    "fr": re.compile(r"\w{2,}(?:e|a|ent|it|ut|ait|aient|ont|est)$|^(?:a|est|sont|peut|vend|vendent|met|fait)$"),
}


def language(text: str) -> str:
    """ "es", "de", "fr", "pt", or "en", which is also the answer where nothing tells."""
    folded = text[:400].casefold()
    words = re.findall(r"\w+", folded)
    scores = {
        name: sum(word in listed for word in words) + (len(_TELLING[name].findall(folded)) if name in _TELLING else 0.5)
        for name, listed in _WORDS.items()
    }
    scores["en"] += 2.5 if words[:1] and words[0] in _ENGLISH_OPENERS else 0
    best = max(scores, key=lambda name: (scores[name], name == "en"))
    return best if scores[best] > 0.5 else "en"


def statement(text: str, name: str) -> tuple[str, bool]:
    """A question without its marks as a statement, and whether the rules are sure."""
    plain = _TAG.sub("", text).strip()
    shorter = _IT_IS_TRUE.sub("", plain)
    if shorter != plain and shorter:
        return _capital(shorter), name != "de"
    if name == "fr":
        return _french(plain)
    if name == "de":
        return _german(plain)
    return _capital(plain), True


def claim(text: str, answer: str, name: str) -> tuple[str, bool]:
    """A question without its marks and an answer to it as a claim, and whether the rules are sure."""
    lower = answer[:1].lower() + answer[1:] if answer.split(" ", maxsplit=1)[0].casefold() in _ARTICLES else answer
    subject = _ASKS_SUBJECT[name].match(text)
    if subject is not None and _begins_with_verb(text[subject.end() :], name):
        return _capital(f"{answer} {text[subject.end() :]}"), True
    if name == "fr" and (opening := _OBJECT_FRENCH.match(text)):
        return _capital(f"{text[opening.end() :]} {lower}"), True
    which_phrase = _WHICH[name].match(text)
    if which_phrase is not None:
        following = text[which_phrase.end() :].split()
        if len(following) > 2 and _begins_with_verb(" ".join(following[1:]), name):
            return _capital(f"{answer} {' '.join(following[1:])}"), False
    rest_text = _ASKING.sub("", text)
    return _capital(f"{rest_text}: {answer}"), False


def _begins_with_verb(text: str, name: str) -> bool:
    words = text.split()
    first = words[0].casefold() if words else ""
    if len(words) > 1 and name == "de" and (words[1].casefold() in (_PRONOUNS | {"der", "den"}) - {"das"} or first in _PRONOUNS):
        return False
    return first in _GERMAN_VERBS or _VERB_ENDING[name].match(first) is not None


def _french(text: str) -> tuple[str, bool]:
    if text.casefold().startswith("y a-t-il "):
        return _capital("il y a " + text[9:]), True
    if text.casefold().startswith("est-ce "):
        return _capital("c'est " + text[7:]), True
    first = _BEHIND.match(text)
    if first is not None:
        return _capital(f"{first[2].lower()} {first[1].lower()}{text[first.end() :]}"), True
    if _COMPLEX.search(text):
        return _capital(_COMPLEX.sub(r"\1", text, count=1)), True
    return _capital(text), True


def _german(text: str) -> tuple[str, bool]:
    tokens = text.split()
    first = tokens[0].casefold() if tokens else ""
    opens = first in _GERMAN_VERBS or (first.endswith("t") and first not in _ARTICLES and len(tokens) > 2)
    if not opens or len(tokens) < 2:
        return _capital(text), not opens
    end, sure = _noun_phrase(tokens[1:])
    if not end or end + 1 >= len(tokens):
        return _capital(text), False
    return _capital(" ".join((*tokens[1 : end + 1], first, *tokens[end + 1 :]))), sure


def _noun_phrase(tokens: Sequence[str]) -> tuple[int, bool]:
    """Count the words of the first noun phrase, up to its first noun, with a genitive or "von" after it; the flag says whether that
    is certain."""
    if tokens[0].casefold() in _PRONOUNS and not (len(tokens) > 1 and tokens[1][:1].isupper() and tokens[0].casefold() in _ARTICLES):
        return 1, True
    article = tokens[0].casefold() in _ARTICLES
    noun = next((index for index in range(int(article), min(len(tokens), 8)) if tokens[index][:1].isupper()), None)
    if noun is None:
        return 0, False
    end = noun + 1
    if end + 1 < len(tokens) and tokens[end].casefold() in {"des", "der", "von"} and tokens[end + 1][:1].isupper():
        return end + 2, True
    if article or end >= len(tokens) or not tokens[end][:1].isupper():
        return end, True
    return (end + 1 if end + 1 < len(tokens) and not _only_verbs(tokens[end + 1 :]) else end), False


def _only_verbs(tokens: Sequence[str]) -> bool:
    return all(token.islower() and token.endswith(("en", "t", "ern", "eln")) for token in tokens)


def _capital(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if any(sign.isupper() for sign in first[1:]) else text[:1].upper() + text[1:]
