import { cities } from './place-table.ts';

/** Large and well-known cities outside Europe, and the small namesakes of some. */
export const citiesOfTheWorld = cities(`
City of New York | US | New York US-NY | 40.7127 -74.0060 | 0.87 | en New York; de,fr,it,nl New York; es Nueva York; pt Nova Iorque; pl Nowy Jork; ja ニューヨーク; alt NYC, New York City; osm R175905; box 40.4765780 40.9176300 -74.2588430 -73.7002330
Los Angeles | US | California US-CA | 34.0537 -118.2428 | 0.81 | es Los Ángeles; ja ロサンゼルス; alt LA; osm R207359
Chicago | US | Illinois US-IL | 41.8756 -87.6244 | 0.80 | ja シカゴ; osm R122604
Houston | US | Texas US-TX | 29.7589 -95.3677 | 0.73 |
Phoenix | US | Arizona US-AZ | 33.4484 -112.0741 | 0.70 |
Philadelphia | US | Pennsylvania US-PA | 39.9527 -75.1635 | 0.74 | fr Philadelphie; es Filadelfia; it Filadelfia
San Antonio | US | Texas US-TX | 29.4246 -98.4951 | 0.68 |
San Diego | US | California US-CA | 32.7174 -117.1628 | 0.71 |
Dallas | US | Texas US-TX | 32.7763 -96.7969 | 0.72 |
Austin | US | Texas US-TX | 30.2711 -97.7437 | 0.70 |
San Francisco | US | California US-CA | 37.7793 -122.4193 | 0.79 | ja サンフランシスコ; alt SF; osm R111968
Seattle | US | Washington US-WA | 47.6038 -122.3301 | 0.74 | ja シアトル
Denver | US | Colorado US-CO | 39.7392 -104.9849 | 0.71 |
Boston | US | Massachusetts US-MA | 42.3554 -71.0605 | 0.75 |
Cambridge | US | Massachusetts US-MA | 42.3751 -71.1056 | 0.59 |
Washington | US | District of Columbia US-DC | 38.8950 -77.0365 | 0.80 | alt Washington DC, Washington D.C.
Miami | US | Florida US-FL | 25.7742 -80.1936 | 0.73 |
Orlando | US | Florida US-FL | 28.5421 -81.3790 | 0.66 |
Atlanta | US | Georgia US-GA | 33.7490 -84.3903 | 0.72 |
New Orleans | US | Louisiana US-LA | 29.9760 -90.0783 | 0.70 | fr La Nouvelle-Orléans; es Nueva Orleans
Las Vegas | US | Nevada US-NV | 36.1673 -115.1485 | 0.72 |
Detroit | US | Michigan US-MI | 42.3316 -83.0466 | 0.71 |
Minneapolis | US | Minnesota US-MN | 44.9773 -93.2655 | 0.68 |
Salt Lake City | US | Utah US-UT | 40.7596 -111.8868 | 0.67 |
Honolulu | US | Hawaii US-HI | 21.3045 -157.8557 | 0.67 |
Anchorage | US | Alaska US-AK | 61.2176 -149.8997 | 0.63 |
Portland | US | Oregon US-OR | 45.5202 -122.6742 | 0.71 |
Portland | US | Maine US-ME | 43.6573 -70.2587 | 0.57 |
Springfield | US | Illinois US-IL | 39.7990 -89.6440 | 0.58 |
Springfield | US | Massachusetts US-MA | 42.1019 -72.5887 | 0.57 |
Springfield | US | Missouri US-MO | 37.2082 -93.2923 | 0.56 |
Birmingham | US | Alabama US-AL | 33.5207 -86.8024 | 0.62 |
Paris | US | Texas US-TX | 33.6618 -95.5555 | 0.48 |
London | CA | Ontario CA-ON | 42.9832 -81.2434 | 0.59 |
Berlin | US | New Hampshire US-NH | 44.4687 -71.1851 | 0.42 |
Athens | US | Georgia US-GA | 33.9597 -83.3764 | 0.52 |
Toronto | CA | Ontario CA-ON | 43.6535 -79.3839 | 0.77 | ja トロント; osm R324211
Montréal | CA | Québec CA-QC | 45.5032 -73.5698 | 0.75 | en,de,es,it,nl Montreal
Vancouver | CA | British Columbia CA-BC | 49.2609 -123.1140 | 0.74 |
Ottawa | CA | Ontario CA-ON | 45.4209 -75.6901 | 0.71 |
Calgary | CA | Alberta CA-AB | 51.0456 -114.0575 | 0.67 |
Québec | CA | Québec CA-QC | 46.8260 -71.2352 | 0.66 | en Quebec City; de Québec; alt Quebec
Halifax | CA | Nova Scotia CA-NS | 44.6486 -63.5859 | 0.62 |
Winnipeg | CA | Manitoba CA-MB | 49.8955 -97.1385 | 0.64 |
Yellowknife | CA | Northwest Territories CA-NT | 62.4541 -114.3774 | 0.53 |
Ciudad de México | MX | MX-CMX | 19.4326 -99.1331 | 0.79 | en Mexico City; de Mexiko-Stadt; fr Mexico; it Città del Messico; pt Cidade do México; nl Mexico-Stad; alt CDMX
Guadalajara | MX | Jalisco MX-JAL | 20.6720 -103.3384 | 0.65 |
Monterrey | MX | Nuevo León MX-NLE | 25.6802 -100.3153 | 0.65 |
Cancún | MX | Quintana Roo MX-ROO | 21.1527 -86.8426 | 0.62 | en,de Cancun
La Habana | CU | | 23.1353 -82.3590 | 0.70 | en Havana; de Havanna; fr La Havane; it L'Avana; pt Havana; nl Havana
Ciudad de Guatemala | GT | | 14.6222 -90.5185 | 0.62 | en Guatemala City; de Guatemala-Stadt
San José | CR | | 9.9326 -84.0796 | 0.63 |
Ciudad de Panamá | PA | | 8.9714 -79.5342 | 0.64 | en Panama City; de Panama-Stadt; alt Panamá
Kingston | JM | | 17.9712 -76.7926 | 0.60 |
Bogotá | CO | CO-DC | 4.6533 -74.0836 | 0.72 | en,de Bogotá; fr Bogota
Medellín | CO | Antioquia CO-ANT | 6.2443 -75.5736 | 0.63 |
Quito | EC | | -0.2202 -78.5123 | 0.66 |
Lima | PE | | -12.0622 -77.0366 | 0.72 |
Cusco | PE | | -13.5170 -71.9785 | 0.60 | alt Cuzco
La Paz | BO | | -16.4955 -68.1336 | 0.64 |
Caracas | VE | | 10.5061 -66.9146 | 0.68 |
Santiago | CL | | -33.4378 -70.6505 | 0.71 | en Santiago; alt Santiago de Chile
Punta Arenas | CL | | -53.1625 -70.9078 | 0.52 |
Buenos Aires | AR | AR-C | -34.6037 -58.3816 | 0.78 | ja ブエノスアイレス
Córdoba | AR | Córdoba AR-X | -31.4167 -64.1836 | 0.62 |
Córdoba | ES | Andalucía ES-AN | 37.8846 -4.7760 | 0.61 | fr Cordoue; it Cordova
Ushuaia | AR | Tierra del Fuego AR-V | -54.8062 -68.3049 | 0.55 |
Montevideo | UY | | -34.9060 -56.1996 | 0.68 |
Asunción | PY | | -25.2800 -57.6344 | 0.62 |
São Paulo | BR | São Paulo BR-SP | -23.5507 -46.6334 | 0.79 | en,de,it,nl São Paulo; es San Pablo; ja サンパウロ
Rio de Janeiro | BR | Rio de Janeiro BR-RJ | -22.9110 -43.2094 | 0.78 | es Río de Janeiro; alt Rio
Brasília | BR | Distrito Federal BR-DF | -15.7934 -47.8823 | 0.71 | en,es,de Brasilia
Salvador | BR | Bahia BR-BA | -12.9822 -38.4813 | 0.65 |
Manaus | BR | Amazonas BR-AM | -3.1316 -59.9825 | 0.62 |
القاهرة | EG | | 30.0444 31.2357 | 0.77 | en Cairo; de Kairo; fr Le Caire; es El Cairo; it Il Cairo; pt Cairo; nl Caïro; pl Kair
الإسكندرية | EG | | 31.1991 29.8952 | 0.68 | en,de Alexandria; fr Alexandrie; es Alejandría; it Alessandria d'Egitto
الدار البيضاء | MA | | 33.5945 -7.6200 | 0.68 | en,de,es,it Casablanca; fr Casablanca
الرباط | MA | | 34.0224 -6.8345 | 0.64 | en,de,fr,es,it Rabat
مراكش | MA | | 31.6258 -7.9892 | 0.65 | en Marrakesh; de Marrakesch; fr Marrakech; es Marrakech
تونس | TN | | 36.8002 10.1858 | 0.66 | en,de,fr Tunis; es Túnez; it Tunisi
الجزائر | DZ | | 36.7754 3.0601 | 0.68 | en Algiers; de Algier; fr Alger; es Argel; it Algeri
Lagos | NG | Lagos NG-LA | 6.4551 3.3942 | 0.71 |
Abuja | NG | NG-FC | 9.0643 7.4893 | 0.63 |
Accra | GH | | 5.5571 -0.2013 | 0.66 |
Dakar | SN | | 14.6934 -17.4479 | 0.65 |
Abidjan | CI | | 5.3204 -4.0161 | 0.64 |
Nairobi | KE | | -1.2833 36.8172 | 0.71 |
Addis Ababa | ET | | 9.0358 38.7524 | 0.67 | de Addis Abeba; fr Addis-Abeba; es Adís Abeba
Kampala | UG | | 0.3177 32.5814 | 0.63 |
Kigali | RW | | -1.9508 30.0615 | 0.60 |
Dar es Salaam | TZ | | -6.8161 39.2804 | 0.65 |
Kinshasa | CD | | -4.3217 15.3126 | 0.67 |
Luanda | AO | | -8.8273 13.2439 | 0.64 |
Johannesburg | ZA | Gauteng ZA-GP | -26.2050 28.0497 | 0.72 |
Cape Town | ZA | Western Cape ZA-WC | -33.9288 18.4172 | 0.74 | de Kapstadt; fr Le Cap; es Ciudad del Cabo; it Città del Capo; pt Cidade do Cabo; nl Kaapstad
Pretoria | ZA | Gauteng ZA-GP | -25.7459 28.1879 | 0.66 |
Windhoek | NA | | -22.5776 17.0773 | 0.60 |
Antananarivo | MG | | -18.9100 47.5256 | 0.61 |
ירושלים | IL | | 31.7788 35.2258 | 0.76 | en,de,nl Jerusalem; fr Jérusalem; es Jerusalén; it Gerusalemme
תל אביב-יפו | IL | | 32.0853 34.7818 | 0.71 | en,de Tel Aviv; fr Tel Aviv-Jaffa; es Tel Aviv
بيروت | LB | | 33.8959 35.4784 | 0.68 | en Beirut; de Beirut; fr Beyrouth; es Beirut
عمّان | JO | | 31.9516 35.9240 | 0.65 | en,de,fr Amman; es Amán
دمشق | SY | | 33.5131 36.3096 | 0.67 | en Damascus; de Damaskus; fr Damas; es Damasco; it Damasco
بغداد | IQ | | 33.3062 44.3873 | 0.69 | en,de Baghdad; de Bagdad; fr,es Bagdad
تهران | IR | | 35.6893 51.3896 | 0.74 | en Tehran; de Teheran; fr Téhéran; es Teherán
الرياض | SA | | 24.6389 46.7160 | 0.71 | en Riyadh; de Riad; fr Riyad; es Riad
مكة المكرمة | SA | | 21.4207 39.8256 | 0.70 | en Mecca; de Mekka; fr La Mecque; es La Meca
دبي | AE | AE-DU | 25.0743 55.1885 | 0.75 | en,de,it Dubai; fr Dubaï; es Dubái; nl Dubai
أبوظبي | AE | AE-AZ | 24.4538 54.3774 | 0.69 | en,de Abu Dhabi; fr Abou Dabi; es Abu Dabi
الدوحة | QA | | 25.2856 51.5264 | 0.67 | en,de,fr,es Doha
کابل | AF | | 34.5260 69.1776 | 0.66 | en,de Kabul; fr Kaboul
Toshkent | UZ | | 41.3123 69.2787 | 0.65 | en Tashkent; de Taschkent; fr Tachkent
Астана | KZ | | 51.1282 71.4307 | 0.65 | en,de,fr Astana; alt Nur-Sultan
Алматы | KZ | | 43.2364 76.9457 | 0.64 | en,de,fr Almaty
Якутск | RU | RU-SA | 62.0272 129.7319 | 0.58 | en Yakutsk; de Jakutsk; fr Iakoutsk
Новосибирск | RU | RU-NVS | 55.0282 82.9211 | 0.66 | en Novosibirsk; de Nowosibirsk
Владивосток | RU | RU-PRI | 43.1151 131.8855 | 0.64 | en Vladivostok; de Wladiwostok
کراچی | PK | | 24.8547 67.0207 | 0.71 | en,de,fr,es Karachi
اسلام آباد | PK | | 33.6938 73.0652 | 0.66 | en,de,fr Islamabad
नई दिल्ली | IN | Delhi IN-DL | 28.6139 77.2090 | 0.77 | en New Delhi; de Neu-Delhi; fr New Delhi; es Nueva Delhi; it Nuova Delhi; alt Delhi
Mumbai | IN | Maharashtra IN-MH | 19.0550 72.8692 | 0.76 | fr Bombay; es Bombay; alt Bombay
Bengaluru | IN | Karnataka IN-KA | 12.9768 77.5901 | 0.71 | alt Bangalore
Chennai | IN | Tamil Nadu IN-TN | 13.0837 80.2702 | 0.68 | alt Madras
Kolkata | IN | West Bengal IN-WB | 22.5726 88.3639 | 0.70 | fr Calcutta; es Calcuta; alt Calcutta
Agra | IN | Uttar Pradesh IN-UP | 27.1753 78.0098 | 0.61 |
काठमाडौं | NP | | 27.7083 85.3205 | 0.65 | en Kathmandu; de Kathmandu; fr Katmandou; es Katmandú
ঢাকা | BD | | 23.7644 90.3890 | 0.69 | en Dhaka; de Dhaka; fr Dacca; es Daca
Colombo | LK | | 6.9388 79.8542 | 0.65 |
กรุงเทพมหานคร | TH | TH-10 | 13.7525 100.4935 | 0.76 | en,de,fr,es,it,nl Bangkok; pt Banguecoque
Hà Nội | VN | | 21.0283 105.8540 | 0.70 | en,de Hanoi; fr Hanoï; es Hanói
Thành phố Hồ Chí Minh | VN | | 10.7764 106.7011 | 0.71 | en Ho Chi Minh City; de Ho-Chi-Minh-Stadt; fr Hô Chi Minh-Ville; alt Saigon
ភ្នំពេញ | KH | | 11.5683 104.9224 | 0.63 | en,de,fr Phnom Penh
Kuala Lumpur | MY | MY-14 | 3.1516 101.6942 | 0.72 |
Singapore | SG | | 1.2899 103.8519 | 0.77 | de Singapur; fr Singapour; es Singapur; it Singapore; nl Singapore; ja シンガポール
Jakarta | ID | ID-JK | -6.1754 106.8272 | 0.74 | es Yakarta
Denpasar | ID | Bali ID-BA | -8.6525 115.2191 | 0.58 |
Manila | PH | | 14.5907 120.9810 | 0.71 | es Manila; fr Manille
北京市 | CN | CN-BJ | 39.9057 116.3913 | 0.80 | en Beijing; de Peking; fr Pékin; es Pekín; it Pechino; pt Pequim; nl Peking; pl Pekin; ja 北京; alt Peking
上海市 | CN | CN-SH | 31.2323 121.4691 | 0.78 | en,fr,es,it,nl Shanghai; de Shanghai; es Shanghái; pt Xangai; ja 上海
广州市 | CN | Guangdong CN-GD | 23.1288 113.2590 | 0.70 | en Guangzhou; de Guangzhou; fr Canton; es Cantón; alt Canton
深圳市 | CN | Guangdong CN-GD | 22.5446 114.0545 | 0.69 | en,de,fr,es Shenzhen
西安市 | CN | Shaanxi CN-SN | 34.2610 108.9423 | 0.65 | en,de,fr,es Xi'an; alt Xian
香港 | HK | | 22.2793 114.1628 | 0.78 | en Hong Kong; de Hongkong; fr,es,it,pt Hong Kong; nl Hongkong
臺北市 | TW | TW-TPE | 25.0375 121.5637 | 0.72 | en Taipei; de Taipeh; fr Taipei; es Taipéi
서울특별시 | KR | KR-11 | 37.5667 126.9783 | 0.77 | en,de,it,nl Seoul; fr Séoul; es Seúl; ja ソウル
부산광역시 | KR | KR-26 | 35.1798 129.0750 | 0.66 | en,de,fr,es Busan
東京都 | JP | JP-13 | 35.6769 139.7639 | 0.83 | en Tokyo; de Tokio; fr Tokyo; es Tokio; it Tokyo; pt Tóquio; nl Tokio; pl Tokio; alt 東京; osm R1543125
大阪市 | JP | 大阪府 JP-27 | 34.6938 135.5014 | 0.72 | en,de,fr,es,it,nl Osaka
京都市 | JP | 京都府 JP-26 | 35.0116 135.7681 | 0.72 | en,fr,it,nl Kyoto; de Kyōto; es Kioto
札幌市 | JP | 北海道 JP-01 | 43.0619 141.3544 | 0.64 | en,de,fr,es,it Sapporo
広島市 | JP | 広島県 JP-34 | 34.3917 132.4518 | 0.66 | en,de,fr,es,it Hiroshima
Улаанбаатар | MN | | 47.9185 106.9176 | 0.63 | en Ulaanbaatar; de Ulaanbaatar; fr Oulan-Bator; es Ulán Bator
Sydney | AU | New South Wales AU-NSW | -33.8698 151.2083 | 0.79 | es Sídney; ja シドニー; osm R5750005
Melbourne | AU | Victoria AU-VIC | -37.8142 144.9632 | 0.75 | ja メルボルン
Brisbane | AU | Queensland AU-QLD | -27.4690 153.0235 | 0.70 |
Perth | AU | Western Australia AU-WA | -31.9559 115.8606 | 0.69 |
Perth | GB | Scotland GB-SCT | 56.3958 -3.4333 | 0.52 |
Adelaide | AU | South Australia AU-SA | -34.9282 138.5999 | 0.67 |
Canberra | AU | Australian Capital Territory AU-ACT | -35.2976 149.1013 | 0.69 |
Hobart | AU | Tasmania AU-TAS | -42.8825 147.3281 | 0.61 |
Alice Springs | AU | Northern Territory AU-NT | -23.6983 133.8812 | 0.55 |
Auckland | NZ | | -36.8521 174.7632 | 0.71 |
Wellington | NZ | | -41.2888 174.7772 | 0.68 |
Christchurch | NZ | | -43.5310 172.6366 | 0.65 |
Suva | FJ | | -18.1416 178.4422 | 0.58 |
Waiyevo | FJ | | -16.7903 179.9876 | 0.30 |
Apia | WS | | -13.8344 -171.7692 | 0.52 |
Nuuk | GL | | 64.1767 -51.7360 | 0.55 | de Nuuk; alt Godthåb
Longyearbyen | SJ | | 78.2232 15.6467 | 0.52 |
`);
