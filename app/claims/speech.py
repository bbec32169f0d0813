"""Speech act of each clause of a sentence, from the words that govern it.

The clause that a claim is about is the one with the most words in common. From its verb the tree is followed up to the root. Every
word on the way may take the clause out of what the speaker asserts: a verb of saying with another subject, a denial, a question, a
condition, a modal verb. No rule turns a clause into an assertion: in doubt, it is not one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from app.domain.speech import SpeechAct
from app.domain.syntax import Syntax, Word

_SUBJECT_RELATIONS = ("nsubj", "nsubjpass", "csubj", "expl")
_CLAUSE_RELATIONS = ("ccomp", "acl", "advcl", "relcl", "pcomp", "csubj", "csubjpass", "xcomp", "parataxis", "conj")
_FIRST_PERSON = frozenset("i we".split())
# Factive verbs: their clause is presupposed to be true, whoever the subject is.
_FACTIVE_VERBS = frozenset(
    "know knows knew known show shows showed shown prove proves proved proven find finds found see sees saw seen mean means meant remember "
    "understand realize realise learn learned confirm confirms confirmed reveal reveals revealed demonstrate demonstrates recall recalls "
    "notice notices noticed forget recognise recognize discover discovered".split()
)
# Causative verbs: their clause is what they bring about, not a statement.
_CAUSATIVE_VERBS = frozenset(
    "let lets make makes made help helps helped have get gets got keep keeps kept allow allows allowed cause causes caused".split()
)
_POSSIBILITY_WORDS = frozenset("possible likely unlikely probable conceivable doubtful impossible alleged rumoured rumored".split())
_TRUTH_WORDS = frozenset("true fact facts truth reality clear obvious right correct certain undeniable".split())
_FALSITY_WORDS = frozenset(
    "false untrue lie lies myth myths hoax nonsense rubbish wrong incorrect fake fabricated invented bogus baseless debunked disproved "
    "misleading fiction rumor rumour conspiracy".split()
)
_DENIAL_VERBS = frozenset(
    "deny denies denied reject rejects rejected refute refutes refuted debunk debunks dispute disputes disputed".split()
)
_MODAL_VERBS = frozenset("will 'll wo would 'd shall should must may might can could ought let".split())
_INTENTION_VERBS = frozenset(
    "want wants hope hopes wish wishes plan plans promise promises intend intends vow vows propose proposes going".split()
)
# Nouns whose clause is a plan or wish ("our plan is to …").
_INTENTION_NOUNS = frozenset("plan goal aim intention promise pledge dream hope wish ambition".split())
# Verbs of "if we go by …" and "if you believe …", which name a source.
_SOURCE_VERBS = frozenset("go believe trust follow".split())
_COMPARATIVES = frozenset("more less fewer later earlier longer only".split())
_CONDITIONALS = frozenset("if unless whether suppose".split())
# Words that ask listeners to agree with what was asserted before them ("…, right?").
_TAG_QUESTIONS = frozenset("ok okay right correct huh eh yes no".split())
# Verbs with an infinitive that should be done ("we have to build it"). Past forms are left out: what had to be done mostly was done.
_OBLIGATION_VERBS = frozenset("have has need needs 've got supposed".split())
_INTERROGATIVES = frozenset("who what when where why how which whose whom".split())
_NEGATIONS = frozenset("not n't never no nobody nothing none neither nor nowhere hardly scarcely without zero".split())


def sentence_act(syntax: Syntax) -> SpeechAct:
    """Return the speech act of a sentence: of its main clause, or of the clause that the main clause only introduces."""
    if not syntax.words:
        return SpeechAct.ASSERT
    main_clause = syntax.roots[0]
    holders = [main_clause, *syntax.dependents(main_clause, "attr", "acomp", "nsubj", "dobj")]
    clauses = [clause for holder in holders for clause in syntax.dependents(holder, "ccomp", "acl", "csubj", "csubjpass", "relcl")]
    inner_clauses = [clause for clause in clauses if syntax.words[clause].relation != "relcl" or syntax.dependents(clause, "mark")]
    acts = [clause_act(syntax, number) for number in (main_clause, *inner_clauses)]
    return next((act for act in acts if act is not SpeechAct.ASSERT), SpeechAct.ASSERT)


def clause_act(syntax: Syntax, clause: int) -> SpeechAct:
    """Return the speech act of the clause of this verb or predicate."""
    if _is_question(syntax):
        return SpeechAct.ASK
    if any(_is_first_person_intention(syntax, number) for number in _clause_and_causatives(syntax, clause)):
        return SpeechAct.PROMISE
    path = list(syntax.above(clause))
    if _is_called_untrue(syntax, path[-1], clause):
        return SpeechAct.DENY
    acts = (_act_through(syntax, child, parent) for child, parent in pairwise(path))
    act = next((act for act in acts if act is not SpeechAct.ASSERT), SpeechAct.ASSERT)
    return SpeechAct.QUOTE if act is SpeechAct.ASSERT and _names_source(syntax, path) else act


def reported_by(syntax: Syntax, clause: int) -> str:
    """Return the source of a reported clause with the verb ("Anna Vale said"); "" without one.

    "Says …" without a subject, as fact-checkers write, has no source: the claimant says it.
    """
    for child, parent in pairwise(syntax.above(clause)):
        named_subjects = [subject for subject in syntax.dependents(parent, "nsubj") if syntax.words[subject].part == "PROPN"]
        if named_subjects and _act_through(syntax, child, parent) is SpeechAct.QUOTE:
            phrase = syntax.below(named_subjects[0], without=("relcl", "acl", "appos"))
            return f"{syntax.text[syntax.words[phrase[0]].start : syntax.words[phrase[-1]].end]} {syntax.words[parent].text}"
    return ""


def _clause_and_causatives(syntax: Syntax, clause: int) -> Iterator[int]:
    """Yield the clause, and its ancestors with a causative verb ("make … stronger", "help … grow")."""
    yield clause
    for child, parent in pairwise(syntax.above(clause)):
        is_caused = syntax.words[child].relation == "ccomp" and syntax.words[parent].lower in _CAUSATIVE_VERBS
        if not is_caused and syntax.words[child].relation != "xcomp":
            return
        yield parent


def is_negated(syntax: Syntax, clause: int) -> bool:
    """Return True if the clause itself has an odd number of negations."""
    # A negation inside a subordinate clause denies that clause only.
    clause_words = syntax.below(clause, without=_CLAUSE_RELATIONS)
    # Two negations cancel each other.
    return sum(_is_negation(syntax, number) for number in clause_words) % 2 == 1


def is_denied(syntax: Syntax, clause: int) -> bool:
    """Return True if a text denies the clause of this verb, by a word in the clause or above it ("he was not saying that …")."""
    path = [clause]
    for child, parent in pairwise(syntax.above(clause)):
        if syntax.words[child].relation not in ("ccomp", "xcomp"):
            break
        path.append(parent)
    return sum(is_negated(syntax, number) for number in path) % 2 == 1


def _is_negation(syntax: Syntax, number: int) -> bool:
    """Return True if a word is a negation; "no fewer than …" is none."""
    word = syntax.words[number]
    following = syntax.words[number + 1].lower if number + 1 < len(syntax.words) else ""
    return (word.lower in _NEGATIONS or word.relation == "neg") and following not in _COMPARATIVES


def is_modal(syntax: Syntax, clause: int) -> bool:
    """Return True if the clause is about what will, would, should or may be."""
    return any(_has_modal(syntax, number) for number in _clause_and_causatives(syntax, clause))


def _has_modal(syntax: Syntax, clause: int) -> bool:
    auxiliaries = [syntax.words[number] for number in syntax.dependents(clause, "aux")]
    return (
        _is_due(syntax, clause)
        or any(auxiliary.lower in _MODAL_VERBS for auxiliary in auxiliaries)
        or syntax.words[clause].lower == "going"
    )


def _is_due(syntax: Syntax, clause: int) -> bool:
    """Return True if the verb expresses an obligation: "has to …", "is supposed to …"."""
    auxiliaries = [auxiliary for complement in syntax.dependents(clause, "xcomp") for auxiliary in syntax.dependents(complement, "aux")]
    return syntax.words[clause].lower in _OBLIGATION_VERBS and any(syntax.words[auxiliary].lower == "to" for auxiliary in auxiliaries)


def _is_question(syntax: Syntax) -> bool:
    """Return True for a question mark at the end, or an interrogative word or an auxiliary before the subject of the main clause."""
    if syntax.text.rstrip("\"'”’)» ").endswith(("?", "？", "؟")) and not _is_tag_question(syntax):
        return True
    main_verb = syntax.roots[0]
    subject = next(iter(syntax.dependents(main_verb, *_SUBJECT_RELATIONS)), None)
    preceding_auxiliaries = [
        number for number in syntax.dependents(main_verb, "aux", "auxpass") if subject is not None and number < subject
    ]
    first = syntax.words[0]
    is_inverted = bool(preceding_auxiliaries) and not any(
        syntax.words[number].relation in ("neg", "advmod", "prep", "advcl") for number in range(preceding_auxiliaries[0])
    )
    return is_inverted or (first.lower in _INTERROGATIVES and bool(preceding_auxiliaries))


def _is_tag_question(syntax: Syntax) -> bool:
    """Return True if only a tag after the last comma is a question."""
    words = [word for word in syntax.words if word.part != "PUNCT" or word.text in (",", "--", "–", "—")]
    return len(words) > 3 and words[-1].lower in _TAG_QUESTIONS and words[-2].part == "PUNCT"


def _is_first_person_intention(syntax: Syntax, clause: int) -> bool:
    """Return True for a first person that will or wants to do something, or an imperative (no subject, and the verb first)."""
    subject = next(iter(syntax.dependents(clause, *_SUBJECT_RELATIONS)), None)
    word = syntax.words[clause]
    # Without a subject, a verb at the beginning of the sentence is an imperative.
    if subject is None:
        first_word = next((candidate for candidate in syntax.words if candidate.part not in ("PUNCT", "INTJ")), word)
        return word.relation == "ROOT" and word.part == "VERB" and first_word is word
    is_first_person = syntax.words[subject].lower in _FIRST_PERSON
    return is_first_person and (is_modal(syntax, clause) or word.lower in _INTENTION_VERBS)


def _act_through(syntax: Syntax, child: int, parent: int) -> SpeechAct:
    """Return the speech act that the word `parent` gives the clause at `child`, which it governs."""
    relation, governor = syntax.words[child].relation, syntax.words[parent]
    marks = {syntax.words[number].lower for number in syntax.dependents(child, "mark", "advmod")}
    if relation in ("advcl", "ccomp", "acl") and marks & _CONDITIONALS:
        return SpeechAct.PROMISE if "whether" not in marks else SpeechAct.ASK
    if relation in ("ccomp", "csubj", "csubjpass", "xcomp", "parataxis") or (relation == "acl" and "that" in marks):
        return _act_of_governed(syntax, parent, governor, relation)
    return SpeechAct.ASSERT


def _act_of_governed(syntax: Syntax, number: int, governor: Word, relation: str) -> SpeechAct:
    """Return the speech act that a predicate gives the clause that it governs."""
    denies = is_negated(syntax, number)
    judged = _act_of_judged(syntax, number, denies=denies)
    if judged is not None:
        return judged
    purposes = {syntax.words[subject].lower for subject in syntax.dependents(number, "nsubj")} & _INTENTION_NOUNS
    if governor.lower in _INTENTION_VERBS or (purposes and governor.part == "AUX"):
        return SpeechAct.PROMISE
    if relation == "xcomp" or (governor.part not in ("NOUN", "PROPN") and governor.lower in _CAUSATIVE_VERBS):
        return SpeechAct.ASSERT
    return _act_of_reported(syntax, number, governor, denies=denies)


def _act_of_reported(syntax: Syntax, number: int, governor: Word, *, denies: bool) -> SpeechAct:
    """Return the speech act of a clause that the subject of its governing predicate says, thinks, shows or knows."""
    if governor.part in ("NOUN", "PROPN"):
        return SpeechAct.QUOTE
    if governor.lower in _FACTIVE_VERBS:
        return SpeechAct.QUOTE if denies else SpeechAct.ASSERT
    if any(syntax.words[subject].lower in _FIRST_PERSON for subject in syntax.dependents(number, *_SUBJECT_RELATIONS)):
        return SpeechAct.DENY if denies else SpeechAct.ASSERT
    return SpeechAct.QUOTE


def _act_of_judged(syntax: Syntax, number: int, *, denies: bool) -> SpeechAct | None:
    """Return the speech act of a clause that its governing predicate calls true or untrue; None for other predicates."""
    judgements = {
        syntax.words[judging_word].lower for judging_word in (number, *syntax.dependents(number, "acomp", "attr", "dobj", "oprd", "nsubj"))
    }
    if judgements & _FALSITY_WORDS or judgements & _DENIAL_VERBS:
        return SpeechAct.QUOTE if denies else SpeechAct.DENY
    if judgements & _TRUTH_WORDS:
        return SpeechAct.DENY if denies else SpeechAct.ASSERT
    if syntax.words[number].part == "AUX" and syntax.dependents(number, "expl", "nsubj") and syntax.dependents(number, "acomp", "attr"):
        # "It is sad that …" presupposes that it is so.
        return SpeechAct.PROMISE if judgements & _POSSIBILITY_WORDS else SpeechAct.ASSERT
    return None


def _names_source(syntax: Syntax, path: list[int]) -> bool:
    """Return True if “according to …” or “if we go by …” occurs in the clause or above it."""
    adjacent = [dependent for number in path for dependent in syntax.dependents(number)]
    return any(syntax.words[dependent].lower == "according" or _is_source_clause(syntax, dependent) for dependent in adjacent)


def _is_source_clause(syntax: Syntax, number: int) -> bool:
    word = syntax.words[number]
    marks = {syntax.words[mark].lower for mark in syntax.dependents(number, "mark", "advmod")}
    return word.relation == "advcl" and word.lower in _SOURCE_VERBS and bool(marks & _CONDITIONALS)


def _is_called_untrue(syntax: Syntax, main: int, clause: int) -> bool:
    """Return True if a coordinated or superordinate main clause calls the clause untrue ("…, and that is a lie", "the claim that …
    is false")."""
    clauses = [number for number in (*syntax.roots, *syntax.dependents(main, "conj", "parataxis")) if number != clause]
    for number in clauses:
        clause_words = {syntax.words[word_number].lower for word_number in syntax.below(number, without=("relcl", "ccomp", "acl"))}
        if clause_words & _FALSITY_WORDS or (clause_words & _TRUTH_WORDS and is_negated(syntax, number)):
            return True
    return False
