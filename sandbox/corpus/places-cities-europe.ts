import { cities } from './place-table.ts';

/** Capitals and large cities of Europe. */
export const citiesOfEurope = cities(`
Berlin | DE | DE-BE | 52.5170 13.3889 | 0.85 | fr Berlin; es Berlín; it Berlino; pt Berlim; nl Berlijn; pl Berlin; ja ベルリン; osm R62422; box 52.3382448 52.6755087 13.0883450 13.7611609
Hamburg | DE | DE-HH | 53.5503 10.0007 | 0.78 | fr Hambourg; es Hamburgo; it Amburgo; pt Hamburgo; ja ハンブルク; osm R62782
München | DE | Bayern DE-BY | 48.1371 11.5754 | 0.78 | en,fr Munich; es Múnich; it Monaco di Baviera; pt Munique; nl München; pl Monachium; ja ミュンヘン; osm R62428
Köln | DE | Nordrhein-Westfalen DE-NW | 50.9384 6.9600 | 0.74 | en,fr Cologne; es,it,pt Colonia; nl Keulen; pl Kolonia; ja ケルン; osm R62578
Frankfurt am Main | DE | Hessen DE-HE | 50.1106 8.6821 | 0.75 | en Frankfurt; fr Francfort-sur-le-Main; es Fráncfort del Meno; it Francoforte sul Meno; nl Frankfurt am Main; alt Frankfurt, Francfort; osm R62400
Stuttgart | DE | Baden-Württemberg DE-BW | 48.7784 9.1800 | 0.71 | it Stoccarda; osm R2793104
Düsseldorf | DE | Nordrhein-Westfalen DE-NW | 51.2254 6.7763 | 0.70 | en Dusseldorf; alt Duesseldorf; osm R62539
Leipzig | DE | Sachsen DE-SN | 51.3406 12.3747 | 0.69 | it,pt Lipsia; es Leipzig; pl Lipsk
Dresden | DE | Sachsen DE-SN | 51.0493 13.7381 | 0.69 | fr Dresde; es Dresde; it Dresda; pl Drezno
Bremen | DE | DE-HB | 53.0758 8.8072 | 0.67 | fr Brême; it Brema; pl Brema
Hannover | DE | Niedersachsen DE-NI | 52.3745 9.7386 | 0.67 | en Hanover; fr Hanovre; es Hannover
Nürnberg | DE | Bayern DE-BY | 49.4539 11.0773 | 0.67 | en,fr Nuremberg; es Núremberg; it Norimberga; nl Neurenberg; pl Norymberga
Bonn | DE | Nordrhein-Westfalen DE-NW | 50.7359 7.1007 | 0.64 |
Freiburg im Breisgau | DE | Baden-Württemberg DE-BW | 47.9961 7.8494 | 0.60 | fr Fribourg-en-Brisgau; alt Freiburg
Heidelberg | DE | Baden-Württemberg DE-BW | 49.4094 8.6947 | 0.62 |
Aachen | DE | Nordrhein-Westfalen DE-NW | 50.7763 6.0838 | 0.62 | fr Aix-la-Chapelle; es Aquisgrán; it Aquisgrana; nl Aken
Wien | AT | AT-9 | 48.2084 16.3725 | 0.80 | en Vienna; fr Vienne; es,pt Viena; it Vienna; nl Wenen; pl Wiedeń; ja ウィーン; osm R109166
Graz | AT | Steiermark AT-6 | 47.0709 15.4383 | 0.63 |
Salzburg | AT | Salzburg AT-5 | 47.7981 13.0465 | 0.65 | fr Salzbourg; es Salzburgo; it Salisburgo
Innsbruck | AT | Tirol AT-7 | 47.2654 11.3928 | 0.63 |
Linz | AT | Oberösterreich AT-4 | 48.3059 14.2862 | 0.60 |
Zürich | CH | Zürich CH-ZH | 47.3744 8.5410 | 0.73 | en,fr Zurich; es Zúrich; it Zurigo; nl Zürich
Genève | CH | Genève CH-GE | 46.2018 6.1466 | 0.71 | en Geneva; de Genf; es Ginebra; it Ginevra; pt Genebra; nl Genève
Bern | CH | Bern CH-BE | 46.9485 7.4522 | 0.68 | fr Berne; es,it Berna
Basel | CH | Basel-Stadt CH-BS | 47.5581 7.5878 | 0.67 | fr Bâle; es,it Basilea; nl Bazel
Lausanne | CH | Vaud CH-VD | 46.5218 6.6327 | 0.64 | it Losanna
Paris | FR | Île-de-France FR-IDF | 48.8589 2.3200 | 0.89 | es París; it Parigi; nl Parijs; pl Paryż; ja パリ; osm R7444; box 48.8155755 48.9021560 2.2241220 2.4697602
Marseille | FR | Provence-Alpes-Côte d'Azur FR-PAC | 43.2962 5.3700 | 0.72 | en Marseille; es Marsella; it Marsiglia; pt Marselha; osm R76469
Lyon | FR | Auvergne-Rhône-Alpes FR-ARA | 45.7578 4.8320 | 0.71 | it Lione; alt Lyons; osm R120965
Toulouse | FR | Occitanie FR-OCC | 43.6045 1.4442 | 0.69 | es Toulouse; it Tolosa; osm R35738
Nice | FR | Provence-Alpes-Côte d'Azur FR-PAC | 43.7009 7.2684 | 0.68 | de Nizza; es Niza; it Nizza
Nantes | FR | Pays de la Loire FR-PDL | 47.2186 -1.5541 | 0.66 |
Strasbourg | FR | Grand Est FR-GES | 48.5846 7.7507 | 0.68 | de Straßburg; es Estrasburgo; it Strasburgo; nl Straatsburg
Bordeaux | FR | Nouvelle-Aquitaine FR-NAQ | 44.8412 -0.5800 | 0.68 | es Burdeos
Lille | FR | Hauts-de-France FR-HDF | 50.6366 3.0635 | 0.66 | nl Rijsel
Montpellier | FR | Occitanie FR-OCC | 43.6112 3.8767 | 0.63 |
Rennes | FR | Bretagne FR-BRE | 48.1113 -1.6800 | 0.62 |
Grenoble | FR | Auvergne-Rhône-Alpes FR-ARA | 45.1876 5.7358 | 0.62 |
Dijon | FR | Bourgogne-Franche-Comté FR-BFC | 47.3216 5.0415 | 0.60 | it Digione
London | GB | England GB-ENG | 51.5074 -0.1278 | 0.89 | fr,pt,es Londres; it Londra; nl Londen; pl Londyn; ja ロンドン; osm R65606; box 51.2867601 51.6918741 -0.5103751 0.3340155
Birmingham | GB | England GB-ENG | 52.4797 -1.9027 | 0.73 | osm R162378
Manchester | GB | England GB-ENG | 53.4795 -2.2451 | 0.72 |
Liverpool | GB | England GB-ENG | 53.4072 -2.9917 | 0.70 |
Leeds | GB | England GB-ENG | 53.7974 -1.5438 | 0.67 |
Bristol | GB | England GB-ENG | 51.4538 -2.5973 | 0.67 |
Cambridge | GB | England GB-ENG | 52.2055 0.1187 | 0.67 |
Oxford | GB | England GB-ENG | 51.7520 -1.2577 | 0.68 |
York | GB | England GB-ENG | 53.9591 -1.0792 | 0.62 |
Newcastle upon Tyne | GB | England GB-ENG | 54.9738 -1.6131 | 0.64 | alt Newcastle
Edinburgh | GB | Scotland GB-SCT | 55.9533 -3.1884 | 0.72 | fr Édimbourg; es Edimburgo; it Edimburgo; pt Edimburgo; pl Edynburg
Glasgow | GB | Scotland GB-SCT | 55.8612 -4.2502 | 0.70 |
Cardiff | GB | Wales GB-WLS | 51.4816 -3.1791 | 0.68 | alt Caerdydd
Belfast | GB | Northern Ireland GB-NIR | 54.5964 -5.9302 | 0.67 |
Dublin | IE | Leinster IE-L | 53.3494 -6.2606 | 0.75 | es Dublín; it Dublino; pt,fr Dublin; alt Baile Átha Cliath
Cork | IE | Munster IE-M | 51.8979 -8.4706 | 0.60 |
Galway | IE | Connacht IE-C | 53.2744 -9.0491 | 0.58 |
Madrid | ES | Comunidad de Madrid ES-MD | 40.4167 -3.7036 | 0.82 | pt Madri; pl Madryt; ja マドリード; osm R5326784
Barcelona | ES | Catalunya ES-CT | 41.3829 2.1774 | 0.79 | fr Barcelone; it Barcellona; ja バルセロナ; osm R347950
València | ES | Comunitat Valenciana ES-VC | 39.4697 -0.3763 | 0.68 | en,es,it,pt Valencia; es Valencia; fr Valence
Sevilla | ES | Andalucía ES-AN | 37.3886 -5.9953 | 0.69 | en Seville; fr Séville; it Siviglia; pt Sevilha
Zaragoza | ES | Aragón ES-AR | 41.6521 -0.8809 | 0.64 | fr Saragosse; de Saragossa; it Saragozza
Málaga | ES | Andalucía ES-AN | 36.7214 -4.4216 | 0.66 | en Málaga; fr Malaga
Bilbao | ES | Euskadi ES-PV | 43.2630 -2.9350 | 0.66 |
Granada | ES | Andalucía ES-AN | 37.1735 -3.5995 | 0.64 | fr Grenade
Palma | ES | Illes Balears ES-IB | 39.5696 2.6502 | 0.63 | alt Palma de Mallorca
Lisboa | PT | PT-11 | 38.7078 -9.1366 | 0.77 | en Lisbon; de Lissabon; fr Lisbonne; es Lisboa; it Lisbona; nl Lissabon; pl Lizbona; ja リスボン; osm R5400890
Porto | PT | PT-13 | 41.1495 -8.6108 | 0.69 | es Oporto; alt Oporto
Coimbra | PT | PT-06 | 40.2112 -8.4292 | 0.58 |
Ponta Delgada | PT | Açores PT-20 | 37.7395 -25.6687 | 0.52 |
Roma | IT | Lazio IT-62 | 41.8933 12.4829 | 0.83 | en Rome; de Rom; fr Rome; es,pt Roma; nl Rome; pl Rzym; ja ローマ; osm R41485
Milano | IT | Lombardia IT-25 | 45.4642 9.1896 | 0.77 | en Milan; de Mailand; fr Milan; es Milán; pt Milão; nl Milaan; pl Mediolan; ja ミラノ; osm R44915
Napoli | IT | Campania IT-72 | 40.8359 14.2488 | 0.73 | en Naples; de Neapel; fr Naples; es Nápoles; pt Nápoles; nl Napels; pl Neapol; osm R40767
Torino | IT | Piemonte IT-21 | 45.0678 7.6825 | 0.70 | en,de,fr Turin; es Turín; pt Turim; nl Turijn; pl Turyn
Firenze | IT | Toscana IT-52 | 43.7698 11.2556 | 0.73 | en,fr Florence; de Florenz; es Florencia; pt Florença; nl Florence; pl Florencja
Venezia | IT | Veneto IT-34 | 45.4372 12.3346 | 0.73 | en Venice; de Venedig; fr Venise; es Venecia; pt Veneza; nl Venetië; pl Wenecja
Bologna | IT | Emilia-Romagna IT-45 | 44.4939 11.3428 | 0.67 | fr Bologne; es Bolonia; pt Bolonha; pl Bolonia
Genova | IT | Liguria IT-42 | 44.4073 8.9339 | 0.67 | en Genoa; de Genua; fr Gênes; es Génova; nl Genua
Palermo | IT | Sicilia IT-82 | 38.1112 13.3524 | 0.66 | fr Palerme
Verona | IT | Veneto IT-34 | 45.4385 10.9924 | 0.63 | fr Vérone
Bari | IT | Puglia IT-75 | 41.1258 16.8620 | 0.61 |
Città del Vaticano | VA | | 41.9034 12.4529 | 0.68 | en Vatican City; de Vatikanstadt; fr Cité du Vatican; es Ciudad del Vaticano
San Marino | SM | | 43.9363 12.4467 | 0.55 |
Monaco | MC | | 43.7323 7.4277 | 0.62 | es Mónaco; it Monaco
Andorra la Vella | AD | | 42.5069 1.5212 | 0.57 | fr Andorre-la-Vieille
Vaduz | LI | | 47.1393 9.5228 | 0.55 |
Luxembourg | LU | | 49.6113 6.1298 | 0.66 | de Luxemburg; es Luxemburgo; it Lussemburgo; nl Luxemburg; alt Luxembourg City
Bruxelles - Brussel | BE | BE-BRU | 50.8467 4.3525 | 0.76 | en Brussels; de Brüssel; fr Bruxelles; es Bruselas; it Bruxelles; pt Bruxelas; nl Brussel; pl Bruksela; osm R54094
Antwerpen | BE | Vlaanderen BE-VLG | 51.2211 4.3997 | 0.68 | en Antwerp; fr Anvers; es Amberes; it Anversa
Gent | BE | Vlaanderen BE-VLG | 51.0538 3.7250 | 0.64 | en Ghent; fr Gand; es Gante; it Gand
Brugge | BE | Vlaanderen BE-VLG | 51.2085 3.2268 | 0.63 | en,fr Bruges; de Brügge; es Brujas
Liège | BE | Wallonie BE-WAL | 50.6451 5.5736 | 0.62 | de Lüttich; nl Luik; es Lieja
Amsterdam | NL | Noord-Holland NL-NH | 52.3731 4.8925 | 0.78 | es Ámsterdam; pt Amsterdã; ja アムステルダム; osm R271110
Rotterdam | NL | Zuid-Holland NL-ZH | 51.9244 4.4778 | 0.69 | es Róterdam
Den Haag | NL | Zuid-Holland NL-ZH | 52.0799 4.3113 | 0.69 | en The Hague; fr La Haye; es La Haya; it L'Aia; pt Haia; de Den Haag; alt 's-Gravenhage
Utrecht | NL | Utrecht NL-UT | 52.0908 5.1215 | 0.65 |
Eindhoven | NL | Noord-Brabant NL-NB | 51.4392 5.4786 | 0.61 |
København | DK | Hovedstaden DK-84 | 55.6867 12.5701 | 0.76 | en Copenhagen; de Kopenhagen; fr Copenhague; es Copenhague; it Copenaghen; pt Copenhaga; nl Kopenhagen; pl Kopenhaga
Aarhus | DK | Midtjylland DK-82 | 56.1496 10.2134 | 0.61 |
Oslo | NO | NO-03 | 59.9133 10.7390 | 0.75 |
Bergen | NO | Vestland NO-46 | 60.3943 5.3259 | 0.63 |
Tromsø | NO | Troms NO-55 | 69.6516 18.9559 | 0.57 |
Stockholm | SE | Stockholms län SE-AB | 59.3251 18.0711 | 0.77 | es Estocolmo; it Stoccolma; pt Estocolmo; pl Sztokholm
Göteborg | SE | Västra Götalands län SE-O | 57.7072 11.9670 | 0.66 | en,fr Gothenburg; es Gotemburgo
Malmö | SE | Skåne län SE-M | 55.6053 13.0002 | 0.63 |
Helsinki | FI | Uusimaa FI-18 | 60.1675 24.9428 | 0.74 | alt Helsingfors
Tampere | FI | Pirkanmaa FI-11 | 61.4981 23.7603 | 0.59 |
Reykjavík | IS | | 64.1460 -21.9422 | 0.68 | en,de Reykjavik; es Reikiavik
Tallinn | EE | Harju maakond EE-37 | 59.4372 24.7454 | 0.68 |
Rīga | LV | LV-RIX | 56.9494 24.1052 | 0.68 | en,de,fr,es,it,pt,nl Riga
Vilnius | LT | LT-VL | 54.6870 25.2829 | 0.68 | de Wilna; pl Wilno; es Vilna
Warszawa | PL | mazowieckie PL-14 | 52.2319 21.0067 | 0.76 | en Warsaw; de Warschau; fr Varsovie; es Varsovia; it Varsavia; pt Varsóvia; nl Warschau; ja ワルシャワ; osm R336075
Kraków | PL | małopolskie PL-12 | 50.0619 19.9369 | 0.70 | en Krakow; de Krakau; fr Cracovie; es,it,pt Cracovia; alt Cracow
Gdańsk | PL | pomorskie PL-22 | 54.3482 18.6540 | 0.66 | de Danzig; fr Gdansk
Wrocław | PL | dolnośląskie PL-02 | 51.1090 17.0327 | 0.66 | de Breslau
Poznań | PL | wielkopolskie PL-30 | 52.4083 16.9336 | 0.65 | de Posen
Łódź | PL | łódzkie PL-10 | 51.7687 19.4570 | 0.64 | de Lodsch
Praha | CZ | CZ-10 | 50.0874 14.4213 | 0.77 | en,fr Prague; de Prag; es,it,pt Praga; nl Praag; pl Praga; ja プラハ; osm R435514
Brno | CZ | Jihomoravský kraj CZ-64 | 49.1922 16.6113 | 0.63 | de Brünn
Bratislava | SK | Bratislavský kraj SK-BL | 48.1517 17.1093 | 0.69 | de Pressburg; pl Bratysława
Košice | SK | Košický kraj SK-KI | 48.7172 21.2497 | 0.58 |
Budapest | HU | HU-BU | 47.4979 19.0402 | 0.76 | es Budapest; pl Budapeszt; nl Boedapest; ja ブダペスト
Ljubljana | SI | | 46.0500 14.5069 | 0.66 | de Laibach; it Lubiana; es Liubliana; pl Lublana
Zagreb | HR | HR-21 | 45.8131 15.9773 | 0.69 | it Zagabria; pl Zagrzeb
Split | HR | HR-17 | 43.5116 16.4400 | 0.60 | it Spalato
Dubrovnik | HR | HR-19 | 42.6487 18.0943 | 0.62 | it Ragusa di Dalmazia
Sarajevo | BA | | 43.8519 18.3867 | 0.66 |
Београд | RS | | 44.8178 20.4569 | 0.71 | en,fr Belgrade; de,nl Belgrad; es Belgrado; it,pt Belgrado; pl Belgrad; alt Beograd
Podgorica | ME | | 42.4415 19.2621 | 0.58 |
Prishtina | XK | | 42.6639 21.1641 | 0.58 | en,de,it Pristina; alt Priština
Скопје | MK | | 41.9961 21.4317 | 0.62 | en,de,fr,nl Skopje; es Skopie
Tiranë | AL | | 41.3282 19.8184 | 0.63 | en,de,fr,es,it,nl Tirana
Αθήνα | GR | Αττική GR-I | 37.9756 23.7348 | 0.76 | en Athens; de Athen; fr Athènes; es,pt Atenas; it Atene; nl Athene; pl Ateny; ja アテネ; alt Athina
Θεσσαλονίκη | GR | Κεντρική Μακεδονία GR-B | 40.6403 22.9353 | 0.66 | en,de,nl Thessaloniki; fr Thessalonique; es Tesalónica; it Salonicco
София | BG | BG-22 | 42.6977 23.3217 | 0.70 | en,de,fr,it,nl Sofia; es Sofía; pt Sófia
București | RO | RO-B | 44.4361 26.1027 | 0.72 | en Bucharest; de Bukarest; fr Bucarest; es Bucarest; it Bucarest; pt Bucareste; nl Boekarest; pl Bukareszt
Cluj-Napoca | RO | RO-CJ | 46.7693 23.5901 | 0.60 | de Klausenburg; alt Cluj
Chișinău | MD | | 47.0245 28.8323 | 0.62 | en,de,es,it Chisinau; fr Chișinău
Київ | UA | UA-30 | 50.4500 30.5241 | 0.76 | en Kyiv; de Kiew; fr,es,pt Kiev; it Kiev; nl Kyiv; pl Kijów; alt Kiev
Львів | UA | UA-46 | 49.8420 24.0316 | 0.65 | en,fr Lviv; de Lemberg; es Leópolis; it Leopoli; pl Lwów
Одеса | UA | UA-51 | 46.4873 30.7393 | 0.66 | en,de,es,it,nl Odesa; fr Odessa; alt Odessa
Мінск | BY | | 53.9025 27.5618 | 0.70 | en,de,fr,es,it,nl Minsk; pl Mińsk
Москва | RU | RU-MOW | 55.7505 37.6175 | 0.83 | en Moscow; de Moskau; fr Moscou; es Moscú; it Mosca; pt Moscovo; nl Moskou; pl Moskwa; ja モスクワ; osm R102269
Санкт-Петербург | RU | RU-SPE | 59.9387 30.3162 | 0.77 | en Saint Petersburg; de Sankt Petersburg; fr Saint-Pétersbourg; es San Petersburgo; it San Pietroburgo; nl Sint-Petersburg; alt St Petersburg
Valletta | MT | | 35.8990 14.5137 | 0.61 | fr La Valette; es La Valeta; it La Valletta
Λευκωσία | CY | | 35.1739 33.3647 | 0.62 | en,de Nicosia; de Nikosia; fr Nicosie; es,it Nicosia; alt Lefkosia
İstanbul | TR | TR-34 | 41.0064 28.9759 | 0.80 | en,de,fr,nl Istanbul; es Estambul; it,pt Istanbul; pl Stambuł; ja イスタンブール; osm R223474
Ankara | TR | TR-06 | 39.9208 32.8541 | 0.72 |
თბილისი | GE | | 41.6935 44.8014 | 0.66 | en Tbilisi; de Tiflis; fr Tbilissi; es Tiflis; it Tbilisi
Երևան | AM | | 40.1777 44.5126 | 0.64 | en Yerevan; de Jerewan; fr Erevan; es Ereván; it Erevan
Bakı | AZ | | 40.3756 49.8328 | 0.66 | en,de,nl Baku; fr Bakou; es Bakú
`);
