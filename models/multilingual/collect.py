"""Collect further pairs of foreign and English texts: `python -m models.multilingual.collect DATA` writes `pairs.jsonl`.

There are six sources: the project's own word lists in `words/` and sentences in `sentences/`; names of countries, places,
languages, currencies, months and days of Unicode CLDR, from `babel`; word pairs of dictionaries that are installed on a Debian 12
system (`freedict`); its message catalogues (names of countries, regions and languages of iso-codes, messages of everyday programs);
translated prose of packages that `packages` downloaded. Missing sources are reported and left out. CARD.md names the sources of the
shipped weights.
"""

from __future__ import annotations

import gettext
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel import Locale, UnknownLocaleError

from models.multilingual.english import english_texts
from models.multilingual.freedict import dictionary_pairs, frequencies
from models.multilingual.pairs import LANGUAGES, Pair, parallel
from models.multilingual.prose import programs, stories

WORDS = Path(__file__).resolve().parent / "words"
SENTENCES = Path(__file__).resolve().parent / "sentences"
COLLECTED = Path("build") / "training" / "multilingual" / "pairs.jsonl"
CATALOGUES = Path("/usr/share/locale")
NAME_CATALOGUES = ("iso_3166-1", "iso_3166-2", "iso_3166-3", "iso_639-2", "iso_639-3", "iso_639-5", "iso_4217", "iso_15924")
MESSAGE_CATALOGUES = (
    "git", "coreutils", "bash", "gnupg2", "systemd", "glib20", "gtk30", "gtk30-properties", "wget", "tar", "findutils", "man-db",
    "shared-mime-info", "gsettings-desktop-schemas", "software-properties", "appstream", "PackageKit", "apt", "libapt-pkg6.0", "aptitude",
    "Linux-PAM", "at-spi2-core", "avahi", "postgres-15", "psql-15", "gettext-tools", "grep", "sed", "diffutils", "shadow", "polkit-1",
)  # fmt: skip
_LOCALES = {"zh": ("zh_CN", "zh_TW"), "pt": ("pt", "pt_BR"), "no": ("nb",)}
_MOST_MESSAGES = 9000
_MOST_STORIES, _MOST_PROGRAMS = 20_000, 8_000
"""Pairs per language at most."""
_FEWEST_LANGUAGES = 4
_LEAST_TEXTS = 3
_PLACEHOLDERS = re.compile(r"%(?:\d+\$)?[-+ #0]*\d*(?:\.\d+)?(?:l{1,2}|h|z|j|t)?[a-zA-Z%]|\{\w*\}|<[^>]{1,40}>|\\[nt]|--?[\w-]+|[_`“”\"]")
_LETTERS = re.compile(r"[^\W\d_]")


def collect(data: Path) -> list[tuple[str, Pair]]:
    """Return all pairs with the name of their source: “words”, “sentences”, “cldr”, “dictionary”, “names”, “messages”, “stories” or
    “programs”."""
    collected = [("words", pair) for pair in own_words()] + [("sentences", pair) for pair in own_sentences()]
    collected += [("cldr", pair) for pair in cldr_names()]
    texts = [*english_texts(data), *(pair.english for pair in parallel(data, "train"))]
    collected += [("dictionary", pair) for pair in dictionary_pairs(frequencies(texts, least=_LEAST_TEXTS))]
    collected += [("names", pair) for pair in _catalogues(NAME_CATALOGUES)]
    collected += [("messages", pair) for pair in _messages()]
    collected += [("stories", pair) for pair in _so_many(stories(), _MOST_STORIES)]
    return collected + [("programs", pair) for pair in _so_many(programs(), _MOST_PROGRAMS)]


def own_words() -> Iterator[Pair]:
    """Read the project's own word lists: an English word or phrase in each line, followed by its translations."""
    yield from _listed(WORDS)


def own_sentences() -> Iterator[Pair]:
    """Read the project's own sentences and headlines, in the same format."""
    yield from _listed(SENTENCES)


def _listed(folder: Path) -> Iterator[Pair]:
    for path in sorted(folder.glob("*.txt")):
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        languages = head.split("|")[1:]
        for line in lines:
            english, *translations = line.split("|")
            yield from (Pair(*pair, english) for pair in zip(languages, translations, strict=True))


def cldr_names() -> Iterator[Pair]:
    """Yield the names of Unicode CLDR in each language with the English names."""
    english = dict(_locale_names("en"))
    for language in LANGUAGES:
        for key, name in _locale_names(language):
            if key in english and name != english[key]:
                yield Pair(language, name, english[key])


def _locale_names(language: str) -> Iterator[tuple[tuple[str, str], str]]:
    try:
        locale = Locale.parse(language)
    except UnknownLocaleError:
        return
    tables = {"territory": locale.territories, "language": locale.languages, "script": locale.scripts, "currency": locale.currencies}
    tables |= {f"{part} {form}": getattr(locale, part)["format"][form] for part in ("months", "days") for form in ("wide",)}
    for table, names in tables.items():
        yield from (((table, str(key)), str(name)) for key, name in names.items())
    for zone, name in locale.time_zones.items():
        if isinstance(name, dict) and "city" in name:
            yield ("city", zone), str(name["city"])


def _messages() -> list[Pair]:
    """Return a limited number of messages, those in most languages first. Ties are broken by hash, so the choice is the same
    everywhere."""
    pairs = list(_catalogues(MESSAGE_CATALOGUES))
    count = Counter(pair.english for pair in pairs)
    order = sorted(count, key=lambda text: (-min(count[text], 8), hashlib.sha256(text.encode()).digest()))
    sampled = set(order[:_MOST_MESSAGES])
    return [pair for pair in pairs if pair.english in sampled]


def _so_many(pairs: Iterable[Pair], limit: int) -> list[Pair]:
    """Return at most `limit` pairs for each language, of English texts that several languages have. The choice is by hash and the
    same for all languages."""
    unique = dict.fromkeys(pairs)
    languages: dict[str, set[str]] = {}
    for pair in unique:
        languages.setdefault(pair.english, set()).add(pair.language)
    count: Counter[str] = Counter()
    result = []
    for pair in sorted(unique, key=lambda pair: hashlib.sha256(pair.english.encode("utf-8", "replace")).digest()):
        if len(languages[pair.english]) >= _FEWEST_LANGUAGES and count[pair.language] < limit:
            count[pair.language] += 1
            result.append(pair)
    return result


def _catalogues(names: Iterable[str]) -> Iterator[Pair]:
    for name in names:
        paths = [(language, path) for language in LANGUAGES for path in _files(language, name)]
        if not paths:
            print(f"not installed: {name}")
        for language, path in paths:
            with path.open("rb") as file:
                table = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
            yield from _of_table(language, table)


def _files(language: str, name: str) -> list[Path]:
    folders = [CATALOGUES / locale / "LC_MESSAGES" for locale in _LOCALES.get(language, (language,))]
    return [path for folder in folders if (path := folder / f"{name}.mo").is_file()]


def _of_table(language: str, table: dict[object, str]) -> Iterator[Pair]:
    for key, translation in table.items():
        if isinstance(key, str) and key and isinstance(translation, str):
            english, foreign = plain(key), plain(translation)
            if english != foreign and 2 < len(english) <= 160 and len(_LETTERS.findall(foreign)) * 2 > len(foreign):
                yield Pair(language, foreign, english)


def plain(message: str) -> str:
    """Return a message without placeholders, options, shortcut marks and context."""
    text = message.rpartition("\x04")[2]
    return " ".join(_PLACEHOLDERS.sub(" ", text.replace("_", "")).split())


def read_collected() -> list[tuple[str, Pair]]:
    """Read the output of `python -m models.multilingual.collect`."""
    rows = (json.loads(line) for line in COLLECTED.read_text(encoding="utf-8").splitlines())
    return [(row["source"], Pair(row["language"], row["text"], row["english"])) for row in rows]


def main(data: Path) -> None:
    """Write the pairs, each once."""
    COLLECTED.parent.mkdir(parents=True, exist_ok=True)
    rows = dict.fromkeys(collect(data))
    with COLLECTED.open("w", encoding="utf-8") as file:
        for source, pair in rows:
            row = {"source": source, "language": pair.language, "text": pair.text, "english": pair.english}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    counts = Counter(source for source, _ in rows)
    print({source: (count, len({pair.english for name, pair in rows if name == source})) for source, count in counts.items()})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
