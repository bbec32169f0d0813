"""Parliamentary proceedings, and other XML that is no web page."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document, read_text
from app.ingest.documents.xml_text import root_of

AKOMA_NTOSO = """<?xml version="1.0"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><debate><meta>
<references source="#us"><TLCPerson eId="cole" href="/cole" showAs="Ben Cole"/></references></meta>
<preface><p><docTitle>Debate of 4 May</docTitle> <docDate date="2026-05-04">4 May</docDate></p></preface><debateBody><debateSection><heading>Housing</heading>
<speech by="#berg"><from>Anna Berg:</from><p>Rents doubled in <i>ten</i> years. We built<note>laughter</note> 300 homes.</p></speech>
<speech by="#cole"><p>That is not true.</p><scene>Applause.</scene><p>It was 200.</p></speech>
</debateSection></debateBody></debate></akomaNtoso>"""
TEI = """<TEI xmlns="http://www.w3.org/1999/tei" xml:lang="da"><teiHeader><titleStmt><title>Debat</title></titleStmt><setting><date when="2026-02-30">?</date></setting>
<person xml:id="AnnaBerg"><persName><forename>Anna</forename> <surname>Berg</surname></persName></person></teiHeader><text><body><div>
<note type="speaker">Anna Berg:</note><u who="#AnnaBerg"><seg>Rents doubled.</seg><seg>We built homes.<vocal><desc>laughs</desc></vocal></seg></u>
<u who="#BenCole_2"><seg>That is not true.</seg></u></div></body></text></TEI>"""
BUNDESTAG = """<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE dbtplenarprotokoll SYSTEM "dbtplenarprotokoll.dtd">
<dbtplenarprotokoll><rede><p klasse="redner"><redner id="1"><name><vorname>Anna</vorname></name></redner>Anna Berg (SPD):</p>
<p klasse="J">Die Mieten sind&nbsp;gestiegen &lt; 300.</p><kommentar>(Beifall)</kommentar><name>Vizepräsident Ole Kühn:</name><p>Danke.</p></rede>
<rede><p>Wer spricht?</p></rede></dbtplenarprotokoll>"""
HANSARD = '<publicwhip><speech speakername="Anna Berg"><p>Rents doubled.</p></speech><speech><p>Order.</p></speech></publicwhip>'


def turns_of(document: Document) -> list[tuple[str, str]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    assert document.format == "xml"
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


def test_akoma_ntoso_names_speakers_and_skips_unspoken_text() -> None:
    document = read_text(AKOMA_NTOSO)
    assert (document.title, document.date) == ("Debate of 4 May", date(2026, 5, 4))
    assert turns_of(document)[-5:] == [
        ("", "Housing"),
        ("Anna Berg", "Rents doubled in ten years."),
        ("Anna Berg", "We built 300 homes."),
        ("Ben Cole", "That is not true."),
        ("Ben Cole", "It was 200."),
    ]
    assert "Anna Berg:\nRents doubled" in document.text and document.text.count("Ben Cole:\n") == 1


def test_tei_speakers_come_from_the_list_of_people_or_the_reference() -> None:
    document = read_text(TEI)
    assert (document.title, document.language, document.date) == ("Debat", "da", None)
    assert turns_of(document) == [("Anna Berg", "Rents doubled."), ("Anna Berg", "We built homes."), ("Ben Cole 2", "That is not true.")]


def test_bundestag_speakers_hold_until_the_speech_ends() -> None:
    assert turns_of(read_text(BUNDESTAG)) == [
        ("Anna Berg (SPD)", "Die Mieten sind gestiegen < 300."),
        ("Vizepräsident Ole Kühn", "Danke."),
        ("", "Wer spricht?"),
    ]


def test_hansard_is_known_by_the_name_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "debate.xml"
    path.write_text(HANSARD, "utf-8")
    document = read_document(path, cancel=CancelToken())
    assert turns_of(document) == [("Anna Berg", "Rents doubled."), ("", "Order.")]


def test_other_xml_is_its_text_and_names_before_the_words_tell_who_speaks() -> None:
    lines = [
        f"<line>{name}: Rents doubled in {year}.</line>"
        for name, year in zip(("ANNA BERG", "BEN COLE") * 3, range(2010, 2016), strict=True)
    ]
    document = read_text(f'<?xml version="1.0"?><show><info version="2"/>{"".join(lines)}</show>')
    assert turns_of(document) == [
        (name, f"Rents doubled in {year}.") for name, year in zip(("ANNA BERG", "BEN COLE") * 3, range(2010, 2016), strict=True)
    ]


def test_pages_of_the_web_stay_pages_and_torn_xml_is_refused() -> None:
    page = '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Rents doubled.</p></body></html>'
    assert read_text(page).format == "html"
    assert read_text("<b>Rents doubled.</b> Wages fell < 4.").format == "text"
    with pytest.raises(InputError) as refused:
        read_text(AKOMA_NTOSO[:600])
    assert refused.value.code == "document-damaged"


def test_elements_nested_as_deep_as_a_parser_goes_are_read() -> None:
    deep = 1_900
    assert turns_of(read_text('<?xml version="1.0"?>' + "<a>" * deep + "Rents doubled." + "</a>" * deep)) == [("", "Rents doubled.")]


def test_entity_expansion_is_refused() -> None:
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "lol lol lol lol"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><a><p>Rents doubled. &c;</p></a>'
    )
    assert turns_of(read_text(bomb)) == [("", "Rents doubled.")]


TURNS = st.lists(
    st.tuples(
        st.sampled_from(["", "Anna Berg", "Ben Cole"]),
        st.lists(st.sampled_from(["Rents doubled.", "We built 300 homes.", "“No,” he said."]), min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=8,
)


@given(turns=TURNS)
def test_every_paragraph_of_a_turn_has_its_speaker(turns: list[tuple[str, list[str]]]) -> None:
    speeches = (f'<speech speakername="{name}">{"".join(f"<p>{words}</p>" for words in lines)}</speech>' for name, lines in turns)
    turns_read = turns_of(read_text(f'<?xml version="1.0"?><debate>{"".join(speeches)}</debate>'))
    assert turns_read == [(name, words) for name, lines in turns for words in lines]


def test_an_ambiguous_prolog_is_parsed_in_linear_time() -> None:
    for prolog in ("<!---->" * 400, "<? ?>" * 500, "<!DOCTYPE a [ ] ]" * 150):
        assert root_of(f"{prolog}rents") == ("", "")
        assert root_of("<?xml version='1.0'?><!-- <a> --><rents by='x'>") == ("rents", " by='x'")
