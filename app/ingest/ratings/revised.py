"""Reading of ratings that changed: "was false, now true", "initially rated false, since updated to true". The present rating
counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from app.domain.verdict import Verdict
from app.ingest.ratings import lexicon
from app.ingest.ratings.words import Word, phrase_words

_MAX_WORDS = 24
_MAX_MARK_WORDS = 4


class Tense(Enum):
    """The time that a part of a rating speaks of."""

    PAST = "past"
    PRESENT = "present"


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(phrase_words(phrase) for phrase in text.split(","))


_PAST_MARKS = _phrases(
    "was,were,had been,used to be,once,previously,formerly,initially,originally,earlier,at first,at the time,then,when said,when made,"
    "era,fue,antes,previamente,inicialmente,originalmente,anteriormente,al principio,en su momento,foi,na época,"
    "était,c'était,auparavant,avant,initialement,à l'origine,d'abord,précédemment,"
    "war,wurde,zuvor,vorher,früher,ursprünglich,anfangs,zunächst,prima,inizialmente,in origine,originariamente,"
    "eerst,eerder,aanvankelijk,oorspronkelijk,voorheen,wcześniej,początkowo,pierwotnie,poprzednio,był,było,była,"
    "раньше,ранее,изначально,первоначально,было,был,была,раніше,спочатку,було,eskiden,önceden,daha önce,başlangıçta,ilk başta,"
    "sebelumnya,awalnya,semula,dulu,पहले,पूर्व में,शुरू में,سابقا,في البداية,كان,كانت,قبلا,"
    "之前,以前,此前,先前,最初,原先,原本,당초,이전에는,이전,처음에는,以前は,当初,前は,tidigare,först,tidligere,først,dříve,původně,korábban,eredetileg,"
    "anterior,inițial,la început,predtým,pôvodne,prije,prvotno"
)
_PRESENT_MARKS = _phrases(
    "now,currently,since,today,at present,present,meanwhile,ahora,actualmente,hoy,agora,atualmente,hoje,maintenant,désormais,"
    "actuellement,aujourd'hui,jetzt,nun,inzwischen,mittlerweile,aktuell,ora,adesso,oggi,attualmente,nu,inmiddels,momenteel,"
    "teraz,obecnie,dziś,теперь,сейчас,ныне,сегодня,тепер,зараз,şimdi,artık,şu anda,sekarang,kini,saat ini,अब,अभी,वर्तमान में,"
    "الآن,حاليا,اليوم,现在,現在,如今,目前,今は,現在は,현재,지금은,지금,nyní,nyni,ted,teď,jelenleg,acum,în prezent,súčasne,sada,trenutno"
)
_REVISION_WORDS = frozenset(
    word
    for phrase in _phrases(
        "updated,update,changed,change,revised,revision,corrected,correction,upgraded,downgraded,moved,switched,labelled,labeled,marked,judged,"
        "classified,flagged,rated,rating,verdict,actualizado,actualizada,cambiado,cambiada,corregido,corregida,calificado,calificada,calificación,"
        "atualizado,atualizada,alterado,alterada,corrigido,classificado,classificada,modifié,modifiée,corrigé,corrigée,mis,mise,jour,évalué,"
        "classé,noté,geändert,aktualisiert,korrigiert,bewertet,eingestuft,aggiornato,aggiornata,cambiato,corretto,valutato,classificato,"
        "gewijzigd,aangepast,bijgewerkt,beoordeeld,zmieniono,oceniono,изменено,обновлено,оценено,değiştirildi,güncellendi,diubah,diperbarui"
    )
    for word in phrase
)
_FROM_MARKS = _phrases("from,de,von,da,van,z,с,от,dari")
_TO_MARKS = _phrases("to,a,à,auf,zu,in,em,para,en,naar,na,на,menjadi,ke,into")
_LINKING_WORDS = frozenset(
    "as to como a auf zu in als para em en comme come na de je di do le la el il den by za kao and は です だ と に".split()
)


@dataclass(slots=True)
class _Part:
    """A clause or half of one: its words without time markers, and its tense."""

    words: list[Word] = field(default_factory=list)
    tense: Tense | None = None


def revised_verdict(tokens: Sequence[Word], read: Callable[[Sequence[Word]], Verdict]) -> Verdict:
    """Return the present verdict of a rating that names an earlier and a present one; UNRATED for any other rating, or if `read`
    cannot read one of its parts. A claim that was true and is false now is outdated, unless its rating was corrected."""
    # A longer text tells a story, not the history of a rating.
    if len(tokens) > _MAX_WORDS:
        return Verdict.UNRATED
    parts = [part for part in _parts_by_tense(tokens) if part.words or part.tense]
    if not any(part.tense is Tense.PAST for part in parts):
        return Verdict.UNRATED
    corrected = any(word.text in _REVISION_WORDS for word in tokens)
    verdicts: dict[Tense | None, set[Verdict]] = {Tense.PAST: set(), None: set()}
    for part in parts:
        part_words = _strip_linking_words([word for word in part.words if word.text not in _REVISION_WORDS])
        if all(word.text in lexicon.FILLERS | lexicon.SUBJECTS | lexicon.COPULAS | _LINKING_WORDS for word in part_words):
            continue
        # Without punctuation, so that the part is read as one phrase.
        verdict = read([replace(word, breaks=False, ends_sentence=False) for word in part_words])
        if verdict is Verdict.UNRATED:
            return Verdict.UNRATED
        verdicts[Tense.PAST if part.tense is Tense.PAST else None].add(verdict)
    if not verdicts[Tense.PAST] or len(verdicts[None]) != 1:
        return Verdict.UNRATED
    present_verdict = verdicts[None].pop()
    became_false = present_verdict.settles_false and any(verdict.settles_true for verdict in verdicts[Tense.PAST])
    return Verdict.OUTDATED if became_false and not corrected else present_verdict


def _strip_linking_words(tokens: list[Word]) -> list[Word]:
    while tokens and tokens[0].text in _LINKING_WORDS:
        tokens = tokens[1:]
    while tokens and tokens[-1].text in _LINKING_WORDS:
        tokens = tokens[:-1]
    return tokens


def _parts_by_tense(tokens: Sequence[Word]) -> Iterator[_Part]:
    """Yield the clauses of a rating, split further if one speaks of two times."""
    for clause in _clauses(tokens):
        changed = any(word.text in _REVISION_WORDS for word in clause)
        part, index = _Part(), 0
        while index < len(clause):
            tense, width = _tense_mark(clause, index, changed=changed)
            if tense is not None and part.tense not in (None, tense):
                yield part
                part = _Part()
            if tense is None:
                part.words.append(clause[index])
            else:
                part.tense = tense
            index += width
        yield part


def _clauses(tokens: Sequence[Word]) -> Iterator[list[Word]]:
    clause: list[Word] = []
    for word in tokens:
        if clause and (word.breaks or word.text in lexicon.CONTRASTING):
            yield clause
            clause = []
        if word.text not in lexicon.CONTRASTING:
            clause.append(word)
    if clause:
        yield clause


def _tense_mark(clause: Sequence[Word], index: int, *, changed: bool) -> tuple[Tense | None, int]:
    """Return the tense that the words at `index` mark, and their number. "from" and "to" are markers only if something was changed."""
    for width in range(min(_MAX_MARK_WORDS, len(clause) - index), 0, -1):
        phrase = tuple(word.text for word in clause[index : index + width])
        if phrase in _PAST_MARKS or (changed and phrase in _FROM_MARKS):
            return Tense.PAST, width
        if phrase in _PRESENT_MARKS or (changed and phrase in _TO_MARKS):
            return Tense.PRESENT, width
    return None, 1
