import { z } from 'zod';
import { numbers, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { isAmerican, localNumber } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { callingWords, includesPhrase, partsBetween, wordsOf } from '../../reading/phrase-matching.ts';
import { findPlace } from '../../reading/places/gazetteer.ts';
import { wordingFile } from '../../reading/places/place-question.ts';

const distanceWords = wordingFile(new URL('./data/distance-words.json', import.meta.url), {
  topics: ['distance'],
  dividing: ['distance', 'links', 'around'],
});
const EARTH_KM = 6_371.0088;
const KM_PER_MILE = 1.609344;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

interface Point {
  lat: number;
  lon: number;
}

/** The length of the great circle between two points. */
export function greatCircleKm(one: Point, other: Point): number {
  const [a, b] = [radians(one.lat), radians(other.lat)];
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2;
  const share = half(a, b) + Math.cos(a) * Math.cos(b) * half(radians(one.lon), radians(other.lon));
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(share)));
}

/** How far two places are apart, as the crow flies. */
export const distance = inlineAnswer({
  type: 'distance',
  example: 'distance from London to Paris',
  lasting: true,
  data: z.object({
    ...texts('from', 'to', 'value'),
    ...numbers('km', 'miles'),
    unit: z.literal('km'),
    approximate: z.literal(true),
  }),
  words: () => callingWords(distanceWords().topics),
  read({ reading }) {
    if (!includesPhrase(reading, distanceWords().topics)) return null;
    const { home, lang } = reading;
    const [first, second, ...more] = partsBetween(wordsOf(reading.bare), distanceWords().dividing);
    if (!first || !second || more.length > 0) return null;
    const [from, to] = [first, second].map((name) => findPlace(name, { home, lang }));
    // Countries and states have no one place.
    return from?.kind === 'city' && to?.kind === 'city' ? { from, to } : null;
  },
  answer({ from, to }, { lang }) {
    const exact = greatCircleKm(from, to);
    const [km, miles] = [Math.round(exact), Math.round(exact / KM_PER_MILE)];
    const shown = [`${localNumber(km, lang)} km`, `${localNumber(miles, lang)} mi`];
    const [main, other] = isAmerican(lang) ? shown.toReversed() : shown;
    return {
      answer: `${from.label} – ${to.label}: ${main} (${other}), ${translate('in a straight line', lang)}`,
      data: {
        from: from.label,
        to: to.label,
        km,
        miles,
        value: String(km),
        unit: 'km' as const,
        approximate: true as const,
      },
    };
  },
});
