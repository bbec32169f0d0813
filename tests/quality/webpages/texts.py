"""One invented news story in fourteen languages, with the boilerplate of a site: banners, comments, teasers, footers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The article's texts (`title`, `body`, `note`), and the site's, none of which may be read as the article."""

    language: str
    title: str
    author: str
    printed: str
    body: tuple[str, ...]
    cookies: str
    newsletter: str
    comments: tuple[str, ...]
    related: tuple[str, ...]
    menu: tuple[str, ...]
    footer: str


STORIES = (
    Story(
        language="en",
        title="No, the harbour bridge did not cost four times its budget",
        author="Nora Quill",
        printed="12 March 2021",
        body=(
            "A post shared by thousands of people says that the new harbour bridge in Velden cost four times what the council had approved. The accounts that the city published in February show something else.",
            "The council approved 84 million crowns in 2017, and the final bill was 91.5 million. That is an increase of nine percent, most of which went into a second foundation on the eastern bank.",
            "The figure of 336 million comes from a plan for the whole waterfront, which also covered a tram line, two schools and a sewage plant. None of that has been built so far.",
            "“We never spent that money, because parliament never granted it,” the city's treasurer told us. The state auditor confirmed this in a letter that we have seen.",
            "Those who shared the post did not answer our questions. We rate the claim as false.",
        ),
        cookies="We and our 214 partners store cookies on your device to measure how you use this site. You may accept all of them or choose which ones you want.",
        newsletter="Never miss a fact-check: sign up for our free morning letter and get the five most important stories in your inbox every day.",
        comments=(
            "I drove over that bridge yesterday and it shakes like jelly, so where did all the money go, I wonder.",
            "Typical. The newspapers only write what the mayor tells them and nobody checks the schools.",
            "Thank you for looking this up, my uncle has been sending it to everybody for weeks.",
        ),
        related=(
            "Five things you should know about the tram line that never came",
            "Did the mayor really sell the old post office to his brother?",
            "Heat wave: why the swimming pools stay closed on Mondays this summer",
            "Quiz: how well do you know the rivers of the north?",
        ),
        menu=("Home", "Politics", "Economy", "Culture", "Sport", "Weather", "Subscribe"),
        footer="The Velden Courier is published by Courier Media Limited, 4 Quay Street. All rights reserved. Terms of use and privacy notice.",
    ),
    Story(
        language="es",
        title="No, la vacuna del ganado no contamina la leche",
        author="Inés Robledo",
        printed="3 de mayo de 2022",
        body=(
            "Un vídeo que circula desde el lunes asegura que la vacuna aplicada al ganado de la comarca pasa a la leche y enferma a los niños. Los datos del instituto veterinario lo desmienten.",
            "El instituto analizó 412 muestras de 37 granjas entre enero y abril, y en ninguna encontró restos del producto. El plazo de espera que marca la ley es de tres días.",
            "El vídeo muestra un documento de 1998 sobre otro medicamento, retirado del mercado en 2003. La etiqueta se lee con claridad si se detiene la imagen en el segundo veinte.",
            "«Quien bebe esa leche bebe leche y nada más», explica la directora del laboratorio. La asociación de pediatras comparte esa opinión en un comunicado del martes.",
            "La autora del vídeo lo borró después de nuestra llamada. La afirmación es falsa.",
        ),
        cookies="Utilizamos cookies propias y de terceros para analizar sus hábitos de navegación y mostrarle publicidad. Puede aceptarlas todas o configurarlas.",
        newsletter="Suscríbase gratis a nuestro boletín y reciba cada mañana en su correo las noticias que de verdad importan.",
        comments=(
            "Mi vecino tiene vacas y dice lo contrario, así que yo no me fío de ningún laboratorio del gobierno.",
            "Gracias por aclararlo, en el grupo del colegio no se hablaba de otra cosa.",
            "Otra vez lo mismo, cada primavera sale el mismo bulo con otra cara.",
        ),
        related=(
            "Las claves de la sequía que amenaza a los regadíos del sur",
            "¿Es verdad que el tren dejará de parar en los pueblos pequeños?",
            "Cómo leer la factura de la luz sin perder la paciencia",
            "El museo abre de noche los viernes de junio",
        ),
        menu=("Portada", "España", "Economía", "Sociedad", "Deportes", "Opinión", "Suscribirse"),
        footer="Editado por Ediciones del Páramo, S. L. Todos los derechos reservados. Aviso legal y política de privacidad.",
    ),
    Story(
        language="de",
        title="Nein, die Stadt schaltet nachts nicht alle Ampeln ab",
        author="Jule Hartwig",
        printed="17. Oktober 2023",
        body=(
            "In mehreren Gruppen heißt es, die Stadt Mühlrode schalte von November an nachts sämtliche Ampeln ab, um Strom zu sparen. Ein Blick in den Beschluss des Rates zeigt, dass das nicht stimmt.",
            "Der Rat hat am 26. September beschlossen, zwölf von 148 Anlagen zwischen 23 und 5 Uhr auf gelbes Blinken zu stellen. Alle übrigen laufen weiter wie bisher.",
            "Das spart nach Angaben der Stadtwerke 4,2 Prozent des Stroms, den die Ampeln im Jahr verbrauchen. Die Zahl von 90 Prozent, die im Netz kursiert, hat niemand belegt.",
            "„Wir haben keine einzige Kreuzung mit einer Schule davor ausgewählt“, sagt die Leiterin des Tiefbauamts. Die Polizei hat die Liste vor dem Beschluss geprüft.",
            "Der Verfasser des Beitrags hat unsere Fragen nicht beantwortet. Die Behauptung ist falsch.",
        ),
        cookies="Wir und unsere Partner verwenden Cookies und ähnliche Techniken, um Inhalte und Werbung auf Sie zuzuschneiden. Sie können zustimmen oder ablehnen.",
        newsletter="Melden Sie sich für unseren kostenlosen Newsletter an und erhalten Sie jeden Morgen das Wichtigste aus der Region per Mail.",
        comments=(
            "Bei uns in der Straße ist die Ampel seit Jahren kaputt und es kümmert niemanden im Rathaus.",
            "Danke für die Recherche, meine Schwiegermutter war ganz außer sich deswegen.",
            "Und nächstes Jahr machen sie dann doch alle aus, ihr werdet schon sehen.",
        ),
        related=(
            "Warum das Freibad erst im Juli öffnet und was das kostet",
            "Faktencheck: Verkauft der Landkreis seine Wälder an Investoren?",
            "Diese Baustellen brauchen Pendler im Herbst die meiste Geduld",
            "Rätsel der Woche: Wer kennt diesen Kirchturm?",
        ),
        menu=("Startseite", "Lokales", "Politik", "Wirtschaft", "Kultur", "Sport", "Abo"),
        footer="Mühlroder Bote Verlag GmbH, Marktplatz 3. Alle Rechte vorbehalten. Impressum, Datenschutz und Nutzungsbedingungen.",
    ),
    Story(
        language="fr",
        title="Non, la mairie n'a pas interdit les sapins de Noël",
        author="Clémence Aubry",
        printed="8 décembre 2021",
        body=(
            "Une image partagée des milliers de fois affirme que la mairie de Rochebrune a interdit les sapins de Noël dans les écoles. Le règlement voté en novembre ne dit rien de tel.",
            "Le texte, que nous avons lu, demande seulement que les arbres soient éloignés d'un mètre des radiateurs. Il reprend une règle de sécurité que le département applique depuis 2009.",
            "Sur les 23 écoles de la commune, 21 ont installé un sapin cette année, contre 20 l'an dernier. Les deux autres sont en travaux et leurs élèves sont accueillis ailleurs.",
            "« Je ne comprends pas d'où vient cette histoire », nous a dit l'adjointe chargée des écoles. Elle a publié une photo de l'arbre qui se dresse dans le hall de la mairie.",
            "L'auteur de l'image n'a pas répondu à nos messages. L'affirmation est fausse.",
        ),
        cookies="Avec votre accord, nos partenaires et nous utilisons des cookies pour stocker et consulter des informations personnelles. Vous pouvez refuser.",
        newsletter="Recevez chaque matin notre lettre gratuite et ne manquez aucune des vérifications de la rédaction.",
        comments=(
            "Chez nous non plus il n'y avait pas de sapin, mais personne n'en a fait toute une histoire.",
            "Merci pour cet article, mes cousins y croyaient dur comme fer depuis lundi.",
            "On nous prend vraiment pour des imbéciles avec ces règlements à rallonge.",
        ),
        related=(
            "Pourquoi le pont de la gare restera fermé jusqu'au printemps",
            "Vrai ou faux : les chats noirs sont-ils plus souvent abandonnés ?",
            "Trois recettes de soupe pour les soirs de grand froid",
            "Le marché couvert change d'horaires à partir de janvier",
        ),
        menu=("Accueil", "Politique", "Économie", "Monde", "Culture", "Sports", "S'abonner"),
        footer="La Gazette de Rochebrune est éditée par la société Presse du Plateau. Tous droits réservés. Mentions légales.",
    ),
    Story(
        language="pt",
        title="É falso que o município tenha cortado a merenda das escolas",
        author="Luísa Prado",
        printed="21 de agosto de 2020",
        body=(
            "Uma mensagem que corre nos grupos de pais diz que a prefeitura de Serra Clara cortou a merenda de todas as escolas desde julho. Os documentos de compra mostram o contrário.",
            "A prefeitura gastou 2,3 milhões com alimentos entre janeiro e julho, treze por cento a mais que no ano anterior. As notas estão no portal de transparência e podem ser lidas por qualquer pessoa.",
            "A confusão nasceu de um contrato de suco de caixinha, que não foi renovado porque o conselho de nutrição pediu fruta fresca. O suco custava 40 mil por mês.",
            "“Nenhuma criança ficou sem comer”, disse a nutricionista da rede, que visitou onze escolas em agosto. O sindicato dos professores confirma.",
            "Quem publicou a mensagem não quis falar conosco. A informação é falsa.",
        ),
        cookies="Usamos cookies para melhorar a sua experiência e mostrar anúncios do seu interesse. Ao continuar navegando, você concorda com a nossa política.",
        newsletter="Cadastre o seu e-mail e receba de graça, todas as manhãs, as checagens mais lidas da semana.",
        comments=(
            "Na escola do meu filho só tem bolacha, então alguém está mentindo nessa história.",
            "Parabéns pelo trabalho, é disso que a cidade precisa.",
            "Quero ver no ano que vem, depois da eleição, se a fruta continua.",
        ),
        related=(
            "Entenda por que a conta de água subiu duas vezes neste ano",
            "É verdade que o hospital novo vai abrir sem médicos?",
            "Sete trilhas para fazer no fim de semana sem gastar nada",
            "Como pedir a segunda via dos documentos pela internet",
        ),
        menu=("Início", "Política", "Economia", "Cidades", "Esportes", "Opinião", "Assine"),
        footer="Jornal da Serra Ltda. Todos os direitos reservados. É proibida a reprodução sem autorização. Termos de uso.",
    ),
    Story(
        language="it",
        title="No, il comune non ha venduto la fontana della piazza",
        author="Bianca Ferri",
        printed="5 febbraio 2022",
        body=(
            "Da una settimana gira la voce che il comune di Montelupo Alto abbia venduto la fontana della piazza a un collezionista straniero. Gli atti dell'archivio raccontano un'altra storia.",
            "La fontana è stata smontata il 24 gennaio per un restauro che costa 186 mila euro, pagati per metà dalla regione. I pezzi si trovano in un capannone a nove chilometri dal paese.",
            "La fotografia del camion con la targa straniera risale al 2016 e mostra un trasporto di marmo per un albergo. Lo ha confermato il fotografo che la scattò.",
            "«La fontana torna al suo posto prima dell'estate», assicura la soprintendente. Il contratto prevede una penale di mille euro per ogni giorno di ritardo.",
            "Chi ha diffuso la voce non ha risposto alle nostre domande. La notizia è falsa.",
        ),
        cookies="Noi e alcuni fornitori selezionati utilizziamo cookie per finalità tecniche e, con il tuo consenso, per altre finalità. Puoi rifiutare.",
        newsletter="Iscriviti alla nostra newsletter gratuita: ogni mattina le notizie verificate dalla redazione nella tua casella.",
        comments=(
            "Io l'ho visto con i miei occhi il camion e di restauro non parlava nessuno in piazza.",
            "Grazie, finalmente qualcuno che va a vedere le carte prima di scrivere.",
            "Scommetto che a settembre siamo ancora qui senza fontana.",
        ),
        related=(
            "Che cosa cambia per i parcheggi del centro dal primo marzo",
            "È vero che l'acqua del lago è scesa di due metri in un anno?",
            "Dieci borghi da visitare prima che arrivi il caldo",
            "Il coro cerca voci nuove per la stagione di primavera",
        ),
        menu=("Prima pagina", "Cronaca", "Politica", "Economia", "Cultura", "Sport", "Abbonati"),
        footer="Il Corriere dei Colli è una testata registrata. Editrice Poggio s.r.l. Tutti i diritti riservati. Note legali.",
    ),
    Story(
        language="nl",
        title="Nee, de dijk bij Oosterveen is niet afgekeurd",
        author="Fenna de Wit",
        printed="9 november 2022",
        body=(
            "Op sociale media wordt beweerd dat de dijk bij Oosterveen is afgekeurd en dat het waterschap dat geheimhoudt. Uit de keuring van dit najaar blijkt iets anders.",
            "Het waterschap keurde 61 kilometer dijk en vond op drie plaatsen kleine verzakkingen, samen 400 meter lang. Die zijn in oktober hersteld voor 1,2 miljoen euro.",
            "De kaart met rode vlakken die wordt gedeeld, komt uit een oefening van 2014. Rechtsonder staat het woord oefening, maar dat stuk is afgesneden.",
            "“Wie hier woont, kan rustig slapen”, zegt de dijkgraaf. Het ministerie kreeg het volledige verslag op 2 november en had geen opmerkingen.",
            "De maker van het bericht wilde niet reageren. De bewering is onwaar.",
        ),
        cookies="Wij en onze partners gebruiken cookies om het gebruik van de site te meten en advertenties te tonen. U kunt uw keuze altijd wijzigen.",
        newsletter="Schrijf u in voor onze gratis nieuwsbrief en ontvang elke ochtend het belangrijkste nieuws uit de streek.",
        comments=(
            "Mijn kelder staat toch echt elk jaar blank, dus zo goed zal die dijk wel niet zijn.",
            "Fijn dat jullie dit uitzoeken, het gonsde van de geruchten in het dorp.",
            "En wie betaalt die miljoenen weer, dat is de vraag die niemand stelt.",
        ),
        related=(
            "Waarom de veerboot deze winter een uur later vaart",
            "Klopt het dat de bibliotheek haar boeken weggooit?",
            "Zo blijft uw huis warm zonder dat de rekening oploopt",
            "De ijsbaan zoekt vrijwilligers voor het nieuwe seizoen",
        ),
        menu=("Voorpagina", "Regio", "Politiek", "Economie", "Cultuur", "Sport", "Abonneren"),
        footer="De Oosterveense Bode is een uitgave van Veenpers BV. Alle rechten voorbehouden. Privacyverklaring en voorwaarden.",
    ),
    Story(
        language="pl",
        title="Nie, szpital w Dębowie nie zamyka porodówki",
        author="Zofia Malinowska",
        printed="14 stycznia 2023",
        body=(
            "W sieci krąży nagranie, według którego szpital w Dębowie od lutego zamyka porodówkę. Uchwała zarządu powiatu mówi co innego.",
            "Oddział zostanie przeniesiony na czas remontu z drugiego na czwarte piętro, a liczba łóżek wzrośnie z 18 do 22. Remont kosztuje 3,4 miliona złotych i potrwa pięć miesięcy.",
            "Na nagraniu widać kartkę na drzwiach, ale pochodzi ona z 2019 roku i dotyczyła jednego weekendu, kiedy zepsuło się ogrzewanie. Datę widać w rogu kartki.",
            "„W styczniu urodziło się u nas 41 dzieci”, mówi ordynatorka. Narodowy fundusz potwierdził, że umowa obowiązuje do końca 2026 roku.",
            "Autor nagrania nie odpowiedział na nasze pytania. Informacja jest fałszywa.",
        ),
        cookies="My i nasi partnerzy używamy plików cookie, aby dopasować treści i reklamy do twoich zainteresowań. Możesz odmówić zgody.",
        newsletter="Zapisz się na bezpłatny newsletter i codziennie rano otrzymuj najważniejsze wiadomości z regionu.",
        comments=(
            "Moja siostra leżała tam w grudniu i nikt nie wspominał o żadnym remoncie, więc jak to jest.",
            "Dziękuję za wyjaśnienie, w przychodni wszyscy o tym mówią.",
            "Zobaczymy za pół roku, czy te łóżka naprawdę tam staną.",
        ),
        related=(
            "Dlaczego autobusy do stolicy jeżdżą teraz inną drogą",
            "Czy to prawda, że gmina podniesie podatek od psów?",
            "Jak przygotować ogród na pierwsze mrozy w tym roku",
            "Klub szachowy zaprasza na bezpłatne zajęcia dla dzieci",
        ),
        menu=("Strona główna", "Region", "Polityka", "Gospodarka", "Kultura", "Sport", "Prenumerata"),
        footer="Wydawca: Głos Dębowa sp. z o.o. Wszelkie prawa zastrzeżone. Regulamin serwisu i polityka prywatności.",
    ),
    Story(
        language="ru",
        title="Нет, мост через Серебрянку не закроют на три года",
        author="Вера Лугова",
        printed="19 июня 2021",
        body=(
            "В городских чатах пишут, что мост через Серебрянку закроют на три года. Проект ремонта, опубликованный администрацией, говорит о другом.",
            "Движение ограничат на семь недель, с 5 июля по 22 августа, и одна полоса всё время останется открытой. Работы обойдутся в 128 миллионов, это на шесть процентов дешевле, чем планировали.",
            "Слух о трёх годах связан с другим мостом, старым железнодорожным, который разбирают с 2019 года. По нему уже двадцать лет никто не ездит.",
            "«Скорая помощь будет проезжать без задержек», — сказал нам главный инженер. Это подтвердили и в городской больнице.",
            "Автор сообщения на вопросы не ответил. Утверждение ложно.",
        ),
        cookies="Мы используем файлы cookie, чтобы сайт работал лучше и показывал вам подходящую рекламу. Продолжая пользоваться сайтом, вы соглашаетесь с этим.",
        newsletter="Подпишитесь на бесплатную рассылку и каждое утро получайте главные новости города на почту.",
        comments=(
            "Семь недель они обещали и в прошлый раз, а потом всё лето стояли в пробках.",
            "Спасибо, что разобрались, бабушки во дворе уже запасались крупой.",
            "Лучше бы дороги во дворах починили, а не мосты красили.",
        ),
        related=(
            "Почему этим летом в городе отключают воду дважды",
            "Правда ли, что старый кинотеатр продали за один рубль?",
            "Куда поехать на выходные, если у вас нет машины",
            "Школа танцев набирает взрослых без опыта",
        ),
        menu=("Главная", "Политика", "Экономика", "Общество", "Культура", "Спорт", "Подписка"),
        footer="Сетевое издание «Вечерний берег». Все права защищены. Использование материалов только с разрешения редакции.",
    ),
    Story(
        language="tr",
        title="Hayır, belediye ekmeğin gramajını gizlice düşürmedi",
        author="Selin Akça",
        printed="27 Nisan 2022",
        body=(
            "Sosyal medyada, Yeşilova belediyesinin halk ekmeğin gramajını gizlice düşürdüğü öne sürülüyor. Belediyenin yayımladığı kararlar bunun doğru olmadığını gösteriyor.",
            "Ekmek 2020 yılından beri 250 gram olarak satılıyor ve fiyatı mart ayında yüzde on iki arttı. Ticaret bakanlığının müfettişleri nisanda tarttıkları elli ekmeğin hiçbirinde eksik bulmadı.",
            "Paylaşılan fotoğraftaki terazi boşken de yirmi gramı eksi gösteriyor. Fotoğrafı çeken kişi bunu bize telefonda kabul etti.",
            "“Gramajı değiştirmek için meclis kararı gerekir” diyor fırının müdürü. Meclis tutanaklarında böyle bir karar yok.",
            "Paylaşımı yapan hesap sorularımızı yanıtsız bıraktı. İddia yanlış.",
        ),
        cookies="Sizlere daha iyi hizmet sunabilmek için çerezler kullanıyoruz. Siteyi kullanmaya devam ederek çerez politikamızı kabul etmiş olursunuz.",
        newsletter="Ücretsiz bültenimize abone olun, günün en önemli haberleri her sabah e-posta kutunuza gelsin.",
        comments=(
            "Ben her gün alıyorum, gözümle görüyorum küçüldüğünü, kimse kusura bakmasın.",
            "Teşekkürler, annem bu yüzden fırıncıyla kavga etmişti.",
            "Fiyat artınca gramajın önemi kalmıyor zaten, asıl onu yazın.",
        ),
        related=(
            "Metro hattı neden iki yıl gecikti ve şimdi ne olacak",
            "Parktaki ağaçların kesileceği doğru mu?",
            "Yazın serin kalmanın en ucuz yedi yolu",
            "Halk kütüphanesi gece yarısına kadar açık olacak",
        ),
        menu=("Ana sayfa", "Gündem", "Ekonomi", "Dünya", "Kültür", "Spor", "Abone ol"),
        footer="Yeşilova Postası Yayıncılık A.Ş. Tüm hakları saklıdır. Kullanım koşulları ve gizlilik bildirimi.",
    ),
    Story(
        language="ar",
        title="لا، لم تُلغِ الوزارة امتحانات الشهادة هذا العام",
        author="ليلى حداد",
        printed="6 يونيو 2023",
        body=(
            "تداول مستخدمون رسالة تقول إن وزارة التعليم ألغت امتحانات الشهادة هذا العام في كل المحافظات. غير أن القرار المنشور في الجريدة الرسمية يقول غير ذلك.",
            "أجّلت الوزارة الامتحان أسبوعا واحدا في ثلاث مدن فقط بسبب السيول، من أصل 27 مدينة. ويبلغ عدد الطلاب في هذه المدن نحو 14 ألف طالب.",
            "أما الصورة المرفقة بالرسالة فتعود إلى عام 2020، حين تغيّرت المواعيد بسبب الوباء. ويظهر التاريخ واضحا في أعلى الوثيقة الأصلية.",
            "وقالت مديرة الامتحانات: «جميع المراكز جاهزة ولم نلغ أي مادة». وأكد ذلك اتحاد المعلمين في بيان صدر يوم الأحد.",
            "ولم يرد صاحب الرسالة على أسئلتنا. الادعاء غير صحيح.",
        ),
        cookies="نستخدم ملفات تعريف الارتباط لتحسين تجربتك وعرض إعلانات تناسب اهتماماتك. يمكنك قبولها كلها أو اختيار ما تريد.",
        newsletter="اشترك في نشرتنا المجانية لتصلك أهم الأخبار كل صباح على بريدك الإلكتروني.",
        comments=(
            "ابني أخبره المدرس بأن الامتحان أُلغي، فمن نصدق في هذا البلد يا ترى؟",
            "شكرا لكم على التوضيح، كنا نسمع كلاما كثيرا بلا دليل.",
            "كل سنة تتكرر القصة نفسها قبل الامتحانات بأيام قليلة.",
        ),
        related=(
            "لماذا ارتفعت أسعار الخبز مرتين منذ بداية العام",
            "هل صحيح أن المستشفى الجديد سيفتح بلا أطباء؟",
            "خمس نصائح لقيادة آمنة في الضباب",
            "المكتبة العامة تمدد ساعات العمل في الصيف",
        ),
        menu=("الرئيسية", "سياسة", "اقتصاد", "ثقافة", "رياضة", "منوعات", "اشترك"),
        footer="جميع الحقوق محفوظة لمؤسسة الضفة للنشر. شروط الاستخدام وسياسة الخصوصية.",
    ),
    Story(
        language="hi",
        title="नहीं, नगर निगम ने पानी का शुल्क दोगुना नहीं किया",
        author="मीरा जोशी",
        printed="11 जुलाई 2022",
        body=(
            "एक संदेश में दावा किया जा रहा है कि नगर निगम ने सभी घरों के लिए पानी का शुल्क दोगुना कर दिया है। निगम की प्रकाशित अधिसूचना में ऐसा कुछ नहीं है।",
            "अधिसूचना के अनुसार घरेलू शुल्क पाँच प्रतिशत बढ़ा है और यह वृद्धि अप्रैल से लागू है। शहर के 62 हज़ार छोटे घरों को इससे पूरी छूट मिली है।",
            "जिस रसीद की तस्वीर साझा की जा रही है वह एक होटल की है, जिस पर व्यावसायिक दर लगती है। रसीद के ऊपर उपभोक्ता की श्रेणी साफ़ लिखी है।",
            "जल विभाग की अभियंता ने कहा कि दर बदलने के लिए परिषद की मंज़ूरी ज़रूरी है। परिषद की पिछली तीन बैठकों में यह विषय आया ही नहीं।",
            "संदेश भेजने वाले ने हमारे सवालों का जवाब नहीं दिया। यह दावा ग़लत है।",
        ),
        cookies="हम आपके अनुभव को बेहतर बनाने और विज्ञापन दिखाने के लिए कुकीज़ का उपयोग करते हैं। आप सभी को स्वीकार कर सकते हैं या चुन सकते हैं।",
        newsletter="हमारे निःशुल्क समाचार पत्र की सदस्यता लें और हर सुबह सबसे ज़रूरी ख़बरें अपने इनबॉक्स में पाएँ।",
        comments=(
            "हमारे मोहल्ले में तो पानी आता ही नहीं, फिर शुल्क किस बात का लिया जा रहा है।",
            "जानकारी के लिए धन्यवाद, परिवार के समूह में सब घबराए हुए थे।",
            "अगले चुनाव के बाद देखिएगा, यही दर दोगुनी हो जाएगी।",
        ),
        related=(
            "इस साल आम इतने महँगे क्यों हैं और कब सस्ते होंगे",
            "क्या सच में पुराना बाज़ार बंद होने वाला है?",
            "बरसात में घर को सीलन से बचाने के आसान उपाय",
            "पुस्तकालय अब रात दस बजे तक खुला रहेगा",
        ),
        menu=("मुखपृष्ठ", "राजनीति", "अर्थव्यवस्था", "समाज", "संस्कृति", "खेल", "सदस्यता"),
        footer="सर्वाधिकार सुरक्षित, नदी प्रकाशन। उपयोग की शर्तें और गोपनीयता नीति।",
    ),
    Story(
        language="zh",
        title="不，市政府没有取消老年人的公交卡",
        author="陈若兰",
        printed="2022年9月14日",
        body=(
            "网上流传一条消息，说清河市从十月起取消所有老年人的免费公交卡。市交通局公布的文件并没有这样的内容。",
            "文件规定，六十五岁以上的居民仍然可以免费乘车，只是旧卡要在2023年3月以前换成新卡。换卡不收费，全市一共有四十六个办理点。",
            "消息里的截图来自另一个城市2018年的通知，那里的规定后来也没有实行。把图片放大，就能看到那个城市的名字。",
            "交通局的工作人员告诉我们：“没有一位老人会因为换卡而多付一分钱。”公交公司也证实了这一点。",
            "发布消息的人没有回答我们的问题。这个说法是假的。",
        ),
        cookies="我们使用小型文本文件来改善您的浏览体验并展示相关广告，您可以全部接受，也可以自行选择。",
        newsletter="免费订阅我们的邮件，每天早上把最重要的新闻送到您的邮箱，不错过任何一篇核查报道。",
        comments=(
            "我妈昨天去坐车，司机还是让她刷了旧卡，所以到底听谁的呢？",
            "谢谢你们的核实，家里的群里已经吵了好几天了。",
            "换来换去还不是浪费钱，不如多开几班车。",
        ),
        related=(
            "地铁三号线为什么又要推迟一年才能通车",
            "老城区的梧桐树真的要全部砍掉吗？",
            "夏天省电的七个小办法，你用过几个",
            "图书馆周末延长开放到晚上十点",
        ),
        menu=("首页", "时政", "财经", "社会", "文化", "体育", "订阅"),
        footer="清河晚报社版权所有，未经授权不得转载。使用条款与隐私声明。",
    ),
    Story(
        language="ja",
        title="市が図書館の本を大量に焼却したという投稿は誤り",
        author="森下千夏",
        printed="2023年2月7日",
        body=(
            "青葉市が図書館の本を三万冊も焼却したという投稿が広がっている。市が公開した記録を調べたところ、事実ではなかった。",
            "市立図書館は昨年度、傷んだ本など4,812冊を除籍し、そのうち約九割を市民に無料で配った。残りは古紙として業者に引き渡されている。",
            "投稿に使われた写真は2011年に別の県で撮影されたもので、水害で使えなくなった書類を処分する様子を写している。撮影者にも確認した。",
            "館長は取材に対し、「焼却した本は一冊もありません」と答えた。業者の受け取りの記録もこの説明と一致する。",
            "投稿した人からは回答がなかった。この情報は誤りである。",
        ),
        cookies="当サイトでは利便性の向上と広告の表示のためにクッキーを使用しています。すべて許可するか、設定で選ぶことができます。",
        newsletter="無料のメールマガジンに登録すると、毎朝いちばん大切なニュースをお届けします。",
        comments=(
            "うちの近くの分館では棚が空っぽでしたけど、あれはどういうことなんでしょうか。",
            "調べてくれてありがとうございます。家族にも伝えます。",
            "どうせまた予算を減らす話になるんでしょう、いつものことです。",
        ),
        related=(
            "市バスの時刻が四月から変わる理由をわかりやすく説明",
            "公園の桜をすべて切るという話は本当か",
            "電気代を抑える暮らしの工夫を専門家に聞く",
            "プールの開放が今年は二週間長くなります",
        ),
        menu=("ホーム", "政治", "経済", "社会", "文化", "スポーツ", "購読"),
        footer="青葉新報社。無断転載を禁じます。利用規約とプライバシーポリシー。",
    ),
)
BY_LANGUAGE = {story.language: story for story in STORIES}
