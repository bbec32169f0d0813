"""Sentence boundaries: abbreviations, ordinals, digits, quotation marks and full stops of many languages; unpunctuated texts."""

from __future__ import annotations

import pytest

from app.domain.progress import CancelToken
from app.ingest.documents import read_text
from app.ingest.documents.draft import Draft, Span
from app.ingest.documents.sentences import cut_sentences

RIGHT = """
de|Am 5. und 6. Mai tagte der Rat.|Sein 2. Buch verkaufte sich gut.|Wilhelm II. dankte ab.|Der 11. September war ein Dienstag.
de|Die Mole & Co. KG zahlte 3,5 Mio. Euro.|Das sind ca. 40 Prozent, d. h. fast die Hälfte.|Es kamen u. a. Müller, Meier usw.|Dann ging er.
de|Die 2. Runde beginnt.|Am Sonntag, 3. Oktober, wählen wir.|Er wurde 2.|Das war gut.|Das war am 31. 12. 2023 vorbei.|§§ 3 ff. BGB gelten.
fr|Le 3 janv. 2016, M. Vale est parti.|Il a payé 3 M. d'euros env. 4 fois.|Voir art. 5, al. 2.|« Non. »|Il est parti.
es|El Sr. Ruiz y la Dra. Vale viven en EE. UU. desde 2016.|Nació en 50 a. C. en Roma.|¿Quién lo dijo?|¡Nadie!
pt|O Sr. Vale e a Dra. Lima chegaram.|Custou R$ 3 mi. em 2016.|A Av. Paulista fechou.
it|Il dott. Vale e la sig.ra Berg sono arrivati.|L'art. 5 e il n. 12 non dicono questo.|La S.p.A. ha perso 3 mln. di euro.
pl|W 2016 r. wzrosło o 4 proc. rocznie.|Ul. Długa jest zamknięta.|Kosztuje 5 mln zł itd.|Potem wyszedł.|W XX w. było inaczej.
nl|Dhr. Vale en mevr. Berg kwamen o.a. met de trein.|Op 3 jan. 2016 begon het.|Zie blz. 12.
tr|Doç. Dr. Vale geldi.|1. Dünya Savaşı bitti.|19. yüzyılda böyleydi.|M.Ö. 50 yılında oldu.
cs|Dne 3. června 2016 klesl.|Ve 20. století bylo jinak.|Stálo to 3,5 mil. Kč.|Tzv. nový most má č. 12.|Karel IV. byl král.
ru|Это 4 млрд. долларов.|В 2016 г. выросло.|Ок. 5 человек.|Св. Николай.|Пл. Ленина.|До н. э. жили.
uk|Це 3 млн. грн. на рік.|Див. стор. 5.|Вул. Шевченка закрита.
ar|قال د. أحمد ذلك.|ارتفع العجز ٤.٢ بالمئة.|انخفضت الضرائب.
fa|بیکاری ۴.۲ درصد است.|مالیات کم شد؟|بله.
he|ד"ר ואל אמר כי הגירעון הוכפל.|זה עלה 3.5 מיליון ש"ח.|ח"כ ברג הכחיש.|ארה"ב ניצחה.
hi|बेरोज़गारी ४.२ प्रतिशत है।|रु. ५०० करोड़ खर्च हुए।|5 कि.मी. दूर।|ई.स. 2016 में।|भा.ज.पा. जीती।|प. बंगाल जीता।
bn|বেকারত্ব ৪.২ শতাংশ।|ড. শর্মা বলেন।|টা. ৫০০ খরচ।
ta|வேலையின்மை ௪.௨ சதவீதம்.|வரி குறைந்தது.
my|ဘတ်ဂျက်၊ အခွန်နှင့် ကြွေး တိုးသည်။|ဘယ်သူမှ မပြောပါ။
zh|赤字翻了一番。|2016年失业率为4.2%。|他说：“没有。”|2018年又上升了。|“我们会赢！”他说。|增长了３．５％。
ja|値は３．１４です。|「はい。」|次の質問です。|彼は「無理だ。」と言った。|本当ですか？|いいえ！
ko|실업률은 4.2%입니다.|2016년에 올랐습니다.|그가 좀 봐.|나는 안다.
en|Rs. 500 crore went.|He paid Kshs. 300.|Max. 500 came.|The Govt. of India said.|Ft. Hood fell.|Smt. Vale said.|Some 4 bn. dollars went.
en|The sea rose 3" in ten years.|It rose 4" again.|He is 6'2" tall.|Crime rose.|"Is it true?" he asked.|He paid approx. $4.2 million.
en|Yan et al. [2004] analysed the deficit.|See Com. & Adm. for more.|It rose. [2]|It fell.[3]|(Nobody told us.)|It is closed.
en|It was on TV.|They left.|The U.S. Senate met.|Acme Inc. fell.|The answer is no.|They left.
el|Ο κ. Βέιλ ήρθε.|Γιατί;|Δεν ξέρω.
fi|Esim. Helsinki.|3. kesäkuuta 2016 se laski.
lv|Tas izmaksāja apm. 3,5 milj. eiro.
hy|Բյուջեն աճեց։|Ոչ ոք չգիտեր։
am|በጀቱ ጨመረ።|ማንም አያውቅም።
"""
ROWS = [tuple(line.split("|")) for line in RIGHT.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]}-{number}" for number, row in enumerate(ROWS)])
def test_sentence_boundaries_in_many_languages(row: tuple[str, ...]) -> None:
    language, *parts = row
    text = ("" if language in ("zh", "ja") else " ").join(parts)
    draft = Draft(text=text, format="text", spans=[Span(start=0, end=len(text))])
    assert [sentence.text for sentence in cut_sentences(draft, language, cancel=CancelToken())] == parts


def _captions(lines: list[str]) -> str:
    times = [f"00:{second // 60:02d}:{second % 60:02d},000" for second in range(0, 2 * len(lines) + 2, 2)]
    cues = zip(lines, times, times[1:], strict=False)
    return "\n".join(f"{number}\n{begin} --> {end}\n{line}\n" for number, (line, begin, end) in enumerate(cues, start=1))


@pytest.mark.parametrize(
    ("lines", "letters"),
    [
        (["今天我们讨论预算", "赤字自去年以来翻了一番", "没有人说过这件事"], 60),
        (["今日は予算について話します", "赤字は二倍になりました", "誰も言いませんでした"], 75),
        (["วันนี้เราพูดถึงงบประมาณ", "ขาดดุลเพิ่มเป็นสองเท่า", "ไม่มีใครพูดถึงเรื่องนี้"], 150),
        (["ថ្ងៃនេះយើងនិយាយអំពីថវិកា", "ឱនភាពកើនឡើងទ្វេដង", "គ្មាននរណានិយាយទេ"], 150),
        (["ယနေ့ဘတ်ဂျက်အကြောင်းပြောမည်", "လိုငွေနှစ်ဆတိုးလာသည်", "ဘယ်သူမှမပြောကြပါ"], 150),
        (["ມື້ນີ້ພວກເຮົາເວົ້າກ່ຽວກັບງົບປະມານ", "ການຂາດດຸນເພີ່ມຂຶ້ນ", "ບໍ່ມີໃຜເວົ້າ"], 150),
    ],
)
def test_captions_without_points_in_scripts_without_spaces_become_units_at_captions(lines: list[str], letters: int) -> None:
    document = read_text(_captions(lines * 12))
    assert len(document.sentences) >= 8
    assert max(len(sentence.text) for sentence in document.sentences) <= letters
    assert all(sentence.text.startswith(tuple(lines)) for sentence in document.sentences)
    times = [sentence.time for sentence in document.sentences]
    assert None not in times and len(set(times)) == len(times)


def test_written_thai_ends_at_spaces() -> None:
    text = "วันนี้เราพูดถึงงบประมาณของเมือง ขาดดุลเพิ่มเป็นสองเท่าจากปี 2016 ถึงปีนี้ ไม่มีใครพูดถึงเรื่องนี้ในสภา อัตราว่างงานอยู่ที่ 4 เปอร์เซ็นต์ในเมือง " * 4
    document = read_text(text)
    assert len(document.sentences) >= 6
    assert max(len(sentence.text) for sentence in document.sentences) <= 150
    assert not any(sentence.text.endswith("4") or sentence.text.endswith("2016") for sentence in document.sentences)


def test_footnote_digits_after_full_stops_are_removed() -> None:
    glued = read_text(
        "The deficit doubled in ten years.1 It fell by 12 percent in 2019.2 Nobody explained why.3 We use version 2.1 of the tables."
    )
    assert [sentence.text for sentence in glued.sentences] == [
        "The deficit doubled in ten years.",
        "It fell by 12 percent in 2019.",
        "Nobody explained why.",
        "We use version 2.1 of the tables.",
    ]
    for text in ("It rose to 4.2 Percent of us noticed.", "See No.1 The rest fell.", "Section 3.1 Scope of the act."):
        assert "".join(sentence.text for sentence in read_text(text).sentences).replace(" ", "") == text.replace(" ", "")
