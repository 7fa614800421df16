import type { unitTable } from './unit-table.ts';

/**
 * Rare units, in the same format as `unit-table.ts`. They come after the others, because the more common meaning of a
 * word is tried first.
 */
export const rareUnitTable: typeof unitTable = [
  {
    quantity: 'length',
    dimension: [1],
    units: `
      | light_hour | 1079252848800
      | light_day | 25902068371200
      | nautical_league | 5556
      | survey_foot survey_feet us_survey_foot us_survey_feet | 1200/3937
      | survey_mile us_survey_mile | 6336000/3937
      | fermi | 1e-15
      | twip | 0.0254/1440`,
  },
  {
    quantity: 'mass',
    dimension: [0, 1],
    units: `
      | long_cwt | 50.80234544
      | scruple | 0.0012959782`,
  },
  {
    quantity: 'time',
    dimension: [0, 0, 1],
    units: `
      | lustrum lustra | 365.2425*86400*5
      | common_year | 365*86400
      | tropical_year solar_year | 365.24219*86400
      | sidereal_year | 365.256363*86400
      | sidereal_day | 86164.0905`,
  },
  {
    quantity: 'area',
    dimension: [2],
    units: `
      | decare stremma | 1000
      | centiare | 1`,
  },
  {
    quantity: 'volume',
    dimension: [3],
    units: `
      | stere | 1
      | dry_pint us_dry_pint | 0.0005506104713575
      | dry_quart us_dry_quart | 0.001101220942715
      | dry_gallon us_dry_gallon | 0.00440488377086
      | imperial_teaspoon uk_teaspoon | 0.00000591938802083
      | australian_tablespoon | 0.00002
      | dessertspoon | 0.00001
      | imperial_gill uk_gill | 0.0001420653125
      | imperial_peck uk_peck | 0.00909218
      | imperial_bushel uk_bushel | 0.03636872
      | imperial_barrel uk_barrel | 0.16365924
      | beer_barrel us_beer_barrel | 0.117347765304`,
  },
  {
    quantity: 'angle',
    dimension: [],
    units: `
      | quadrant | pi/2
      | sextant | pi/3
      | octant | pi/4
      | minute_of_angle minutes_of_angle | pi/10800
      mas | milliarcsecond | pi/648000000`,
  },
  {
    quantity: 'force',
    dimension: [1, 1, -2],
    units: `
      | sthene | 1000
      | kilogram_of_force | 9.80665
      | gram_of_force | 0.00980665`,
  },
  {
    quantity: 'pressure',
    dimension: [-1, 1, -2],
    units: `
      | technical_atmosphere | 98066.5
      | barye | 0.1
      mmH₂O | mm_of_water mm_water millimeter_of_water millimetre_of_water | 9.80665
      cmH₂O | cm_of_water cm_water centimeter_of_water centimetre_of_water | 98.0665
      inH₂O | in_of_water in_water inch_of_water inches_of_water | 249.08891
      ftH₂O | ft_of_water ft_water foot_of_water feet_of_water | 2989.06692
      | meter_of_water metre_of_water | 9806.65
      | micron_of_mercury | 0.133322387415
      | ounce_per_square_inch | 6894.757293168361/16`,
  },
  {
    quantity: 'energy',
    dimension: [2, 1, -2],
    units: `
      Eh | hartree | 4.359744722206e-18
      Ry | rydberg | 2.179872361103e-18
      MMBtu | mmbtu million_btu | 1055055852.62
      | large_calorie kilogram_calorie | 4184
      | small_calorie gram_calorie thermochemical_calorie | 4.184`,
  },
  {
    quantity: 'power',
    dimension: [2, 1, -3],
    units: `
      | boiler_horsepower | 9809.5
      | electrical_horsepower electric_horsepower | 746
      | cheval_vapeur chevaux_vapeur | 735.49875`,
  },
  {
    quantity: 'frequency',
    dimension: [0, 0, -1],
    units: `
      | cycle_per_second | 1
      | cycle_per_minute | 1/60
      | rutherford | 1000000`,
  },
  {
    quantity: 'volume flow',
    dimension: [3, 0, -1],
    units: `
      cfm | cfm | 0.028316846592/60
      gpm | gpm | 0.003785411784/60
      lpm | lpm | 0.001/60`,
  },
  {
    quantity: 'dynamic viscosity',
    dimension: [-1, 1, -1],
    units: `
      | poise | 0.1
      cP | centipoise | 0.001`,
  },
  {
    quantity: 'kinematic viscosity',
    dimension: [2, 0, -1],
    units: `
      St | stokes stoke | 0.0001
      cSt | centistokes centistoke | 0.000001`,
  },
  {
    quantity: 'electric charge',
    dimension: [0, 0, 1, 1],
    units: `
      | faraday | 96485.33212`,
  },
  {
    quantity: 'resistance',
    dimension: [2, 1, -3, -2],
    units: `
      MΩ | megohm | 1000000
      kΩ | kilohm | 1000`,
  },
  {
    quantity: 'conductance',
    dimension: [-2, -1, 3, 2],
    units: `
      S | siemens mho | 1
      mS | millisiemens | 0.001
      µS uS | microsiemens | 0.000001`,
  },
  {
    quantity: 'magnetic flux',
    dimension: [2, 1, -2, -1],
    units: `
      Wb | weber | 1 | si
      Mx | maxwell | 1e-8`,
  },
  {
    quantity: 'magnetic field strength',
    dimension: [-1, 0, 0, 1],
    units: `
      Oe | oersted | 1000/4/pi`,
  },
  {
    quantity: 'radiation dose',
    dimension: [2, 0, -2],
    units: `
      | rad | 0.01`,
  },
  {
    quantity: 'radiation exposure',
    dimension: [0, -1, 1, 1],
    units: `
      | roentgen rontgen | 0.000258`,
  },
];
