/**
 * Things people say: English | German | French | Spanish | Italian | Portuguese | Dutch | Japanese | Polish.
 * Between slashes stand other ways to say it; the first is the one a translation uses.
 */
export const everydayPhrases = `
hello | hallo | bonjour | hola | ciao | olá | hallo | こんにちは | cześć
hi | hi | salut | buenas | salve | oi | hoi | やあ | hej
good morning | guten Morgen | bonjour | buenos días | buongiorno | bom dia | goedemorgen | おはようございます | dzień dobry
good afternoon | guten Tag | bon après-midi | buenas tardes | buon pomeriggio | boa tarde | goedemiddag | こんにちは | dzień dobry
good evening | guten Abend | bonsoir | buenas noches | buonasera | boa noite | goedenavond | こんばんは | dobry wieczór
good night | gute Nacht | bonne nuit | buenas noches | buonanotte | boa noite | goedenacht/welterusten | おやすみなさい | dobranoc
goodbye | auf Wiedersehen | au revoir | adiós | arrivederci | adeus | tot ziens | さようなら | do widzenia
bye | tschüss | à plus | chao | ci vediamo | tchau | doei | じゃあね | pa
see you tomorrow | bis morgen | à demain | hasta mañana | a domani | até amanhã | tot morgen | また明日 | do jutra
see you soon | bis bald | à bientôt | hasta pronto | a presto | até logo | tot gauw | またね | do zobaczenia wkrótce
welcome | willkommen | bienvenue | bienvenido | benvenuto | bem-vindo | welkom | ようこそ | witaj
please | bitte | s'il vous plaît/s'il te plaît | por favor | per favore | por favor | alstublieft/alsjeblieft | お願いします | proszę
thank you | danke/danke schön | merci | gracias | grazie | obrigado/obrigada | dank u/dank je | ありがとうございます | dziękuję
thank you very much | vielen Dank | merci beaucoup | muchas gracias | grazie mille | muito obrigado | hartelijk dank | どうもありがとうございます | dziękuję bardzo
thanks | danke | merci | gracias | grazie | obrigado | bedankt/dank | ありがとう | dzięki
you're welcome/you are welcome | gern geschehen | de rien | de nada | prego | de nada | graag gedaan | どういたしまして | nie ma za co
excuse me | entschuldigen Sie | excusez-moi | disculpe | mi scusi | com licença | neem me niet kwalijk | すみません | przepraszam
sorry | Entschuldigung | désolé | lo siento | scusa | desculpe | sorry | ごめんなさい | przepraszam
yes | ja | oui | sí | sì | sim | ja | はい | tak
no | nein | non | no | no | não | nee | いいえ | nie
maybe | vielleicht | peut-être | quizás/tal vez | forse | talvez | misschien | たぶん | może
of course | natürlich | bien sûr | por supuesto | certo/certamente | claro | natuurlijk | もちろん | oczywiście
no problem | kein Problem | pas de problème | no hay problema | nessun problema | sem problema | geen probleem | 問題ありません | nie ma problemu
how are you/how do you do | wie geht es dir/wie geht's/wie geht es Ihnen | comment allez-vous/comment vas-tu/comment ça va | cómo estás/cómo está usted/qué tal | come stai/come sta | como vai/como está/como vai você | hoe gaat het/hoe gaat het met je | お元気ですか | jak się masz
I am fine/I'm fine/I am well/I'm well | mir geht es gut/es geht mir gut | je vais bien | estoy bien | sto bene | estou bem | het gaat goed/het gaat goed met mij | 元気です | mam się dobrze
and you | und dir/und Ihnen | et vous/et toi | y tú/y usted | e tu/e Lei | e você/e tu | en jij/en u | あなたは | a ty
what is your name/what's your name | wie heißt du/wie heißen Sie | comment vous appelez-vous/comment t'appelles-tu | cómo te llamas/cómo se llama | come ti chiami/come si chiama | como se chama/como você se chama | hoe heet je/hoe heet u | お名前は何ですか | jak masz na imię/jak się nazywasz
my name is | ich heiße/mein Name ist | je m'appelle | me llamo/mi nombre es | mi chiamo | meu nome é/chamo-me | mijn naam is/ik heet | 私の名前は | nazywam się/mam na imię
nice to meet you/pleased to meet you | freut mich/schön, dich kennenzulernen | enchanté | mucho gusto/encantado | piacere di conoscerti/piacere | prazer em conhecê-lo | aangenaam | はじめまして | miło mi
where are you from | woher kommst du/woher kommen Sie | d'où venez-vous/d'où viens-tu | de dónde eres/de dónde es usted | di dove sei/da dove vieni | de onde você é/de onde és | waar kom je vandaan | どこから来ましたか | skąd jesteś
I come from/I am from/I'm from | ich komme aus | je viens de | vengo de/soy de | vengo da/sono di | eu venho de/venho de | ik kom uit | |
I live in | ich wohne in/ich lebe in | j'habite à/j'habite en/je vis en | vivo en | abito a/vivo in | eu moro em/moro em/vivo em | ik woon in | | mieszkam w
do you speak English | sprechen Sie Englisch/sprichst du Englisch | parlez-vous anglais | habla inglés/hablas inglés | parla inglese/parli inglese | fala inglês/você fala inglês | spreekt u Engels/spreek je Engels | 英語を話せますか | czy mówisz po angielsku
do you speak German | sprechen Sie Deutsch/sprichst du Deutsch | parlez-vous allemand | habla alemán/hablas alemán | parla tedesco/parli tedesco | fala alemão/você fala alemão | spreekt u Duits/spreek je Duits | |
I don't understand/I do not understand | ich verstehe nicht/das verstehe ich nicht | je ne comprends pas | no entiendo | non capisco | não entendo/não compreendo | ik begrijp het niet | わかりません | nie rozumiem
I understand | ich verstehe | je comprends | entiendo | capisco | entendo | ik begrijp het | わかりました | rozumiem
I don't know/I do not know | ich weiß nicht/ich weiß es nicht | je ne sais pas | no sé/no lo sé | non lo so/non so | não sei | ik weet het niet | 知りません | nie wiem
I think so | ich glaube schon | je pense que oui | creo que sí | penso di sì | acho que sim | ik denk het wel | |
where is | wo ist | où est/où se trouve | dónde está | dove si trova/dov'è | onde fica/onde está | waar is | | gdzie jest
where is the station | wo ist der Bahnhof | où est la gare | dónde está la estación | dov'è la stazione | onde fica a estação | waar is het station | 駅はどこですか | gdzie jest dworzec
where is the toilet/where is the bathroom | wo ist die Toilette | où sont les toilettes | dónde está el baño | dov'è il bagno | onde fica o banheiro | waar is het toilet | トイレはどこですか | gdzie jest toaleta
how much does it cost/how much is it/how much is this | wie viel kostet das/was kostet das | combien ça coûte/c'est combien | cuánto cuesta | quanto costa | quanto custa | hoeveel kost het/wat kost het | いくらですか | ile to kosztuje
what time is it | wie spät ist es/wie viel Uhr ist es | quelle heure est-il | qué hora es | che ora è/che ore sono | que horas são | hoe laat is het | 今何時ですか | która jest godzina
can you help me/could you help me | können Sie mir helfen/kannst du mir helfen | pouvez-vous m'aider/peux-tu m'aider | puede ayudarme/me puedes ayudar | può aiutarmi/puoi aiutarmi | pode me ajudar/pode ajudar-me | kunt u mij helpen/kun je me helpen | 手伝ってもらえますか | czy możesz mi pomóc
I would like/I'd like | ich möchte/ich hätte gern | je voudrais | quisiera/me gustaría | vorrei | eu gostaria de/gostaria de | ik wil graag | | chciałbym
I would like a coffee | ich möchte einen Kaffee | je voudrais un café | quisiera un café | vorrei un caffè | eu gostaria de um café | ik wil graag een koffie | コーヒーをください | poproszę kawę
a glass of water | ein Glas Wasser | un verre d'eau | un vaso de agua | un bicchiere d'acqua | um copo de água | een glas water | |
the bill, please | die Rechnung, bitte/zahlen, bitte | l'addition, s'il vous plaît | la cuenta, por favor | il conto, per favore | a conta, por favor | de rekening, alstublieft | お会計お願いします | poproszę rachunek
I love you | ich liebe dich | je t'aime | te amo/te quiero | ti amo | eu te amo/amo-te | ik hou van jou/ik hou van je | 愛しています | kocham cię
I am hungry/I'm hungry | ich habe Hunger | j'ai faim | tengo hambre | ho fame | estou com fome/tenho fome | ik heb honger | お腹が空きました | jestem głodny
I am thirsty/I'm thirsty | ich habe Durst | j'ai soif | tengo sed | ho sete | estou com sede/tenho sede | ik heb dorst | 喉が渇きました |
I am tired/I'm tired | ich bin müde | je suis fatigué | estoy cansado | sono stanco | estou cansado | ik ben moe | 疲れました | jestem zmęczony
I am lost/I'm lost | ich habe mich verlaufen | je suis perdu | estoy perdido | mi sono perso | estou perdido | ik ben verdwaald | 道に迷いました | zgubiłem się
I need a doctor | ich brauche einen Arzt | j'ai besoin d'un médecin | necesito un médico | ho bisogno di un medico | preciso de um médico | ik heb een dokter nodig | 医者が必要です | potrzebuję lekarza
call the police | rufen Sie die Polizei | appelez la police | llame a la policía | chiami la polizia | chame a polícia | bel de politie | 警察を呼んでください | proszę wezwać policję
help | Hilfe | au secours/à l'aide | socorro/ayuda | aiuto | socorro/ajuda | help | 助けて | pomocy
happy birthday | alles Gute zum Geburtstag/herzlichen Glückwunsch zum Geburtstag | joyeux anniversaire | feliz cumpleaños | buon compleanno | feliz aniversário | gefeliciteerd met je verjaardag | お誕生日おめでとうございます | wszystkiego najlepszego
merry Christmas | frohe Weihnachten | joyeux Noël | feliz Navidad | buon Natale | feliz Natal | vrolijk kerstfeest | メリークリスマス | wesołych świąt
happy new year | frohes neues Jahr | bonne année | feliz año nuevo | felice anno nuovo/buon anno | feliz ano novo | gelukkig nieuwjaar | 明けましておめでとうございます | szczęśliwego nowego roku
congratulations | herzlichen Glückwunsch/Glückwunsch | félicitations | felicidades/enhorabuena | congratulazioni | parabéns | gefeliciteerd | おめでとうございます | gratulacje
good luck | viel Glück | bonne chance | buena suerte | buona fortuna | boa sorte | veel succes/veel geluk | 頑張って | powodzenia
have a nice day | einen schönen Tag noch/schönen Tag noch | bonne journée | que tengas un buen día | buona giornata | tenha um bom dia | fijne dag nog/fijne dag | 良い一日を | miłego dnia
enjoy your meal | guten Appetit | bon appétit | buen provecho | buon appetito | bom apetite | eet smakelijk | いただきます | smacznego
cheers | prost/zum Wohl | santé/à votre santé | salud | salute/cin cin | saúde | proost | 乾杯 | na zdrowie
have a good trip | gute Reise | bon voyage | buen viaje | buon viaggio | boa viagem | goede reis | 良い旅を | szczęśliwej podróży
get well soon | gute Besserung | bon rétablissement | que te mejores | guarisci presto | melhoras | beterschap | お大事に |
the weather is nice today/the weather is good today | das Wetter ist heute schön/heute ist das Wetter schön | il fait beau aujourd'hui | hoy hace buen tiempo/hace buen tiempo hoy | oggi il tempo è bello/oggi fa bel tempo | o tempo está bom hoje/hoje o tempo está bom | het is mooi weer vandaag | 今日は天気がいいです | dzisiaj jest ładna pogoda
it is raining/it's raining | es regnet | il pleut | está lloviendo/llueve | piove/sta piovendo | está chovendo/está a chover | het regent | 雨が降っています | pada deszcz
it is cold/it's cold | es ist kalt | il fait froid | hace frío | fa freddo | está frio/faz frio | het is koud | 寒いです | jest zimno
it is hot/it's hot | es ist heiß | il fait chaud | hace calor | fa caldo | está quente/faz calor | het is heet | 暑いです | jest gorąco
I am learning German | ich lerne Deutsch | j'apprends l'allemand | estoy aprendiendo alemán | sto imparando il tedesco | estou aprendendo alemão | ik leer Duits | |
I am looking for | ich suche | je cherche | estoy buscando/busco | sto cercando/cerco | estou procurando/procuro | ik zoek | | szukam
open source | Open Source | open source | código abierto | open source | código aberto | open source | オープンソース |
search engine | Suchmaschine | moteur de recherche | motor de búsqueda/buscador | motore di ricerca | motor de busca/motor de pesquisa | zoekmachine | 検索エンジン | wyszukiwarka
search results | Suchergebnisse | résultats de recherche | resultados de búsqueda | risultati di ricerca | resultados da pesquisa | zoekresultaten | 検索結果 | wyniki wyszukiwania
climate change | Klimawandel | changement climatique | cambio climático | cambiamento climatico | mudança climática/alterações climáticas | klimaatverandering | 気候変動 | zmiana klimatu
the quick brown fox jumps over the lazy dog | der schnelle braune Fuchs springt über den faulen Hund | le vif renard brun saute par-dessus le chien paresseux | el rápido zorro marrón salta sobre el perro perezoso | la veloce volpe marrone salta sopra il cane pigro | a rápida raposa marrom salta sobre o cão preguiçoso | de snelle bruine vos springt over de luie hond | |
all human beings are born free and equal in dignity and rights | alle Menschen sind frei und gleich an Würde und Rechten geboren | tous les êtres humains naissent libres et égaux en dignité et en droits | todos los seres humanos nacen libres e iguales en dignidad y derechos | tutti gli esseri umani nascono liberi ed eguali in dignità e diritti | todos os seres humanos nascem livres e iguais em dignidade e em direitos | alle mensen worden vrij en gelijk in waardigheid en rechten geboren | | wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw
`;
