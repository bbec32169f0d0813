"""Function words that negate, weaken or introduce a rating. All are folded (see `words.fold`)."""

from __future__ import annotations

from app.ingest.ratings.words import phrase_words


def _set(text: str) -> frozenset[str]:
    return frozenset(word for part in text.split() for word in phrase_words(part))


NEGATIONS = _set(
    "not no never none neither nor isnt wasnt arent werent doesnt didnt dont cannot nothing hardly nowhere far "
    "nicht kein keine keinen keineswegs nie niemals nichts pas aucun aucune jamais rien nullement ni nunca jamas tampoco nao nem "
    "non mai niet geen inte ikke ei nie ne nije nisu nema nisam ne neni nejsou не нет ні не nem nu tidak bukan belum tak hindi khong "
    "siyo sio δεν nera nav 不 非 未 没 沒 無 degil غير ليس ليست لا لم ما ليسا نہیں لیست нема"
)
"""Before a rating, with nothing but fillers between, they deny it."""

NEGATIONS_AFTER = _set("नहीं नही नहि নয় নয় নহে নেই degil nicht نہیں نیست নাই नाही 아니다 아님 아닙니다 nahi")
"""Directly after a rating they deny it."""

DEGREES_FULL = _set(
    "entirely completely fully wholly totally quite exactly all always strictly altogether whole "
    "ganz vollig vollstandig komplett tout totalement entierement completement completamente totalmente del todo enteramente "
    "inteiramente tamamen tamamiyla sepenuhnya sepenuhnya potpuno полностью совсем helemaal volledig पूरी तरह पूर्णतः تماما كليا"
)
"""With a negation before them they leave a part: "not entirely true"."""

DEGREES_MOST = _set(
    "mostly largely broadly basically essentially substantially nearly almost generally mainly technically overwhelmingly roughly "
    "likely probably mainly predominantly practically virtually largely "
    "mayormente mayoritariamente casi probablemente practicamente majoritariamente maioritariamente quase provavelmente "
    "plutot majoritairement presque globalement largement probablement essentiellement "
    "grosstenteils uberwiegend weitgehend grossteils fast wahrscheinlich vermutlich mehrheitlich prevalentemente quasi probabilmente "
    "grotendeels vrijwel waarschijnlijk uglavnom pretezno skoro wiekszosci raczej prawdopodobnie mestadels stort hovedsakelig "
    "overvejende stort i hovedsak mest suurelta osin eerder merendeels большей частью скорее всего spise prevazne skor vacsinou "
    "nagyreszt majdnem preponderent κυριως ברובו בעיקרו כמעט prawie niemal przewaznie bijna naesten nesten nastan lahes melkein nyaris "
    "hampir neredeyse takmer vetsinou skoraj gotovo vecinom vecinoma почти майже переважно здебільшого преимущественно σχεδον aproape "
    "pothuajse beveik gandriz peaaegu enimmakseen paaosin overwegend hoofdzakelijk "
    "kemungkinan buyuk cogunlukla muhtemelen ज्यादातर अधिकतर अधिकांश غالبا إلى حد كبير معظمه"
) - _set("إلى حد كبير buyuk stort i mest")
"""They leave the rating's side and weaken it: "largely false"."""

DEGREES_PART = _set(
    "partly partially partialy somewhat half part parts semi "
    "parcialmente parte medio medias teilweise teils halb partiellement partie moitie parzialmente deels gedeeltelijk delvis "
    "djelimicno djelomicno delimicno czesciowo castecne частично отчасти частково osittain reszben partial "
    "pjeserisht ciastocne daleji dalinai osaliselt puolittain μερικως جزوی sebagian kismen yari आंशिक आधा आधी "
    "separa sebahagian setengah delvist czesciowa castecna dijelom donekle partiellt parcialment reszlegesen "
    "अर्ध আংশিক অর্ধ பாதி పాక్షికంగా جزئيا "
)
"""They make any rating a mixed one: "partly true"."""

FILLERS = _set(
    "a an the at about n is are was were be been being am has have had contain contains it its this that these those "
    "very really so such just seem appear look necessarily remotely anywhere near "
    "only even simply actually "
    "also both in to as of by proven proved found considered absolutely utterly outright outrightly patently blatantly "
    "plainly clearly "
    "demonstrably factually completely entirely totally wholly fully highly quite grossly widely evidently obviously "
    "categorically certainly "
    "therefore thus hence still strictly scientifically ever been indeed inherently rather pretty somehow exactly all always thats "
    "ist sind war waren sei ein eine einen einem einer das der die den schlicht vollig komplett ganz einfach eindeutig so auch als "
    "es son era eran fue fueron esta estan un una uno unos unas lo la el los las completamente totalmente absolutamente muy tan "
    "est sont etait ont ete le les des du une totalement completement entierement tout tres bien donc si ca cela "
    "e sao foi foram esta estao um uma o os as muito totalmente del di il lo gli davvero completamente sono stato "
    "dat het een zijn helemaal je su to jest sa det ar er on это эта этот является полностью совершенно "
    "sepenuhnya yang tamamen tumuyle bir इस यह है हैं पूरी तरह से बिल्कुल पूर्णतः এই هو هي هذا هذه تماما كليا "
    "بشكل كامل adalah ole on olnud 是 的 完全 全"
)
"""Words that may stand between a negation, a copula or a degree and the rating they belong to."""

COPULAS = _set(
    "is are was were be been being am s re remains appears seems looks proved proves turns rate rated rates deemed "
    "ruled called labelled "
    "labeled judged declared considered found became rating "
    "es son era eran fue fueron esta estan resulta resulto calificamos est sont etait sera semble e sao foi foram sendo "
    "ist sind war waren sei "
    "gilt wurde wurden bleibt sono era risulta zijn blijkt wordt jest sa byl bylo je su bilo nije ar er var on ovat "
    "este sunt sint eshte jane ειναι ole on adalah merupakan "
    "là है हैं था थी थे निकला निकली निकले पाया पाई هو هي كان كانت يعد تعد يعتبر تعتبر является были был"
)
"""A rating in a sentence is stated where one of these stands before it (fillers and negations between)."""

COPULAS_AFTER = _set("है हैं था थी थे निकला निकली निकले पाया पाई ছিল olan dir")
"""Languages that put the verb last."""

SUBJECTS = _set(
    "this that these those it its they claim claims claimed post posts statement statements news report reports "
    "headline headlines message "
    "messages story rumour rumor rumours rumors article articles video videos clip footage image images picture pictures photo photos "
    "photograph photographs tweet tweets quote quotes figure figures assertion assertions allegation allegations information all none "
    "both letter circular graphic screenshot page website site link content theory advert ad number numbers poster banner comparison "
    "calculation caption banner notice narrative evidence study we nothing he what list document sign cover account poll survey data "
    "behauptung behauptungen aussage aussagen das dies diese dieses es meldung nachricht bild foto bilder zitat beitrag angabe these "
    "afirmacion afirmaciones publicacion mensaje noticia noticias esto eso imagen imagenes fotos foto video es dato cita cadena "
    "declaracion contenido lo "
    "affirmation affirmations publication c ce cela ceci ca rumeur citation chiffre allegation cette ces il elle "
    "alegacao afirmacao afirmacoes postagem mensagem mensagens boato isso isto informacao informacoes imagem imagens conteudo e "
    "declaracao frase "
    "affermazione affermazioni notizia notizie immagine immagini questo questa dichiarazione messaggio bewering bericht dit dat "
    "tvrdnja tvrdnje vijest vest "
    "objava to twierdzenie "
    "informacja стверджение утверждение утверждения новость это сообщение информация klaim informasi ini pesan narasi unggahan "
    "iddia iddialar iddiasi bu haber bilgi दावा दावे यह ये खबर पोस्ट वीडियो तस्वीर मैसेज संदेश जानकारी बयान বিষয়টি "
    "দাবি দাবিটি খবরটি এটি "
    "هذا هذه ادعاء ادعاءات خبر معلومة معلومات صورة منشور فيديو مقطع تصريح رسالة زعم مزاعم"
)
"""What a fact-check speaks of: a statement about one of these is a rating, one about another thing need not be."""

CONNECTORS = _set(
    "and but or because as since for though although however when if while with in on at so yet according based until "
    "about from by to that "
    "und aber oder weil denn dass da wenn y pero o porque que ya pues et mais ou car parce e mas ou pois que ma o perche "
    "en maar i ali jer jednak oraz ale и но а потому что dan tetapi karena ve ama çünkü और लेकिन क्योंकि या و لكن لأن أن بل"
)
"""After a rating they begin something new, so that the rating is not an attribute of the next word."""

ARTICLES = _set("a o as os el la los las il lo i gli le les l")
"""Between a rating that begins a sentence and what it is said of: "Falsa la noticia de que …"."""

ADDING = _set("and y e et und i og och en ja")

INDEFINITE = _set("a an un una uno une um uma ein eine")

LABELS = tuple(
    phrase_words(text)
    for text in (
        "fact crescendo rating|fact check rating|fact check verdict|fact check|factcheck|our rating|our verdict|"
        "our ruling|the verdict|rating|"
        "ratings|verdict|conclusion|ruling|result|claim rating|claim review|claim status|status|label|"
        "ferret fact service verdict|rated|"
        "final verdict|final rating|we rate this|we rate it|we rate this claim|we rate the claim|we rated this|we rated this claim|"
        "urteil|bewertung|fazit|ergebnis|faktencheck|einordnung|veredicto|calificacion|conclusion|valoracion|resultado|"
        "note|evaluation|"
        "verdetto|conclusione|avaliacao|classificacao|conclusao|selo|etiqueta|oordeel|conclusie|ocjena|ocena|wniosek|вердикт|вывод|"
        "sonuc|degerlendirme|kesimpulan|hasil|निष्कर्ष|रेटिंग|फैसला|تصنيف|تقييم|نتيجة|خلاصة|حكم|حقيقة الادعاء|সিদ্ধান্ত"
    ).split("|")
)
"""What may stand before a rating: "Rating: False"."""

WITHOUT_COPULA = _set("yanlis dogru sahte asilsiz yaniltici uydurma salah keliru benar palsu menyesatkan bohong hoaks tidak")
"""Ratings in Latin letters of languages that state without a verb; ratings in other scripts may always stand so."""

ALTERNATIVES = _set("or oder o ou of ili lub или")
"""Before a negation they make a question of it: "whether or not this is true"."""

OPEN_QUESTIONS = _set("whether if ob falls czy ли क्या")
"""After one of these nothing is stated."""

NONE_OF = _set("none nothing neither nichts keine rien aucune aucun nada ninguna ninguno ningun nenhuma nenhum nessuna nessuno niente geen")
"""As the head of a subject they deny what is said of it: "none of these statements is true"."""

RATING_VERBS = _set(
    "rate rated rates rule ruled deem deemed call called calls label labelled labeled judge judged judges consider "
    "considered find found "
    "finds calificamos consideramos jugeons consideriamo bewerten stufen classificamos"
)
"""Their object may stand between them and the rating: "we rate this claim false"."""

NO_CONCLUSION = _set(
    "say says confirm confirms know knows believe think show shows shown proved proven demonstrate demonstrates establish guarantee "
    "mean means meant make makes imply implies suggest suggests follow prove bedeutet heisst significa "
    "implica signifie veut vuol betekent oznacza"
)
"""With a negation before them, what they introduce is not stated: "this does not mean the claim is false"."""

DOUBTING = _set("doubt doubts doubted hard difficult impossible dudo dudamos dudan zweifeln bezweifeln bezweifelt doutamos doutam doutons")
"""What is doubted, or hard to say, is not stated."""

SUBORDINATING = _set("that que dass che dat ze zda ca att hogy что що ότι ότι bahwa rằng ότι")
"""A rating after one of these stands under the clause before it: "no one has shown that this is true"."""

CLAIMING = _set(
    "claim claims claimed allege alleges alleged insists argues suggests suggested says said say states stated "
    "afirma afirman afirmaba asegura aseguran dice dicen pretend pretendent affirme affirment assure behauptet behaupten "
    "alega alegam diz dizem afirmam sostiene sostengono afferma beweert beweren twierdzi"
)
CLAIMANTS = _set(
    "he she they post posts user users page pages tweet tweets message messages article articles website websites headline meme memes "
    "caption rumour rumours rumor rumors facebook twitter whatsapp instagram tiktok media online video "
    "publicacion publicaciones usuario usuarios mensaje mensajes redes publication publications internautes message messages "
    "beitrag beitrage nutzer postagem postagens publicacoes usuarios mensagem utenti berichten wpis"
)
"""Who is checked: what these claim is the claim and no finding ("posts claim that the landing was fake")."""

ASKING = _set("is are was were did does do has have can could will would")
"""As the first word of a sentence, with its subject after it, they ask."""

INNER = _set(
    "important key crucial vital necessary relevant further additional more wider full essential significant critical some any much "
    "scientific credible reliable clear convincing solid strong real good hard concrete direct sufficient "
    "enough conclusive factual medical "
    "actual firm available known current "
    "wichtiger wichtigen wissenschaftlichen wissenschaftliche konkreten eindeutigen verlasslichen ausreichenden "
    "suficiente suficientes cientificas cientifica evidentes solidas cientifico claras concluyentes importante "
    "scientifique serieuse solide tangible suffisante scientifiche sufficienti cientificas concretas concreta wetenschappelijk "
    "ilmiah naukowych vedecke nauchnykh научных"
)
"""Words that may stand inside a phrase of the table: "no [scientific] evidence", "missing [important] context"."""

AUTHENTIC = _set(
    "real genuine authentic echt autentico autentica authentique reel reelle reales autenticas vera vero vere "
    "verdadeira verdadera asli gercek असली حقيقي حقيقية"
)
"""Said of a picture with a "but" after them they only make way for the finding: "the video is real, but from 2015"."""

LABEL_NOUNS = _set(
    "assessment verdict rating ruling conclusion result finding findings facts judgement judgment grade ergebnis fazit urteil bewertung "
    "veredicto calificacion conclusao veredito verdetto conclusione oordeel vonnis sonuc kesimpulan hasil "
    "निष्कर्ष خلاصة نتيجة вердикт вывод висновок"
)
"""After one of these and a colon stands the rating, wherever that is in a longer text: "AP's assessment: False"."""

DEGREES_AFTER = {
    phrase_words(text): degree
    for degree, texts in (
        (
            "part",
            "in part|en parte|em parte|en partie|in parte|zum teil|partially|partly|parcialmente|partiellement|a medias|jen zčásti|"
            "חלקית|חלקי|partiellt|kismen|sebagian|"
            "osittain|deels|gedeeltelijk|teilweise|częściowo|"
            "parzialmente|partielt|delvist|delvis|części|جزئيا|частично|บางส่วน|một phần|আংশিকভাবে",
        ),
        (
            "most",
            "for the most part|in most cases|by and large|na maior parte|en su mayor parte|en gran parte|em grande parte|in gran parte|"
            "en grande partie|grotendeels|weitgehend|größtenteils|w większości|в основном|في معظمه|غالبا|mostly|largely",
        ),
    )
    for text in texts.split("|")
}
"""Directly after a rating they weaken it: "vrai en partie"."""

HEDGES = _set("could might may maybe perhaps puede podria quiza pourrait peut konnte vielleicht poderia pode talvez potrebbe forse mozda")
"""They leave a finding open: "could be true"."""

BUT = _set("but although though however yet while pero aunque mais aber jedoch mas porém ma maar ali jednak но ama लेकिन पर मगर لكن بيد")
"""They qualify the rating before them: "correct, but misleading"."""

AFFIRMING = _set(
    "yes si oui ja sim absolutely quite entirely completely totally fully verdict rating result faktisk echt really indeed vyrok ist era "
    "information informacion info helt ganz tout totalmente completamente potpuno tamamen sepenuhnya claim news letter quote chequeo"
)
"""These before "true" leave it true."""

SAYING = _set("say claim suggest call state assert deny decir dire sagen behaupten affirmer afirmar")
"""What is wrong to say is not said."""

OMITTING = _set(
    "leaves leaving omits omitted omitting ignores ignored ignoring overlooks neglects conceals hides misses missing omite omiten oculta "
    "ignora omet ometten omettent occulte ignore verschweigt weglasst ausblendet tralascia nasconde verzwijgt pomija"
)
"""After "but" they say that something is kept back: "not false, but it leaves out the costs"."""

ANSWERS_NO = _set("no non nein nao nee ne nei nej нет nie")
"""As the whole answer they deny the claim; what a picture shows instead says how."""

CONCEDING = BUT - {"while", "mas"}
"""They take something back of a rating before them, wherever in its sentence ("mas" may be Spanish: more)."""
PORTUGUESE_TRUE = _set("verdade verdadeiro verdadeira correto correta certa fato procede sim")
"""After these "mas" is Portuguese: but."""
