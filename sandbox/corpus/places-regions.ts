import { regions } from './place-table.ts';

/** States, provinces and regions; islands too where people search for them as such. */
export const regionsOfTheWorld = regions(`
Bayern | DE | DE-BY | 48.9468 11.4039 | 0.74 | 47.2701270 50.5647140 8.9763880 13.8396370 | en Bavaria; fr Bavière; es Baviera; it Baviera; pt Baviera; nl Beieren; pl Bawaria; osm R2145268
Nordrhein-Westfalen | DE | DE-NW | 51.4789 7.5544 | 0.72 | 50.3226989 52.5314960 5.8663566 9.4617417 | en North Rhine-Westphalia; fr Rhénanie-du-Nord-Westphalie; es Renania del Norte-Westfalia; nl Noordrijn-Westfalen; alt NRW; osm R62761
Baden-Württemberg | DE | DE-BW | 48.6296 9.1949 | 0.71 | 47.5324773 49.7914370 7.5113935 10.4955731 | fr Bade-Wurtemberg; es Baden-Wurtemberg; osm R62611
Hessen | DE | DE-HE | 50.6118 9.1909 | 0.69 | 49.3952744 51.6576400 7.7724500 10.2363800 | en Hesse; fr Hesse; es Hesse; osm R62650
Niedersachsen | DE | DE-NI | 52.8398 9.0760 | 0.69 | 51.2951700 53.9500000 6.3458540 11.5980800 | en Lower Saxony; fr Basse-Saxe; es Baja Sajonia; nl Nedersaksen; osm R62771
Sachsen | DE | DE-SN | 50.9296 13.4586 | 0.69 | 50.1713700 51.6850600 11.8723000 15.0419300 | en Saxony; fr Saxe; es Sajonia; nl Saksen; osm R62467
Tirol | AT | AT-7 | 47.2231 11.5261 | 0.64 | 46.6512000 47.7430000 10.0984000 12.9662000 | en Tyrol; fr Tyrol; it Tirolo
Île-de-France | FR | FR-IDF | 48.6444 2.7537 | 0.69 | 48.1202900 49.2413700 1.4463000 3.5590000 | osm R8649
Bretagne | FR | FR-BRE | 48.2640 -2.9202 | 0.69 | 47.2775000 48.9086000 -5.1440000 -1.0180000 | en Brittany; es Bretaña; it Bretagna
Normandie | FR | FR-NOR | 49.0677 0.3138 | 0.67 | 48.1799000 50.0722000 -1.9476000 1.8026000 | en Normandy; es Normandía; it Normandia
Provence-Alpes-Côte d'Azur | FR | FR-PAC | 44.0580 6.0639 | 0.66 | 42.9812000 45.1268000 4.2302000 7.7190000 | en Provence-Alpes-Côte d'Azur; alt Provence
Corse | FR | FR-20R | 42.1880 9.0685 | 0.67 | 41.3336000 43.0277000 8.5347000 9.5600000 | en Corsica; de Korsika; es Córcega; it Corsica
England | GB | GB-ENG | 52.5310 -1.2649 | 0.80 | 49.6740000 55.9168504 -6.7047494 2.0919117 | fr Angleterre; es Inglaterra; it Inghilterra; pt Inglaterra; nl Engeland; osm R58447
Scotland | GB | GB-SCT | 56.7861 -4.1141 | 0.79 | 54.4690000 61.0610000 -9.0134000 0.0000000 | de Schottland; fr Écosse; es Escocia; it Scozia; nl Schotland; osm R58446
Wales | GB | GB-WLS | 52.2929 -3.7389 | 0.76 | 51.2850000 53.5180000 -5.8130000 -2.6497000 | fr Pays de Galles; es Gales; it Galles; alt Cymru; osm R58437
Northern Ireland | GB | GB-NIR | 54.5860 -6.9591 | 0.72 | 53.8870000 55.4200000 -8.3487000 -5.3000000 | de Nordirland; fr Irlande du Nord; es Irlanda del Norte; osm R156393
Catalunya | ES | ES-CT | 41.8523 1.5746 | 0.73 | 40.5230000 42.8614500 0.1591800 3.4325000 | en Catalonia; de Katalonien; fr Catalogne; es Cataluña; it Catalogna; osm R349053
Andalucía | ES | ES-AN | 37.3400 -4.5811 | 0.70 | 35.9375000 38.7291000 -7.5231000 -1.6300000 | en Andalusia; de Andalusien; fr Andalousie; it Andalusia
Toscana | IT | IT-52 | 43.4586 11.1390 | 0.70 | 42.2376000 44.4727000 9.6869000 12.3714000 | en Tuscany; de Toskana; fr Toscane; nl Toscane; osm R41977
Lombardia | IT | IT-25 | 45.5704 9.7732 | 0.68 | 44.6799000 46.6357000 8.4977000 11.4276000 | en Lombardy; de Lombardei; fr Lombardie
Sicilia | IT | IT-82 | 37.5878 14.1550 | 0.70 | 35.4929000 38.8122000 11.9258000 15.6528000 | en Sicily; de Sizilien; fr Sicile; nl Sicilië
Sardegna | IT | IT-88 | 40.0913 9.0306 | 0.69 | 38.8641000 41.3127000 8.1303000 9.8274000 | en Sardinia; de Sardinien; fr Sardaigne; es Cerdeña
California | US | US-CA | 36.7015 -118.7560 | 0.82 | 32.5295236 42.0095000 -124.4820030 -114.1312110 | de Kalifornien; fr Californie; pt Califórnia; nl Californië; alt CA; osm R165475
Texas | US | US-TX | 31.2639 -98.5456 | 0.80 | 25.8370600 36.5007041 -106.6458450 -93.5078217 | es Texas; alt TX, Tejas; osm R114690
New York | US | US-NY | 43.1562 -75.8450 | 0.76 | 40.4765780 45.0158611 -79.7621780 -71.7774910 | es Nueva York; alt NY, New York State; osm R61320
Florida | US | US-FL | 27.7568 -81.4640 | 0.78 | 24.3963080 31.0009680 -87.6348960 -79.9743060 | fr Floride; pt Flórida; alt FL; osm R162050
Illinois | US | US-IL | 40.0797 -89.4337 | 0.71 | 36.9702970 42.5083020 -91.5130790 -87.0199350 | alt IL; osm R122586
Massachusetts | US | US-MA | 42.3789 -72.0324 | 0.72 | 41.1863280 42.8867780 -73.5081420 -69.8615330 | alt MA; osm R61315
Washington | US | US-WA | 47.2868 -120.2126 | 0.70 | 45.5435410 49.0024940 -124.8360970 -116.9155800 | alt WA, Washington State; osm R165479
Oregon | US | US-OR | 43.9793 -120.7373 | 0.70 | 41.9917940 46.2991000 -124.7035410 -116.4632620 | alt OR; osm R165476
Maine | US | US-ME | 45.7090 -68.8590 | 0.68 | 42.9170000 47.4598340 -71.0839240 -66.8854440 | alt ME; osm R63512
Missouri | US | US-MO | 38.7605 -92.5618 | 0.68 | 35.9956830 40.6136400 -95.7747040 -89.0988430 | alt MO; osm R161638
Alabama | US | US-AL | 33.2589 -86.8295 | 0.70 | 30.1375210 35.0080280 -88.4732270 -84.8882460 | alt AL; osm R161950
Georgia | US | US-GA | 32.3294 -83.1137 | 0.70 | 30.3557570 35.0010650 -85.6051650 -80.7514290 | fr Géorgie; alt GA; osm R161957
Alaska | US | US-AK | 64.4460 -149.6809 | 0.76 | 51.0228712 71.6048217 -180.0000000 180.0000000 | alt AK; osm R1116270
Hawaii | US | US-HI | 19.5939 -155.4284 | 0.77 | 18.8602230 28.5172690 -178.4435930 -154.7551090 | de Hawaii; fr Hawaï; es Hawái; alt HI; osm R166563
Ontario | CA | CA-ON | 50.0007 -86.0010 | 0.74 | 41.6765556 56.8610000 -95.1536000 -74.3200000 | osm R68841
Québec | CA | CA-QC | 52.4761 -71.8259 | 0.75 | 44.9914000 62.5830000 -79.7630000 -57.1000000 | en Quebec; es Quebec; osm R61549
British Columbia | CA | CA-BC | 55.0012 -125.0025 | 0.73 | 48.2245000 60.0000000 -139.0580000 -114.0540000 | de Britisch-Kolumbien; fr Colombie-Britannique; es Columbia Británica; alt BC; osm R390867
New South Wales | AU | AU-NSW | -31.8760 147.2869 | 0.73 | -37.5050000 -28.1570000 140.9990000 159.1050000 | alt NSW; osm R2316593
Queensland | AU | AU-QLD | -22.1646 144.5844 | 0.72 | -29.1790000 -9.0890000 137.9940000 153.5520000 | alt QLD; osm R2316595
Bali | ID | ID-BA | -8.2272 115.1919 | 0.71 | -8.8489000 -8.0617000 114.4318000 115.7120000 |
北海道 | JP | JP-01 | 43.4370 142.7740 | 0.70 | 41.3514000 45.5578000 139.3338000 148.8938000 | en,de,fr,it Hokkaido; es Hokkaidō
`);
