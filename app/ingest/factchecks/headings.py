"""Recognition of headings in words: "Who made the claim?", "Fecha de la frase", "Auteur de l'affirmation" name fields of a
fact-check.

Exact names are tried first (`columns`). This module matches the words of a heading, in the languages in which fact-checkers write.
"""

from __future__ import annotations

import re
import unicodedata

import regex

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DATE = (
    r"dates?|dated|when|day|fecha|data|datum|tag|quando|quand|cuando|wann|tarih\w*|तारीख|तिथि|दिनांक|تاريخ|дата"
    r"|published|submitted|veroffentlicht|publicado|publie|pubblicat\w|time ?stamp"
    r"|tanggal|tarikh|dato|dag|dagen|paivamaara|ngay|วันที่|ημερομηνια|תאריך|تاریخ|তারিখ|日期|날짜|일자"
)
_CLAIM = (
    r"claim(?:s|ed)?|statements?|quotes?|said|says|creative ?work|item ?reviewed|afirmaci\w+|afirmac\w+|alegac\w+"
    r"|declarac\w+|frase|bulo|boato|affirmation|allegation|citation"
    r"|declaration|propos|behauptung|aussage|zitat|dichiarazion\w|affermazion\w|iddia\w*|दाव\w*|दावे|कथन|(?:ال)?ادعاء"
    r"|заявлени\w|утверждени\w|заяв\w|твердженн\w|твърдени\w|тврдњ\w|изјав\w"
    r"|klaim|pernyataan|dakwaan|twierdzeni\w|wypowiedz\w?|bewering\w*|uitspraa?k\w*|stelling\w*|pastaend\w*|pastand\w*|vait\w+|lausunto"
    r"|vyrok\w*|tvrzeni\w*|tvrdeni\w*|allitas\w*|afirmati\w+|declarati\w+|tvrdnj\w+|izjav\w+|ισχυρισμ\w+|δηλωσ\w+|phat ngon|tuyen bo"
    r"|คำกล่าวอ้าง|ادعا\w*|دعوی\w*|দাবি\w*|טענה|טענות|הצהרה|主张|主張|說法|说法|聲稱|声称|謠言|谣言|傳言|传言|発言|言説|주장|발언"
)
_MAKER = (
    r"who|by|author|autor\w*|auteur|autore|person|speaker|claimant|source|made|quem|qui|chi|quien|wer|von"
    r"|aufgestellt|sahibi|kim|صاحب|قائل|कर्ता|दावाकर्ता|वक्ता"
    r"|किसने|автор|dijo|disse|dit|detto|originator|oleh|przez|door|av|af|kdo|kto|tko"
)
_CHECK = (
    r"fact ?checks?|checks?|checked|checking|reviews?|reviewed|claim ?review|publi\w+|veroffentlicht\w*|verific\w+"
    r"|checagem|chequeo|faktencheck\w*|erschienen|yayin\w*|debunk\w*|terbit|cek fakta|periksa|gepubliceerd|julkais\w+"
    r"|zverejn\w+|objav\w+|kozzetet\w+"
    r"|dipublikasikan|отправлен\w|публікаці\w|перевірк\w|نشر|انتشار"
    r"|pubblica\w+|प्रकाशन|प्रकाशित|(?:ال)?نشر|публикаци\w|проверк\w"
)
# The first rule that fits decides: the day of a claim also contains a word for "claim".
_RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("language", (r"langu?age|langue|idioma|sprache|lingua|dil|भाषा|اللغة|язык",)),
    ("url", (r"url|link|tautan|odnosnik|連結|链接|網址|网址|リンク|링크|주소|lien|enlace|liga|permalink|href|web ?address"
        r"|adresse|baglanti|लिंक|(?:ال)?رابط|ссылка|collegamento",)),
    ("claimed", (r"(?:said|claimed|stated|spoken|made|gesagt|dicho|dit) (?:on|at|am|el|le)|first seen|發言日期|发言日期"
        r"|說法日期|聲稱日期|主張日期|発言日|発言日時"
        r"|발언일|발언일자|주장일",)),
    ("published", (r"(?:re ?viewed|fact ?checked|checked|debunked|published|posted) (?:on|at)|erscheinungsdatum"
        r"|veroffentlichungsdatum|prufdatum"
        r"|發布日期|发布日期|發佈日期|查核日期|核查日期|公開日|掲載日|公表日|検証日|게시일|발행일|발표일|검증일|게재일",)),
    ("claimed", (_DATE, _CLAIM)),
    ("published", (_DATE, _CHECK)),
    ("rating", (r"ratings?|verdicts?|verdetto|verdict|calificacion|classificacao|etiqueta|selo|veredicto|bewertung"
    r"|urteil|einstufung|evaluation|valutazione"
        r"|hasil|penilaian|kesimpulan|oordeel|beoordeling|ocena|werdykt|betyg|omdome|bedomning|vurdering|arvio|hodnoceni"
        r"|hodnotenie|verdikt"
        r"|ertekeles|evaluare|ocjena|вердикт|оцінка|присъда|ket luan|danh gia|ผลการตรวจสอบ|結論|结论|判定|評級|评级|查核結果"
        r"|核查结果|評価|판정|판정결과|결론|평가"
        r"|نتیجه|דירוג|פסיקה|রায়"
        r"|sonuc|karar|निष्कर्ष|फैसला|रेटिंग|(?:ال)?تقييم|(?:ال)?تصنيف|(?:ال)?حكم|вердикт|оценка|truth ?(?:value|label"
        r"|rating)|conclusion|finding",)),
    ("publisher", (r"publisher|herausgeber\w*|editeur|editora|editore|uitgever|wydawca|vydavatel|"
    r"organi[sz]ations?|outlet|newsroom|redaktion|redaccion|redacao|medium|medio|veiculo"
    r"|agencia|agence|testata|yayinci|kurum|kurulus"
        r"|प्रकाशक|संस्था|(?:ال)?ناشر|(?:ال)?مؤسسة|издание|fact ?checkers?|fact ?check(?:ed)? by|checked by|reviewed by"
        r"|review author(?: name)?|^medias?$|penerbit|發布者|发布者|查核單位|核查机构|機構|机构|媒体|媒體|発行元|検証機関"
        r"|언론사|기관|매체|검증기관|видання|redakcja",)),
    ("title", (r"title|headline|titulo|titular|titre|titel|uberschrift|schlagzeile|titolo|baslik|judul|tytuł|rubrik|otsikko"
        r"|titulek|nazev|tieu de|標題|标题|タイトル|見出し|제목|शीर्षक|(?:ال)?عنوان|заголовок",)),
    ("claimant", (_CLAIM, _MAKER)),
    ("claimant", (r"claimant|speaker|दावाकर्ता|quem (?:disse|falou)|quien (?:lo )?dijo|qui (?:l )?a dit|chi (?:lo "
    r"|l )?ha detto|wer hat|aufgestellt von|geaussert von"
        r"|pembicara|narasumber|spreker|mowca|talare|發言者|发言人|講者|発言者|발언자|urheber\w*|قائل\w*|вто сказал"
        r"|кто сказал|creative ?work author name",)),
    ("body", (r"body|summary|explanation|justification|analysis|resumen|resumo|resume|zusammenfassung|begrundung"
    r"|erklarung|cuerpo|corpo|texto completo|ozet|aciklama"
        r"|सारांश|विवरण|(?:ال)?ملخص|(?:ال)?شرح|riassunto|spiegazione|extra ?body|full ?text",)),
    ("claim", (_CLAIM,)),
)  # fmt: skip
# Words of headings that name a property of the claim and not the claim.
_RELATED_TO_CLAIM = re.compile(
    r"\b(?:id|ids|number|no|count|url|type|topic|category|location|place|entities|image|video|status|tags?|score|value|best|worst)\b"
)
_COMPILED_RULES = tuple((field, tuple(re.compile(rf"(?<!\w)(?:{part})(?!\w)") for part in parts)) for field, parts in _RULES)
_CLAIM_PATTERN, _CHECK_PATTERN = re.compile(rf"(?<!\w)(?:{_CLAIM})(?!\w)"), re.compile(rf"(?<!\w)(?:{_CHECK})(?!\w)")
_ONLY_CLAIM = regex.compile(rf"(?:{_CLAIM})\p{{M}}*")
_REVIEW = re.compile(r"\bclaim review\b")
_MAX_HEADING = 80


def heading_words(name: str) -> str:
    """Return the words of a heading in lower case without accents and punctuation, "claimReview_url" as "claim review url"."""
    spaced = _CAMEL.sub(" ", name).replace("_", " ")
    decomposed = unicodedata.normalize("NFKD", spaced.casefold().replace("ı", "i"))
    # Latin and Greek accents are dropped; vowel signs of Indian scripts are letters.
    letters = "".join(
        char if char.isalnum() or unicodedata.category(char) == "Mc" else "" if unicodedata.combining(char) and char < "\u0400" else char
        for char in decomposed
    )
    return " ".join(regex.sub(r"[^\w\p{M}]+", " ", unicodedata.normalize("NFC", letters)).split())


def names_claims_alone(name: str) -> bool:
    """Return True if a heading says "claim" and nothing else, as in a table of one column."""
    return _ONLY_CLAIM.fullmatch(heading_words(name)) is not None


def _names_related_field(field: str, words: str) -> bool:
    """Return True if a heading that fits a field names something related to it: "claim type", "number of media", "link to the
    claim"."""
    if field == "url":
        return _CLAIM_PATTERN.search(words) is not None and not _CHECK_PATTERN.search(words)
    return field in ("claim", "claimant", "publisher") and _RELATED_TO_CLAIM.search(words) is not None


def field_of_heading(name: str) -> str:
    """Return the field that a heading's words name, "" if they name none."""
    words = _REVIEW.sub("review", heading_words(name))
    # Longer headings are texts, and matching them takes long.
    if not words or len(words) > _MAX_HEADING:
        return ""
    for field, parts in _COMPILED_RULES:
        if all(part.search(words) for part in parts) and not _names_related_field(field, words):
            return field
    return ""
