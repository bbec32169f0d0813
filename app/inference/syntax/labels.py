"""Labels of the syntax network. Order matters: a label's number is its index here."""

from __future__ import annotations

SAME = "same"
"""A further piece of the word before it ("'t" of "don't" is one of "n't")."""
PARTS = ("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X")
"""Universal parts of speech."""
RELATIONS = (
    SAME, "ROOT", "acl", "acomp", "advcl", "advmod", "agent", "amod", "appos", "attr", "aux", "auxpass", "case", "cc", "ccomp", "compound",
    "conj", "csubj", "csubjpass", "dative", "dep", "det", "dobj", "expl", "intj", "mark", "meta", "neg", "nmod", "npadvmod", "nsubj",
    "nsubjpass", "nummod", "oprd", "parataxis", "pcomp", "pobj", "poss", "preconj", "predet", "prep", "prt", "punct", "quantmod", "relcl",
    "xcomp",
)  # fmt: skip
"""Relations of a word to the word it depends on, as in the ClearNLP scheme."""
_KINDS = (
    "CARDINAL", "DATE", "EVENT", "FAC", "GPE", "LANGUAGE", "LAW", "LOC", "MONEY", "NORP", "ORDINAL", "ORG", "PERCENT", "PERSON", "PRODUCT",
    "QUANTITY", "TIME", "WORK_OF_ART",
)  # fmt: skip
ENTITIES = ("O", *(f"{prefix}-{kind}" for kind in _KINDS for prefix in "BI"))
"""Names, amounts and times, as in OntoNotes: "B-" begins one, "I-" goes on."""
