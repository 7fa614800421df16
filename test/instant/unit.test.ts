import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { unit } from '../../lib/answers/kinds/unit/unit.ts';
import { answerHere } from './in-process.ts';

const ask = async (q: string, lang = '') => {
  const asked = instantQuery({ q, lang, tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' });
  return (await unit.claim(asked)?.answer()) ?? null;
};
const inTo = async (q: string, lang = '') => {
  const found = await ask(q, lang);
  return found && `${found.data.value} ${found.data.to.unit}`;
};

describe('conversions are exact if the definitions are:', () => {
  test.each([
    ['10 km in miles', '6.21371192237334 mi', 'length'],
    ['1 mile in m', '1609.344 m', 'length'],
    ['1 lb in kg', '0.45359237 kg', 'mass'],
    ['98.6°F to °C', '37 °C', 'temperature'],
    ['-40 F to C', '-40 °C', 'temperature'],
    ['0 K in degC', '-273.15 °C', 'temperature'],
    ['1 YiB to bytes', '1208925819614629174706176 B', 'data'],
    ['1 gb to Gb', '8 Gbit', 'data'],
    ['100 mbps to MB/s', '12.5 MB/s', 'data rate'],
    ['25146 km/h to mph', '15625 mph', 'speed'],
    ['640 acre to mi^2', '1 mi²', 'area'],
    ['50 sq ft in m2', '4.645152 m²', 'area'],
    ['1 cubic metre in litres', '1000 L', 'volume'],
    ['90 minutes in hours', '1.5 h', 'time'],
    ['1 atm in Pa', '101325 Pa', 'pressure'],
    ['1 kWh in MJ', '3.6 MJ', 'energy'],
    ['1 kgf in N', '9.80665 N', 'force'],
    ['180 degrees in grads', '200 grad', 'angle'],
    ['3 quadrants in degrees', '270 °', 'angle'],
    ['5 cmH2O in pascals', '490.3325 Pa', 'pressure'],
    ['1 hartree in rydbergs', '2 Ry', 'energy'],
    ['2 webers in maxwells', '200000000 Mx', 'magnetic flux'],
    ['100 rads in grays', '1 Gy', 'radiation dose'],
    ['180 cfm in m3/h', '305.8219431936 m³/h', 'volume flow'],
    ['1000 mA to A', '1 A', 'electric current'],
    ['5 mS to S', '0.005 S', 'conductance'],
    ['60 MS to s', '0.06 s', 'time'],
    ['100 S to ms', '100000 ms', 'time'],
    ['500 MG TO G', '0.5 g', 'mass'],
    ['5 mwb to wb', '0.005 Wb', 'magnetic flux'],
    ['250 µS to mS', '0.25 mS', 'conductance'],
    ['temperature 100 f to c', '37.7777777778 °C', 'temperature'],
    ['5 Å in nm', '0.5 nm', 'length'],
    ['2.4 ghz in mhz', '2400 MHz', 'frequency'],
    ['2000 mah in ah', '2 Ah', 'electric charge'],
    ['100 pf in nf', '0.1 nF', 'capacitance'],
    ['5 mt in kg', '5000 kg', 'mass'],
    ['7800 kg/m^3 in g/cm^3', '7.8 g/cm³', 'density'],
    ['8 l/100 km to mpg', '29.401822916666667 mpg', 'fuel economy'],
    ['1/mpg -> L / 100km', '235.2145833333333 L/100 km', 'area'],
  ])('%s: %s', async (q, to, quantity) => {
    const found = await ask(q);
    expect(Number.parseFloat(found?.data.value as string)).toBeCloseTo(Number.parseFloat(to), 9);
    expect(found?.data.to.unit).toBe(to.replace(/^\S+ /, ''));
    if (!q.startsWith('1/mpg')) expect(found?.data.quantity).toBe(quantity);
  });

  test('the answer shows both sides, and the data has both amounts', async () => {
    expect(await ask('1,500 m in km')).toEqual({
      answer: '1,500 m = 1.5 km',
      data: {
        from: { value: '1500', unit: 'm' },
        to: { value: '1.5', unit: 'km' },
        kind: 'unit',
        asked: 'unit',
        value: '1.5',
        number: 1.5,
        unit: 'km',
        quantity: 'length',
        approximate: false,
      },
    });
    expect((await ask('1500 m in km', 'de'))?.answer).toBe('1.500 m = 1,5 km');
  });
});

describe('the syntax of conversions:', () => {
  test.each([
    ['convert 5 m to cm', '500 cm'],
    ['5m=?cm', '500 cm'],
    ['5 m -> cm', '500 cm'],
    ['5 m → cm', '500 cm'],
    ['88 l = ml', '88000 mL'],
    ['how many feet in a mile', '5280 ft'],
    ['how many feet are there in 2 miles?', '10560 ft'],
    ['how many feet does a mile have', '5280 ft'],
    ['feet in a mile', '5280 ft'],
    ['hours per day', '24 h'],
    ['1 foot equals how many inches', '12 in'],
    ['36.0c is what in f', '96.8 °F'],
    ['what would five pounds be in kilos', '2.26796185 kg'],
    ['miles convert 100 kilometers', '62.1371192237334 mi'],
    ['km to cm', '100000 cm'],
    ['inches to cm conversion', '2.54 cm'],
    ['half a mile in m', '804.672 m'],
    ['1/2 byte in bits', '4 bit'],
    ['(3+4) km in m', '7000 m'],
    ['5\'7" in cm', '170.18 cm'],
    ["5'7 in cm", '170.18 cm'],
    ['6 foot 4 in cm', '193.04 cm'],
    ['6ft2 in cm', '187.96 cm'],
    ['60ft2 in m2', '5.5741824 m²'],
    ['5 feet and 7 inches in cm', '170.18 cm'],
    ['1h30 in minutes', '90 min'],
    ['2h 15m in minutes', '135 min'],
    ['2 lb 3 oz in g', '992.233309375 g'],
    ['11 stone 5 in lb', '159 lb'],
    ['12 in in cm', '30.48 cm'],
    ['how many ounces in a pound', '16 oz'],
    ['how many ounces in a pint', '16 fl oz'],
    ['16 oz to cups', '2 cup'],
    ['2 sticks of butter in cups', '1 cup'],
    ['1 uk pint in ml', '568.26125 mL'],
    ['70 kg in lbs', '154.323583529414 lb'],
    ['1Liter in ML', '1000 mL'],
    ['1Ms as ms', '1000000000 ms'],
    ['1NM to m', '1852 m'],
    ['10 kibibytes in b', '81920 bit'],
    ['(30 centi meter) in cm', '30 cm'],
    ['asin(1) to deg', '90 °'],
    ['7em to px base pixel size 10', '70 px'],
    ['12px to em base 24', '0.5 em'],
    ['9 nanoseconds to pseconds', '9000 ps'],
    ['if i have 3 cups how many ounces is that', '24 fl oz'],
    ['how many tablespoons does it take to make a cup', '16 tbsp'],
    ['2 metricton to kilogram', '2000 kg'],
    ['3 poundforce to ounceforce', '48 ozf'],
    ['5 squaremile to acre', '3200 ac'],
    ['2 cubicfeet to cuinch', '3456 in³'],
    ['12 V / 3 Ω to A', '4 A'],
    ['what does 10 stone equal in pounds', '140 lb'],
    ['what is 1 mile equal to in feet', '5280 ft'],
    ['would you convert 3 cups to ounces', '24 fl oz'],
    ['unit conversion 5 km to m', '5000 m'],
    ['56kbps * 1 hour -> MB', '25.2 MB'],
    ['5k in m', '5000 m'],
    ['6 ft. 2 in. to cm', '187.96 cm'],
    ['640 sq. ft. in sq.yd', '71.1111111111111 yd²'],
    ['negative 40 celsius to fahrenheit', '-40 °F'],
    ['two and a half hours in minutes', '150 min'],
    ['an hour and a half in minutes', '90 min'],
    ['1 mile = how many feet', '5280 ft'],
    ['how much does 10 stone weigh in kg', '63.5029318 kg'],
    ['kg to g 70', '70000 g'],
    ['convert from 10 kg to g', '10000 g'],
    ['could you please convert 2 miles to km for me', '3.218688 km'],
    ['5miles km', '8.04672 km'],
    ['10 nm in um', '0.01 µm'],
    ['1 gallon uk in litres', '4.54609 L'],
    ['12 pt in px', '16 px'],
    ['2000 sf in sqm', '185.80608 m²'],
    ['1 ft3 to m3', '0.028316846592 m³'],
    ['2^10 bytes to KiB', '1 KiB'],
    ['how many inches would 2 feet be', '24 in'],
    ['60 deg/s in rpm', '10 rpm'],
    ['2 pi rad/s in rpm', '60 rpm'],
    ['60 rpm in Hz', '1 Hz'],
    ['1 rev/s to rpm', '60 rpm'],
    ['metres from 20 yards', '18.288 m'],
    ['thirteen yards in feet', '39 ft'],
  ])('%s: %s', async (q, to) => {
    expect(await inTo(q)).toBe(to);
  });

  test.each([
    ['5 Meter in Zentimeter', '500 cm'],
    ['wie viele Zentimeter sind 3 Zoll', '7.62 cm'],
    ['10 Pfund in kg', '5 kg'],
    ['10 kilomètres en mètres', '10000 m'],
    ['combien de minutes dans une heure', '60 min'],
    ['5 pies a centímetros', '152.4 cm'],
    ['cuántas horas tiene un día', '24 h'],
    ['5 chilometri in metri', '5000 m'],
    ['quantos segundos tem uma hora', '3600 s'],
    ['hoeveel minuten zitten er in een uur', '60 min'],
    ['3,5 km in m', '3500 m'],
    ['rechne 5 km in m um', '5000 m'],
    ["combien d'heures dans une semaine", '168 h'],
    ['1 livre en grammes', '453.59237 g'],
    ['1 acre in Quadratfuß', '43560 ft²'],
    ['3 heures et demie en minutes', '210 min'],
    ['duas horas em minutos', '120 min'],
    ['quanti grammi in un etto', '100 g'],
    ['hoeveel gram is een ons', '100 g'],
  ])('%s: %s, in any language', async (q, to) => {
    expect(await inTo(q)).toBe(to);
  });
});

describe('expressions with units:', () => {
  test.each([
    ['1kg + 100g', '1.1 kg'],
    ['1 m + 50 cm', '150 cm'],
    ['1 hour + 30 min + 45 s', '5445 s'],
    ['10 meters + 20%', '12 m'],
    ['5 foot 6 inches', '167.64 cm'],
    ['5\'10"', '177.8 cm'],
    ['2h 45m', '2.75 h'],
    ['100 km / 2 h', '50 km/h'],
    ['2 m * 3 m', '6 m²'],
    ['5 kg * 9.8 m/s^2', '49 N'],
    ['50 Ω * 2 A', '100 V'],
    ['sqrt(16 m²)', '4 m'],
  ])('%s: %s', async (q, to) => {
    expect(await inTo(q)).toBe(to);
  });
});

describe('queries that are not conversions:', () => {
  test.each([
    ...['5 km', '60 minutes', '5 miles per hour', '98.6 f', 'mph', 'cms', 'weight', 'c to f', 'day to day', '9 to 5'],
    ...[
      '30 seconds to mars',
      '8 mile',
      '28 days later',
      '5 kg in m',
      '2.3m->',
      '-> km',
      'to km',
      'a f in c',
      '12- f in c',
    ],
    ...[
      '8mm to dvd conversion',
      'convert to e85',
      'foot in both camps',
      'use a ton of stones',
      '2 in 1',
      '1 day + 1 hay',
    ],
    ...[
      'how many people in china',
      'how many calories in an apple',
      '1 kg + 1 m',
      '20 c + 5 c',
      '5 in radians',
      '3pm to 5pm',
    ],
    ...[
      'best miles per gallon',
      'celsius to fahrenheit formula',
      '5 pounds in dollars',
      '5m usd to aud',
      'hand to foot',
    ],
    ...['5 m/s to s/m', '100 days in years and days', '5 kg in pounds and feet', '20 c in f and k'],
    ...['8 days a week', '8 hours a day', 'how many hs in week', 'how many ts in a us'],
    ...['points to miles', 'miles to points', '11 x 17 in cm', '4\'33"', '10 foot pole', '7 day week', '16 oz cup'],
    ...['ac to dc', 'dc to ac converter', 'am to pm', '5 am to pm', 'am to fm', 'plan A', '5 mm water'],
  ])('%s has no answer', async (q) => {
    expect(await ask(q)).toBeNull();
  });
});

describe('several units', () => {
  test.each([
    ['180cm in feet and inches', '5 ft 10.87 in'],
    ['how many feet and inches is 180 cm', '5 ft 10.87 in'],
    ['182.875 cm to ft, in', '6 ft 0 in'],
    ['100 minutes in hours and minutes', '1 h 40 min'],
    ['70 kg in stone and pounds', '11 st 0.32 lb'],
    ['200000 seconds in days, hours, minutes and seconds', '2 d 7 h 33 min 20 s'],
  ])('%s', async (q, value) => {
    const found = await ask(q);
    expect(found?.data.value).toBe(value);
    expect(found?.data.parts?.map((part) => `${part.value} ${part.unit}`).join(' ')).toBe(value);
    expect(found?.data).not.toHaveProperty('number');
    expect(found?.data.approximate).toBe(/\.\d|^6 ft/.test(value));
  });
});

describe('pints, gallons and tons are those of the country of the language, which the data name', () => {
  test.each([
    ['1 pint in ml', '', '473.176473', 'us'],
    ['1 pint in ml', 'en-US', '473.176473', 'us'],
    ['1 pint in ml', 'en-GB', '568.26125', 'imperial'],
    ['1 gallon in litres', 'en-GB', '4.54609', 'imperial'],
    ['10 litres in pints', 'en-AU', '17.597539863927', 'imperial'],
    ['1 us gallon in litres', '', '3.785411784', 'us'],
    ['1 uk pint in ml', '', '568.26125', 'imperial'],
  ])('%s (%s)', async (q, lang, value, system) => {
    expect((await ask(q, lang))?.data).toMatchObject({ value, system });
  });

  test.each([
    ['2 cups in ml', 'en-AU', '500'],
    ['2 cups in ml', 'en-GB', '500'],
    ['2 cups in ml', '', '473.176473'],
    ['2 tablespoons in ml', 'en-AU', '40'],
    ['2 tablespoons in ml', 'en-GB', '30'],
    ['1 hundredweight in kg', 'en-GB', '50.80234544'],
    ['1 hundredweight in kg', '', '45.359237'],
    ['1 zentner in kg', 'de', '50'],
    ['1 zentner in kg', 'de-DE', '50'],
    ['1 zentner in kg', 'de-AT', '100'],
    ['200 kg in zentner', 'de-CH', '2'],
    ['1 doppelzentner in kg', 'de', '100'],
    ['2 cups in ml', 'de-DE', '473.176473'],
  ])('so are cups, spoons and hundredweights: %s (%s)', async (q, lang, value) => {
    expect((await ask(q, lang))?.data).toMatchObject({ value });
  });

  test('the time zone names the country if the language does not', async () => {
    const found = await answerHere('1 zentner in kg', { lang: 'de', tz: 'Europe/Vienna' });
    expect(found?.data).toMatchObject({ value: '100' });
  });

  test('others are the same everywhere', async () => {
    expect((await ask('8 oz in grams', 'en-GB'))?.data).toEqual((await ask('8 oz in grams'))?.data);
    expect((await ask('8 oz in grams'))?.data).not.toHaveProperty('system');
  });
});
