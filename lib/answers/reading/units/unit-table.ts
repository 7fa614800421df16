/**
 * All units, one per line: symbols (the exact case is tried first) | names (in any case, without accents; `_` stands
 * for a space; English plurals with -s are implied) | size in the base unit of the quantity, exact if its definition is
 * | `si` for metric prefixes, `data` for metric and binary prefixes. Answers use the first symbol, or the first name if
 * there is no symbol. If a word has two meanings, the more likely quantity comes first; the other one applies only if
 * nothing else makes sense (ounces in a pint).
 *
 * Customary measures are those of the United States; a preceding `imperial` or `uk` makes them British.
 */
interface QuantityTable {
  quantity: string;
  /** Exponents of metre, kilogram, second, ampere, kelvin, mole, candela, bit, pixel; trailing zeros are omitted. */
  dimension: readonly number[];
  units: string;
}

export const unitTable: readonly QuantityTable[] = [
  {
    quantity: 'length',
    dimension: [1],
    units: `
      m | meter metre metro metri mtr mtrs metern | 1 | si
      in " | inch inches zoll pouce pulgada pollice pollici polegada duim inchs | 0.0254
      ft ' | foot feet fuss pied pie pies piede piedi pe pes voet foots feet_and_inches foot_and_inches ft_and_in ft_and_inches | 0.3048
      yd | yard yrd yds yarda iarda jarda | 0.9144
      mi | mile meile meilen milles milla miglio miglia milha mijl mijlen statute_mile | 1609.344
      nmi NM | nautical_mile nautical seemeile seemeilen sea_mile mille_marin mille_nautique milla_nautica | 1852
      km | kms k | 1000
      cm | cms | 0.01
      mm | mms | 0.001
      Å | angstrom angstroem | 1e-10
      µm | micron mikron um | 1e-6
      ly | lightyear light_year lichtjahr lichtjahre lichtjahren annee_lumiere annees_lumiere ano_luz anos_luz anno_luce anni_luce lichtjaar | 9460730472580800
      au AU ua | astronomical_unit astronomische_einheit astronomische_einheiten unite_astronomique | 149597870700
      pc | parsec | 648000*149597870700/pi | si
      | light_second lightsecond lichtsekunde lichtsekunden | 299792458
      | light_minute lightminute | 17987547480
      fur | furlong | 201.168
      | chain | 20.1168
      | rod perch pole | 5.0292
      | link | 0.201168
      | fathom faden | 1.8288
      | league | 4828.032
      | hand | 0.1016
      | span | 0.2286
      | cubit | 0.4572
      | barleycorn | 0.0254/3
      mil thou | mils | 0.0000254
      pt | point typographic_point | 0.0254/72
      | pica | 0.0254/6
      | cable cable_length | 185.2
      | smoot | 1.7018
      | football_field | 91.44`,
  },
  {
    quantity: 'mass',
    dimension: [0, 1],
    units: `
      g | gram gramme gramm gramo grammo grammi grama gr grm | 0.001 | si
      kg | kilo kilos kgs quilo chilo chili | 1
      t mt MT | tonne metric_ton metric_tonne metrische_tonne tonelada tonnellata tonnellate tonnen | 1000 | si
      lb lbs lbm | pound pound_mass livre libra libbra libbre lb_m | 0.45359237
      oz | ounce ounze unze unzen once onza oncia once onca avoirdupois_ounce ozs | 0.028349523125
      | etto etti ons | 0.1
      | pfund pond metric_pound | 0.5
      st | stone stones | 6.35029318
      | ton short_ton shortton us_ton | 907.18474
      | long_ton imperial_ton uk_ton longton | 1016.0469088
      cwt | hundredweight short_hundredweight | 45.359237
      | long_hundredweight imperial_hundredweight | 50.80234544
      dr | dram drachm | 0.0017718451953125
      | grain | 0.00006479891
      ozt | troy_ounce troyounce troy_oz oz_t t_oz feinunze feinunzen once_troy | 0.0311034768
      | troy_pound | 0.3732417216
      dwt | pennyweight | 0.00155517384
      ct | carat karat quilate | 0.0002
      | slug | 14.59390293720636
      mcg µg ug | microgram mikrogramm | 1e-9
      q | quintal zentner | 100
      amu u Da | atomic_mass_unit atomicmassunit dalton | 1.66053906892e-27
      | stick_of_butter sticks_of_butter stick | 0.11339809250`,
  },
  {
    quantity: 'time',
    dimension: [0, 0, 1],
    units: `
      s sec | second secs sekunde sekunden seconde segundo secondo secondi seconden sek | 1 | si
      min | minute m mins minuten minuto minuti minuut | 60
      h hr | hour hrs stunde stunden std heure hora ora ore uur uren | 3600
      d | day tag tage tagen jour dia giorno giorni dag dagen | 86400
      wk | week wks woche wochen semaine semana settimana settimane weken | 604800
      mo | month monat monate monaten mois mes meses mese mesi mes maand maanden mth mths | 365.2425*86400/12
      yr y | year yrs jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren | 365.2425*86400
      | fortnight | 1209600
      | quarter_year quarter_of_a_year | 365.2425*86400/4
      | decade jahrzehnt jahrzehnte decennie decada decennio | 365.2425*864000
      | century centuries jahrhundert jahrhunderte siecle siglo secolo secoli seculo eeuw | 365.2425*8640000
      | millennium millennia millenium jahrtausend jahrtausende | 365.2425*86400000
      | leap_year | 366*86400
      | lunar_month | 29.530589*86400
      | julian_year | 365.25*86400
      | business_day work_day workday | 28800
      | shake | 1e-8`,
  },
  {
    quantity: 'area',
    dimension: [2],
    units: `
      ac | acre morgen_acre | 4046.8564224
      ha | hectare hektar ettaro ettari hectarea | 10000
      a | are ares ar | 100
      | barn | 1e-28
      | dunam | 1000
      | rood | 1011.7141056
      | township | 93239571.972
      ft² | sqft sq_ft sft qft sf quadratfuss pieds_carres pies_cuadrados piedi_quadrati pes_quadrados | 0.09290304
      in² | sqin sq_in | 0.00064516
      yd² | sqyd sq_yd | 0.83612736
      mi² | sqmi sq_mi | 2589988.110336
      m² | sqm qm quadratmeter metre_carre metres_carres metro_cuadrado metros_cuadrados metro_quadrato metri_quadrati metro_quadrado metros_quadrados vierkante_meter | 1
      cm² | sqcm qcm quadratzentimeter | 0.0001
      mm² | sqmm qmm quadratmillimeter | 0.000001
      km² | sqkm qkm quadratkilometer kilometre_carre kilometres_carres kilometros_cuadrados | 1000000`,
  },
  {
    quantity: 'volume',
    dimension: [3],
    units: `
      L l ltr | liter litre litro litri lt ltrs | 0.001 | si
      mL ML | mls | 0.000001
      gal | gallon gallone gallonen galon galones gallone galloni galao galoes us_gallon us_gal gals | 0.003785411784
      qt | quart us_quart us_qt qts | 0.000946352946
      pt | pint pinte pinta us_pint us_pt pts | 0.000473176473
      cup c | cup tasse tassen taza tazza tazze xicara us_cup | 0.0002365882365
      fl_oz floz | fluid_ounce us_fluid_ounce us_fl_oz fl_ounce ounce_fluid ounce oz fluessigunze once_liquide onza_liquida fluid_oz fluidounce oz_fl ozs | 0.0000295735295625
      tbsp Tbsp | tablespoon essloffel el cuillere_a_soupe cucharada cucchiaio us_tablespoon us_tbsp tbs tbl tablespoonful eetlepel | 0.00001478676478125
      tsp | teaspoon teeloffel tl cuillere_a_cafe cucharadita cucchiaino us_teaspoon us_tsp teaspoonful theelepel | 0.00000492892159375
      | stick_of_butter sticks_of_butter stick | 0.00011829411825
      gill | gill | 0.00011829411825
      | dash | 0.000000616115199
      | pinch pinches | 0.000000308057599609375
      | drop | 0.00000005
      | jigger | 0.000044360294
      | shot | 0.000044360294
      fl_dr | fluid_dram | 0.0000036966911953125
      | minim | 0.000000061611519921875
      bbl | barrel oil_barrel barrel_of_oil fass | 0.158987294928
      bu | bushel | 0.03523907016688
      | peck | 0.00880976754172
      | imperial_gallon uk_gallon imp_gallon british_gallon imp_gal imperial_gal uk_gal | 0.00454609
      | imperial_quart uk_quart british_quart imp_qt | 0.0011365225
      | imperial_pint uk_pint british_pint imp_pt | 0.00056826125
      | imperial_cup uk_cup british_cup | 0.000284130625
      | metric_cup | 0.00025
      | imperial_fluid_ounce uk_fluid_ounce imperial_fl_oz uk_fl_oz imp_fl_oz imperial_ounce | 0.0000284130625
      | imperial_tablespoon uk_tablespoon | 0.0000177581640625
      | metric_tablespoon | 0.000015
      | metric_teaspoon | 0.000005
      cc ccm | cubic_centimeter_cc | 0.000001
      ci cu_in | cuin | 0.000016387064
      cu_ft cuft cf | cufts | 0.028316846592
      cu_yd | cuyd | 0.764554857984
      m³ | cbm kubikmeter metre_cube metres_cubes metro_cubico metros_cubicos metri_cubi kubieke_meter | 1
      cm³ | kubikzentimeter centimetre_cube centimetres_cubes | 0.000001
      dm³ | kubikdezimeter | 0.001
      | acre_foot acre_feet | 1233.48183754752
      | board_foot board_feet | 0.002359737216
      | cord | 3.624556363776
      | hogshead | 0.238480942392
      | wine_bottle | 0.00075`,
  },
];
