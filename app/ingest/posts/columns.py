"""Assignment of table columns, or of an object's keys, to the fields of a post: guessed from names and values, overridden by the
user."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from app.domain.options import PostImportOptions
from app.errors import InputError
from app.ingest.rows.columns import apply_user_mapping, guess_by_name, key_of
from app.ingest.rows.outcomes import Record
from app.ingest.rows.prose import is_named_column, is_regular, names_transcript
from app.translation import mark, tr

_COLUMN_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "text": "text fulltext tweettext tweet posttext postcontent messagetext commenttext content contents body message caption status "
        "rawcontent msg comment post texto textocompleto textodelmensaje contenido conteudo mensaje mensagem publicacion publicacao texte "
        "contenu message inhalt nachricht beitrag beitragstext videodescription textoriginal description desc selftext title",
        "id": "id postid tweetid statusid messageid msgid commentid idstr uuid guid uri identifier identificador idpost idtweet nummer cid",
        "author": "author username authorusername userscreenname userusername screenname user handle authorhandle accountacct account "
        "accountname userhandle authorname displayname from fromuser sender poster creator nick nickname pagename channel channelname name "
        "autor usuario utilisateur auteur benutzer benutzername nutzer nutzername verfasser absender cuenta conta compte konto remitente "
        "sendername uploader ownerusername authormetaname fromname channelid",
        "published": "published publishedat createdat created timeparsed datetime timestamp date time createdutc createdtime createtime "
        "creationtime postedat posted postdate publicationdate timeposted tweetcreatedat dateunixtime indexedat fechahora fecha "
        "fechadepublicacion fechapublicacion hora datahora data datadepublicacao datum veroffentlicht erstelltam uhrzeit zeitpunkt "
        "zeit zeitstempel horodatage datedepublication dateheure heure creadoel criadoem "
        "commentcreatetimestamp timestampms createtimeiso uploaddate",
        "platform": "platform socialnetwork network site source plataforma redsocial redesocial plateforme reseau plattform netzwerk "
        "fuente fonte quelle",
        "language": "language lang languagecode langcode langue idioma lengua sprache lingua locale",
        "url": "url permalink posturl tweeturl permalinkurl link weburl webaddress href enlace liga lien adresse webadresse endereco "
        "direccion webpageurl",
        "engagement": "engagement engagements totalengagement interactions totalinteractions interacciones interacoes interaktionen",
        "repeats": "repeats retweetedid retweetedstatusid retweetedtweetid retweetof referencedtweetsretweetedid repostof reblogofid",
        "replies_to": "repliesto inreplytostatusid inreplytostatusidstr inreplytotweetid inreplytoid inreplyto replytoid replyto parentid "
        "referencedtweetsrepliedtoid respondea antwortauf parentcommentid parent",
    }
)
_NAMES_OF_FIELD = {field: names.split() for field, names in _COLUMN_NAMES.items()}
# Reversed, so that the first field wins a name that two fields have.
_FIELD_OF_NAME = {name: field for field, names in reversed(_NAMES_OF_FIELD.items()) for name in names}
_COUNT_NAMES = frozenset(
    "like likes likecount likescount favorite favorites favoritecount favourite favourites favouritecount favouritescount favs retweet "
    "retweets retweetcount retweetscount share shares sharecount sharescount reply replies replycount repliescount comments commentcount "
    "commentscount numcomments quotes quotecount repost reposts repostcount reblogs reblogscount reactions reactioncount upvotes score "
    "diggcount megusta gustas compartidos respuestas comentarios reacciones curtidas compartilhamentos respostas reacoes jaime partages "
    "votes reponses commentaires gefalltmir geteilt geteiltmal antworten kommentare reaktionen".split()
)
# Prefixes of nested counts: "public_metrics.like_count" counts likes.
_COUNT_PREFIX = re.compile(r"^(?:publicmetrics|statistics|metrics|stats|engagement)(?=.)")
_URL = re.compile(r"https?://\S+$")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_MIN_WORDS = 3
# Names of titles, which are a post's text only together with its body, or if there is no body.
TITLES = frozenset("title titulo titre titel headline subject betreff asunto assunto objet".split())


def is_post(record: Record) -> bool:
    """Return True if an object's keys are those of a post: a text, and an author or a time."""
    fields = {_field_of(key) for key, value in record.items() if value}
    return "text" in fields and ("author" in fields or "published" in fields)


@lru_cache(maxsize=4096)
def _field_of(key: str) -> str:
    """Return the field that a key is named like; "" for none, and for a title."""
    name = key_of(key)
    return "" if name in TITLES else _FIELD_OF_NAME.get(name, "")


def other_columns(header: Sequence[str], mapping: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return by field the further columns that are named like it, the likelier names first. Objects in one file may have different
    keys."""
    unused_columns = [name for name in header if name not in mapping.values()]
    ranks = {name: rank for names in _NAMES_OF_FIELD.values() for rank, name in enumerate(names)}
    alternatives: dict[str, tuple[str, ...]] = {}
    for name in sorted(unused_columns, key=lambda name: ranks.get(key_of(name), 0)):
        if field := _FIELD_OF_NAME.get(key_of(name)):
            alternatives[field] = (*alternatives.get(field, ()), name)
    return alternatives


def text_columns(header: Sequence[str], mapping: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that are named like a post's text and serve no other field, the likelier names first, without titles."""
    ranks = {name: rank for rank, name in enumerate(_NAMES_OF_FIELD["text"])}
    text_named_columns = [name for name in header if key_of(name) in ranks and key_of(name) not in TITLES]
    return tuple(sorted((name for name in text_named_columns if name not in mapping.values()), key=lambda name: ranks[key_of(name)]))


def title_column(header: Sequence[str], mapping: Mapping[str, str]) -> str:
    """Return the column of titles; "" if there is none, or it serves another field."""
    return next((name for name in header if key_of(name) in TITLES and name not in mapping.values()), "")


_MIN_REGULAR_COLUMNS = 3
_MAX_COLUMNS_SHOWN = 200


def guess_columns(header: Sequence[str], sample_rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Map field names to column names, by the columns' names or, for text, url and date, by their values. Each column serves one
    field."""
    keys = {key_of(name): name for name in reversed(header)}
    guessed: dict[str, str] = {}
    guess_by_name(guessed, keys, _NAMES_OF_FIELD)
    columns_named = frozenset(guessed.values())
    _add_by_values(header, sample_rows, guessed)
    if "text" in guessed and not _is_text(guessed, columns_named, header, sample_rows):
        del guessed["text"]
    return {field: guessed[field] for field in _NAMES_OF_FIELD if field in guessed}


def _is_text(guessed: Mapping[str, str], named: Collection[str], header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the guessed text column can be trusted: its name is recognised, or the table does not look like prose."""
    text = guessed["text"]
    if not guessed.keys() & {"url", "id", "platform"} and names_transcript(header, text):
        return False
    if text in named:
        return is_named_column(text, header, rows, exact=_NAMES_OF_FIELD["text"], named=len(named))
    # Another field of a post makes a column of texts more credible.
    return is_regular(header, rows, least=2 if guessed.keys() & {"url", "published", "author", "id"} else _MIN_REGULAR_COLUMNS)


def count_columns(header: Sequence[str], mapping: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that count reactions and serve no other field, for a table without a total of its own."""
    return tuple(name for name in header if name not in mapping.values() and _COUNT_PREFIX.sub("", key_of(name)) in _COUNT_NAMES)


def recognised(cells: Sequence[str]) -> int:
    """Return the number of fields that these cells name as a header; 0 if none of them is the text."""
    named_fields = {_FIELD_OF_NAME.get(key_of(cell)) for cell in cells if cell.strip()} - {None}
    return len(named_fields) if "text" in named_fields else 0


def is_data(cells: Sequence[str]) -> bool:
    """Return True if a first row is data: it names no field, and holds a sentence, alone or with an address or a date."""
    if any(key_of(cell) in _FIELD_OF_NAME for cell in cells):
        return False
    looks_like_data = len(cells) == 1 or any(_URL.match(cell.strip()) or _DATE.match(cell.strip()) for cell in cells)
    return looks_like_data and any(len(cell.split()) > _MIN_WORDS for cell in cells)


def chosen_columns(header: Sequence[str], guessed: Mapping[str, str], options: PostImportOptions) -> dict[str, str]:
    """Apply the user's mapping to the guess; a field mapped to "" is left out.

    Raises InputError if the user names a missing field or column, or if no column holds the text.
    """
    fields, no_field = tuple(_NAMES_OF_FIELD), mark('A post has no field "{field}".')
    columns = apply_user_mapping(guessed, options.columns, header=header, fields=fields, code="posts-columns", no_field=no_field)
    if "text" not in columns:
        raise InputError(
            "posts-columns",
            tr("No column could be recognised as the text of the posts among: {columns}.", columns=", ".join(header)[:_MAX_COLUMNS_SHOWN]),
            hint=tr("Call the column that holds the text “text”, or name it (--column text=NAME, or the mapping in the import window)."),
        )
    return columns


def _add_by_values(header: Sequence[str], rows: Sequence[Sequence[str]], guessed: dict[str, str]) -> None:
    """Add the columns that the names did not reveal: one of addresses, one of dates, and the sentence-like one as text."""
    unused_columns = [(index, name) for index, name in enumerate(header) if name not in guessed.values()]
    columns = {name: [row[index].strip() for row in rows if index < len(row) and row[index].strip()] for index, name in unused_columns}
    for field, pattern in (("url", _URL), ("published", _DATE)):
        matching_columns = [name for name, cells in columns.items() if sum(map(bool, map(pattern.match, cells))) * 2 > len(cells)]
        if field not in guessed and matching_columns:
            guessed[field] = matching_columns[0]
            del columns[matching_columns[0]]
    sentence_counts = {name: sum(len(cell.split()) >= _MIN_WORDS for cell in cells) for name, cells in columns.items()}
    # Of several columns of sentences, the one with the most text.
    text_candidates = [name for name, cells in columns.items() if cells and sentence_counts[name] * 2 > len(cells)]
    if "text" not in guessed and text_candidates:
        guessed["text"] = max(text_candidates, key=lambda name: sum(map(len, columns[name])))
