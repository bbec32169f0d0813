"""A question and an answer to it as one claim: "What can cure the flu?" and "garlic" give "Garlic can cure the flu".

Which shape the claim gets depends on what is asked for: the subject (the answer goes where the question word stood), the object
(behind the verb), a place, time or cause (at the end). Where the grammar is not clear, the claim is the question without its
question word, a colon and the answer, which says nothing that question and answer do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.ask import circumstances, other_languages
from app.ask.asked import Asked, asked_for
from app.ask.lexicon import core, lexicon, third_person
from app.ask.question import question_type
from app.ask.statement import BE, DO, HAVE, LONGEST, MODALS, Stated, affirmed, bare, capital, opener, predicate_cut, stated
from app.ask.subject import Cut, plural
from app.domain.ask import QuestionType

_PARTICLES = frozenset("back up out off down away over on in through".split())
_OPINION = frozenset("think say know feel mean believe thinking saying".split())
_CATENATIVE = frozenset(
    "try want attempt plan claim refuse need hope promise threaten fail intend agree decide begin start continue vow".split()
)
_WAITING = frozenset("from of for with about to into by on".split())
_NEAR = frozenset("within under behind inside outside over about around between off of up down".split())
_NAMING = frozenset("called named termed dubbed".split())
_ADVERBIAL = frozenset("yesterday today tomorrow now then there here again yet next last this ago first most more".split())


def claim_of(question: str, answer: str) -> str:
    """The claim that this is the answer to the question; of a yes-no question its statement, of no answer the question's words."""
    return claimed(question, answer).text


def claimed(question: str, answer: str) -> Stated:
    """The claim, and whether the rules are sure of it."""
    text = bare(question)
    said = " ".join(answer[:LONGEST].split()).strip(' .,;:!?¿¡"“”«»„')
    if not said or not text:
        return Stated(capital(said or text), sure=False)
    if question_type(question) is QuestionType.YES_NO:
        return stated(question)
    language = other_languages.language(question)
    if language != "en":
        return Stated(*other_languages.claim(text, said, language))
    asked = asked_for(text)
    if asked is None:
        return Stated(capital(f"{text}: {said}"), sure=False)
    made = _made(asked, said)
    if made is None:
        return Stated(capital(f"{asked.scene}{_left(asked)}: {said}".lstrip(" ,:")), sure=False)
    return Stated(capital(asked.scene + made.text), made.sure)


def unanswered(question: str) -> str:
    """What a question leaves when its question word is taken out, in a statement's order: what posts that answer it may say."""
    text = bare(question)
    language = other_languages.language(question)
    if language != "en":
        return other_languages.claim(text, "", language)[0].strip(" :") if text else ""
    asked = asked_for(text)
    return capital(text if asked is None else f"{asked.scene}{_left(asked)}".replace(" – ", " "))


def _made(asked: Asked, said: str) -> Stated | None:
    """The claim without its scene; None where no rule fits."""
    if asked.before:
        return Stated(" ".join((*asked.before, circumstances.lowered(said), *asked.rest)), sure=True)
    if not asked.rest:
        return None
    named = circumstances.named(asked, said)
    verb, _ = opener(asked.rest[0])
    if not verb:
        return _subject_of_verb(asked, named)
    after = _Clause(asked, named, asked.rest[1:], verb)
    if not after.words:
        return None
    if asked.measure:
        return _measured(after)
    if verb in BE and core(after.words[0]) == "there":
        return Stated(" ".join(("there", verb, named, *after.words[1:])), sure=True)
    time = circumstances.preposition_of(asked.noun)
    if time and not asked.preposition and not _verb_at_once(after) and (found := predicate_cut(after.words, verb)) and found.sure:
        return _behind(_Clause(replace(asked, preposition=time), named, after.words, verb))
    if verb in BE and asked.takes_subject and not asked.preposition:
        return _with_be(after)
    if verb in DO and asked.takes_subject and core(after.words[0]) in {"not", "n't"}:
        return Stated(f"{named} {verb} {' '.join(after.words)}", sure=True)
    if verb not in DO and asked.takes_subject and not asked.preposition and _verb_at_once(after):
        return Stated(f"{named} {_agreeing(verb, named)} {' '.join(after.words)}", sure=True)
    return _behind(after)


def _left(asked: Asked) -> str:
    """The question without its question word, in a statement's order where that is known."""
    words = asked.rest
    verb = opener(words[0])[0] if words else ""
    found = predicate_cut(words[1:], verb) if verb else None
    if found is None:
        return " ".join((*asked.before, asked.measure, *asked.noun, *words)).strip()
    subject, predicate = words[1 : found.at + 1], words[found.at + 1 :]
    return " ".join((*asked.noun, "–", affirmed(subject, verb, predicate, found.verb - found.at))).lstrip("– ")


@dataclass(frozen=True, slots=True)
class _Clause:
    """What stands behind the question word, its noun, and the verb that opens the clause."""

    asked: Asked
    answer: str
    words: tuple[str, ...]
    verb: str


def _subject_of_verb(asked: Asked, answer: str) -> Stated | None:
    """ "What causes X": the answer does what the verb says."""
    if not asked.takes_subject or asked.preposition or core(asked.rest[0]) in {"happened", "happens", "happen"}:
        return None
    return Stated(f"{answer} {_agreeing(asked.rest[0], answer)} {' '.join(asked.rest[1:])}".rstrip(), sure=True)


def _measured(clause: _Clause) -> Stated | None:
    """ "How old is X": the measure stands behind the verb, with its adjective."""
    said, certain = circumstances.measured(clause.asked, clause.answer)
    words = clause.words
    if clause.verb not in BE:
        found = predicate_cut(words, clause.verb) if core(clause.asked.measure) in {"long", "often", "far"} else None
        if found is None:
            return None
        return Stated(f"{affirmed(words[: found.at], clause.verb, words[found.at :], found.verb - found.at)} {said}", found.sure)
    if core(words[0]) == "it":
        return Stated(" ".join((words[0], clause.verb, said, *words[1:])), certain)
    return Stated(f"{' '.join(words)} {clause.verb} {said}", certain)


def _agreeing(token: str, answer: str) -> str:
    """A present verb in the number of the answer; any other form as it is."""
    known = lexicon()
    word = core(token)
    if "% of " in answer:
        return token
    several = plural(answer.split()) and not _name(answer)
    pairs = {"is": "are", "was": "were", "has": "have"}
    if several:
        return pairs.get(word) or (known.thirds[word].base if word in known.thirds and word not in known.pasts else token)
    single = {other: one for one, other in pairs.items()}
    past = word in known.pasts and not (word in known.verbs and known.verbs[word].noun and known.verbs[word].past != word)
    return single.get(word) or (third_person(word) if word in known.verbs and not past and word not in MODALS else token)


def _name(answer: str) -> bool:
    """Whether the answer ends in a proper name, which is singular in spite of its s (Texas)."""
    last = answer.split()[-1]
    known = lexicon()
    word = core(last)
    if "and" in [core(token) for token in answer.split()]:
        return False
    return (
        known.has("names", word) or (last[:1].isupper() and len(answer.split()) > 1 and not known.has("demonyms", word)) or last.isupper()
    )


def _verb_at_once(clause: _Clause) -> bool:
    """Whether the verb's own words follow at once, so that the question asks for its subject."""
    known = lexicon()
    place = next((at for at, word in enumerate(clause.words) if not known.has("adverbs", core(word))), 0)
    word = core(clause.words[place])
    if clause.verb in HAVE:
        return known.is_participle(word) or word in {"been", "to", "a", "an", "the", "more", "no"} or known.has("adjectives", word)
    verb = known.verb(word)
    if verb is None or clause.words[place][:1].isupper() or word == "happen":
        return False
    found = predicate_cut(clause.words, clause.verb) if verb.noun else None
    last = found is not None and found.sure and found.verb >= len(clause.words) - 2 and plural(clause.words[: found.at])
    return not last


def _with_be(clause: _Clause) -> Stated | None:
    known = lexicon()
    words, verb, answer = clause.words, clause.verb, clause.answer
    cores = [core(word) for word in words]
    first = next((word for word in cores if word != "not" and not known.has("adverbs", word)), "")
    if (known.is_gerund(first) or known.is_participle(first)) and not words[0][:1].isupper():
        return Stated(f"{answer} {_agreeing(verb, answer)} {' '.join(words)}", sure=True)
    if cores[-1] in _NAMING and len(cores) > 1:
        return Stated(f"{' '.join(words[:-1])} {verb} {words[-1]} {circumstances.lowered(answer)}", sure=True)
    stranded = known.has("prepositions", cores[-1]) and len(words) > 1
    found = predicate_cut(words, verb)
    if found is not None and (stranded or _doing(cores, found.verb)):
        return _behind(clause)
    if found is not None and clause.asked.noun and _object_kept(clause, found):
        return None
    about = known.has("prepositions", first) or cores[0] in {"more", "less", "most"} or _quality(cores)
    named = all(word[:1].isupper() and "'" not in word and "’" not in word for word in words)
    if not about and clause.asked.word == "who" and (named or core(answer.split()[0]) in {"a", "an", "one"}):
        return Stated(f"{' '.join(words)} {verb} {circumstances.lowered(answer)}", sure=True)
    listed = verb in {"are", "were"} and clause.asked.word in {"what", "which"} and not clause.asked.noun and _one_of(cores)
    if about or (clause.asked.word != "what" and not listed) or clause.asked.noun:
        return Stated(f"{answer} {_agreeing(verb, answer)} {' '.join(words)}", sure=True)
    if listed:
        start = words if cores[0] in {"the", "these", "those", "some"} or cores[0].endswith("'s") else ("the", *words)
        return Stated(f"one of {' '.join(start)} {'is' if verb == 'are' else 'was'} {circumstances.lowered(answer)}", sure=True)
    return Stated(f"{' '.join(words)} {verb} {circumstances.lowered(answer)}", sure=True)


def _object_kept(clause: _Clause, found: Cut) -> bool:
    """Whether subject and object both stand there, so that "which" asks for something else: "Which group was he sending money?"."""
    known = lexicon()
    verb = core(clause.words[found.verb])
    name = clause.words[0][:1].isupper() and found.sure and core(clause.words[0]) not in {"the"}
    return found.sure and (known.is_gerund(verb) or (name and known.has("determiners", verb)))


def _quality(cores: Sequence[str]) -> bool:
    """Whether an adjective stands alone ("wrong with the water") and not before its noun."""
    known = lexicon()
    place = next((at for at, word in enumerate(cores) if not known.has("adverbs", word)), 0)
    return known.has("adjectives", cores[place]) and (place + 1 == len(cores) or known.has("prepositions", cores[place + 1]))


def _doing(cores: Sequence[str], at: int) -> bool:
    """Whether the subject is doing something, the object of which is asked for: "What is the club building?"."""
    known = lexicon()
    free = at + 1 == len(cores) or known.has("prepositions", cores[at + 1])
    return known.is_gerund(cores[at]) and cores[at] != "doing" and free


def _one_of(cores: Sequence[str]) -> bool:
    """Whether "What are …" asks for members of a list: "the causes of", "main reasons for"."""
    known = lexicon()
    head = next((at for at, word in enumerate(cores) if at and word in {"of", "for", "behind", "in", "to", "that", "against", "on"}), None)
    return head is not None and cores[head - 1].endswith("s") and not known.is_participle(cores[head - 1])


def _behind(clause: _Clause) -> Stated | None:
    """The claim of a question whose answer stands behind the verb: its object, or where, when, why and how."""
    words, verb = clause.words, clause.verb
    found = predicate_cut(words, verb)
    if found is None:
        whole = len(words) if verb in BE and clause.asked.adverbial else 0
        return _ended(clause, " ".join((*words, verb)), sure=True) if whole else None
    subject, predicate = words[: found.at], words[found.at :]
    at = found.verb - found.at
    gap = _gap(predicate, at)
    if gap and not clause.asked.preposition and clause.asked.word in {"what", "which", "who", "where"}:
        text = affirmed(subject, verb, predicate[:gap], at)
        return Stated(" ".join((text, circumstances.lowered(clause.answer), *predicate[gap:])), found.sure)
    if clause.asked.adverbial or clause.asked.preposition:
        if verb in BE and clause.asked.adverbial and not found.sure:
            return _ended(clause, " ".join((*words, verb)), sure=False)
        return _ended(clause, affirmed(subject, verb, predicate, at), sure=found.sure)
    if core(predicate[at]) in {"do", "doing"} and clause.asked.word == "what":
        return None
    end = _chain_end(predicate, at)
    if not _free(predicate, end):
        return None
    left, right = predicate[:end], predicate[end:]
    if right and _stranded(right):
        left, right = predicate, ()
    if right and core(predicate[at]) in _OPINION:
        return None
    text = affirmed(subject, verb, left, at)
    return Stated(" ".join((text, circumstances.as_object(clause.asked, clause.answer), *right)), found.sure)


def _gap(predicate: Sequence[str], at: int) -> int:
    """The place between two prepositions where the answer is missing: "get its money from … to build"; 0 where there is none."""
    known = lexicon()
    cores = [core(word) for word in predicate]
    between = (
        place
        for place in range(at + 2, len(cores))
        if cores[place - 1] in _WAITING and known.has("prepositions", cores[place]) and cores[place] not in _NEAR
    )
    return next(between, 0)


def _ended(clause: _Clause, text: str, *, sure: bool) -> Stated:
    end, certain = circumstances.ending(clause.asked, clause.answer, text)
    return Stated(text + end, sure and certain)


def _chain_end(predicate: Sequence[str], at: int) -> int:
    """The place behind the verb and the verbs that hang on it: "want to ban", "claimed to have written", "bring back"."""
    known = lexicon()
    cores = [core(word) for word in predicate]
    end = at + 1
    while end < len(cores):
        helper = cores[end - 1] in {"have", "been", "be", "being", "had"}
        willing = cores[end - 1] in known.verbs and cores[end - 1] in _CATENATIVE
        if cores[end] == "to" and end + 1 < len(cores) and (known.verb(cores[end + 1]) or willing):
            end += 2
        elif cores[end] in {"have", "been", "be", "being"} or (helper and known.is_participle(cores[end])):
            end += 1
        elif cores[end] in _PARTICLES and end + 1 == len(cores):
            end += 1
        else:
            break
    return end


def _free(predicate: Sequence[str], end: int) -> bool:
    """Whether no object stands behind the verb already."""
    known = lexicon()
    if end >= len(predicate):
        return True
    word = core(predicate[end])
    small = any(known.has(name, word) for name in ("prepositions", "conjunctions", "adverbs"))
    return small or word in _ADVERBIAL or _stranded(predicate[end:])


def _stranded(right: Sequence[str]) -> bool:
    """Whether a preposition at the end waits for the answer."""
    return lexicon().has("prepositions", core(right[-1]))
