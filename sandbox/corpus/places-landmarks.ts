import { landmarks } from './place-table.ts';

/** Sights and buildings, with the addresses at which they stand: house number and road; suburb; postcode. */
export const landmarksOfTheWorld = landmarks(`
Tour Eiffel | FR | Paris | 48.8583 2.2945 | 0.78 | tourism attraction | 5 Avenue Anatole France; Gros-Caillou; 75007 | en Eiffel Tower; de Eiffelturm; es,it Torre Eiffel; pt Torre Eiffel; nl Eiffeltoren; pl Wieża Eiffla; ja エッフェル塔; osm W5013364
Musée du Louvre | FR | Paris | 48.8612 2.3358 | 0.72 | tourism museum | Place du Carrousel; Saint-Germain-l'Auxerrois; 75001 | en Louvre Museum; de,es,it Louvre; alt Louvre; osm W7515426
Cathédrale Notre-Dame de Paris | FR | Paris | 48.8530 2.3498 | 0.70 | amenity place_of_worship | 6 Parvis Notre-Dame; Quartier Notre-Dame; 75004 | en Notre-Dame Cathedral; de Kathedrale Notre-Dame; alt Notre-Dame, Notre Dame de Paris
Arc de Triomphe | FR | Paris | 48.8738 2.2950 | 0.68 | historic monument | Place Charles de Gaulle; Chaillot; 75008 | de Triumphbogen; es Arco de Triunfo; it Arco di Trionfo
Basilique du Sacré-Cœur | FR | Paris | 48.8867 2.3431 | 0.64 | amenity place_of_worship | 35 Rue du Chevalier de La Barre; Montmartre; 75018 | en Sacré-Cœur Basilica; alt Sacré-Coeur, Sacre Coeur
Musée d'Orsay | FR | Paris | 48.8600 2.3266 | 0.64 | tourism museum | Esplanade Valéry Giscard d'Estaing; Saint-Thomas-d'Aquin; 75007 | alt Orsay Museum
Château de Versailles | FR | Versailles, Île-de-France | 48.8049 2.1204 | 0.66 | historic castle | Place d'Armes; ; 78000 | en Palace of Versailles; de Schloss Versailles; es Palacio de Versalles; it Reggia di Versailles
Mont-Saint-Michel | FR | Le Mont-Saint-Michel, Normandie | 48.6361 -1.5115 | 0.63 | tourism attraction | Grande Rue; ; 50170 | alt Mont Saint Michel
Pont du Gard | FR | Vers-Pont-du-Gard, Occitanie | 43.9475 4.5350 | 0.55 | historic aqueduct | ; ; 30210 |
Brandenburger Tor | DE | Berlin | 52.5163 13.3777 | 0.72 | tourism attraction | Pariser Platz; Mitte; 10117 | en Brandenburg Gate; fr Porte de Brandebourg; es Puerta de Brandeburgo; it Porta di Brandeburgo; nl Brandenburger Tor; pl Brama Brandenburska; osm W518071791
Reichstagsgebäude | DE | Berlin | 52.5186 13.3762 | 0.66 | office government | 1 Platz der Republik; Mitte; 11011 | en Reichstag Building; fr Palais du Reichstag; alt Reichstag
Berliner Fernsehturm | DE | Berlin | 52.5208 13.4094 | 0.64 | man_made tower | 1A Panoramastraße; Mitte; 10178 | en Berlin TV Tower; alt Fernsehturm
Museumsinsel | DE | Berlin | 52.5212 13.3968 | 0.60 | place island | ; Mitte; 10178 | en Museum Island; fr Île aux Musées
Olympiastadion | DE | Berlin | 52.5147 13.2395 | 0.57 | leisure stadium | 3 Olympischer Platz; Westend; 14053 | en Olympic Stadium; osm W38862723
Kölner Dom | DE | Köln | 50.9413 6.9583 | 0.66 | amenity place_of_worship | 4 Domkloster; Altstadt-Nord; 50667 | en Cologne Cathedral; fr Cathédrale de Cologne; es Catedral de Colonia; it Duomo di Colonia
Schloss Neuschwanstein | DE | Schwangau, Bayern | 47.5576 10.7498 | 0.63 | historic castle | 20 Neuschwansteinstraße; Hohenschwangau; 87645 | en Neuschwanstein Castle; fr Château de Neuschwanstein; es Castillo de Neuschwanstein
Elbphilharmonie | DE | Hamburg | 53.5413 9.9841 | 0.58 | amenity theatre | 1 Platz der Deutschen Einheit; HafenCity; 20457 |
Frauenkirche | DE | Dresden | 51.0519 13.7416 | 0.57 | amenity place_of_worship | Neumarkt; Innere Altstadt; 01067 | en Church of Our Lady
Frauenkirche | DE | München | 48.1386 11.5736 | 0.56 | amenity place_of_worship | 12 Frauenplatz; Altstadt-Lehel; 80331 | en Cathedral of Our Lady
Marienplatz | DE | München | 48.1373 11.5755 | 0.55 | place square | ; Altstadt-Lehel; 80331 |
Schloss Schönbrunn | AT | Wien | 48.1848 16.3122 | 0.63 | tourism attraction | 47 Schönbrunner Schloßstraße; Hietzing; 1130 | en Schönbrunn Palace; fr Château de Schönbrunn
Stephansdom | AT | Wien | 48.2085 16.3731 | 0.62 | amenity place_of_worship | 3 Stephansplatz; Innere Stadt; 1010 | en St. Stephen's Cathedral; fr Cathédrale Saint-Étienne
Big Ben | GB | London | 51.5007 -0.1246 | 0.70 | tourism attraction | Bridge Street; Westminster; SW1A 0AA | alt Elizabeth Tower
Tower Bridge | GB | London | 51.5055 -0.0754 | 0.68 | man_made bridge | Tower Bridge Road; Southwark; SE1 2UP |
Tower of London | GB | London | 51.5081 -0.0761 | 0.67 | historic castle | Tower Hill; Tower Hamlets; EC3N 4AB | fr Tour de Londres; es Torre de Londres; it Torre di Londra
Buckingham Palace | GB | London | 51.5010 -0.1416 | 0.69 | building palace | Spur Road; Westminster; SW1A 1AA | fr Palais de Buckingham; es Palacio de Buckingham
British Museum | GB | London | 51.5194 -0.1270 | 0.67 | tourism museum | Great Russell Street; Bloomsbury; WC1B 3DG | es Museo Británico
London Eye | GB | London | 51.5033 -0.1197 | 0.63 | tourism attraction | Westminster Bridge Road; Lambeth; SE1 7PB |
Trafalgar Square | GB | London | 51.5080 -0.1281 | 0.62 | place square | ; Westminster; WC2N 5DN |
Stonehenge | GB | Amesbury, England | 51.1789 -1.8262 | 0.66 | historic archaeological_site | ; ; SP4 7DE |
Edinburgh Castle | GB | Edinburgh | 55.9486 -3.1999 | 0.62 | historic castle | Castlehill; Old Town; EH1 2NG | de Edinburgh Castle; fr Château d'Édimbourg
Loch Ness Centre | GB | Drumnadrochit, Scotland | 57.3359 -4.4803 | 0.40 | tourism museum | A82; ; IV63 6TU |
Trinity College Dublin | IE | Dublin | 53.3440 -6.2560 | 0.58 | amenity university | College Green; ; D02 PN40 |
Colosseo | IT | Roma | 41.8902 12.4922 | 0.71 | historic archaeological_site | 1 Piazza del Colosseo; Celio; 00184 | en Colosseum; de Kolosseum; fr Colisée; es Coliseo; pt Coliseu; nl Colosseum; ja コロッセオ
Fontana di Trevi | IT | Roma | 41.9009 12.4833 | 0.65 | tourism attraction | Piazza di Trevi; Trevi; 00187 | en Trevi Fountain; de Trevi-Brunnen; fr Fontaine de Trevi; es Fontana de Trevi
Pantheon | IT | Roma | 41.8986 12.4769 | 0.64 | historic monument | Piazza della Rotonda; Pigna; 00186 | fr Panthéon
Basilica di San Pietro | VA | Città del Vaticano | 41.9022 12.4533 | 0.66 | amenity place_of_worship | Piazza San Pietro; ; 00120 | en Saint Peter's Basilica; de Petersdom; fr Basilique Saint-Pierre; es Basílica de San Pedro; alt St Peter's Basilica
Torre di Pisa | IT | Pisa, Toscana | 43.7230 10.3966 | 0.66 | tourism attraction | Piazza del Duomo; ; 56126 | en Leaning Tower of Pisa; de Schiefer Turm von Pisa; fr Tour de Pise; es Torre de Pisa
Duomo di Milano | IT | Milano | 45.4642 9.1914 | 0.63 | amenity place_of_worship | Piazza del Duomo; Municipio 1; 20122 | en Milan Cathedral; de Mailänder Dom; fr Dôme de Milan
Teatro alla Scala | IT | Milano | 45.4674 9.1895 | 0.59 | amenity theatre | 2 Via Filodrammatici; Municipio 1; 20121 | en La Scala
Galleria degli Uffizi | IT | Firenze | 43.7678 11.2553 | 0.62 | tourism museum | 6 Piazzale degli Uffizi; Quartiere 1; 50122 | en Uffizi Gallery; de Uffizien; fr Galerie des Offices
Ponte Vecchio | IT | Firenze | 43.7680 11.2531 | 0.60 | man_made bridge | ; Quartiere 1; 50125 |
Ponte di Rialto | IT | Venezia | 45.4380 12.3359 | 0.60 | man_made bridge | ; San Polo; 30125 | en Rialto Bridge; de Rialtobrücke; fr Pont du Rialto
Piazza San Marco | IT | Venezia | 45.4341 12.3385 | 0.60 | place square | ; San Marco; 30124 | en St Mark's Square; de Markusplatz
Pompei | IT | Pompei, Campania | 40.7497 14.4869 | 0.62 | historic archaeological_site | Via Villa dei Misteri; ; 80045 | en,de Pompeii; de Pompeji; fr Pompéi; es Pompeya
Basílica de la Sagrada Família | ES | Barcelona | 41.4036 2.1744 | 0.68 | amenity place_of_worship | 401 Carrer de Mallorca; Eixample; 08013 | en Sagrada Familia; es Sagrada Familia; alt Sagrada Família
Parc Güell | ES | Barcelona | 41.4145 2.1527 | 0.61 | leisure park | Carrer d'Olot; Gràcia; 08024 | en Park Güell; es Parque Güell; alt Park Guell
Alhambra | ES | Granada | 37.1761 -3.5881 | 0.65 | historic castle | Calle Real de la Alhambra; ; 18009 |
Museo del Prado | ES | Madrid | 40.4138 -3.6921 | 0.63 | tourism museum | Paseo del Prado; Retiro; 28014 | en Prado Museum; fr Musée du Prado; alt Prado
Museo Guggenheim Bilbao | ES | Bilbao | 43.2687 -2.9340 | 0.60 | tourism museum | 2 Avenida Abandoibarra; Abando; 48009 | en Guggenheim Museum Bilbao
Torre de Belém | PT | Lisboa | 38.6916 -9.2160 | 0.61 | historic castle | Avenida Brasília; Belém; 1400-038 | en Belém Tower; de Turm von Belém; fr Tour de Belém
Atomium | BE | Bruxelles - Brussel | 50.8949 4.3415 | 0.60 | tourism attraction | Square de l'Atomium; Laeken; 1020 |
Grand-Place - Grote Markt | BE | Bruxelles - Brussel | 50.8467 4.3525 | 0.58 | place square | ; Pentagone; 1000 | en,fr Grand-Place; nl Grote Markt; alt Grand Place
Rijksmuseum | NL | Amsterdam | 52.3600 4.8852 | 0.63 | tourism museum | 1 Museumstraat; Museumkwartier; 1071 XX |
Anne Frank Huis | NL | Amsterdam | 52.3752 4.8840 | 0.62 | tourism museum | 20 Westermarkt; Jordaan; 1016 GV | en Anne Frank House; de Anne-Frank-Haus; fr Maison d'Anne Frank
Den lille havfrue | DK | København | 55.6929 12.5993 | 0.59 | tourism artwork | Langelinie; Østerbro; 2100 | en The Little Mermaid; de Die kleine Meerjungfrau; fr La Petite Sirène
Vasamuseet | SE | Stockholm | 59.3280 18.0914 | 0.58 | tourism museum | 14 Galärvarvsvägen; Djurgården; 115 21 | en Vasa Museum
Operahuset | NO | Oslo | 59.9075 10.7531 | 0.56 | amenity theatre | 1 Kirsten Flagstads plass; Bjørvika; 0150 | en Oslo Opera House
Karlův most | CZ | Praha | 50.0865 14.4114 | 0.63 | man_made bridge | Karlův most; Staré Město; 110 00 | en Charles Bridge; de Karlsbrücke; fr Pont Charles; es Puente de Carlos
Pražský hrad | CZ | Praha | 50.0911 14.4016 | 0.63 | historic castle | Hradčanské náměstí; Hradčany; 119 08 | en Prague Castle; de Prager Burg; fr Château de Prague
Országház | HU | Budapest | 47.5071 19.0457 | 0.60 | office government | 1-3 Kossuth Lajos tér; Lipótváros; 1055 | en Hungarian Parliament Building; de Parlamentsgebäude
Zamek Królewski na Wawelu | PL | Kraków | 50.0540 19.9354 | 0.58 | historic castle | 5 Wawel; Stare Miasto; 31-001 | en Wawel Royal Castle; alt Wawel
Παρθενώνας | GR | Αθήνα | 37.9715 23.7266 | 0.66 | historic archaeological_site | Διονυσίου Αρεοπαγίτου; ; 105 58 | en Parthenon; de,fr,es Parthenon; fr Parthénon; es Partenón; it Partenone
Ακρόπολη | GR | Αθήνα | 37.9717 23.7263 | 0.68 | historic archaeological_site | ; ; 105 58 | en Acropolis of Athens; de Akropolis; fr Acropole d'Athènes; es Acrópolis de Atenas; alt Acropolis
Ayasofya | TR | İstanbul | 41.0086 28.9800 | 0.66 | amenity place_of_worship | 1 Ayasofya Meydanı; Sultanahmet; 34122 | en,de,it Hagia Sophia; fr Sainte-Sophie; es Santa Sofía
Красная площадь | RU | Москва | 55.7536 37.6214 | 0.65 | place square | ; Тверской район; 109012 | en Red Square; de Roter Platz; fr Place Rouge; es Plaza Roja; it Piazza Rossa
Эрмитаж | RU | Санкт-Петербург | 59.9398 30.3146 | 0.64 | tourism museum | Дворцовая площадь; ; 190000 | en Hermitage Museum; de Eremitage; fr Musée de l'Ermitage
Hallgrímskirkja | IS | Reykjavík | 64.1417 -21.9267 | 0.56 | amenity place_of_worship | Hallgrímstorg; ; 101 |
CERN | CH | Meyrin, Genève | 46.2338 6.0557 | 0.60 | amenity research_institute | 1 Esplanade des Particules; ; 1217 | alt Conseil européen pour la recherche nucléaire
Statue of Liberty | US | City of New York, New York | 40.6892 -74.0445 | 0.74 | tourism attraction | Flagpole Plaza; Manhattan; 10004 | de Freiheitsstatue; fr Statue de la Liberté; es Estatua de la Libertad; it Statua della Libertà; pt Estátua da Liberdade; nl Vrijheidsbeeld; pl Statua Wolności; ja 自由の女神像; osm W32965412
Empire State Building | US | City of New York, New York | 40.7484 -73.9857 | 0.71 | tourism attraction | 350 5th Avenue; Manhattan; 10118 | osm W34633854
Times Square | US | City of New York, New York | 40.7570 -73.9860 | 0.68 | place square | ; Manhattan; 10036 |
Central Park | US | City of New York, New York | 40.7825 -73.9655 | 0.70 | leisure park | ; Manhattan; 10024 | osm W427818536
Brooklyn Bridge | US | City of New York, New York | 40.7057 -73.9964 | 0.66 | man_made bridge | Brooklyn Bridge; Manhattan; 10038 | fr Pont de Brooklyn; es Puente de Brooklyn
Metropolitan Museum of Art | US | City of New York, New York | 40.7794 -73.9632 | 0.66 | tourism museum | 1000 5th Avenue; Manhattan; 10028 | alt The Met
One World Trade Center | US | City of New York, New York | 40.7130 -74.0132 | 0.65 | building office | 285 Fulton Street; Manhattan; 10007 |
White House | US | Washington, District of Columbia | 38.8977 -77.0366 | 0.72 | office government | 1600 Pennsylvania Avenue Northwest; Downtown; 20500 | de Weißes Haus; fr Maison-Blanche; es Casa Blanca; it Casa Bianca; alt The White House; osm W238241022
United States Capitol | US | Washington, District of Columbia | 38.8899 -77.0091 | 0.68 | office government | First Street Southeast; Capitol Hill; 20004 | de Kapitol; fr Capitole; alt US Capitol
Lincoln Memorial | US | Washington, District of Columbia | 38.8893 -77.0502 | 0.64 | historic memorial | Lincoln Memorial Circle Southwest; ; 20418 |
Golden Gate Bridge | US | San Francisco, California | 37.8199 -122.4783 | 0.72 | man_made bridge | Golden Gate Bridge; Presidio; 94129 | fr Pont du Golden Gate; ja ゴールデン・ゲート・ブリッジ
Alcatraz Island | US | San Francisco, California | 37.8267 -122.4230 | 0.65 | place island | ; ; 94133 | alt Alcatraz
Hollywood Sign | US | Los Angeles, California | 34.1341 -118.3215 | 0.63 | tourism attraction | ; Hollywood Hills; 90068 |
Disneyland | US | Anaheim, California | 33.8121 -117.9190 | 0.66 | tourism theme_park | 1313 Disneyland Drive; ; 92802 |
Space Needle | US | Seattle, Washington | 47.6205 -122.3493 | 0.64 | man_made tower | 400 Broad Street; Uptown; 98109 |
Willis Tower | US | Chicago, Illinois | 41.8789 -87.6359 | 0.63 | building office | 233 South Wacker Drive; Loop; 60606 | alt Sears Tower
Mount Rushmore National Memorial | US | Keystone, South Dakota | 43.8791 -103.4591 | 0.66 | historic memorial | 13000 Highway 244; ; 57751 | alt Mount Rushmore
The Alamo | US | San Antonio, Texas | 29.4260 -98.4861 | 0.60 | historic monument | 300 Alamo Plaza; ; 78205 | alt Alamo
Gateway Arch | US | St. Louis, Missouri | 38.6247 -90.1848 | 0.62 | man_made tower | 11 North 4th Street; ; 63102 |
Massachusetts Institute of Technology | US | Cambridge, Massachusetts | 42.3583 -71.0929 | 0.66 | amenity university | 77 Massachusetts Avenue; Area 2; 02139 | alt MIT
Harvard University | US | Cambridge, Massachusetts | 42.3679 -71.1267 | 0.68 | amenity university | Massachusetts Avenue; Old Cambridge; 02138 | alt Harvard
CN Tower | CA | Toronto | 43.6426 -79.3871 | 0.67 | man_made tower | 290 Bremner Boulevard; Spadina—Fort York; M5V 3L9 | fr Tour CN
Niagara Falls | CA | Niagara Falls, Ontario | 43.0773 -79.0755 | 0.68 | waterway waterfall | Niagara Parkway; ; L2G 3K9 | de Niagarafälle; fr Chutes du Niagara; es Cataratas del Niágara; it Cascate del Niagara; nl Niagarawatervallen
Chichén Itzá | MX | Tinum, Yucatán | 20.6843 -88.5678 | 0.65 | historic archaeological_site | ; ; 97751 | en,de,it Chichen Itza
Machu Picchu | PE | Machupicchu, Cusco | -13.1631 -72.5450 | 0.70 | historic archaeological_site | ; ; 08681 | ja マチュ・ピチュ
Cristo Redentor | BR | Rio de Janeiro | -22.9519 -43.2105 | 0.68 | tourism attraction | Parque Nacional da Tijuca; Alto da Boa Vista; 22241-330 | en Christ the Redeemer; de Christusstatue; fr Christ Rédempteur
Teatro Colón | AR | Buenos Aires | -34.6010 -58.3830 | 0.57 | amenity theatre | 628 Cerrito; San Nicolás; C1010 | en Colón Theatre
أهرام الجيزة | EG | الجيزة | 29.9773 31.1325 | 0.70 | historic archaeological_site | ; ; 12557 | en Pyramids of Giza; de Pyramiden von Gizeh; fr Pyramides de Gizeh; es Pirámides de Guiza; it Piramidi di Giza; alt Giza Pyramids, Great Pyramid of Giza
Robben Island | ZA | Cape Town | -33.8076 18.3712 | 0.60 | place island | ; ; 7400 |
البتراء | JO | وادي موسى | 30.3285 35.4444 | 0.66 | historic archaeological_site | ; ; 71810 | en,de,it,es Petra; fr Pétra
الكعبة | SA | مكة المكرمة | 21.4225 39.8262 | 0.66 | amenity place_of_worship | ; ; 24231 | en Kaaba; de,fr Kaaba; es Kaaba
برج خليفة | AE | دبي | 25.1972 55.2744 | 0.70 | building skyscraper | 1 شارع الشيخ محمد بن راشد; وسط مدينة دبي; | en,de,fr,es,it,nl Burj Khalifa
הכותל המערבי | IL | ירושלים | 31.7767 35.2345 | 0.65 | tourism attraction | ; ; | en Western Wall; de Klagemauer; fr Mur des Lamentations; alt Wailing Wall
Taj Mahal | IN | Agra | 27.1750 78.0422 | 0.74 | tourism attraction | Dharmapuri; Forest Colony; 282001 | fr Taj Mahal; ja タージ・マハル; alt ताज महल; osm W375257537
India Gate | IN | नई दिल्ली, Delhi | 28.6129 77.2295 | 0.60 | historic memorial | Kartavya Path; ; 110001 |
Gateway of India | IN | Mumbai | 18.9220 72.8347 | 0.60 | historic monument | Apollo Bandar; Colaba; 400001 |
Angkor Wat | KH | Siem Reap | 13.4125 103.8670 | 0.68 | historic archaeological_site | ; ; 171202 | alt អង្គរវត្ត
วัดพระแก้ว | TH | กรุงเทพมหานคร | 13.7516 100.4927 | 0.60 | amenity place_of_worship | ถนนหน้าพระลาน; ; 10200 | en Temple of the Emerald Buddha; alt Wat Phra Kaew
Petronas Twin Towers | MY | Kuala Lumpur | 3.1579 101.7116 | 0.66 | building skyscraper | Jalan Ampang; KLCC; 50088 | alt Menara Petronas, Petronas Towers
Marina Bay Sands | SG | Singapore | 1.2834 103.8607 | 0.64 | tourism hotel | 10 Bayfront Avenue; Marina Bay; 018956 |
故宫 | CN | 北京市 | 39.9163 116.3972 | 0.68 | tourism museum | 景山前街 4; 东城区; 100009 | en Forbidden City; de Verbotene Stadt; fr Cité interdite; es Ciudad Prohibida
万里长城 | CN | 北京市 | 40.4319 116.5704 | 0.68 | historic archaeological_site | ; 怀柔区; 101405 | en Great Wall of China; de Chinesische Mauer; fr Grande Muraille de Chine; es Gran Muralla China; alt Great Wall
東京タワー | JP | 東京都 | 35.6586 139.7454 | 0.66 | man_made tower | 芝公園 8; 港区; 105-0011 | en Tokyo Tower; fr Tour de Tokyo; es Torre de Tokio
東京スカイツリー | JP | 東京都 | 35.7101 139.8107 | 0.65 | man_made tower | 押上 2; 墨田区; 131-0045 | en Tokyo Skytree
伏見稲荷大社 | JP | 京都市, 京都府 | 34.9671 135.7727 | 0.61 | amenity place_of_worship | 深草藪之内町 68; 伏見区; 612-0882 | en Fushimi Inari Shrine; alt Fushimi Inari Taisha
경복궁 | KR | 서울특별시 | 37.5796 126.9770 | 0.63 | historic castle | 사직로 161; 종로구; 03045 | en Gyeongbokgung Palace; fr Palais Gyeongbokgung
臺北101 | TW | 臺北市 | 25.0338 121.5646 | 0.65 | building skyscraper | 信義路五段 7; 信義區; 11049 | en,de,fr,es Taipei 101
Sydney Opera House | AU | Sydney, New South Wales | -33.8568 151.2153 | 0.71 | amenity theatre | Macquarie Street; Sydney CBD; 2000 | de Opernhaus Sydney; fr Opéra de Sydney; es Ópera de Sídney
Sydney Harbour Bridge | AU | Sydney, New South Wales | -33.8523 151.2108 | 0.65 | man_made bridge | Bradfield Highway; Dawes Point; 2000 |
Uluru | AU | Petermann, Northern Territory | -25.3444 131.0369 | 0.66 | natural rock | ; ; 0872 | alt Ayers Rock
`);
