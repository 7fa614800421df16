import { z } from 'zod';
import { nullableNumbers, optionalTexts, texts } from '../../fields.ts';
import { providerAnswer } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { alternativesTo, findPlace } from '../../reading/places/gazetteer.ts';
import { placeQuestions, wordingFile } from '../../reading/places/place-question.ts';
import { pointOf } from '../weather/weather.ts';

const airWords = wordingFile(new URL('./data/air-words.json', import.meta.url), { topics: ['air'] }, ['around']);
const airQuestions = placeQuestions(airWords);

/** Each index with the highest value of its levels: Europe's environment agency, and that of the United States. */
const SCALES = {
  european_aqi: { Good: 20, Fair: 40, Moderate: 60, Poor: 80, 'Very poor': 100, 'Extremely poor': Infinity },
  us_aqi: {
    ...{ Good: 50, Moderate: 100, 'Unhealthy for sensitive groups': 150, Unhealthy: 200 },
    ...{ 'Very unhealthy': 300, Hazardous: Infinity },
  },
};
const INDICES = ['european_aqi', 'us_aqi'] as const;

/** The quality of the air in a place: by Europe's index there, and by the American one elsewhere. */
export const air = providerAnswer({
  type: 'air',
  example: 'air quality in Delhi',
  data: z.object({
    ...texts('place', 'region', 'country', 'tz', 'level'),
    ...nullableNumbers(...INDICES, 'pm2_5', 'pm10', 'nitrogen_dioxide', 'ozone'),
    ...{ lat: z.number(), lon: z.number(), value: z.number(), index: z.enum(INDICES) },
    ...{ alternatives: z.array(z.string()).optional(), ...optionalTexts('observed_at') },
  }),
  words: () => callingWords(airWords().topics),
  read({ reading }) {
    for (const question of reading.mentions(airQuestions)) {
      const place = question.day === '' || question.day === 'today' ? findPlace(question.place, question) : null;
      // A country has many kinds of air.
      if (place && (place.kind === 'city' || question.said)) return place;
    }
    return null;
  },
  async answer(asked, { lang, reading }, lookUp) {
    const place = await pointOf(asked.name, asked, lang, lookUp);
    if (!place) return null;
    const { name, region, country, lat, lon } = place;
    const found = await lookUp('airQuality', { lat, lon });
    const order = found.tz.startsWith('Europe/') ? INDICES : INDICES.toReversed();
    const index = order.find((each) => found[each] !== null);
    const value = index && found[index];
    if (!index || value === null || value === undefined) return null;
    const [level = ''] = Object.entries(SCALES[index]).find(([, most]) => value <= most) ?? [];
    const label = [...new Set([name, region, country].filter(Boolean))].join(', ');
    const fine = found.pm2_5 === null ? '' : `, PM2.5 ${localNumber(found.pm2_5, lang)} µg/m³`;
    return {
      answer: `${label}: AQI ${localNumber(value, lang)}, ${translate(level, lang)}${fine}`,
      data: {
        ...{ place: name, region, country, lat, lon, ...alternativesTo(asked, reading) },
        ...{ ...found, index, level, value },
      },
    };
  },
});
