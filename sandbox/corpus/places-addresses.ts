import { houses, postcodes, streets } from './place-table.ts';

/** Streets: suburb and postcode, then other names. */
export const wellKnownStreets = streets(`
Avenue des Champs-Élysées | FR | Paris | 48.8698 2.3078 | 0.55 | Quartier des Champs-Élysées; 75008 | alt Champs-Élysées, Champs Elysees
Rue de Rivoli | FR | Paris | 48.8600 2.3420 | 0.42 | Saint-Germain-l'Auxerrois; 75001 |
Unter den Linden | DE | Berlin | 52.5170 13.3889 | 0.50 | Mitte; 10117 |
Kurfürstendamm | DE | Berlin | 52.5015 13.3205 | 0.50 | Charlottenburg; 10719 | alt Ku'damm, Kudamm
Friedrichstraße | DE | Berlin | 52.5130 13.3890 | 0.44 | Mitte; 10117 | alt Friedrichstrasse
Reeperbahn | DE | Hamburg | 53.5496 9.9626 | 0.48 | St. Pauli; 20359 |
Königsallee | DE | Düsseldorf | 51.2224 6.7788 | 0.42 | Stadtmitte; 40212 |
Kärntner Straße | AT | Wien | 48.2050 16.3710 | 0.43 | Innere Stadt; 1010 |
Bahnhofstrasse | CH | Zürich | 47.3725 8.5390 | 0.43 | Altstadt; 8001 |
Downing Street | GB | London | 51.5034 -0.1270 | 0.50 | Westminster; SW1A 2AA |
Baker Street | GB | London | 51.5203 -0.1568 | 0.48 | Marylebone; W1U 6TY |
Abbey Road | GB | London | 51.5340 -0.1790 | 0.47 | St John's Wood; NW8 0AH |
Oxford Street | GB | London | 51.5152 -0.1418 | 0.50 | Mayfair; W1C 1JN |
Royal Mile | GB | Edinburgh | 55.9500 -3.1880 | 0.46 | Old Town; EH1 1PB |
La Rambla | ES | Barcelona | 41.3806 2.1734 | 0.50 | Ciutat Vella; 08002 | alt Las Ramblas, Les Rambles
Gran Vía | ES | Madrid | 40.4203 -3.7057 | 0.48 | Centro; 28013 | alt Gran Via
Via dei Condotti | IT | Roma | 41.9052 12.4800 | 0.42 | Campo Marzio; 00187 | alt Via Condotti
Via Guglielmo Marconi | IT | Bologna | 44.4990 11.3394 | 0.20 | Porto; 40122 |
Via Montenapoleone | IT | Milano | 45.4684 9.1955 | 0.42 | Municipio 1; 20121 | alt Montenapoleone
Damrak | NL | Amsterdam | 52.3753 4.8960 | 0.42 | Centrum; 1012 LG |
Strøget | DK | København | 55.6787 12.5790 | 0.43 | Indre By; 1160 |
Broadway | US | City of New York, New York | 40.7590 -73.9845 | 0.52 | Manhattan; 10036 |
5th Avenue | US | City of New York, New York | 40.7550 -73.9810 | 0.52 | Manhattan; 10018 | alt Fifth Avenue
Wall Street | US | City of New York, New York | 40.7060 -74.0088 | 0.53 | Manhattan; 10005 |
Pennsylvania Avenue Northwest | US | Washington, District of Columbia | 38.8936 -77.0240 | 0.46 | Downtown; 20004 | alt Pennsylvania Avenue
Lombard Street | US | San Francisco, California | 37.8021 -122.4187 | 0.47 | Russian Hill; 94133 |
Hollywood Boulevard | US | Los Angeles, California | 34.1016 -118.3410 | 0.48 | Hollywood; 90028 |
Las Vegas Boulevard South | US | Paradise, Nevada | 36.1147 -115.1728 | 0.48 | The Strip; 89109 | alt Las Vegas Strip
Bourbon Street | US | New Orleans, Louisiana | 29.9590 -90.0650 | 0.46 | French Quarter; 70116 |
Avenida Paulista | BR | São Paulo | -23.5614 -46.6559 | 0.46 | Bela Vista; 01310-100 |
Nevsky Prospekt | RU | Санкт-Петербург | 59.9343 30.3351 | 0.46 | ; 191186 | alt Невский проспект
`);

/** Single houses. They have no name of their own. */
export const houseAddresses = houses(`
71 | Via Guglielmo Marconi | IT | Bologna | 44.5015 11.3399 | ; 40122
10 | Downing Street | GB | London | 51.5034 -0.1276 | Westminster; SW1A 2AA
221B | Baker Street | GB | London | 51.5238 -0.1586 | Marylebone; NW1 6XE
3 | Abbey Road | GB | London | 51.5320 -0.1781 | St John's Wood; NW8 9AY
1600 | Amphitheatre Parkway | US | Mountain View, California | 37.4220 -122.0841 | ; 94043
1 | Infinite Loop | US | Cupertino, California | 37.3318 -122.0302 | ; 95014
350 | 5th Avenue | US | City of New York, New York | 40.7484 -73.9857 | Manhattan; 10118
11 | Wall Street | US | City of New York, New York | 40.7069 -74.0113 | Manhattan; 10005
4059 | Mount Lee Drive | US | Los Angeles, California | 34.1341 -118.3215 | Hollywood Hills; 90068
77 | Unter den Linden | DE | Berlin | 52.5159 13.3802 | Mitte; 10117
11 | Willy-Brandt-Straße | DE | Berlin | 52.5200 13.3690 | Mitte; 10557
43 | Friedrichstraße | DE | Berlin | 52.5076 13.3904 | Kreuzberg; 10117
9 | Platzl | DE | München | 48.1376 11.5799 | Altstadt-Lehel; 80331
19 | Berggasse | AT | Wien | 48.2187 16.3630 | Alsergrund; 1090
9 | Getreidegasse | AT | Salzburg | 47.8000 13.0435 | Altstadt; 5020
55 | Rue du Faubourg Saint-Honoré | FR | Paris | 48.8704 2.3167 | Quartier de la Madeleine; 75008
43 | Passeig de Gràcia | ES | Barcelona | 41.3917 2.1649 | Eixample; 08007
263 | Prinsengracht | NL | Amsterdam | 52.3752 4.8840 | Jordaan; 1016 GV
24 | Karl Johans gate | NO | Oslo | 59.9128 10.7419 | Sentrum; 0159
`);

/** Postcodes: places of their own, though no objects of the map. */
export const postcodeAreas = postcodes(`
EH4 7EA | GB | Edinburgh, Scotland | 55.9699 -3.2920
SW1A 2AA | GB | London | 51.5035 -0.1277
10117 | DE | Berlin | 52.5160 13.3880
80331 | DE | München | 48.1360 11.5730
50667 | DE | Köln | 50.9390 6.9560
1010 | AT | Wien | 48.2090 16.3700
8001 | CH | Zürich | 47.3720 8.5410
75001 | FR | Paris | 48.8630 2.3360
75007 | FR | Paris | 48.8560 2.3120
00184 | IT | Roma | 41.8940 12.4960
28013 | ES | Madrid | 40.4190 -3.7060
10001 | US | City of New York, New York | 40.7506 -73.9972
90210 | US | Beverly Hills, California | 34.0901 -118.4065
94043 | US | Mountain View, California | 37.4220 -122.0800
`);
