import type { unitTable } from './unit-table.ts';

/** Units of physics and computing, in the same format as `unit-table.ts`. */
export const physicsUnitTable: typeof unitTable = [
  {
    quantity: 'data',
    dimension: [0, 0, 0, 0, 0, 0, 0, 1],
    units: `
      bit b | bits | 1 | data
      B | byte octet oktett octeto | 8 | data
      kB KB kb | kbyte kbytes | 8e3
      MB mb | mbyte mbytes meg megs | 8e6
      GB gb | gbyte gbytes gig gigs | 8e9
      TB tb | tbyte tbytes | 8e12
      PB pb | pbyte | 8e15
      KiB kib | kibibyte | 8192
      MiB mib | mebibyte | 8388608
      GiB gib | gibibyte | 8589934592
      TiB tib | tebibyte | 8796093022208
      nibble | nybble | 4`,
  },
  {
    quantity: 'data rate',
    dimension: [0, 0, -1, 0, 0, 0, 0, 1],
    units: `
      bps | bps baud | 1
      kbps Kbps kbit/s | kbps | 1e3
      Mbps mbps | mbps | 1e6
      Gbps gbps | gbps | 1e9
      Tbps | tbps | 1e12
      Bps | byte_per_second | 8
      kBps KBps | kilobyte_per_second | 8e3
      MBps | megabyte_per_second | 8e6
      GBps | gigabyte_per_second | 8e9`,
  },
  {
    quantity: 'speed',
    dimension: [1, 0, -1],
    units: `
      km/h kmh kph kmph | stundenkilometer kmh | 1/3.6
      mph | mph mi/h mijl_per_uur | 0.44704
      kn kt kts knt | knot knoten noeud nudo nodo nodi knoop | 1852/3600
      fps | fps | 0.3048
      mps | mps | 1
      | mach | 340.29
      | speed_of_light lichtgeschwindigkeit | 299792458`,
  },
  {
    quantity: 'acceleration',
    dimension: [1, 0, -2],
    units: `
      | standard_gravity g_force gee g_0 | 9.80665
      Gal | galileo | 0.01`,
  },
  {
    quantity: 'force',
    dimension: [1, 1, -2],
    units: `
      N | newton | 1 | si
      dyn | dyne | 0.00001
      lbf | pound_force pounds_force pound_of_force pound lb lbs | 4.4482216152605
      ozf | ounce_force ounces_force | 0.27801385095378125
      kgf | kilogram_force kilograms_force kilopond kp | 9.80665
      gf | gram_force grams_force | 0.00980665
      tf | ton_force tons_force | 8896.443230521
      kip | kips | 4448.2216152605
      pdl | poundal | 0.138254954376`,
  },
  {
    quantity: 'pressure',
    dimension: [-1, 1, -2],
    units: `
      Pa | pascal | 1 | si
      bar | bars | 100000 | si
      atm | atmosphere atmosphare atmospharen atmosfera | 101325
      psi | pound_per_square_inch pounds_per_square_inch pound-force_per_square_inch | 4.4482216152605/0.00064516
      ksi | ksi | 4448.2216152605/0.00064516
      Torr torr | torr | 101325/760 | si
      mmHg | mm_hg millimeter_of_mercury millimeters_of_mercury millimetres_of_mercury mm_of_mercury | 133.322387415
      cmHg | cm_hg | 1333.22387415
      inHg | inch_of_mercury inches_of_mercury | 3386.38864`,
  },
  {
    quantity: 'energy',
    dimension: [2, 1, -2],
    units: `
      J | joule | 1 | si
      cal | calorie kalorie kalorien caloria | 4.184 | si
      Cal | kilocalorie food_calorie kcals | 4184
      Wh | watt_hour watthour wattstunde wattheure | 3600 | si
      kWh | kwh kw_h kilowatt_hour kilowattstunde kilowattstunden kilowattuur kilovatio_hora | 3600000
      eV | electronvolt electron_volt elektronenvolt | 1.602176634e-19 | si
      BTU Btu btu | british_thermal_unit | 1055.05585262
      thm | therm | 105505585.262
      ft⋅lbf | foot_pound ft_lb ft_lbs ftlb ftlbs foot_pounds foot_lb foot_lbs footpound ft_lbf foot_pound_force | 1.3558179483314004
      in⋅lbf | inch_pound inlb inlbs inch_lb inch_pounds | 0.1129848290276167
      erg | ergs | 1e-7
      | newton_meter newton_metre nm | 1
      Nm | newtonmeter newtonmetre | 1
      | ton_of_tnt tons_of_tnt | 4184000000
      | kiloton kilotons_of_tnt | 4184000000000
      | megaton megatons_of_tnt | 4184000000000000
      toe | tonne_of_oil_equivalent | 41868000000`,
  },
  {
    quantity: 'power',
    dimension: [2, 1, -3],
    units: `
      W | watt vatio | 1 | si
      hp HP bhp | horsepower horse_power mechanical_horsepower | 745.69987158227022
      PS | metric_horsepower pferdestarke pferdestarken cv ch cavallo_vapore pk paardenkracht | 735.49875
      BTU/h | btu/h btu_per_hour btuh btu | 1055.05585262/3600
      | ton_of_refrigeration refrigeration_ton | 3516.8528420667
      VA | volt_ampere | 1 | si`,
  },
  {
    quantity: 'fuel economy',
    dimension: [-2],
    units: `
      mpg MPG | mile_per_gallon miles_per_gallon miles_per_us_gallon us_mpg | 1609.344/0.003785411784
      | imperial_mpg uk_mpg mpg_uk mpg_imperial imp_mpg miles_per_imperial_gallon | 1609.344/0.00454609
      kmpl km/l | kmpl kpl | 1000000`,
  },
  {
    quantity: 'frequency',
    dimension: [0, 0, -1],
    units: `
      Hz | hertz | 1 | si
      rpm | rpm revolution_per_minute revolutions_per_minute umdrehungen_pro_minute | 1/60
      bpm | bpm beat_per_minute beats_per_minute | 1/60
      MHz mhz | mhz | 1000000
      Bq | becquerel | 1 | si
      Ci | curie | 37000000000`,
  },
  {
    quantity: 'angle',
    dimension: [],
    units: `
      ° deg | degree degs grad grado grados gradi degre degres grau graus graden winkelgrad | pi/180
      rad | radian radiant radianes radians | 1 | si
      grad gon | gradian grads gradians gons neugrad | pi/200
      ' arcmin | arcminute arc_minute minute_of_arc minutes_of_arc moa bogenminute bogenminuten | pi/10800
      " arcsec | arcsecond arc_second second_of_arc seconds_of_arc bogensekunde bogensekunden | pi/648000
      | turn revolution rev full_circle umdrehung umdrehungen | 2*pi
      | right_angle | pi/2`,
  },
  {
    quantity: 'number',
    dimension: [],
    units: `
      k K | thousand tausend mille mil mila duizend | 1000
      | million millionen millones milioni milhoes miljoen mio | 1000000
      bn | billion | 1000000000
      | trillion | 1000000000000
      | dozen dozens doz dutzend douzaine docena dozzina duzia dozijn | 12
      | score scores | 20
      | gross | 144
      | baker's_dozen bakers_dozen | 13
      | lakh | 100000
      | crore | 10000000
      ppm | part_per_million parts_per_million | 0.000001
      ppb | part_per_billion parts_per_billion | 0.000000001
      ‰ | permille promille | 0.001`,
  },
  {
    quantity: 'electric current',
    dimension: [0, 0, 0, 1],
    units: `
      A | ampere amp amps amper | 1 | si`,
  },
  {
    quantity: 'electric charge',
    dimension: [0, 0, 1, 1],
    units: `
      C | coulomb | 1 | si
      Ah | ampere_hour amp_hour amperestunde | 3600 | si`,
  },
  {
    quantity: 'voltage',
    dimension: [2, 1, -3, -1],
    units: `
      V | volt voltio | 1 | si`,
  },
  {
    quantity: 'resistance',
    dimension: [2, 1, -3, -2],
    units: `
      Ω ohm | ohm ohms ohmio | 1 | si`,
  },
  {
    quantity: 'capacitance',
    dimension: [-2, -1, 4, 2],
    units: `
      F | farad | 1 | si`,
  },
  {
    quantity: 'inductance',
    dimension: [2, 1, -2, -2],
    units: `
      H | henry henries | 1 | si`,
  },
  {
    quantity: 'magnetic field',
    dimension: [0, 1, -2, -1],
    units: `
      T | tesla | 1 | si
      G | gauss | 0.0001
      | milligauss | 1e-7
      | kilogauss | 0.1`,
  },
  {
    quantity: 'radiation dose',
    dimension: [2, 0, -2],
    units: `
      Sv | sievert | 1 | si
      Gy | gray | 1 | si
      rem | rems | 0.01 | si`,
  },
  {
    quantity: 'amount of substance',
    dimension: [0, 0, 0, 0, 0, 1],
    units: `
      mol | mole | 1 | si`,
  },
  {
    quantity: 'luminous intensity',
    dimension: [0, 0, 0, 0, 0, 0, 1],
    units: `
      cd | candela lumen lm | 1`,
  },
  {
    quantity: 'illuminance',
    dimension: [-2, 0, 0, 0, 0, 0, 1],
    units: `
      lx | lux | 1
      fc | foot_candle footcandle | 1/0.09290304`,
  },
  {
    quantity: 'font size',
    dimension: [0, 0, 0, 0, 0, 0, 0, 0, 1],
    units: `
      px | pixel | 1
      pt | point | 4/3
      em | em ems | 16
      rem | rem | 16`,
  },
];

/** Temperature scales with their own zero: kelvin = (value + offset) · factor. */
export const temperatureTable = `
  °C C c degC | celsius celcius centigrade centigrado celsuis grad_celsius degree_celsius | 273.15 | 1
  °F F f degF | fahrenheit farenheit fahrenheight ferenheit degree_fahrenheit | 459.67 | 5/9
  K k degK | kelvin kelvins | 0 | 1
  °R R degR | rankine | 0 | 5/9
  °Ré | reaumur | 218.52 | 5/4`;
