"""What a heading in words says: "Who made the claim?", "Fecha de la frase", "Auteur de l'affirmation" name fields of a fact-check.

Exact names are tried first (`columns`); here the words of a heading are looked at, in the languages that fact-checkers write in.
"""

from __future__ import annotations

import re
import unicodedata

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DATE = (
    r"dates?|dated|when|day|fecha|data|datum|tag|quando|quand|cuando|wann|tarih\w*|तारीख|तिथि|दिनांक|تاريخ|дата"
    r"|published|submitted|veroffentlicht|publicado|publie|pubblicat\w|time ?stamp"
)
_CLAIM = (
    r"claim(?:s|ed)?|statements?|quotes?|said|says|creative ?work|item ?reviewed|afirmaci\w+|afirmac\w+|alegac\w+"
    r"|declarac\w+|frase|bulo|boato|affirmation|allegation|citation"
    r"|declaration|propos|behauptung|aussage|zitat|dichiarazion\w|affermazion\w|iddia\w*|दाव\w*|दावे|कथन|(?:ال)?ادعاء"
    r"|заявлени\w|утверждени\w"
)
_MAKER = (
    r"who|by|author|autor\w*|auteur|autore|person|speaker|claimant|source|made|quem|qui|chi|quien|wer|von"
    r"|aufgestellt|sahibi|kim|صاحب|قائل|कर्ता|दावाकर्ता|वक्ता"
    r"|किसने|автор|dijo|disse|dit|detto|originator"
)
_CHECK = (
    r"fact ?checks?|checks?|checked|checking|reviews?|reviewed|claim ?review|publi\w+|veroffentlicht\w*|verific\w+"
    r"|checagem|chequeo|faktencheck\w*|erschienen|yayin\w*"
    r"|pubblica\w+|प्रकाशन|प्रकाशित|(?:ال)?نشر|публикаци\w|проверк\w"
)
_RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("language", (r"langu?age|langue|idioma|sprache|lingua|dil|भाषा|اللغة|язык",)),
    ("url", (r"url|link|lien|enlace|liga|permalink|href|web ?address|adresse|baglanti|लिंक|(?:ال)?رابط|ссылка|collegamento",)),
    ("claimed", (_DATE, _CLAIM)),
    ("published", (_DATE, _CHECK)),
    ("rating", (r"ratings?|verdicts?|verdetto|verdict|calificacion|classificacao|etiqueta|selo|veredicto|bewertung"
    r"|urteil|einstufung|evaluation|valutazione"
        r"|sonuc|karar|निष्कर्ष|फैसला|रेटिंग|(?:ال)?تقييم|(?:ال)?تصنيف|(?:ال)?حكم|вердикт|оценка|truth ?(?:value|label"
        r"|rating)|conclusion|finding",)),
    ("publisher", (r"publisher|herausgeber\w*|editeur|editora|editore|uitgever|wydawca|vydavatel|"
    r"organi[sz]ations?|outlet|newsroom|redaktion|redaccion|redacao|medium|medio|veiculo"
    r"|agencia|agence|testata|yayinci|kurum|kurulus"
        r"|प्रकाशक|संस्था|(?:ال)?ناشر|(?:ال)?مؤسسة|издание|fact ?checkers?|fact ?check(?:ed)? by|checked by|reviewed by"
        r"|review author(?: name)?|^medias?$",)),
    ("title", (r"title|headline|titulo|titular|titre|titel|uberschrift|schlagzeile|titolo|baslik|शीर्षक|(?:ال)?عنوان|заголовок",)),
    ("claimant", (_CLAIM, _MAKER)),
    ("claimant", (r"claimant|speaker|दावाकर्ता|quem (?:disse|falou)|quien (?:lo )?dijo|qui (?:l )?a dit|chi (?:lo "
    r"|l )?ha detto|wer hat|aufgestellt von|geaussert von"
        r"|urheber\w*|قائل\w*|вто сказал|кто сказал|creative ?work author name",)),
    ("body", (r"body|summary|explanation|justification|analysis|resumen|resumo|resume|zusammenfassung|begrundung"
    r"|erklarung|cuerpo|corpo|texto completo|ozet|aciklama"
        r"|सारांश|विवरण|(?:ال)?ملخص|(?:ال)?شرح|riassunto|spiegazione|extra ?body|full ?text",)),
    ("claim", (_CLAIM,)),
)  # fmt: skip
_NOT_CLAIM = re.compile(
    r"\b(?:id|ids|number|no|count|url|type|topic|category|location|place|entities|image|video|status|tags?|score|value|best|worst)\b"
)
_COMPILED = tuple((field, tuple(re.compile(rf"(?<!\w)(?:{part})(?!\w)") for part in parts)) for field, parts in _RULES)
_SAID, _CHECKED = re.compile(rf"(?<!\w)(?:{_CLAIM})(?!\w)"), re.compile(rf"(?<!\w)(?:{_CHECK})(?!\w)")
_REVIEW = re.compile(r"\bclaim review\b")
_LONGEST = 80


def heading_words(name: str) -> str:
    """The words of a heading in small letters without accents and punctuation, "claimReview_url" as "claim review url"."""
    spaced = _CAMEL.sub(" ", name).replace("_", " ")
    decomposed = unicodedata.normalize("NFKD", spaced.casefold().replace("ı", "i"))
    kept = "".join(
        char if char.isalnum() or unicodedata.category(char) == "Mc" else "" if unicodedata.combining(char) and char < "\u0400" else char
        for char in decomposed
    )
    return " ".join(re.sub(r"[^\w\u0900-\u097f]+", " ", kept).split())


def _excluded(field: str, words: str) -> bool:
    """Whether a heading that fits a field speaks of something beside it: "claim type", "number of media", "link to the claim"."""
    if field == "url":
        return _SAID.search(words) is not None and not _CHECKED.search(words)
    return field in ("claim", "claimant", "publisher") and _NOT_CLAIM.search(words) is not None


def field_of_heading(name: str) -> str:
    """The field that a heading's words name, "" where they name none."""
    words = _REVIEW.sub("review", heading_words(name))
    if not words or len(words) > _LONGEST:
        return ""
    for field, parts in _COMPILED:
        if all(part.search(words) for part in parts) and not _excluded(field, words):
            return field
    return ""
