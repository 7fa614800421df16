import { landmarks } from './place-table.ts';

/** Airports and stations. */
export const airportsAndStations = landmarks(`
Aéroport de Paris-Charles-de-Gaulle | FR | Roissy-en-France, Île-de-France | 49.0097 2.5479 | 0.62 | aeroway aerodrome | ; ; 95700 | en Charles de Gaulle Airport; de Flughafen Paris-Charles-de-Gaulle; alt CDG, Roissy
Flughafen Frankfurt Main | DE | Frankfurt am Main | 50.0379 8.5622 | 0.62 | aeroway aerodrome | ; Flughafen; 60549 | en Frankfurt Airport; fr Aéroport de Francfort; alt FRA, Frankfurt Airport
Flughafen Berlin Brandenburg | DE | Schönefeld, Brandenburg | 52.3667 13.5033 | 0.60 | aeroway aerodrome | Willy-Brandt-Platz; ; 12529 | en Berlin Brandenburg Airport; alt BER
Flughafen München | DE | Oberding, Bayern | 48.3537 11.7861 | 0.60 | aeroway aerodrome | ; ; 85356 | en Munich Airport; alt MUC
Heathrow Airport | GB | London | 51.4700 -0.4543 | 0.66 | aeroway aerodrome | Inner Ring East; Hillingdon; TW6 1EW | de Flughafen London-Heathrow; fr Aéroport de Londres-Heathrow; alt LHR, London Heathrow
Gatwick Airport | GB | Crawley, England | 51.1537 -0.1821 | 0.60 | aeroway aerodrome | ; ; RH6 0NP | alt LGW, London Gatwick
Luchthaven Schiphol | NL | Schiphol, Noord-Holland | 52.3105 4.7683 | 0.63 | aeroway aerodrome | Evert van de Beekstraat; ; 1118 CP | en Amsterdam Airport Schiphol; de Flughafen Schiphol; alt AMS, Schiphol
Flughafen Zürich | CH | Kloten, Zürich | 47.4582 8.5555 | 0.59 | aeroway aerodrome | Flughafenstrasse; ; 8302 | en Zurich Airport; alt ZRH
Flughafen Wien-Schwechat | AT | Schwechat, Niederösterreich | 48.1103 16.5697 | 0.58 | aeroway aerodrome | ; ; 1300 | en Vienna International Airport; alt VIE
Aeropuerto Adolfo Suárez Madrid-Barajas | ES | Madrid | 40.4936 -3.5668 | 0.60 | aeroway aerodrome | Avenida de la Hispanidad; Barajas; 28042 | en Madrid-Barajas Airport; alt MAD, Barajas
Aeroporto di Roma-Fiumicino | IT | Fiumicino, Lazio | 41.8003 12.2389 | 0.59 | aeroway aerodrome | ; ; 00054 | en Rome Fiumicino Airport; alt FCO
John F. Kennedy International Airport | US | City of New York, New York | 40.6413 -73.7781 | 0.65 | aeroway aerodrome | JFK Access Road; Queens; 11430 | alt JFK, JFK Airport
Los Angeles International Airport | US | Los Angeles, California | 33.9416 -118.4085 | 0.64 | aeroway aerodrome | World Way; Westchester; 90045 | alt LAX
Hartsfield-Jackson Atlanta International Airport | US | Atlanta, Georgia | 33.6407 -84.4277 | 0.62 | aeroway aerodrome | ; ; 30320 | alt ATL
O'Hare International Airport | US | Chicago, Illinois | 41.9786 -87.9048 | 0.62 | aeroway aerodrome | ; O'Hare; 60666 | alt ORD
San Francisco International Airport | US | San Mateo County, California | 37.6213 -122.3790 | 0.61 | aeroway aerodrome | ; ; 94128 | alt SFO
مطار دبي الدولي | AE | دبي | 25.2532 55.3657 | 0.62 | aeroway aerodrome | ; ; | en Dubai International Airport; alt DXB
Singapore Changi Airport | SG | Singapore | 1.3592 103.9894 | 0.62 | aeroway aerodrome | Airport Boulevard; Changi; 819642 | alt SIN, Changi
東京国際空港 | JP | 東京都 | 35.5494 139.7798 | 0.61 | aeroway aerodrome | ; 大田区; 144-0041 | en Haneda Airport; alt HND, Tokyo International Airport
Sydney Airport | AU | Sydney, New South Wales | -33.9461 151.1772 | 0.60 | aeroway aerodrome | ; Mascot; 2020 | alt SYD, Kingsford Smith
Berlin Hauptbahnhof | DE | Berlin | 52.5250 13.3694 | 0.58 | railway station | 1 Europaplatz; Moabit; 10557 | en Berlin Central Station; alt Berlin Hbf
München Hauptbahnhof | DE | München | 48.1402 11.5600 | 0.55 | railway station | Bahnhofplatz; Ludwigsvorstadt; 80335 | en Munich Central Station; alt München Hbf
Frankfurt (Main) Hauptbahnhof | DE | Frankfurt am Main | 50.1071 8.6638 | 0.56 | railway station | Am Hauptbahnhof; Gallus; 60329 | en Frankfurt Central Station; alt Frankfurt Hbf, Frankfurt Hauptbahnhof
Köln Hauptbahnhof | DE | Köln | 50.9430 6.9589 | 0.55 | railway station | Trankgasse; Altstadt-Nord; 50667 | en Cologne Central Station; alt Köln Hbf
Zürich Hauptbahnhof | CH | Zürich | 47.3779 8.5403 | 0.55 | railway station | Bahnhofplatz; Altstadt; 8001 | en Zurich Main Station; alt Zürich HB
Wien Hauptbahnhof | AT | Wien | 48.1852 16.3761 | 0.54 | railway station | 1 Am Hauptbahnhof; Favoriten; 1100 | en Vienna Central Station
Gare du Nord | FR | Paris | 48.8809 2.3553 | 0.57 | railway station | 18 Rue de Dunkerque; Saint-Vincent-de-Paul; 75010 | alt Paris Gare du Nord
Gare de Lyon | FR | Paris | 48.8443 2.3744 | 0.55 | railway station | Place Louis-Armand; Quinze-Vingts; 75012 | alt Paris Gare de Lyon
London King's Cross | GB | London | 51.5308 -0.1238 | 0.56 | railway station | Euston Road; St Pancras; N1 9AL | alt King's Cross, Kings Cross
London Paddington | GB | London | 51.5154 -0.1755 | 0.54 | railway station | Praed Street; Paddington; W2 1HQ | alt Paddington
Roma Termini | IT | Roma | 41.9010 12.5018 | 0.56 | railway station | Piazza dei Cinquecento; Esquilino; 00185 | en Rome Termini
Milano Centrale | IT | Milano | 45.4862 9.2044 | 0.55 | railway station | 1 Piazza Duca d'Aosta; Municipio 2; 20124 | en Milan Central Station
Amsterdam Centraal | NL | Amsterdam | 52.3791 4.9003 | 0.56 | railway station | Stationsplein; Centrum; 1012 AB | en Amsterdam Central Station
Grand Central Terminal | US | City of New York, New York | 40.7527 -73.9772 | 0.63 | railway station | 89 East 42nd Street; Manhattan; 10017 | alt Grand Central Station, Grand Central
東京駅 | JP | 東京都 | 35.6812 139.7671 | 0.60 | railway station | 丸の内 1; 千代田区; 100-0005 | en Tokyo Station; fr Gare de Tokyo
新宿駅 | JP | 東京都 | 35.6896 139.7006 | 0.58 | railway station | 新宿 3; 新宿区; 160-0022 | en Shinjuku Station
`);
