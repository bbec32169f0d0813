"""Invented free-text ratings in many languages, each with the verdict that a reader would give."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, read_table
from app.paths import resources_dir

V = Verdict
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))

ENGLISH = [
    ("Incorrect. A majority of the council voted against the bridge.", V.FALSE),
    ("This is not true. The bridge was closed for repairs, not sold.", V.FALSE),
    ("That's correct. The bridge opened in 1974.", V.TRUE),
    ("This isn't true; the mayor never owned a llama.", V.FALSE),
    ("This isn’t accurate. Rents fell in two of the five years.", V.FALSE),
    ("Broadly correct, once inflation is counted.", V.MOSTLY_TRUE),
    ("Largely false.", V.MOSTLY_FALSE),
    ("Not entirely accurate", V.MIXED),
    ("It's wrong to say the lake is radioactive. This is wrong.", V.FALSE),
    ("The photo was taken in another country in 2009. The claim is therefore false.", V.FALSE),
    ("We found no evidence that the mayor owns a llama.", V.UNPROVEN),
    ("There isn't enough evidence to say either way.", V.UNPROVEN),
    ("The letter is a forgery.", V.FALSE),
    ("The video has been digitally altered to add a crowd.", V.MISLEADING),
    ("The picture was taken out of context.", V.MISLEADING),
    ("After asking both ministries, we rate this claim False.", V.FALSE),
    ("Rating: Mostly True. Prices did rise, though by less than said.", V.MOSTLY_TRUE),
    ("Our verdict: Misleading", V.MISLEADING),
    ("Half of that is right. Partly true.", V.MIXED),
    ("True, but misleading: the figure leaves out part-time workers.", V.MISLEADING),
    ("This was true until 2016. The rule has changed since.", V.OUTDATED),
    ("No longer true. The tax was abolished.", V.OUTDATED),
    ("This story comes from a satirical website.", V.SATIRE),
    ("Yes, the tunnel was paid for by the region.", V.TRUE),
    ("No, the tunnel is not haunted.", V.FALSE),
    ("The claim that llamas vote in local elections is FALSE because they are llamas.", V.FALSE),
    ("Economists disagree about the effect; this is disputed.", V.DISPUTED),
    ("None of these statements is true.", V.FALSE),
    ("This claim is inaccurate", V.FALSE),
    ("un-true", V.FALSE),
    ("That is almost true", V.MOSTLY_TRUE),
    ("The headline is highly misleading and leaves out the second half of the sentence.", V.MISLEADING),
    ("We cannot say whether this is true.", V.UNPROVEN),
    ("The river runs through four counties and ends in the North Sea.", V.UNRATED),
    ("See the full article for what we found.", V.UNRATED),
    ("A true crime podcast started the story of the llama that lived in a lighthouse.", V.UNRATED),
]

OTHERS = [
    ("No es cierto. El puente se cerró por obras.", V.FALSE),
    ("No es falso que el puente se cerrara.", V.TRUE),
    ("Es falso que el alcalde tenga una llama.", V.FALSE),
    ("La afirmación es engañosa porque omite dos años.", V.MISLEADING),
    ("Mayormente falso", V.MOSTLY_FALSE),
    ("No hay evidencia de que el lago sea radiactivo.", V.UNPROVEN),
    ("La imagen está manipulada.", V.MISLEADING),
    ("C'est faux. Le pont a été fermé pour des travaux.", V.FALSE),
    ("Ce n'est pas vrai : le maire n'a jamais vendu le pont.", V.FALSE),
    ("C’est plutôt vrai, mais le chiffre date de 2012.", V.MOSTLY_TRUE),
    ("Cette affirmation est trompeuse.", V.MISLEADING),
    ("Aucune preuve ne montre que le lac est radioactif.", V.UNPROVEN),
    ("Das ist nicht wahr. Die Brücke wurde nie verkauft.", V.FALSE),
    ("Das stimmt nicht.", V.FALSE),
    ("Die Behauptung ist falsch, denn der See ist sauber.", V.FALSE),
    ("Größtenteils richtig. Nur das Jahr ist ein anderes.", V.MOSTLY_TRUE),
    ("Das Foto wurde aus dem Kontext gerissen.", V.MISLEADING),
    ("Dafür gibt es keine Belege.", V.UNPROVEN),
    ("Não é verdade. A ponte nunca foi vendida.", V.FALSE),
    ("É falso que o prefeito tenha uma lhama.", V.FALSE),
    ("A alegação é verdadeira.", V.TRUE),
    ("Não há evidências de que o lago seja radioativo.", V.UNPROVEN),
    ("L'affermazione è falsa.", V.FALSE),
    ("Non è vero che il ponte è stato venduto.", V.FALSE),
    ("यह दावा गलत है। पुल कभी नहीं बिका।", V.FALSE),
    ("यह सच नहीं है।", V.FALSE),
    ("वायरल दावा पूरी तरह से फर्जी निकला।", V.FALSE),
    ("यह दावा भ्रामक है", V.MISLEADING),
    ("यह दावा सही है।", V.TRUE),
    ("هذا الادعاء غير صحيح، فالجسر لم يبع.", V.FALSE),
    ("الصورة مضللة وقديمة.", V.MISLEADING),
    ("لا يوجد دليل على أن البحيرة ملوثة.", V.UNPROVEN),
    ("ليس صحيحا أن الجسر قد بيع", V.FALSE),
    ("Nije tačno da je most prodat.", V.FALSE),
    ("To nieprawda. Most nie został sprzedany.", V.FALSE),
    ("Это неправда. Мост не продавали.", V.FALSE),
    ("Bu iddia yanlış. Köprü satılmadı.", V.FALSE),
    ("İddia doğru değil.", V.FALSE),
    ("Klaim ini tidak benar.", V.FALSE),
    ("Deze bewering klopt niet.", V.FALSE),
]


@pytest.mark.parametrize(("text", "verdict"), ENGLISH + OTHERS)
def test_free_text_is_read_as_it_states(text: str, verdict: Verdict) -> None:
    result = NORMALISER.normalise(text)
    assert result.verdict is verdict, result
    assert result.confidence == ("none" if verdict is V.UNRATED else "low") or len(text.split()) < 4


def test_free_text_rules_name_what_was_read() -> None:
    assert NORMALISER.normalise("Incorrect. A majority stayed at home.").rule == "text:incorrect"
    assert NORMALISER.normalise("This is not true. It was Tuesday.").rule == "text:not-true"


UNSEEN = [
    ("We don't agree. The statement that cows fly is completely false, experts told us.", V.FALSE),
    ("The post is false; the image is from a film.", V.FALSE),
    ("It's a hoax that has been around since 2004.", V.FALSE),
    ("The minister's figures are accurate.", V.TRUE),
    ("The quote is genuine and the date is right.", V.TRUE),
    ("This claim has been debunked several times.", V.FALSE),
    ("The claim lacks important context.", V.MISLEADING),
    ("This claim is missing context: the figure covers one town only.", V.MISLEADING),
    ("The claim exaggerates the number of visitors.", V.MISLEADING),
    ("That's not quite right. It was 12, not 14.", V.MIXED),
    ("The evidence is mixed.", V.MIXED),
    ("It is impossible to verify the number.", V.UNPROVEN),
    ("The claim could not be independently verified.", V.UNPROVEN),
    ("The statement is technically true but leaves out important information.", V.MISLEADING),
    ("He's right. Output fell by a tenth.", V.TRUE),
    ("She is wrong about the date.", V.FALSE),
    ("The senator's claim is mostly accurate.", V.MOSTLY_TRUE),
    ("Esta foto es falsa.", V.FALSE),
    ("La información es correcta.", V.TRUE),
    ("Esto no es verdad.", V.FALSE),
    ("El video es real, pero está sacado de contexto.", V.MISLEADING),
    ("Se trata de un bulo.", V.FALSE),
    ("Cette photo est un montage.", V.MISLEADING),
    ("C'est vrai.", V.TRUE),
    ("L'affirmation est inexacte.", V.FALSE),
    ("Cette vidéo est sortie de son contexte.", V.MISLEADING),
    ("Die Aussage ist irreführend.", V.MISLEADING),
    ("Das Zitat ist frei erfunden.", V.FALSE),
    ("Diese Behauptung ist unbelegt.", V.UNPROVEN),
    ("Die Angabe stimmt.", V.TRUE),
    ("A informação é falsa.", V.FALSE),
    ("Isso não é verdade.", V.FALSE),
    ("É enganosa a mensagem de que o imposto dobrou.", V.MISLEADING),
    ("A foto foi tirada de contexto.", V.MISLEADING),
    ("यह खबर झूठी है।", V.FALSE),
    ("इस दावे का कोई वैज्ञानिक प्रमाण नहीं है।", V.UNPROVEN),
    ("वायरल वीडियो पुराना है, दावा भ्रामक है।", V.MISLEADING),
    ("هذا الخبر كاذب.", V.FALSE),
    ("المعلومة صحيحة.", V.TRUE),
    ("الفيديو قديم وخارج السياق.", V.MISLEADING),
    ("هذا الادعاء ليس صحيحا.", V.FALSE),
    ("La notizia è una bufala.", V.FALSE),
    ("Ta wypowiedź jest fałszywa.", V.FALSE),
    ("Утверждение не соответствует действительности.", V.FALSE),
    ("Dit is niet waar.", V.FALSE),
    ("Tvrdnja je netačna.", V.FALSE),
    ("This could be true.", V.UNPROVEN),
    ("That is far from the truth.", V.FALSE),
    ("The claim does not hold up.", V.FALSE),
    ("What's true: the bridge was closed. What's false: it was sold.", V.MIXED),
    ("Das stimmt nur teilweise.", V.MIXED),
    ("The video is real.", V.TRUE),
    ("The article does not contain false information.", V.TRUE),
    ("ليس زائفا", V.TRUE),
    ("This seems to be an error.", V.FALSE),
]


@pytest.mark.parametrize(("text", "verdict"), UNSEEN)
def test_more_statements(text: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(text).verdict is verdict, NORMALISER.normalise(text)


INVENTED = Path(__file__).resolve().parents[3] / "golden" / "ratings_freetext.tsv"


@pytest.mark.parametrize("line", INVENTED.read_text(encoding="utf-8").splitlines()[1:])
def test_invented_statements_of_the_golden_file(line: str) -> None:
    verdict, text = line.split("\t")
    assert NORMALISER.normalise(text).verdict is Verdict(verdict)
