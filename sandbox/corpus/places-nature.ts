import { naturalFeatures } from './place-table.ts';

/** Mountains, rivers, lakes, islands and deserts. The number before the names is how far the thing reaches, in degrees. */
export const naturalFeaturesOfTheWorld = naturalFeatures(`
Mount Everest | NP | | 27.9882 86.9254 | 0.72 | natural peak | 0.01 | fr Everest; es Monte Everest; it Monte Everest; alt Sagarmatha, Everest
K2 | PK | | 35.8808 76.5133 | 0.63 | natural peak | 0.01 |
Mont Blanc | FR | Auvergne-Rhône-Alpes FR-ARA | 45.8327 6.8652 | 0.67 | natural peak | 0.01 | it Monte Bianco; es Mont Blanc
Matterhorn | CH | Valais CH-VS | 45.9764 7.6586 | 0.64 | natural peak | 0.01 | fr Cervin; it Cervino
Zugspitze | DE | Bayern DE-BY | 47.4211 10.9863 | 0.59 | natural peak | 0.01 |
Großglockner | AT | Kärnten AT-2 | 47.0742 12.6939 | 0.57 | natural peak | 0.01 |
Ben Nevis | GB | Scotland GB-SCT | 56.7969 -5.0036 | 0.58 | natural peak | 0.01 |
Snowdon | GB | Wales GB-WLS | 53.0685 -4.0763 | 0.57 | natural peak | 0.01 | alt Yr Wyddfa
Etna | IT | Sicilia IT-82 | 37.7510 14.9934 | 0.63 | natural volcano | 0.05 | en Mount Etna; de Ätna
Vesuvio | IT | Campania IT-72 | 40.8217 14.4264 | 0.63 | natural volcano | 0.03 | en Mount Vesuvius; de Vesuv; fr Vésuve; alt Vesuvius
Teide | ES | Canarias ES-CN | 28.2723 -16.6424 | 0.60 | natural volcano | 0.02 | en Mount Teide; alt Pico del Teide
Όλυμπος | GR | | 40.0859 22.3583 | 0.60 | natural peak | 0.05 | en Mount Olympus; de Olymp; fr Mont Olympe; es Monte Olimpo
Эльбрус | RU | | 43.3550 42.4392 | 0.60 | natural volcano | 0.02 | en Mount Elbrus; de Elbrus; fr Elbrouz
Kilimanjaro | TZ | | -3.0674 37.3556 | 0.67 | natural volcano | 0.05 | en Mount Kilimanjaro; de Kilimandscharo; fr Kilimandjaro
Table Mountain | ZA | Western Cape ZA-WC | -33.9628 18.4098 | 0.62 | natural peak | 0.03 | de Tafelberg; fr Montagne de la Table
富士山 | JP | | 35.3628 138.7308 | 0.68 | natural volcano | 0.05 | en Mount Fuji; de Fuji; fr Mont Fuji; es Monte Fuji; it Monte Fuji; alt Fujisan
Denali | US | Alaska US-AK | 63.0692 -151.0063 | 0.62 | natural peak | 0.02 | alt Mount McKinley
Mount Rainier | US | Washington US-WA | 46.8523 -121.7603 | 0.60 | natural volcano | 0.02 |
Half Dome | US | California US-CA | 37.7459 -119.5332 | 0.57 | natural peak | 0.01 |
Grand Canyon | US | Arizona US-AZ | 36.0979 -112.0963 | 0.68 | natural valley | 0.8 | es Gran Cañón
Yellowstone National Park | US | Wyoming US-WY | 44.5855 -110.5290 | 0.67 | boundary national_park | 0.5 | alt Yellowstone
Yosemite National Park | US | California US-CA | 37.8490 -119.5677 | 0.65 | boundary national_park | 0.35 | alt Yosemite
Aconcagua | AR | Mendoza AR-M | -32.6532 -70.0109 | 0.62 | natural peak | 0.01 |
Mauna Kea | US | Hawaii US-HI | 19.8207 -155.4681 | 0.60 | natural volcano | 0.02 |
Aoraki / Mount Cook | NZ | | -43.5950 170.1418 | 0.60 | natural peak | 0.01 | alt Mount Cook, Aoraki
Rhein | DE | | 50.3500 7.6000 | 0.70 | waterway river | 3 | en Rhine; fr Rhin; es Rin; it Reno; nl Rijn; pt Reno
Donau | AT | | 48.2400 16.4000 | 0.71 | waterway river | 5 | en,fr Danube; es Danubio; it Danubio; nl Donau; pl Dunaj
Elbe | DE | | 53.5400 9.9000 | 0.62 | waterway river | 2.5 | fr Elbe; alt Labe
Seine | FR | | 48.8600 2.3400 | 0.64 | waterway river | 1.5 | de Seine; es Sena; it Senna
Loire | FR | | 47.4000 0.7000 | 0.62 | waterway river | 2 |
River Thames | GB | England GB-ENG | 51.5060 -0.1170 | 0.64 | waterway river | 1 | de Themse; fr Tamise; es Támesis; it Tamigi; alt Thames
Tevere | IT | Lazio IT-62 | 41.9000 12.4700 | 0.60 | waterway river | 1 | en Tiber; de Tiber; fr Tibre
Po | IT | | 45.0300 10.7000 | 0.60 | waterway river | 2 |
Волга | RU | | 53.2000 50.1000 | 0.66 | waterway river | 6 | en,fr,es Volga; de Wolga
Nile | EG | | 26.1600 32.7200 | 0.72 | waterway river | 6 | de Nil; fr Nil; es,it Nilo; nl Nijl; alt نهر النيل
Amazonas | BR | Amazonas BR-AM | -3.1400 -59.9000 | 0.71 | waterway river | 8 | en Amazon River; fr Amazone; alt Rio Amazonas, Amazon
Mississippi River | US | | 38.6300 -90.1800 | 0.67 | waterway river | 7 | de,fr,it Mississippi; es Misisipi; alt Mississippi
Colorado River | US | Arizona US-AZ | 36.1000 -112.1000 | 0.62 | waterway river | 4 |
长江 | CN | | 30.5500 114.2900 | 0.67 | waterway river | 8 | en Yangtze; de Jangtsekiang; fr Yangzi Jiang; es Yangtsé
गंगा | IN | | 25.3100 83.0100 | 0.66 | waterway river | 6 | en Ganges; de Ganges; fr Gange; es Ganges
Bodensee | DE | | 47.6300 9.3700 | 0.64 | natural water | 0.3 | en Lake Constance; fr Lac de Constance; es Lago de Constanza; it Lago di Costanza
Lac Léman | CH | | 46.4500 6.5500 | 0.64 | natural water | 0.3 | en Lake Geneva; de Genfersee; it Lago Lemano; es Lago Lemán
Lago di Garda | IT | | 45.6500 10.6700 | 0.63 | natural water | 0.25 | en Lake Garda; de Gardasee; fr Lac de Garde; nl Gardameer
Lago di Como | IT | Lombardia IT-25 | 45.9900 9.2600 | 0.61 | natural water | 0.2 | en Lake Como; de Comer See; fr Lac de Côme
Balaton | HU | | 46.8300 17.7300 | 0.61 | natural water | 0.3 | en Lake Balaton; de Plattensee
Loch Ness | GB | Scotland GB-SCT | 57.3000 -4.4500 | 0.61 | natural water | 0.17 |
Байкал | RU | | 53.5587 108.1650 | 0.67 | natural water | 2 | en Lake Baikal; de Baikalsee; fr Lac Baïkal; es Lago Baikal
Lake Superior | US | Michigan US-MI | 47.7231 -87.9407 | 0.65 | natural water | 2 | de Oberer See; fr Lac Supérieur
Lake Michigan | US | Michigan US-MI | 43.9800 -87.0000 | 0.64 | natural water | 2 | de Michigansee; fr Lac Michigan
Lake Tahoe | US | California US-CA | 39.0968 -120.0324 | 0.61 | natural water | 0.2 |
Lago Titicaca | PE | | -15.9254 -69.3354 | 0.64 | natural water | 0.7 | en Lake Titicaca; de Titicacasee; fr Lac Titicaca
Lake Victoria | TZ | | -1.0000 33.0000 | 0.65 | natural water | 1.5 | de Viktoriasee; fr Lac Victoria
Mallorca | ES | Illes Balears ES-IB | 39.6135 2.8829 | 0.66 | place island | 0.5 | en Majorca; fr Majorque; it Maiorca
Κρήτη | GR | | 35.3084 24.4633 | 0.67 | place island | 0.9 | en Crete; de Kreta; fr Crète; es Creta; it Creta
Isla de Pascua | CL | | -27.1258 -109.3497 | 0.62 | place island | 0.1 | en Easter Island; de Osterinsel; fr Île de Pâques; alt Rapa Nui
Taveuni | FJ | | -16.8500 -179.9700 | 0.45 | place island | 0.2 |
Galápagos | EC | | -0.6288 -90.3639 | 0.66 | place archipelago | 1.2 | en Galápagos Islands; de Galápagosinseln; fr Îles Galápagos; alt Galapagos
Sahara | DZ | | 23.4162 9.0000 | 0.70 | natural desert | 10 | es Sahara; alt Sahara Desert
`);
