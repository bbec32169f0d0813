"""Wording of a run's record: library, models, parameters and duration."""

from __future__ import annotations

from pathlib import Path

from app.domain.ranked import RunRecord
from app.translation import decimal, mark, number, tr

_PARAMETERS = {
    "match_probability": mark("A fact-check counts as found from a probability of"),
    "near_probability": mark("A fact-check is shown as near from a probability of"),
    "near_verifiability": mark("The best one is shown as near where verifiability reaches"),
    "agree_probability": mark("“Says the same” gives a verdict from a probability of"),
    "silence_below": mark("No verdict is given where it is right with less than"),
    "top": mark("Fact-checks kept for each sentence"),
    "candidates": mark("Candidates looked at for each sentence"),
    "include_publishers": mark("Only these publishers"),
    "exclude_publishers": mark("Not these publishers"),
    "llm_way": mark("The language model was asked in the way"),
    "llm_depth": mark("Matches that it put in order, for each sentence"),
    "llm_temperature": mark("Its temperature"),
    "llm_seed": mark("Its seed"),
    "llm_reranked": mark("Sentences whose matches it put in order"),
    "llm_tokens_read": mark("Tokens that it read"),
    "llm_tokens_said": mark("Tokens that it said"),
    "llm_faults": mark("Mistakes in the orders that it gave"),
    "assist_claim": mark("Asked of the language model: the claim, to stand alone"),
    "assist_questions": mark("Asked of the language model: questions"),
    "assist_justification": mark("Asked of the language model: the justification"),
    "assist_settling": mark("Asked of the language model: why fact-checks settle claims"),
    "assist_translation": mark("Asked of the language model: translations"),
    "assist_answers": mark("Asked of the language model: answers in posts"),
    "assist_title": mark("Asked of the language model: titles of narratives"),
    "llm_read": mark("Posts that the language model read, at most"),
    "assist_wordings": mark("Asked of the language model: other wordings"),
    "assist_temperature": mark("Temperature of what it wrote"),
    "assist_seed": mark("Seed of what it wrote"),
}
_INDEXES = {"exact": mark("exact index"), "hnsw": mark("hnsw index")}
_STAGES = {
    "lexical": mark("lexical after {seconds} s"),
    "measured": mark("measured after {seconds} s"),
    "compared": mark("compared after {seconds} s"),
}
_SOME_STAGE = mark("{stage} after {seconds} s")


def run_lines(run: RunRecord) -> list[tuple[str, str]]:
    """Return label and value pairs about how a result was made, from its record."""
    lines = [
        (tr("Made"), tr("{when} by {program}", when=run.created, program=run.program)),
        (tr("Library"), ", ".join(part for part in (Path(run.library).name, _generation(run)) if part)),
        (tr("Fact-checks"), _searched(run)),
    ]
    if run.as_of:
        lines.append((tr("As of"), tr("only fact-checks published before {day}", day=run.as_of.isoformat())))
    lines.extend((tr("Model: {role}", role=role), key) for role, key in run.models)
    lines.extend((_parameter(name), tr(value) if name == "variants" else value) for name, value in run.parameters)
    if run.seconds:
        lines.append((tr("Time taken"), _time(dict(run.seconds))))
    return lines


def _generation(run: RunRecord) -> str:
    return tr("generation {name}", name=run.generation) if run.generation else tr("generation unknown")


def _searched(run: RunRecord) -> str:
    index = tr(_INDEXES.get(run.index_kind, mark("unknown index")))
    library_size, searched = number(run.factchecks), number(run.searched)
    # Translators: how many fact-checks are in the library, how many of them were searched, and the kind of index.
    return tr("{held} in the library, {searched} searched ({index})", held=library_size, searched=searched, index=index)


def _parameter(name: str) -> str:
    return tr(_PARAMETERS[name]) if name in _PARAMETERS else tr("Setting: {name}", name=name)


def _time(stages: dict[str, float]) -> str:
    total = stages.pop("all", max(stages.values(), default=0.0))
    after = [tr(_STAGES.get(name, _SOME_STAGE), stage=name, seconds=decimal(value, 1)) for name, value in stages.items()]
    total_text = tr("{seconds} s", seconds=decimal(total, 1))
    return f"{total_text} ({', '.join(after)})" if after else total_text
