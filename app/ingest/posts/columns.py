"""Which column of a table, or key of an object, is which field of a post: guessed from names and values, overridden by the user."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from app.domain.options import PostImportOptions
from app.errors import InputError
from app.ingest.rows.columns import add_named, key_of, overridden
from app.ingest.rows.outcomes import Record
from app.ingest.rows.prose import is_named_column, is_regular, names_transcript
from app.translation import mark, tr

_NAMES: Mapping[str, str] = MappingProxyType(
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
_ACCEPTED = {field: names.split() for field, names in _NAMES.items()}
_EXACT = {name: field for field, names in reversed(_ACCEPTED.items()) for name in names}
_COUNTED = frozenset(
    "like likes likecount likescount favorite favorites favoritecount favourite favourites favouritecount favouritescount favs retweet "
    "retweets retweetcount retweetscount share shares sharecount sharescount reply replies replycount repliescount comments commentcount "
    "commentscount numcomments quotes quotecount repost reposts repostcount reblogs reblogscount reactions reactioncount upvotes score "
    "diggcount megusta gustas compartidos respuestas comentarios reacciones curtidas compartilhamentos respostas reacoes jaime partages "
    "votes reponses commentaires gefalltmir geteilt geteiltmal antworten kommentare reaktionen".split()
)
_GROUPS = re.compile(r"^(?:publicmetrics|statistics|metrics|stats|engagement)(?=.)")
_URL = re.compile(r"https?://\S+$")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_LEAST_WORDS = 3
TITLES = frozenset("title titulo titre titel headline subject betreff asunto assunto objet".split())


def is_post(record: Record) -> bool:
    """Return True if an object is a post by what its keys are called: it has words, and says who wrote them or when."""
    fields = {_field_of(key) for key, value in record.items() if value}
    return "text" in fields and ("author" in fields or "published" in fields)


@lru_cache(maxsize=4096)
def _field_of(key: str) -> str:
    """The field that a key is called like; "" for none, and for a title."""
    name = key_of(key)
    return "" if name in TITLES else _EXACT.get(name, "")


def other_columns(header: Sequence[str], taken: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The columns that serve no field but are called like one, the likelier names first: objects in one file may differ in keys."""
    free = [name for name in header if name not in taken.values()]
    places = {name: place for names in _ACCEPTED.values() for place, name in enumerate(names)}
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(free, key=lambda name: places.get(key_of(name), 0)):
        if field := _EXACT.get(key_of(name)):
            found[field] = (*found.get(field, ()), name)
    return found


def text_columns(header: Sequence[str], taken: Mapping[str, str]) -> tuple[str, ...]:
    """The columns that are called like the text of a post and serve no other field, the likelier names first; titles are none."""
    places = {name: place for place, name in enumerate(_ACCEPTED["text"])}
    named = [name for name in header if key_of(name) in places and key_of(name) not in TITLES]
    return tuple(sorted((name for name in named if name not in taken.values()), key=lambda name: places[key_of(name)]))


def title_column(header: Sequence[str], taken: Mapping[str, str]) -> str:
    """The column of titles; "" where there is none, or it serves another field."""
    return next((name for name in header if key_of(name) in TITLES and name not in taken.values()), "")


_REGULAR_COLUMNS = 3
_SHOWN = 200


def guess_columns(header: Sequence[str], sample_rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Field name to column name, for the fields whose column can be told from its name or, for text, url and date, its values.

    Each column serves one field.
    """
    keys = {key_of(name): name for name in reversed(header)}
    guessed: dict[str, str] = {}
    add_named(guessed, keys, _ACCEPTED)
    named = frozenset(guessed.values())
    _by_values(header, sample_rows, guessed)
    if "text" in guessed and not _is_text(guessed, named, header, sample_rows):
        del guessed["text"]
    return {field: guessed[field] for field in _ACCEPTED if field in guessed}


def _is_text(guessed: Mapping[str, str], named: Collection[str], header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the column taken for the text of posts is one: recognised by its name, or in a table that prose does not look like."""
    text = guessed["text"]
    if not guessed.keys() & {"url", "id", "platform"} and names_transcript(header, text):
        return False
    if text in named:
        return is_named_column(text, header, rows, exact=_ACCEPTED["text"], named=len(named))
    return is_regular(header, rows, least=2 if guessed.keys() & {"url", "published", "author", "id"} else _REGULAR_COLUMNS)


def counted_columns(header: Sequence[str], taken: Mapping[str, str]) -> tuple[str, ...]:
    """The columns that count reactions and serve no other field, for a table that has no sum of its own."""
    return tuple(name for name in header if name not in taken.values() and _GROUPS.sub("", key_of(name)) in _COUNTED)


def recognised(cells: Sequence[str]) -> int:
    """How many fields these cells name, as a header does; 0 where none of them is the text."""
    named = {_EXACT.get(key_of(cell)) for cell in cells if cell.strip()} - {None}
    return len(named) if "text" in named else 0


def is_data(cells: Sequence[str]) -> bool:
    """Whether a first row is one of data: it names no field, and holds a sentence, alone or beside an address or a date."""
    if any(key_of(cell) in _EXACT for cell in cells):
        return False
    telling = len(cells) == 1 or any(_URL.match(cell.strip()) or _DATE.match(cell.strip()) for cell in cells)
    return telling and any(len(cell.split()) > _LEAST_WORDS for cell in cells)


def chosen_columns(header: Sequence[str], guessed: Mapping[str, str], options: PostImportOptions) -> dict[str, str]:
    """The guess with the user's own mapping over it; a field mapped to "" is left out.

    Raises InputError where the user names a field or column that is not there, or where no column holds the text.
    """
    fields, words = tuple(_ACCEPTED), mark('A post has no field "{field}".')
    chosen = overridden(guessed, options.columns, header=header, fields=fields, code="posts-columns", no_field=words)
    if "text" not in chosen:
        raise InputError(
            "posts-columns",
            tr("No column could be recognised as the text of the posts among: {columns}.", columns=", ".join(header)[:_SHOWN]),
            hint=tr("Call the column that holds the text “text”, or name it (--column text=NAME, or the mapping in the import window)."),
        )
    return chosen


def _by_values(header: Sequence[str], rows: Sequence[Sequence[str]], guessed: dict[str, str]) -> None:
    """Fill in what the names did not tell: a column of addresses, one of dates, and the text as what reads like sentences."""
    free = [(index, name) for index, name in enumerate(header) if name not in guessed.values()]
    columns = {name: [row[index].strip() for row in rows if index < len(row) and row[index].strip()] for index, name in free}
    for field, pattern in (("url", _URL), ("published", _DATE)):
        fitting = [name for name, cells in columns.items() if sum(map(bool, map(pattern.match, cells))) * 2 > len(cells)]
        if field not in guessed and fitting:
            guessed[field] = fitting[0]
            del columns[fitting[0]]
    wordy = {name: sum(len(cell.split()) >= _LEAST_WORDS for cell in cells) for name, cells in columns.items()}
    texts = [name for name, cells in columns.items() if cells and wordy[name] * 2 > len(cells)]
    if "text" not in guessed and texts:
        guessed["text"] = max(texts, key=lambda name: sum(map(len, columns[name])))
