"""Weights, in log odds, of words that open sentences and of words that cannot end them.

The English weights are a logistic regression over eight televised debates whose captions were aligned with their punctuated
transcripts (first and last word of a unit, and the pause between them), rounded to halves, names and topics left out. Left-out
debates give it an F1 of 0.49 to 0.52 on sentence ends. With lengths between 8 and 30 words the cutter reaches 0.47 over all eight
(these weights have seen them), word lists with equal weights 0.38. The other languages have such lists only.
"""

from __future__ import annotations

_ENGLISH_FIRST = {
    4.0: "well",
    3.5: "but i i'm it's so",
    3.0: "i've let now that's thank yes",
    2.5: "first he let's look no there's they they're we we're we've why",
    2.0: "all and i'll if it my there this what you you've",
    1.5: "do did he's how she she's these when where who",
    1.0: "as his her many one our the then those",
    -1.0: "about be been billion million from going got have into is me out said than them up with",
    -1.5: "has was were",
    -2.0: "of to",
}
_ENGLISH_LAST = {
    1.0: "them tonight today",
    -1.0: "about against all are between can could don't first give got has he just let let's like look make not now put said some sure "
    "tell their there's under want who why you your into she should may might must these those",
    -1.5: "been believe from get have it's know my on or our say than that they very was were whether will with would his her its i'm "
    "we're we've i've they're he's",
    -2.0: "an at by for how i is that's then well where which",
    -2.5: "a in of so to we what",
    -3.0: "as because if the think when",
    -3.5: "but",
    -4.0: "and",
}
# Spanish, French, German and Portuguese words. With the English table they serve every language without a table.
_OTHER_FIRST = (
    "y pero porque entonces ahora yo nosotros ellos ella usted ustedes cuando pues además bueno "
    "et mais parce donc alors je nous vous ils elle il on c'est quand puis bien "
    "und aber weil also jetzt ich wir sie er es das wenn denn dann doch ja nein "
    "e mas então agora eu nós eles ela você vocês quando pois bom"
)
_OTHER_LAST = (
    "el la los las un una de del en con por para que y mi su sus "
    "le les des du une au aux dans sur pour avec et ou mon ma ses "
    "der die das den dem ein eine einen und oder mit von zu im "
    "os um uma do da dos das no na com em e"
)


def _table(weights: dict[float, str], other_words: str, weight: float) -> dict[str, float]:
    table = dict.fromkeys(other_words.split(), weight)
    return table | {word: value for value, words in weights.items() for word in words.split()}


_FIRST_BY_LANGUAGE = {
    "es": "y pero porque entonces ahora yo nosotros ellos ella usted ustedes cuando pues además bueno también aquí hoy "
    "gracias señor señora mire "
    "eso esto lo mi nadie sin aunque hay",
    "fr": "et mais parce donc alors je nous vous ils elle elles il on c'est ce quand puis bien ensuite aujourd'hui merci "
    "monsieur madame moi "
    "aussi j'ai personne ça voilà",
    "de": "und aber weil also jetzt ich wir sie er es wenn denn dann doch ja nein außerdem deshalb darum heute danke herr frau niemand "
    "trotzdem natürlich man wer",
    "pt": "e mas então agora eu nós eles ela ele você vocês quando pois bom porque além também hoje aqui obrigado senhor "
    "senhora ninguém isso "
    "não há",
}
_LAST_BY_LANGUAGE = {
    "es": "el la los las un una unos unas de del al en con por para que y o mi su sus mis se me te le lo no muy más como si "
    "cuando donde porque "
    "pero entonces este esta ese esa cada sin sobre entre desde hasta ni señor señora es era gente",
    "fr": "le les la l' des du de un une au aux à dans en sur pour par avec et ou mon ma mes son sa ses ce cette ces qui que "
    "quand comme si je tu "
    "il elle on nous vous ils ne pas très plus mais donc parce sans entre chaque est a ont monsieur madame",
    "de": "der die das den dem des ein eine einen einem einer und oder mit von zu im in am an auf für bei nach aus um dass "
    "weil wenn ob als wie ich "
    "er wir man niemand nicht sehr mehr aber dann denn dieser diese dieses diesem jedes jede herr frau ist sind war hat",
    "pt": "o a os as um uma de do da dos das no na nos nas em com por para que e ou meu minha seu sua se me não muito mais "
    "como quando onde porque "
    "mas então este esta esse essa cada sem sobre entre desde até nem senhor senhora é era",
}
_LISTED_FIRST_WEIGHT, _LISTED_LAST_WEIGHT = 2.5, -2.5


def word_weights(language: str) -> tuple[dict[str, float], dict[str, float]]:
    """Return the weights of first and of last words for an ISO 639-1 code.

    A language without tables gets the words of all tables together.
    """
    if language not in _FIRST_BY_LANGUAGE:
        return ALL_FIRST_WORDS, ALL_LAST_WORDS
    return _table({}, _FIRST_BY_LANGUAGE[language], _LISTED_FIRST_WEIGHT), _table({}, _LAST_BY_LANGUAGE[language], _LISTED_LAST_WEIGHT)


ALL_FIRST_WORDS = _table(_ENGLISH_FIRST, _OTHER_FIRST, 2.0)
ALL_LAST_WORDS = _table(_ENGLISH_LAST, _OTHER_LAST, -2.0)
# Log odds a second of silence beyond the time that it takes to say the word.
PAUSE_WEIGHT = 1.2

# Log odds of a cut without any evidence: the threshold that gives the best F1.
CUT_BIAS = -1.9
