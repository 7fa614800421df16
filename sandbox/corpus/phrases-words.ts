/**
 * Single words: English | German | French | Spanish | Italian | Portuguese | Dutch | Japanese | Polish.
 * Between slashes stand other forms; the first is the one a translation uses.
 */
export const singleWords = `
the | der/die/das/den/dem | le/la/les/l' | el/la/los/las | il/lo/la/i/gli/le/l' | o/a/os/as | de/het | |
a/an | ein/eine/einen/einem/einer | un/une | un/una | un/uno/una/un' | um/uma | een | |
and | und | et | y/e | e/ed | e | en | と | i
or | oder | ou | o | o/oppure | ou | of | または | lub
but | aber | mais | pero | ma | mas | maar | しかし | ale
not | nicht | pas | no | non | não | niet | | nie
with | mit | avec | con | con | com | met | | z
without | ohne | sans | sin | senza | sem | zonder | | bez
for | für | pour | para/por | per | para/por | voor | | dla
from | von/aus | de/depuis | de/desde | da/dal/dalla | de/desde | van/uit | | od
of | von | de/du/des/d' | de/del | di/del/della/dei/delle/dell' | de/do/da/dos/das | van | |
to | nach/zu | à/vers | a/hacia | a/verso | para/a | naar | | do
in | in/im | dans/en | en | in/nel/nella | em/no/na | in | | w
on | auf | sur | sobre/en | su/sul/sulla | sobre | op | | na
under | unter | sous | debajo de/bajo | sotto | debaixo de/sob | onder | | pod
between | zwischen | entre | entre | tra/fra | entre | tussen | | między
I | ich | je/j' | yo | io | eu | ik | 私 | ja
you | du/Sie | vous/tu | tú/usted | tu/Lei | você/tu | jij/je/u | あなた | ty
he | er | il | él | lui/egli | ele | hij | 彼 | on
she | sie | elle | ella | lei | ela | zij/ze | 彼女 | ona
we | wir | nous | nosotros | noi | nós | wij/we | 私たち | my
they | sie | ils/elles | ellos/ellas | loro | eles/elas | zij | 彼ら | oni
it | es | cela/ça | ello | esso | isso | het | それ | to
I am/I'm | ich bin | je suis | soy/estoy | sono/io sono | eu sou/sou/estou | ik ben | | jestem
you are/you're | du bist/Sie sind | vous êtes/tu es | eres/usted es | sei/tu sei | você é/és | jij bent/je bent/u bent | | jesteś
we are/we're | wir sind | nous sommes | somos/nosotros somos | siamo/noi siamo | nós somos/somos | wij zijn/we zijn | | jesteśmy
is | ist | est | es/está | è | é/está | is | です | jest
are | sind | sont | son/están | sono | são/estão | zijn | | są
was | war | était | era/estaba | era | era/estava | was | | był
I have/I've | ich habe | j'ai | tengo/yo tengo | ho/io ho | eu tenho/tenho | ik heb | | mam
we have/we've | wir haben | nous avons | tenemos | abbiamo | nós temos/temos | wij hebben/we hebben | | mamy
there is/there are | es gibt | il y a | hay | c'è/ci sono | há | er is/er zijn | | jest
my | mein/meine/meinen | mon/ma/mes | mi/mis | mio/mia/miei | meu/minha | mijn | 私の | mój
your | dein/deine/Ihr/Ihre | votre/ton/ta | tu/su | tuo/tua | seu/sua/teu | jouw/uw | あなたの | twój
this | dies/dieser/diese/dieses | ce/cette/ceci | este/esta/esto | questo/questa | este/esta/isto | dit/deze | これ | ten
that | das/jener | cela | ese/eso | quello/quella | aquele/aquilo | dat/die | あれ | tamten
who | wer | qui | quién | chi | quem | wie | 誰 | kto
what | was | quoi/que | qué | cosa/che cosa | o que/que | wat | 何 | co
when | wann | quand | cuándo/cuando | quando | quando | wanneer | いつ | kiedy
where | wo | où | dónde/donde | dove | onde | waar | どこ | gdzie
why | warum | pourquoi | por qué | perché | por que/porquê | waarom | なぜ | dlaczego
how | wie | comment | cómo | come | como | hoe | どう | jak
because | weil | parce que/parce qu' | porque | poiché | porque | omdat | なぜなら | ponieważ
very | sehr | très | muy | molto | muito | heel/erg | とても | bardzo
also/too | auch | aussi | también | anche | também | ook | も | też
always | immer | toujours | siempre | sempre | sempre | altijd | いつも | zawsze
never | nie | jamais | nunca | mai | nunca | nooit | 決して | nigdy
here | hier | ici | aquí | qui | aqui | hier | ここ | tutaj
there | dort/da | là/là-bas | allí/ahí | là/lì | lá/ali | daar | そこ | tam
now | jetzt | maintenant | ahora | adesso/ora | agora | nu | 今 | teraz
today | heute | aujourd'hui | hoy | oggi | hoje | vandaag | 今日 | dzisiaj/dziś
tomorrow | morgen | demain | mañana | domani | amanhã | morgen | 明日 | jutro
yesterday | gestern | hier | ayer | ieri | ontem | gisteren | 昨日 | wczoraj
world | Welt | monde | mundo | mondo | mundo | wereld | 世界 | świat
country | Land | pays | país | paese | país | land | 国 | kraj
city/town | Stadt | ville | ciudad | città | cidade | stad | 都市 | miasto
village | Dorf | village | pueblo | villaggio | aldeia | dorp | 村 | wieś
street | Straße | rue | calle | strada/via | rua | straat | 通り | ulica
house | Haus | maison | casa | casa | casa | huis | 家 | dom
room | Zimmer | chambre/pièce | habitación | stanza/camera | quarto | kamer | 部屋 | pokój
door | Tür | porte | puerta | porta | porta | deur | ドア | drzwi
window | Fenster | fenêtre | ventana | finestra | janela | raam | 窓 | okno
table | Tisch | table | mesa | tavolo | mesa | tafel | テーブル | stół
chair | Stuhl | chaise | silla | sedia | cadeira | stoel | 椅子 | krzesło
station | Bahnhof | gare | estación | stazione | estação | station | 駅 | dworzec
airport | Flughafen | aéroport | aeropuerto | aeroporto | aeroporto | luchthaven/vliegveld | 空港 | lotnisko
train | Zug | train | tren | treno | trem/comboio | trein | 電車 | pociąg
bus | Bus | bus/autobus | autobús | autobus | ônibus/autocarro | bus | バス | autobus
car | Auto | voiture | coche/carro | macchina/automobile | carro | auto | 車 | samochód
bicycle/bike | Fahrrad | vélo | bicicleta | bicicletta | bicicleta | fiets | 自転車 | rower
plane/airplane | Flugzeug | avion | avión | aereo | avião | vliegtuig | 飛行機 | samolot
ship | Schiff | bateau/navire | barco | nave | navio | schip | 船 | statek
ticket | Fahrkarte/Ticket | billet | billete/boleto | biglietto | bilhete/passagem | kaartje | 切符 | bilet
passport | Reisepass/Pass | passeport | pasaporte | passaporto | passaporte | paspoort | パスポート | paszport
hotel | Hotel | hôtel | hotel | albergo/hotel | hotel | hotel | ホテル | hotel
restaurant | Restaurant | restaurant | restaurante | ristorante | restaurante | restaurant | レストラン | restauracja
school | Schule | école | escuela/colegio | scuola | escola | school | 学校 | szkoła
university | Universität | université | universidad | università | universidade | universiteit | 大学 | uniwersytet
hospital | Krankenhaus | hôpital | hospital | ospedale | hospital | ziekenhuis | 病院 | szpital
shop/store | Laden/Geschäft | magasin | tienda | negozio | loja | winkel | 店 | sklep
market | Markt | marché | mercado | mercato | mercado | markt | 市場 | rynek
church | Kirche | église | iglesia | chiesa | igreja | kerk | 教会 | kościół
museum | Museum | musée | museo | museo | museu | museum | 博物館 | muzeum
library | Bibliothek | bibliothèque | biblioteca | biblioteca | biblioteca | bibliotheek | 図書館 | biblioteka
bridge | Brücke | pont | puente | ponte | ponte | brug | 橋 | most
tower | Turm | tour | torre | torre | torre | toren | 塔 | wieża
park | Park | parc | parque | parco | parque | park | 公園 | park
garden | Garten | jardin | jardín | giardino | jardim | tuin | 庭 | ogród
mountain | Berg | montagne | montaña | montagna | montanha | berg | 山 | góra
river | Fluss | rivière/fleuve | río | fiume | rio | rivier | 川 | rzeka
lake | See | lac | lago | lago | lago | meer | 湖 | jezioro
sea | Meer | mer | mar | mare | mar | zee | 海 | morze
beach | Strand | plage | playa | spiaggia | praia | strand | 浜辺 | plaża
forest | Wald | forêt | bosque | foresta/bosco | floresta | bos | 森 | las
tree | Baum | arbre | árbol | albero | árvore | boom | 木 | drzewo
flower | Blume | fleur | flor | fiore | flor | bloem | 花 | kwiat
sun | Sonne | soleil | sol | sole | sol | zon | 太陽 | słońce
moon | Mond | lune | luna | luna | lua | maan | 月 | księżyc
star | Stern | étoile | estrella | stella | estrela | ster | 星 | gwiazda
sky | Himmel | ciel | cielo | cielo | céu | hemel/lucht | 空 | niebo
earth | Erde | terre | tierra | terra | terra | aarde | 地球 | ziemia
rain | Regen | pluie | lluvia | pioggia | chuva | regen | 雨 | deszcz
snow | Schnee | neige | nieve | neve | neve | sneeuw | 雪 | śnieg
wind | Wind | vent | viento | vento | vento | wind | 風 | wiatr
fire | Feuer | feu | fuego | fuoco | fogo | vuur | 火 | ogień
weather | Wetter | météo | clima | meteo | clima | weer | 天気 | pogoda
animal | Tier | animal | animal | animale | animal | dier | 動物 | zwierzę
dog | Hund | chien | perro | cane | cão/cachorro | hond | 犬 | pies
cat | Katze | chat | gato | gatto | gato | kat | 猫 | kot
bird | Vogel | oiseau | pájaro | uccello | pássaro | vogel | 鳥 | ptak
fish | Fisch | poisson | pescado/pez | pesce | peixe | vis | 魚 | ryba
horse | Pferd | cheval | caballo | cavallo | cavalo | paard | 馬 | koń
man | Mann | homme | hombre | uomo | homem | man | 男 | mężczyzna
woman | Frau | femme | mujer | donna | mulher | vrouw | 女 | kobieta
child | Kind | enfant | niño | bambino | criança | kind | 子供 | dziecko
boy | Junge | garçon | chico | ragazzo | menino/rapaz | jongen | 少年 | chłopiec
girl | Mädchen | fille | chica | ragazza | menina/rapariga | meisje | 少女 | dziewczyna
mother | Mutter | mère | madre | madre | mãe | moeder | 母 | matka
father | Vater | père | padre | padre | pai | vader | 父 | ojciec
brother | Bruder | frère | hermano | fratello | irmão | broer | 兄弟 | brat
sister | Schwester | sœur/soeur | hermana | sorella | irmã | zus | 姉妹 | siostra
family | Familie | famille | familia | famiglia | família | familie/gezin | 家族 | rodzina
friend | Freund | ami | amigo | amico | amigo | vriend | 友達 | przyjaciel
people | Leute/Menschen | gens | gente | gente/persone | pessoas | mensen | 人々 | ludzie
name | Name/Namen | nom | nombre | nome | nome | naam | 名前 | imię
hand | Hand | main | mano | mano | mão | hand | 手 | ręka
head | Kopf | tête | cabeza | testa | cabeça | hoofd | 頭 | głowa
heart | Herz | cœur/coeur | corazón | cuore | coração | hart | 心 | serce
eye | Auge | œil/oeil | ojo | occhio | olho | oog | 目 | oko
water | Wasser | eau | agua | acqua | água | water | 水 | woda
bread | Brot | pain | pan | pane | pão | brood | パン | chleb
milk | Milch | lait | leche | latte | leite | melk | 牛乳 | mleko
coffee | Kaffee | café | café | caffè | café | koffie | コーヒー | kawa
tea | Tee | thé | té | tè | chá | thee | お茶 | herbata
wine | Wein | vin | vino | vino | vinho | wijn | ワイン | wino
beer | Bier | bière | cerveza | birra | cerveja | bier | ビール | piwo
cheese | Käse | fromage | queso | formaggio | queijo | kaas | チーズ | ser
meat | Fleisch | viande | carne | carne | carne | vlees | 肉 | mięso
apple | Apfel | pomme | manzana | mela | maçã | appel | りんご | jabłko
egg | Ei | œuf/oeuf | huevo | uovo | ovo | ei | 卵 | jajko
rice | Reis | riz | arroz | riso | arroz | rijst | ご飯 | ryż
sugar | Zucker | sucre | azúcar | zucchero | açúcar | suiker | 砂糖 | cukier
salt | Salz | sel | sal | sale | sal | zout | 塩 | sól
breakfast | Frühstück | petit déjeuner | desayuno | colazione | café da manhã/pequeno-almoço | ontbijt | 朝食 | śniadanie
lunch | Mittagessen | déjeuner | almuerzo | pranzo | almoço | lunch/middageten | 昼食 | obiad
dinner | Abendessen | dîner | cena | cena | jantar | avondeten | 夕食 | kolacja
money | Geld | argent | dinero | soldi/denaro | dinheiro | geld | お金 | pieniądze
price | Preis | prix | precio | prezzo | preço | prijs | 値段 | cena
work | Arbeit | travail | trabajo | lavoro | trabalho | werk | 仕事 | praca
time | Zeit | temps | tiempo | tempo | tempo | tijd | 時間 | czas
day | Tag | jour | día | giorno | dia | dag | 日 | dzień
night | Nacht | nuit | noche | notte | noite | nacht | 夜 | noc
week | Woche | semaine | semana | settimana | semana | week | 週 | tydzień
month | Monat | mois | mes | mese | mês | maand | 月 | miesiąc
year | Jahr | an/année | año | anno | ano | jaar | 年 | rok
hour | Stunde | heure | hora | ora/ore | hora | uur | 時間 | godzina
minute | Minute | minute | minuto | minuto | minuto | minuut | 分 | minuta
Monday | Montag | lundi | lunes | lunedì | segunda-feira | maandag | 月曜日 | poniedziałek
Tuesday | Dienstag | mardi | martes | martedì | terça-feira | dinsdag | 火曜日 | wtorek
Wednesday | Mittwoch | mercredi | miércoles | mercoledì | quarta-feira | woensdag | 水曜日 | środa
Thursday | Donnerstag | jeudi | jueves | giovedì | quinta-feira | donderdag | 木曜日 | czwartek
Friday | Freitag | vendredi | viernes | venerdì | sexta-feira | vrijdag | 金曜日 | piątek
Saturday | Samstag | samedi | sábado | sabato | sábado | zaterdag | 土曜日 | sobota
Sunday | Sonntag | dimanche | domingo | domenica | domingo | zondag | 日曜日 | niedziela
January | Januar | janvier | enero | gennaio | janeiro | januari | 一月 | styczeń
February | Februar | février | febrero | febbraio | fevereiro | februari | 二月 | luty
March | März | mars | marzo | marzo | março | maart | 三月 | marzec
April | April | avril | abril | aprile | abril | april | 四月 | kwiecień
May | Mai | mai | mayo | maggio | maio | mei | 五月 | maj
June | Juni | juin | junio | giugno | junho | juni | 六月 | czerwiec
July | Juli | juillet | julio | luglio | julho | juli | 七月 | lipiec
August | August | août | agosto | agosto | agosto | augustus | 八月 | sierpień
September | September | septembre | septiembre | settembre | setembro | september | 九月 | wrzesień
October | Oktober | octobre | octubre | ottobre | outubro | oktober | 十月 | październik
November | November | novembre | noviembre | novembre | novembro | november | 十一月 | listopad
December | Dezember | décembre | diciembre | dicembre | dezembro | december | 十二月 | grudzień
spring | Frühling | printemps | primavera | primavera | primavera | lente/voorjaar | 春 | wiosna
summer | Sommer | été | verano | estate | verão | zomer | 夏 | lato
autumn/fall | Herbst | automne | otoño | autunno | outono | herfst | 秋 | jesień
winter | Winter | hiver | invierno | inverno | inverno | winter | 冬 | zima
one | eins | un | uno | uno | um | één | 一 | jeden
two | zwei | deux | dos | due | dois/duas | twee | 二 | dwa
three | drei | trois | tres | tre | três | drie | 三 | trzy
four | vier | quatre | cuatro | quattro | quatro | vier | 四 | cztery
five | fünf | cinq | cinco | cinque | cinco | vijf | 五 | pięć
six | sechs | six | seis | sei | seis | zes | 六 | sześć
seven | sieben | sept | siete | sette | sete | zeven | 七 | siedem
eight | acht | huit | ocho | otto | oito | acht | 八 | osiem
nine | neun | neuf | nueve | nove | nove | negen | 九 | dziewięć
ten | zehn | dix | diez | dieci | dez | tien | 十 | dziesięć
hundred | hundert | cent | cien/ciento | cento | cem/cento | honderd | 百 | sto
thousand | tausend | mille | mil | mille | mil | duizend | 千 | tysiąc
red | rot/rote/roten/roter/rotes | rouge | rojo/roja | rosso/rossa | vermelho/vermelha | rood/rode | 赤い | czerwony
blue | blau/blaue/blauen/blauer/blaues | bleu/bleue | azul | blu | azul | blauw/blauwe | 青い | niebieski
green | grün/grüne/grünen/grüner/grünes | vert/verte | verde | verde | verde | groen/groene | 緑の | zielony
yellow | gelb/gelbe/gelben/gelber | jaune | amarillo/amarilla | giallo/gialla | amarelo/amarela | geel/gele | 黄色い | żółty
black | schwarz/schwarze/schwarzen/schwarzer | noir/noire | negro/negra | nero/nera | preto/preta | zwart/zwarte | 黒い | czarny
white | weiß/weiße/weißen/weißer | blanc/blanche | blanco/blanca | bianco/bianca | branco/branca | wit/witte | 白い | biały
good | gut/gute/guten/guter/gutes | bon/bonne | bueno/buena/buen | buono/buona/buon | bom/boa | goed/goede | 良い | dobry
bad | schlecht/schlechte/schlechter | mauvais/mauvaise | malo/mala | cattivo/cattiva | mau/má | slecht/slechte | 悪い | zły
big/large | groß/große/großen/großer/großes | grand/grande | grande/gran | grande/grandi | grande | groot/grote | 大きい | duży
small/little | klein/kleine/kleinen/kleiner/kleines | petit/petite | pequeño/pequeña | piccolo/piccola | pequeno/pequena | klein/kleine | 小さい | mały
new | neu/neue/neuen/neuer/neues | nouveau/nouvelle | nuevo/nueva | nuovo/nuova | novo/nova | nieuw/nieuwe | 新しい | nowy
old | alt/alte/alten/alter/altes | vieux/vieille/ancien | viejo/vieja | vecchio/vecchia | velho/velha | oud/oude | 古い | stary
beautiful | schön/schöne/schönen/schöner | beau/belle | hermoso/hermosa | bello/bella/bellissimo | bonito/bonita | mooi/mooie | 美しい | piękny
hot | heiß | chaud | caliente | caldo | quente | heet | 熱い | gorący
cold | kalt | froid | frío | freddo | frio | koud | 冷たい | zimny
fast/quick | schnell | rapide | rápido | veloce | rápido | snel | 速い | szybki
slow | langsam | lent | lento | lento | lento/devagar | langzaam | 遅い | wolny
easy | leicht/einfach | facile | fácil | facile | fácil | makkelijk | 簡単 | łatwy
difficult/hard | schwierig | difficile | difícil | difficile | difícil | moeilijk | 難しい | trudny
tired | müde | fatigué/fatiguée | cansado/cansada | stanco/stanca | cansado/cansada | moe | 疲れた | zmęczony
happy | glücklich | heureux/heureuse | feliz | felice | feliz | gelukkig | 幸せ | szczęśliwy
free | frei/kostenlos | libre/gratuit | libre/gratis | libero/gratuito | livre/grátis | vrij/gratis | 無料 | wolny
open | offen/geöffnet | ouvert | abierto | aperto | aberto | open | 開いている | otwarty
closed | geschlossen | fermé | cerrado | chiuso | fechado | gesloten | 閉まっている | zamknięty
left | links | gauche | izquierda | sinistra | esquerda | links | 左 | lewo
right | rechts | droite | derecha | destra | direita | rechts | 右 | prawo
straight ahead/straight on | geradeaus | tout droit | todo recto/todo derecho | sempre dritto/dritto | em frente | rechtdoor | まっすぐ | prosto
exit | Ausgang | sortie | salida | uscita | saída | uitgang | 出口 | wyjście
entrance | Eingang | entrée | entrada | ingresso/entrata | entrada | ingang | 入口 | wejście
to be | sein | être | ser/estar | essere | ser/estar | zijn/te zijn | |
to have | haben | avoir | tener/haber | avere | ter | hebben/te hebben | |
to go/go/goes | gehen | aller | ir | andare | ir | gaan/te gaan | 行く | iść
to eat/eat/eats | essen | manger | comer | mangiare | comer | eten/te eten | 食べる | jeść
to drink/drink/drinks | trinken | boire | beber | bere | beber | drinken/te drinken | 飲む | pić
to read/read/reads | lesen | lire | leer | leggere | ler | lezen/te lezen | 読む | czytać
to write/write/writes | schreiben | écrire | escribir | scrivere | escrever | schrijven/te schrijven | 書く | pisać
to search | suchen | chercher | buscar | cercare | procurar/pesquisar | zoeken/te zoeken | 探す | szukać
to find/find/finds | finden | trouver | encontrar | trovare | encontrar | vinden/te vinden | 見つける | znaleźć
to buy/buy/buys | kaufen | acheter | comprar | comprare | comprar | kopen/te kopen | 買う | kupić
to sleep/sleep/sleeps | schlafen | dormir | dormir | dormire | dormir | slapen/te slapen | 寝る | spać
I want | ich will | je veux | quiero | voglio | eu quero/quero | ik wil | | chcę
I need | ich brauche | j'ai besoin de/j'ai besoin d' | necesito | ho bisogno di | eu preciso de/preciso de | ik heb nodig | | potrzebuję
I like | ich mag | j'aime | me gusta | mi piace | eu gosto de/gosto de | ik houd van | | lubię
I can | ich kann | je peux | puedo | posso | eu posso/posso | ik kan | | mogę
I speak | ich spreche | je parle | hablo | parlo | eu falo/falo | ik spreek | | mówię
book | Buch | livre | libro | libro | livro | boek | 本 | książka
newspaper | Zeitung | journal | periódico | giornale | jornal | krant | 新聞 | gazeta
letter | Brief | lettre | carta | lettera | carta | brief | 手紙 | list
word | Wort | mot | palabra | parola | palavra | woord | 言葉 | słowo
language | Sprache | langue | idioma/lengua | lingua | língua | taal | 言語 | język
question | Frage | question | pregunta | domanda | pergunta | vraag | 質問 | pytanie
answer | Antwort | réponse | respuesta | risposta | resposta | antwoord | 答え | odpowiedź
music | Musik | musique | música | musica | música | muziek | 音楽 | muzyka
film/movie | Film | film | película | film | filme | film | 映画 | film
picture/image | Bild | image | imagen | immagine | imagem | afbeelding/beeld | 画像 | obraz
news | Nachrichten | actualités/nouvelles | noticias | notizie | notícias | nieuws | ニュース | wiadomości
computer | Computer/Rechner | ordinateur | ordenador/computadora | computer | computador | computer | コンピューター | komputer
telephone/phone | Telefon | téléphone | teléfono | telefono | telefone | telefoon | 電話 | telefon
internet | Internet | internet | internet | internet | internet | internet | インターネット | internet
password | Passwort | mot de passe | contraseña | password | senha/palavra-passe | wachtwoord | パスワード | hasło
server | Server | serveur | servidor | server | servidor | server | サーバー | serwer
search | Suche | recherche | búsqueda | ricerca | busca/pesquisa | zoekopdracht | 検索 | wyszukiwanie
translation | Übersetzung | traduction | traducción | traduzione | tradução | vertaling | 翻訳 | tłumaczenie
map | Karte | carte | mapa | mappa | mapa | kaart | 地図 | mapa
key | Schlüssel | clé/clef | llave | chiave | chave | sleutel | 鍵 | klucz
error | Fehler | erreur | error | errore | erro | fout | エラー | błąd
health | Gesundheit | santé | salud | salute | saúde | gezondheid | 健康 | zdrowie
freedom/liberty | Freiheit | liberté | libertad | libertà | liberdade | vrijheid | 自由 | wolnyść
peace | Frieden | paix | paz | pace | paz | vrede | 平和 | pokój
war | Krieg | guerre | guerra | guerra | guerra | oorlog | 戦争 | wojna
life | Leben | vie | vida | vita | vida | leven | 人生 | życie
love | Liebe | amour | amor | amore | amor | liefde | 愛 | miłość
history | Geschichte | histoire | historia | storia | história | geschiedenis | 歴史 | historia
science | Wissenschaft | science | ciencia | scienza | ciência | wetenschap | 科学 | nauka
art | Kunst | art | arte | arte | arte | kunst | 芸術 | sztuka
Germany | Deutschland | Allemagne | Alemania | Germania | Alemanha | Duitsland | ドイツ | Niemcy
France | Frankreich | France | Francia | Francia | França | Frankrijk | フランス | Francja
Spain | Spanien | Espagne | España | Spagna | Espanha | Spanje | スペイン | Hiszpania
Italy | Italien | Italie | Italia | Italia | Itália | Italië | イタリア | Włochy
England | England | Angleterre | Inglaterra | Inghilterra | Inglaterra | Engeland | イギリス | Anglia
Europe | Europa | Europe | Europa | Europa | Europa | Europa | ヨーロッパ | Europa
Berlin | Berlin | Berlin | Berlín | Berlino | Berlim | Berlijn | ベルリン | Berlin
Paris | Paris | Paris | París | Parigi | Paris | Parijs | パリ | Paryż
London | London | Londres | Londres | Londra | Londres | Londen | ロンドン | Londyn
English | Englisch | anglais | inglés | inglese | inglês | Engels | 英語 | angielski
German | Deutsch | allemand | alemán | tedesco | alemão | Duits | ドイツ語 | niemiecki
French | Französisch | français | francés | francese | francês | Frans | フランス語 | francuski
Spanish | Spanisch | espagnol | español | spagnolo | espanhol | Spaans | スペイン語 | hiszpański
`;
