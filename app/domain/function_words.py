"""Function words by language: articles, pronouns, prepositions, conjunctions, auxiliaries, question words, and the parts that an
apostrophe leaves.

The lists are our own and deliberately short. Words that can distinguish claims (numbers, "all", "never", separate negations) are
not listed, except where they are the most frequent words of their language. The English list is older and is kept unchanged.
"""

from __future__ import annotations

ENGLISH = frozenset(
    """a about above after again against all am an and any are as at be because been before being below between both but by
    can could d did do does doing don down during each few for from further had has have having he her here hers herself him
    himself his how i if in into is it its itself just ll m me more most my myself nor now o of off on once only or other
    our ours ourselves out over own re s same she should so some such t than that the their theirs them themselves then
    there these they this those through to too under until up ve very was we were what when where which while who whom why
    will with would you your yours yourself yourselves""".split()
)

_LISTS = {
    "af": """n die en van in is het dit dat hy sy hulle ons ek jy jou my se te vir met op om as aan by deur na uit was word sal kan
        sou of ook maar nie wat wie waar hoe waarom hierdie daardie tot oor wees""",
    "ar": """في من على إلى عن أن إن أنه أنها إنه إنها كان كانت يكون تكون هذا هذه ذلك تلك التي الذي الذين هو هي هم ما ماذا لماذا كيف
        متى أين و أو ثم قد لقد كل بعد قبل عند مع بين حتى إذا لكن كما أي منذ حول خلال ب ل ف هل به بها له لها فيه فيها منه منها
        عليه عليها""",
    "bg": """и в във на за от с със се да не е са си по до при че като но или ще бе беше бяха съм сме сте той тя то те ние вие аз
        му й им ги го я ни ви ми ти това този тази тези които който която което какво кой кога къде как защо чрез след преди
        между има няма бъде""",
    "bn": """এবং ও এই সেই যে যা তার তাদের তিনি তারা আমি আমরা আমাদের আপনি এক একটি করে করা করেন হয় হয়েছে হয়ে ছিল ছিলেন থেকে জন্য
        সঙ্গে মধ্যে উপর পর পরে কি কী কে কোন কখন কোথায় কেন কিন্তু বা তবে না""",
    "ca": """a al als amb aquest aquesta aquests aquestes això allò cada com d de del dels des el els ell ella en entre era es és
        està estan ha han hi ho i l la les li lo m me mentre mes més molt n ni no o on pel pels per però perquè qual quals
        quan que què qui s se ser seu seus seva seves si sobre són t també un una unes uns us va van""",
    "cs": """a aby ale ani asi až bez bude budou by byl byla byli bylo být co či do ho i já jak jako je jeho její jejich jen ji jí
        jim jsem jsme jsou k kde kdo kdy když ke která které který kteří ku mu my na nad ne nebo než o od on ona oni ono pak
        po pod podle pro proč protože při s se si tak také ten tento této to tom toto tu ty u už v ve z za ze že""",
    "da": """af alle at blev bliver da de dem den denne der deres det dette dig din disse du efter eller en er et for fra ham han
        hans har havde hende hendes hun hvad hvem hvilken hvilke hvis hvor hvordan hvorfor i ikke ind jeg kan kunne man med
        men mig min mod når og også om op os over på sig sin skal skulle som til ud under var ved vi vil ville være været""",
    "de": """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei bin bis bist da damit dann das
        dass daß dem den denn der deren des dessen die dies diese diesem diesen dieser dieses dich dir doch dort du durch ein eine
        einem einen einer eines er es euch für gegen hab habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem
        ihren ihrer im in ins ist jede jedem jeden jeder jedes kann kein keine können man mein meine mich mir mit muss müssen
        nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind so soll sollen sollte
        sondern über um und uns unser unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches
        wenn wer werde werden wie wieder will wir wird wo worden wurde wurden würde würden zu zum zur zwischen""",
    "el": """ο η το οι τα του της των τον την τους τις στο στη στην στον στα στις στους και κι να θα δεν δε μη μην με σε για από ως
        προς κατά μετά παρά αντί είναι ήταν έχει έχουν είχε που πως πώς ότι τι όταν όπως αν αλλά ή ένα ένας μια μία ενός μιας
        αυτό αυτός αυτή αυτά αυτοί αυτές αυτών εγώ εσύ εμείς εσείς μου σου μας σας ποιος ποια ποιο ποιοι ποιες πού πότε γιατί
        όσο μεταξύ""",
    "es": """a al algo algún alguna algunas algunos ante antes aquel aquella aquellas aquellos aquello así aún aunque cada como
        cómo con contra cual cuál cuáles cuales cuando cuándo cuanto cuánto de del desde donde dónde durante e el él ella
        ellas ellos en entre era eran eres es esa esas ese eso esos esta está están estaba estaban estamos estar estas este
        esto estos estoy estuvo fue fueron ha había habían haber han has hasta hay he hemos la las le les lo los más me mi mis
        mientras muy ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque
        pues que qué quien quién quienes se sea ser si sí sido siendo sin sino sobre son soy su sus suya suyo también tan
        tanto te tiene tienen todo tras tu tú tus u un una unas uno unos usted ustedes y ya yo""",
    "et": """ja on ei et see kui ka ning oli aga või siis seda selle mis kes kus kuidas miks mida millal oma ta tema nad nende need
        ma me te sa mina meie teie sina olid olema pole ole ega juba veel nii mille kelle sest kuna kuid pärast enne üle alla
        läbi""",
    "fa": """و در به از که این آن را با است بود شد شده برای تا یا هم می نمی ها های هر ما من تو او آنها آن‌ها ایشان شما خود بر یک چه
        چرا کجا کی چگونه اگر اما ولی نیز باشد باشند بودند هستند هست نیست شود شوند کرد کرده دارد دارند پس پیش روی بین""",
    "fi": """ja on ei että se ne hän he minä sinä me te oli ovat olivat ole olla ollut en et emme ette eivät kun kuin jos mutta tai
        sekä myös joka jotka jonka joita jossa mikä mitä missä milloin miten miksi kuka ketkä tämä tämän tässä nämä tuo nuo
        sen sitä siitä siinä niin niiden hänen heidän minun sinun meidän teidän mukaan vain jo vielä nyt sitten koska vaikka
        kanssa""",
    "fr": """a à ai ainsi alors après au aucun aucune aussi autre autres aux avaient avait avant avec avez avoir avons c ça car ce
        ceci cela celle celles celui ces cet cette ceux chez comme comment contre d dans de depuis des donc dont du elle elles
        en entre es est et étaient était étant été êtes être eu eux fait faut furent fut il ils j je jusque l la là laquelle
        le lequel les lesquels leur leurs lors lorsque lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont
        ou où par parce pas pendant peu peut peuvent plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s
        sa sans se selon sera seront ses si soit son sont sommes sous suis sur ta te tes toi ton très tu un une vers vos votre vous y""",
    "gu": """અને છે આ તે એ કે ના ની નું ને માં થી પર માટે પણ જે હતી હતો હતા છો હું તમે અમે તેઓ શું કોણ ક્યાં ક્યારે કેમ કેવી રીતે
        એક હોય હતું""",
    "he": """של את על עם אל מן מ כי אם או גם לא כל הוא היא הם הן אני אתה אנחנו זה זאת זו אלה אלו היה היתה הייתה היו יש אין מה מי
        איך איפה מתי למה מדוע כאשר אשר ש ב ל ה ו כ לו לה להם בו בה בהם אותו אותה אותם רק אך אבל כמו בין לפני אחרי עד ידי""",
    "hi": """का की के को में से ने पर और या यह वह ये वे इस उस इन उन है हैं था थी थे हो होता होती होते हुआ हुई हुए कि जो जिस जिन भी
        ही तो तक एक कर करने किया किए गया गई गए लिए साथ बाद द्वारा अपने अपना अपनी मैं हम तुम आप हमारे मेरे उसके उनके इसके जब तब
        क्या कौन कहाँ कहां कब क्यों कैसे किस कितने कितना कितनी रहा रही रहे सकता सकते सकती लेकिन मगर जैसे""",
    "hu": """a az és hogy nem is egy ez ezt azt ezek azok aki akik ami amely amelyek amit ahol mint meg csak de már még volt voltak
        van vannak lesz lett lenne vagy ha akkor mert ő ők én te mi ti neki nekik őt őket ezen azon ki kik mit mikor hol
        hogyan miért melyik után előtt között által szerint alatt el fel be le át pedig sem majd itt ott így úgy saját""",
    "hy": """և ու է են էր էին ոչ չի որ որը որոնք այս այդ այն այդպես մի մեկ ես դու նա մենք դուք նրանք իր նրա նրանց համար հետ մեջ վրա
        մասին ինչ ով որտեղ երբ ինչու ինչպես բայց կամ եթե թե նաև պես""",
    "id": """yang di ke dari dan ini itu untuk dengan pada adalah dalam tidak akan oleh sebagai atau juga ia dia mereka kami kita
        saya aku anda kamu telah sudah ada bahwa karena bisa dapat saat para tersebut seperti lebih antara hingga sampai apa
        siapa mana kapan bagaimana mengapa kenapa apakah namun tetapi tapi jika kalau agar masih sedang nya pun lah serta bagi
        secara""",
    "it": """a ad agli ai al alla alle allo anche ancora avere aveva avevano c che chi ci come con contro cosa così cui d da dagli
        dai dal dall dalla dalle dallo degli dei del dell della delle dello di dopo dove dov e è ed era erano essere fa fra fu
        furono già gli ha hai hanno ho i il in io l la le lei li lo loro lui m ma me mentre mi mia mie miei mio ne negli nei
        nel nell nella nelle nello noi nostra nostro o ogni per perché più poi prima qual quale quali quando quanto quanti
        quella quelle quelli quello quest questa queste questi questo qui s se sei sia siamo siano sono sotto stata state
        stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi t ti tra tu tua tuo un una uno v vi voi""",
    "ka": """და არის იყო რომ არ ეს ის იგი ისინი მე შენ ჩვენ თქვენ მისი მათი რა ვინ სად როდის რატომ როგორ რომელიც რომელი რომლის თუ
        მაგრამ ან კი უნდა მათ მის ამ იმ როგორც შემდეგ მიერ""",
    "kn": "ಮತ್ತು ಈ ಆ ಒಂದು ಅವರು ಅವನು ಅವಳು ನಾನು ನಾವು ನೀವು ಎಂದು ಎಂಬ ಇದು ಅದು ಇದೆ ಇಲ್ಲ ಆದರೆ ಅಥವಾ ಏನು ಯಾರು ಎಲ್ಲಿ ಯಾವಾಗ ಏಕೆ ಹೇಗೆ ಯಾವ",
    "lt": """ir yra buvo kad ne ar iš į su už per po prie nuo iki be apie dėl kaip kas kuris kuri kurie kurios kurį tai tas ta tie
        šis ši šie jis ji jie jos jų jo aš tu mes jūs savo bet o tačiau jei jeigu kai kada kur kodėl kokia koks dar jau tik
        taip pat būti bus""",
    "lv": """un ir bija ka ne no uz ar par pie pēc līdz bez caur kā kas kurš kura kuri kuru tas tā tie tās šis šī šie viņš viņa
        viņi es tu mēs jūs savu sava bet vai ja kad kur kāpēc kāds kāda arī jau tikai vēl būt būs nav gan tiek tika""",
    "mk": """и во на за од со се да не е го ги ја му ѝ им по до при дека како но или ќе беше беа сум сме сте тој таа тоа тие ние
        вие јас ова овој оваа овие кој која кое кои што кога каде зошто преку после пред меѓу има нема бил била биле""",
    "ml": """ഒരു ഈ ആ അത് ഇത് അവർ അവൻ അവൾ ഞാൻ നിങ്ങൾ എന്ന് എന്ന ആണ് ഉണ്ട് ഇല്ല എന്നാൽ അല്ലെങ്കിൽ എന്ത് ആര് എവിടെ എപ്പോൾ എന്തുകൊണ്ട്
        എങ്ങനെ ഏത് വരെ കൂടി""",
    "mr": """आणि व हा ही हे तो ती ते या त्या एक आहे आहेत होता होती होते होत की जे जो जी चा ची चे च्या ला ने साठी मध्ये वर पर्यंत पण
        किंवा मी आम्ही तुम्ही त्यांनी त्याने तिने काय कोण कुठे केव्हा का कसे कसा कशी किती नाही असे असा""",
    "ne": """को का की मा ले लाई बाट र छ छन् थियो थिए हो यो त्यो यी ती म हामी तिमी तपाईं उनी उनले यसको त्यसको पनि भने कि के कहाँ
        कहिले किन कसरी एक गर्न गरेको भएको हुन तर वा""",
    "nl": """aan al als bij dan dat de den der deze die dit door doch een en er had hadden haar heb hebben heeft hem hen het hier
        hij hoe hun ik in is ja je jij jou jouw kan kon kunnen me men met mij mijn na naar niet nog nu of om omdat ons onze
        ook op over te tegen ten ter tot u uit uw van vanaf veel voor waar waarom waren was wat we wel welke werd werden wie
        wij wil worden wordt zal ze zich zij zijn zo zou zouden zoals toen tussen""",
    "no": """alle at av bare ble bli blir da de dem den denne der dere deres det dette disse du eg eller en ei er et etter for fra
        få ha hadde han hans har henne hennes her hun hva hvem hvilken hvilke hvis hvor hvordan hvorfor i ikke inn jeg kan
        kunne man med meg men mer min mot nå når og også om opp oss over på seg sin sitt skal skulle slik som så til ut var
        ved vi vil ville være vært ikkje kva kven korleis kvifor dei dykk ho me frå""",
    "pa": """ਅਤੇ ਤੇ ਦਾ ਦੇ ਦੀ ਦੀਆਂ ਨੂੰ ਨੇ ਵਿੱਚ ਵਿਚ ਤੋਂ ਨਾਲ ਲਈ ਹੈ ਹਨ ਸੀ ਸਨ ਇਹ ਉਹ ਇਸ ਉਸ ਇੱਕ ਇਕ ਕਿ ਜੋ ਵੀ ਹੀ ਤਾਂ ਮੈਂ ਅਸੀਂ ਤੁਸੀਂ ਕੀ ਕੌਣ
        ਕਿੱਥੇ ਕਦੋਂ ਕਿਉਂ ਕਿਵੇਂ ਪਰ ਜਾਂ ਨਹੀਂ""",
    "pl": """a aby ale am bez bo być był była było były będzie będą ci co czy dla do gdy gdzie go i ich im iż ja jak jaki jakie
        jako je jego jej jemu jest jestem jeśli już każdy kiedy kto która które którego której który którym którzy lub ma mają
        mi mnie my na nad nam nas nie niej nim nich o od on ona one oni ono oraz po pod podczas przed przez przy są się sobie
        swoje tak także tam te tego tej ten to tu tym ty tych u w we wy z za ze został została zostały że żeby dlaczego""",
    "pt": """a à ao aos aquela aquelas aquele aqueles aquilo as às até com como contra cuja cujo da das de dela delas dele deles
        depois desde dessa desse desta deste do dos durante e é ela elas ele eles em entre era eram és essa essas esse esses
        esta está estão estas estava estavam este estes eu foi foram há isso isto já la lhe lhes lo mais mas me mesmo meu meus
        minha muito na nas não nem no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos perante por porque
        porquê qual quais quando quanto quantos que quê quem são se seja sem ser será seu seus sido sob sobre sua suas também
        te tem têm tendo ter teu teve tinha tinham tu tua um uma umas uns você vocês""",
    "ro": """a acea aceasta această aceste acel acela acest acesta acestea acestui acei ai al ale am ar are as asta astea au avea
        avut ca că care cărui cărei ce cea cei cel cele cine cu cum când către cât câți câte da dacă dar de deci decât deși
        din dintre după e ea ei el ele era erau este eu fi fie fost i îi îl în înainte între își la le li lor lui m mai mea
        meu mi mă ne nici noi nostru nu o ori pe pentru peste prin printre s sa sale sau să se său și sub sunt te tu un una
        unde unei unor unui vă voi va vor""",
    "ru": """а без более бы был была были было быть в вам вас ведь весь во вот все всё всего всех вы где да для до его ее её если
        есть еще ещё же за здесь и из или им их к как какая какие какой когда кто который которая которое которые которых ли
        либо мне может мой моя мы на над надо нам нас не него нее неё нет ни них но ну о об однако он она они оно от перед по
        под почему при с сам свой своих себя сейчас со так также такой там тем то того тоже той только том ты у уж уже чего
        чем что чтобы эта эти этих это этой этом этого этот я""",
    "sh": """a ako ali bez bi bila bili bilo bio biti će da do ga gdje gde i ih ili im iz ja je jer još ju k ka kad kada kako kao
        ko koja koje koji kojih kojim kroz li me mi mu na nad nakon nam ne nego neka ni nije nisu no njegov njegova njih
        njihov njoj o od on ona oni ono pa po pod pre pred prema pri prije s sa sam samo se su sve svoj ta taj tada te ti to
        tko toga tu u uz već vi za zašto zbog što šta ова ово овај и у је да се на за од су са као који која које али или није
        бити био била било ће из до по не што шта ко где када како зашто он она они оно ја ти ми ви њих њему""",
    "sk": """a aby aj ako ale alebo ani až bez bol bola boli bolo bude budú by byť čo či do ho i ich im ja je jeho jej k kde kedy
        keď kto ktorá ktoré ktorí ktorý ku ma mi mu my na nad nie o od on ona oni ono po pod podľa pre preto pretože pri s sa
        sme so som sú tak také ten tento to toho tom ty u už v vo však z za zo že prečo""",
    "sl": """a ali bi bil bila bile bili bilo biti bo bodo če da do ga iz in ja jaz je jih jim k kaj kako kar kdaj kdo ker ki ko
        kot kje le lahko ma me med mi mu na nad naj ne ni niso njegov njen njih o ob od on ona oni pa po pod pred pri proti s
        sem si skozi smo so ste sva svoj ta tako te tega ter ti to tudi v več vi z za zakaj zaradi že""",
    "sq": """dhe e i të në nga me për një është janë ishte ishin që se si ka kanë kishte do ai ajo ata ato unë ti ne ju ky kjo këta
        këto kur ku kush çfarë pse cili cila po jo nuk apo ose por edhe deri pas para mbi nën sipas tij saj tyre""",
    "sv": """alla att av blev bli blir de dem den denna deras dess dessa det detta dig din du där efter eller en er ett från för ha
        hade han hans har henne hennes hon hur i icke in inte ja jag kan kunde man med mellan men mig min mot mycket ni nu när
        och också om oss på samt sedan sig sin sina ska skall skulle som så till under upp ut utan vad var vara varför varit
        vem vi vid vilka vilken vill är över""",
    "sw": """na ya wa kwa ni za la katika cha vya kuwa hiyo hii huu hizi hao hawa yeye wao mimi wewe sisi ninyi lakini au pia kama
        nini nani wapi lini gani kwamba ambayo ambao ambaye alikuwa walikuwa ilikuwa si je hata baada kabla""",
    "ta": """ஒரு இந்த அந்த அது இது அவர் அவர்கள் நான் நாம் நீங்கள் என்று என்ற என மற்றும் ஆனால் அல்லது உள்ள இருந்து இல்லை என்ன யார்
        எங்கே எப்போது ஏன் எப்படி எந்த தான் வரை மேலும் அவன் அவள்""",
    "te": """మరియు ఈ ఆ ఒక అది ఇది వారు అతను ఆమె నేను మనం మీరు అని అనే ఉంది ఉన్న లేదు కానీ లేదా ఏమి ఎవరు ఎక్కడ ఎప్పుడు ఎందుకు ఎలా ఏ
        వరకు కూడా నుండి""",
    "tr": """acaba ama aslında az bazı belki ben beni benim bir biri biz bize bizim bu bunu bunun buna bunlar çok çünkü da daha de
        defa değil diye dolayı en gibi göre hangi hem her için ile ise kadar karşı kez ki kim kime mı mi mu mü nasıl ne neden
        nerede nereye niçin niye o olan olarak oldu olduğu olduğunu on ona onlar onların onu onun sen siz sizin sonra şey şu
        tarafından üzere var ve veya ya yani zaman olup olsa""",
    "uk": """а або але б без би був була були було бути в вам вас ви від він вона вони воно все всі да де для до є ж з за зі і із
        її їй їм їх його й коли крім лише ми мене мені на над нам нас не нею ні ним них о об по під при про та так також там
        те ти то того тому у це цей ця ці цього цих чи чому що щоб щодо який яка яке які яких як якщо хто я собі себе свою
        свій своїх""",
    "ur": """کا کی کے کو میں سے نے پر اور یا یہ وہ اس ان ہے ہیں تھا تھی تھے ہو ہوتا ہوتی ہوتے ہوا ہوئی ہوئے کہ جو جس جن بھی ہی تو
        تک ایک کر کرنے کیا کیے گیا گئی گئے لیے لئے ساتھ بعد اپنے اپنا اپنی ہم تم آپ جب تب کون کہاں کب کیوں کیسے کس رہا رہی رہے
        لیکن مگر نہیں""",
    "vi": """và là của có được cho các những một này đó khi với trong trên dưới ở từ đến để do bởi vì nên thì mà như cũng đã đang
        sẽ không bị ra vào rằng nếu hay hoặc về theo tại ông bà anh chị họ tôi chúng ta nó gì ai nào đâu sao thế rất vẫn còn
        chỉ bao giờ""",
}


def function_words(code: str) -> tuple[str, ...]:
    """Return the function words of a language as they are written; () without a list."""
    return tuple(dict.fromkeys(_LISTS.get(code, "").split()))


def listed() -> tuple[str, ...]:
    """Return the languages that have a list, without English."""
    return tuple(_LISTS)
