"""Strips the wrapping of a claim in a post: links, handles, hashtags, emoji, signatures, "BREAKING", "X said that …"."""

from __future__ import annotations

import regex

_SPEECH = (
    "said|says|say|claimed|claims|claiming|tweeted|tweets|posted|posts|wrote|writes|announced|announces|stated|states|reported|reports|"
    "warned|warns|argued|argues|insisted|insists|alleged|alleges|suggested|suggests|told (?:\\w+ ){1,4}?|told"
)
_LINK = regex.compile(r"(?:https?://|(?<!\w)(?:www\.|pic\.twitter\.com/|t\.co/))[^\s—–]+", regex.IGNORECASE)
_AROUND_LINK = regex.compile(rf"(?:\s*{_LINK.pattern})+\s*", regex.IGNORECASE)
_SIGNATURE = regex.compile(r"\s?(?:[—–]|--)\s[^\n(]{1,60}\(@\w{1,30}\)[^\n]{0,40}$")
_HANDLE = regex.compile(r"(?<![\w.])[.]?@\w{1,30}:?")
_LAST_TAGS = regex.compile(r"(?:(?<=[.!?…:)\"”])\s*#\w+|\s#\w+(?:\s*#\w+)+)\s*$")
_TAG = regex.compile(r"#(\w+)")
_INNER_CAPITAL = regex.compile(r"(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{L})(?=\p{N})")
_EMOJI = regex.compile(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u200d\ufe0f\u20e3]+(?<![\d#*©®™])")
_ALARM = regex.compile(
    r"^\W*(?:RT\b|FWD?\b|BREAKING(?: NEWS)?\b|JUST IN\b|URGENT\b|ALERT\b|UPDATE\b|EXCLUSIVE\b|WATCH\b|VIDEO\b|PHOTOS?\b|FACT(?: CHECK)?\b|"
    r"NEWS\b|WOW\b|OMG\b|SHARE(?: THIS)?\b)\s*(?:[:!|–—-]+\s*|(?=[@“\"]))"
)
_ASIDE = regex.compile(
    r"^(?:so,? )?(?:did you know(?: that)?|is it true(?: that)?|i (?:just )?(?:heard|read|saw)(?: (?:somewhere|online|today))?(?: that)?|"
    r"(?:people|they|some) (?:say|are saying)(?: that)?|apparently,?|turns out(?: that)?|it (?:is|was) (?:said|claimed|reported)(?: that)?|"
    r"(?:as )?everyone knows(?: that)?,?|the (?:fact|truth) is(?: that)?,?|remember when|"
    r"can (?:anyone|someone) (?:confirm|tell me)(?: if| whether)?)\s+",
    regex.IGNORECASE,
)
_ACCORDING = regex.compile(r"^according to [^,.!?]{2,80},\s+", regex.IGNORECASE)
_SAID = regex.compile(rf"^(?:\S+\s+){{0,5}}?(?:{_SPEECH})(?:,? that\b|:|,)?\s+(?=[“\"‘'\w])", regex.IGNORECASE)
_SAID_LAST = regex.compile(rf",[”\"’']?\s+(?:according to|(?:\w+\s+){{1,4}}?(?:{_SPEECH}))\b[^.!?]{{0,60}}[.!?]?$", regex.IGNORECASE)
_FEWEST_LEFT = 4


def without_links(text: str) -> str:
    """Return the text without its links, which hold nothing to fact-check; unchanged where nothing else would be left."""
    stripped, links = _AROUND_LINK.subn(" ", text)
    return stripped.strip() if links and any(map(str.isalnum, stripped)) else text


def unwrapped(text: str) -> str:
    """Return the claim on one line without its wrapping; hashtags within it become words. "" where nothing is left."""
    text = _ALARM.sub("", _SIGNATURE.sub("", text.strip()))
    text = _HANDLE.sub(" ", _LINK.sub(" ", text))
    text = _TAG.sub(_tag_words, _LAST_TAGS.sub("", _EMOJI.sub(" ", text).rstrip()))
    text = " ".join(text.split())
    for wrapping in (_ALARM, _ASIDE, _ACCORDING, _SAID, _SAID_LAST, _ASIDE):
        stripped = wrapping.sub("", text)
        if len(stripped.split()) >= _FEWEST_LEFT:
            text = stripped
    return text.strip(" \t-–—:;,|“”\"'‘’")


def _tag_words(tag: regex.Match[str]) -> str:
    return " ".join(_INNER_CAPITAL.split(tag.group(1).replace("_", " ")))
