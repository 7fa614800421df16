import { z } from 'zod';
import { numbers, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { isAmerican, localNumber } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { callingWords, halves, includesPhrase, partsBetween, wordsOf } from '../../reading/phrase-matching.ts';
import { comparableTo, findPlace, type KnownPlace, placeKey } from '../../reading/places/gazetteer.ts';
import { wordingFile } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';

const distanceWords = wordingFile(new URL('./data/distance-words.json', import.meta.url), {
  topics: ['distance', 'miles', 'kilometres'],
  dividing: ['distance', 'miles', 'kilometres', 'links', 'around'],
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

/** The places that two names mean together. If alone they are in two countries, a namesake near the other may be meant. */
function meantTogether(names: readonly string[], [one, other]: readonly (KnownPlace | null)[], asker: Reading) {
  if (!one || !other) return [];
  if (one.countryCode === other.countryCode) return [[one, other] as const];
  const namesakes = (place: KnownPlace, name = '') =>
    placeKey(name) === place.key ? comparableTo(place, asker) : [place];
  const ends = namesakes(other, names[1]).map((each) => [one, each] as const);
  const starts = namesakes(one, names[0]).map((each) => [each, other] as const);
  const nearest = [...ends, ...starts].toSorted((pair, next) => greatCircleKm(...pair) - greatCircleKm(...next));
  return nearest.slice(0, 1);
}

/** How far two places are apart, as the crow flies. */
export const distance = inlineAnswer({
  type: 'distance',
  example: 'distance from London to Paris',
  lasting: true,
  decimal: true,
  data: z.object({
    ...{ ...texts('from', 'to', 'value'), ...numbers('km', 'miles') },
    ...{ unit: z.enum(['km', 'mi']), approximate: z.literal(true) },
  }),
  words: () => callingWords(distanceWords().topics),
  read({ reading }) {
    if (!includesPhrase(reading, distanceWords().topics)) return null;
    const { home, lang } = reading;
    const parts = partsBetween(wordsOf(reading.bare), distanceWords().dividing);
    // Countries and states have no one place.
    const city = (name = '') => {
      const place = findPlace(name, { home, lang });
      return place?.kind === 'city' ? place : null;
    };
    // Without a link, `salt lake city` is one place, and `berlin hamburg` two.
    const whole = parts.length === 1 ? (parts[0] as string) : '';
    const halved = whole && !city(whole) ? halves(whole.split(' ')) : parts.length === 2 ? [parts] : [];
    const pairs = halved.flatMap((names) => meantTogether(names, names.map(city), reading));
    const [from, to] = pairs.length === 1 && pairs[0] ? pairs[0] : [];
    const isIn = (unit: 'miles' | 'kilometres') => includesPhrase(reading, distanceWords()[unit]);
    return from && to ? ({ from, to, unit: isIn('miles') ? 'mi' : isIn('kilometres') ? 'km' : null } as const) : null;
  },
  answer({ from, to, unit }, { lang }) {
    const exact = greatCircleKm(from, to);
    const [km, miles] = [Math.round(exact), Math.round(exact / KM_PER_MILE)];
    const shown = [`${localNumber(km, lang)} km`, `${localNumber(miles, lang)} mi`];
    const [main, other] = (unit ? unit === 'mi' : isAmerican(lang)) ? shown.toReversed() : shown;
    return {
      answer: `${from.label} – ${to.label}: ${main} (${other}), ${translate('in a straight line', lang)}`,
      data: {
        ...{ from: from.label, to: to.label, km, miles, approximate: true as const },
        ...{ value: String(unit === 'mi' ? miles : km), unit: unit ?? ('km' as const) },
      },
    };
  },
});
