import { describe, expect, test } from 'vitest';
import { type InstantAnswer, type LookUp, ProviderAway } from '../../lib/answers/answer.ts';
import { conditionOf, weather } from '../../lib/answers/kinds/weather/weather.ts';
import { ask, expectSteady } from './asking.ts';
import { answerHere } from './in-process.ts';
import { counting, sandboxLookUp } from './sandbox-look-up.ts';

const near = (lat: number, lon: number) => ({ lat: expect.closeTo(lat, 0), lon: expect.closeTo(lon, 0) });

describe('the place of a query:', () => {
  test.each([
    ['weather in paris', 'Paris', near(48.9, 2.3)],
    ['weather paris texas', 'Paris Texas', near(33.7, -95.6)],
    ['bend oregon weather', 'Bend Oregon', near(44.1, -121.3)],
    ['st louis weather', 'St. Louis', near(38.6, -90.2)],
    ['zurich weather', 'Zürich', near(47.4, 8.6)],
    ['ocean city weather', 'Ocean City', near(39.3, -74.6)],
    ['flagstaff ariz weather', 'Flagstaff Arizona', near(35.2, -111.7)],
    ["tell me what the weather's like in tulsa", 'Tulsa', near(36.1, -95.9)],
    ["i'd like to know the weather in tulsa", 'Tulsa', near(36.1, -95.9)],
    ['is it supposed to rain in tulsa', 'Tulsa', near(36.1, -95.9)],
    ['will i need an umbrella in tulsa', 'Tulsa', near(36.1, -95.9)],
    ['how cold will it get in tulsa tonight', 'Tulsa', near(36.1, -95.9)],
    ['weather conditions tulsa', 'Tulsa', near(36.1, -95.9)],
    ['key largo weather', 'Key Largo', near(25.1, -80.4)],
    ["how's the weather over in dallas", 'Dallas', near(32.8, -96.8)],
    ['fort myers weather', 'Fort Myers', near(26.6, -81.9)],
    ['what does the weather look like in tulsa', 'Tulsa', near(36.1, -95.9)],
    ['todays weather in tulsa', 'Tulsa', near(36.1, -95.9)],
    ['do i need a jacket in tulsa today', 'Tulsa', near(36.1, -95.9)],
    ['concord nc weather', 'Concord NC', near(35.4, -80.6)],
    ['austin weather texas', 'Austin Texas', near(30.3, -97.7)],
    ['croatia weather', 'Zagreb, Croatia', near(45.8, 16)],
    ['weather in the uk', 'London, United Kingdom', near(51.5, -0.1)],
    ['weather in morzine', 'Morzine', near(46.2, 6.7)],
    ['14-day weather forecast scottsdale', 'Scottsdale', near(33.5, -112)],
    ['how hot is it in phoenix', 'Phoenix', near(33.5, -112.1)],
    ['is it raining in london', 'London', near(51.5, -0.1)],
    ['san francisco weather this weekend', 'San Francisco', near(37.8, -122.4)],
    ['Wetter Berlin', 'Berlin', near(52.5, 13.4)],
    ['wie wird das Wetter in München', 'München', near(48.1, 11.6)],
    ['météo à Paris', 'Paris', near(48.9, 2.3)],
    ['quel temps fait-il à Londres', 'Londres', near(51.5, -0.1)],
    ['tiempo en Madrid', 'Madrid', near(40.4, -3.7)],
    ['meteo Roma', 'Rome', near(41.9, 12.5)],
    ['previsão do tempo em Lisboa', 'Lisboa', near(38.7, -9.1)],
    ['weer Amsterdam', 'Amsterdam', near(52.4, 4.9)],
    ['wat voor weer wordt het in Amsterdam', 'Amsterdam', near(52.4, 4.9)],
    ['pronóstico del tiempo Sevilla', 'Sevilla', near(37.4, -6)],
    ['previsioni meteo Napoli', 'Napoli', near(40.8, 14.3)],
    ['weather: Berlin', 'Berlin', near(52.5, 13.4)],
    ["what's the weather in london like today", 'London', near(51.5, -0.1)],
    ['weather forecast in berlin for tomorrow', 'Berlin', near(52.5, 13.4)],
    ['wie ist das wetter gerade in Berlin', 'Berlin', near(52.5, 13.4)],
    ['weer morgen Amsterdam', 'Amsterdam', near(52.4, 4.9)],
    ['snow forecast denver', 'Denver', near(39.7, -105)],
    ['is there a chance of rain in london today', 'London', near(51.5, -0.1)],
    ['what will the weather be like in paris on friday', 'Paris', near(48.9, 2.3)],
    ['will it be cold in london tomorrow', 'London', near(51.5, -0.1)],
    ["what's the high today in phoenix", 'Phoenix', near(33.5, -112.1)],
    ['rain in london tomorrow', 'London', near(51.5, -0.1)],
    ['wird es morgen in Berlin regnen', 'Berlin', near(52.5, 13.4)],
    ['va-t-il pleuvoir demain à Paris', 'Paris', near(48.9, 2.3)],
  ])('%s', async (q, place, point) => {
    expect((await ask(q))?.data).toMatchObject({ place, ...point });
  });
});

describe('the place is the one that the requester means:', () => {
  test.each([
    ['weather newcastle', 'en-GB', 'UTC', 'Newcastle upon Tyne', 'United Kingdom'],
    ['weather newcastle', '', 'Europe/London', 'Newcastle upon Tyne', 'United Kingdom'],
    ['weather newcastle', 'en', 'Australia/Sydney', 'Newcastle', 'Australia'],
    ['weather newcastle', '', 'UTC', 'Newcastle', 'South Africa'],
    ['tiempo en valencia', 'es', 'Europe/Madrid', 'Valencia', 'España'],
    ['tiempo en valencia', 'es-VE', 'Europe/Madrid', 'Valencia', 'Venezuela'],
    // Ten times as many people as in Paris, Texas.
    ['weather paris', 'en-US', 'America/Chicago', 'Paris', 'France'],
    ['weather georgia', 'en-US', 'UTC', 'Atlanta, Georgia', 'United States'],
    ['wetter wien', 'de', 'UTC', 'Wien', 'Österreich'],
    ['weather in nyc', '', 'UTC', 'New York', 'United States'],
  ])('%s %s %s', async (q, lang, tz, place, country) => {
    expect((await ask(q, { lang, tz }))?.data).toMatchObject({ place, country });
  });

  test('the next three of its name are named', async () => {
    expect((await ask('weather newcastle', { lang: 'en-GB' }))?.data.alternatives).toEqual([
      'Newcastle, South Africa',
      'Newcastle, New South Wales, Australia',
      'Newcastle, United Kingdom',
    ]);
  });

  test('to English speakers in the United States, degrees Fahrenheit come first', async () => {
    expect((await ask('weather boston', { lang: 'en-US' }))?.answer).toMatch(/: -?\d+°F \/ -?\d+°C, /);
    expect((await ask('weather boston', { lang: 'en-GB' }))?.answer).toMatch(/: -?\d+°C \/ -?\d+°F, /);
  });
});

test('the answer has the current weather and a week, in both temperature scales', async () => {
  const answer = await ask('weather in seattle');
  const { current, days, number, tz } = answer?.data ?? {};
  expect(weather.data.parse(answer?.data)).toEqual(answer?.data);
  expect(tz).toBe('America/Los_Angeles');
  expect(number).toBe(current.temp_c);
  expect(current.temp_f).toBe(Math.round((current.temp_c * 9) / 5 + 32));
  expect(days).toHaveLength(7);
  expect(answer?.answer).toMatch(/^Seattle, Washington, United States: -?\d+°C \/ -?\d+°F, \w/);
});

test('unknown weather codes are described as unknown', () => {
  expect([0, 63, 99, 4, -1].map(conditionOf)).toEqual([
    'clear sky',
    'rain',
    'thunderstorm with heavy hail',
    'unknown',
    'unknown',
  ]);
});

test.each([
  ...[
    'weather',
    'weather today',
    'weather yesterday in paris',
    'weather near me',
    'weather channel',
    'the weather girls',
    'weather map',
    'weather app',
  ],
  ...['nice weather', 'hot weather', 'space weather', 'gold forecast', 'nba forecast', 'color temperature', 'London'],
  ...['temperature of the sun', 'temperature in celsius', 'chicago weather archives', 'average temperature in the us'],
  ...['weather in qqqzzz', 'stormy weather', 'weather balloon', 'is it true'],
  ...[
    'the rain in spain',
    'wind in the willows',
    'purple rain',
    'rain man london',
    'how rain spain',
    'how high is denver',
  ],
  ...[
    'météo en anglais',
    'wetter auf englisch',
    'weather in spanish',
    'weather in minecraft',
    'weather in heaven',
    'weather in paris in april',
    'clima en julio',
    'wetter im mai',
    'weather in summer',
    'weather in paris in winter',
    'weather in school',
  ],
])('%s has no answer', async (q) => {
  expect(await ask(q)).toBeNull();
});

test.each([
  ...['weather reporter mexico', 'weather insurance canada', 'weather jobs in texas', 'weather closings michigan'],
  ...['weather tracker uk', 'weather lore england', 'weather valheim', 'weather hazards uk'],
  ...['weather words in spanish', 'weather jokes', 'weather puns', 'weather idioms', 'weather delays'],
  ...[
    'weather derivatives',
    'weather dataset',
    'weather plugin',
    'weather lesson',
    'weather crossword',
    'weather tattoo',
  ],
  ...['weather resistant', 'weather sealing', 'weather python'],
  ...['weather explained', 'weather for hiking', 'weather for wedding', 'wedding weather', 'weather for dummies'],
  ...['temperature in fridge', 'temperature in an incubator', 'weather in march'],
  ...['weather vs climate', 'weather and climate', 'weather by month', 'weather on earth'],
  ...['temperature in physics', 'weather system'],
  ...['météo des plages', 'météo de demain', 'wetter von morgen', 'wetter und klima'],
])('no provider is called for: %s', async (q) => {
  const { lookUp, calls } = counting(sandboxLookUp);
  expect(await answerHere(q, { lookUp })).toBeNull();
  expect(calls).toEqual([]);
});

describe('a place that only the geocoder has', () => {
  const finding = (name: string, population: number): LookUp =>
    (async (operation, input) =>
      operation === 'findPlace'
        ? { place: { name, region: '', country: '', lat: 45, lon: -94, population } }
        : sandboxLookUp(operation, input)) as LookUp;
  const placeFound = async (q: string, name: string, population: number) =>
    (await answerHere(q, { lookUp: finding(name, population) }))?.answer.split(/[:,]/)[0] ?? null;

  test.each([
    ['weather mt pleasant michigan', 'Mount Pleasant', 21_000],
    ['weather in cold spring minnesota', 'Cold Spring', 4_000],
    ['weather in poetry texas', 'Poetry', 200],
    ['weather in smallville kansas', 'Smallville', 300],
    ['weather in june lake', 'June Lake', 1_200],
    ['wetter in playa del ingles', 'Playa del Inglés', 12_000],
    ['weather in the hamptons new york', 'Hamptons', 0],
    ['spanish fork weather', 'Spanish Fork', 42_000],
  ])('is found for: %s', async (q, name, population) => {
    expect(await placeFound(q, name, population)).toBe(name);
  });

  test.each([
    ['weather gossip kansas', 'Gossip Creek', 20_000],
    ['gossip kansas weather', 'Gossip Creek', 20_000],
    ['weather in smallville kansas', 'Smallville Creek', 300],
    ['weather in cold beer minnesota', 'Cold Spring', 20_000],
  ])('is not used when it has another name: %s', async (q, name, population) => {
    expect(await placeFound(q, name, population)).toBeNull();
  });
});

test('an unknown place is looked up once, without a forecast', async () => {
  const { lookUp, calls } = counting(sandboxLookUp);
  expect(await answerHere('weather in qqqzzz', { lookUp })).toBeNull();
  expect(calls.map(([name]) => name)).toEqual(['findPlace']);
});

test('a provider failure is reported only when the query is clearly about the weather', async () => {
  const lookUp = async () => {
    throw new ProviderAway('nobody is there');
  };
  await expect(answerHere('weather in paris', { lookUp })).rejects.toThrow(ProviderAway);
  expect(await answerHere('qqqzzz weather', { lookUp })).toBeNull();
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(weather, [
    ...[
      'weather',
      'in',
      'paris',
      'texas',
      'forecast',
      'temperature',
      'today',
      '10',
      'day',
      'wetter',
      'météo',
      'à',
      'tiempo',
    ],
    ...['en', 'how', 'hot', 'is', 'it', 'morzine', 'wa'],
  ]));

describe('the day of a forecast', () => {
  interface Days {
    days: { date: string; max_c: number }[];
    number: number;
    current: { temp_c: number };
  }
  const asked = async (q: string) =>
    (await answerHere(q, { lang: 'de', lookUp: sandboxLookUp })) as InstantAnswer<Days>;
  const written = (date = '') => new Date(date).toLocaleDateString('de', { dateStyle: 'full', timeZone: 'UTC' });

  test.each([
    'weather tomorrow in berlin',
    'wetter morgen in berlin',
    'météo demain à berlin',
    'che tempo fa domani a berlino',
  ])('is tomorrow: %s', async (q) => {
    const { answer, data } = await asked(q);
    expect(data.number).toBe(data.days[1]?.max_c);
    expect(answer).toContain(written(data.days[1]?.date));
  });

  test('is the next weekday of that name', async () => {
    const { answer, data } = await asked('weather in berlin on friday');
    const friday = data.days.find(({ date }) => new Date(date).getUTCDay() === 5);
    expect(data.number).toBe(friday?.max_c);
    expect(answer).toContain(written(friday?.date));
  });

  test('is now by default', async () => {
    const { data } = await asked('weather in berlin');
    expect(data.number).toBe(data.current.temp_c);
  });
});

describe('what is asked for is what is answered:', () => {
  test.each([
    ['humidity oslo', 'humidity', '%', /^Oslo, Norway: humidity \d+%$/],
    ['wind speed chicago', 'wind_kmh', 'km/h', /^Chicago, Illinois, United States: wind \d+ km\/h$/],
    ['how windy is it in chicago', 'wind_kmh', 'km/h', /: wind \d+ km\/h$/],
    ['temperature in oslo', 'temp_c', '°C', /°C/],
  ])('%s', async (q, field, unit, line) => {
    const found = await ask(q);
    expect(found?.answer).toMatch(line);
    expect(found?.data).toMatchObject({
      unit,
      number: found?.data.current[field],
      value: `${found?.data.current[field]}`,
    });
  });

  test.each([
    ['weather paris in fahrenheit', '', '°F', /: -?\d+°F \/ -?\d+°C, .*\(-?\d+°F – -?\d+°F\)$/],
    ['temperature in paris in celsius', 'en-US', '°C', /: -?\d+°C \/ -?\d+°F, /],
    ['will it rain tomorrow in london', '', '%', /, \w+day, .*: rain \d+%, [\d.]+ mm$/],
    ['chance of snow in denver', '', 'cm', /: snow [\d.]+ cm$/],
    // Rain or snow that is asked about needs no preposition before a city.
    ['chance of snow denver', '', 'cm', /: snow [\d.]+ cm$/],
    ['chance of rain london tonight', '', '%', /, tonight: rain \d+%, [\d.]+ mm$/],
    ['uv index sydney', '', 'UVI', /: UV index [\d.]+$/],
    ['weather boston tonight', '', '°C', /, tonight: -?\d+°C – -?\d+°C, /],
    ['wird es heute nacht in berlin regnen', 'de', '%', /, heute Nacht: Regen \d+\s%, [\d,]+ mm$/],
    ['hourly weather boston', '', '°C', /, \d+:00 [AP]M: -?\d+°C, [^;]+; \d+:00 [AP]M: /],
  ])('%s', async (q, lang, unit, line) => {
    const found = await ask(q, { lang });
    expect(found?.answer).toMatch(line);
    expect(found?.data).toMatchObject({ unit, number: Number(found?.data.value) });
    expect(weather.data.parse(found?.data)).toEqual(found?.data);
  });

  test('degrees Fahrenheit are the value, if they are asked for', async () => {
    const { data } = (await ask('temperature in paris in fahrenheit')) ?? {};
    expect(data.number).toBeCloseTo((data.current.temp_c * 9) / 5 + 32, 1);
  });

  test('the lowest temperature of a night is that of its hours', async () => {
    const { data } = (await ask('weather boston tonight')) ?? {};
    const isNight = ({ time }: { time: string }) => !/T(?:0[6-9]|1[0-7]):/.test(time);
    const night = data.hours.filter(isNight).map(({ temp_c }: { temp_c: number }) => temp_c);
    expect(night).toContain(data.number);
  });

  test.each([
    ['7 day forecast boston', 7],
    ['10 day weather forecast for fort worth', 10],
    ['five day forecast chicago', 5],
    ['wetter münchen 14 tage', 14],
    ['météo à paris 3 jours', 3],
    ['weather boston this week', 7],
  ])('%s', async (q, count) => {
    const found = await ask(q);
    expect(found?.data.dates).toHaveLength(count);
    expect(found?.answer.split('; ')).toHaveLength(count);
  });

  test('a worker of an earlier version tells no hours', async () => {
    const lookUp = (async (operation, input) => {
      const { hours: _, ...reply } = (await sandboxLookUp(operation, input)) as { hours?: unknown };
      return reply;
    }) as LookUp;
    expect((await answerHere('weather boston', { lookUp }))?.data).toMatchObject({ hours: null });
    expect(await answerHere('weather boston tonight', { lookUp })).toBeNull();
  });

  test('the weather of a weekend is that of its days', async () => {
    const found = await ask('weather paris this weekend');
    const isWeekend = (date: string) => [0, 6].includes(new Date(date).getUTCDay());
    expect(found?.data.dates.every(isWeekend)).toBe(true);
    expect(found?.data.dates[0]).toBe(found?.data.days.find(({ date }: { date: string }) => isWeekend(date)).date);
    expect(found?.answer).toMatch(/: -?\d+°C – -?\d+°C, /);
  });

  test('the weather of a country is that of its largest city, which is named', async () => {
    const found = await ask('weather russia');
    expect(found?.answer).toMatch(/^Moscow, .*Russia: /);
    expect(found?.data).toMatchObject({ place: 'Moscow, Russia', country: 'Russia', tz: 'Europe/Moscow' });
  });

  test('the time of the observation is told', async () => {
    expect((await ask('weather oslo'))?.data.observed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+0[12]:00$/);
  });

  test.each(['weather paris next week', 'paris weather next weekend', 'humidity oslo tomorrow', 'climate paris'])(
    'nobody can tell: %s',
    async (q) => {
      const { lookUp, calls } = counting(sandboxLookUp);
      expect(await answerHere(q, { lookUp })).toBeNull();
      expect(calls).toEqual([]);
    },
  );
});

test.each([
  ['wetter münchen', 'de', 'München', 'München, Bayern, Deutschland: '],
  ['wetter köln', 'de', 'Köln', 'Köln, Nordrhein-Westfalen, Deutschland: '],
  ['wetter genf', 'de', 'Genf', 'Genf, '],
  ['meteo milano', 'it', 'Milano', 'Milano, '],
  ['weer den haag', 'nl', 'Den Haag', 'Den Haag, '],
  ['北京天气', 'zh', '北京', '北京, '],
  ['大阪の天気', 'ja', '大阪', '大阪, '],
  ['tiempo en córdoba', 'es', 'Córdoba', 'Córdoba, '],
  ['tiempo en mérida', 'es-MX', 'Mérida', 'Mérida, '],
  // The table has the state in English alone.
  ['wetter halle', 'de', 'Halle', 'Halle, Deutschland: '],
  ['weather munich', '', 'Munich', 'Munich, '],
])('a city has its name in the language of the answer: %s', async (q, lang, place, line) => {
  const answer = await ask(q, { lang });
  expect(answer?.data.place).toBe(place);
  expect(answer?.answer.startsWith(line)).toBe(true);
});
