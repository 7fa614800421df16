import { type AstroTime, Body, Illumination, MoonPhase, SearchMoonPhase, Seasons } from 'astronomy-engine';
import { z } from 'zod';
import { optionalNumbers, optionalTexts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { countryName, findPlace } from '../../reading/places/gazetteer.ts';
import { clockIn, momentThere } from '../../reading/zones/zone-clock.ts';

const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
const EVENTS = ['moon_phase', 'full_moon', 'new_moon', ...SEASONS, 'solstice', 'equinox'] as const;
/** The names of the phases: every other one is a moment, whose day has its name. */
const PHASES = [
  ...['New moon', 'Waxing crescent', 'First quarter', 'Waxing gibbous'],
  ...['Full moon', 'Waning gibbous', 'Last quarter', 'Waning crescent'],
] as const;
/** Degrees of the way of the moon: half of it, a quarter, and what it goes in half a day. */
const [FULL, QUARTER, HALF_DAY] = [180, 90, 6.1];
const MOON_DAYS = 40;
const DAY_MS = 86_400_000;
/** Where the first day of a season is commonly that of a month, as of March or September. */
const BY_MONTHS = ['AU', 'NZ', 'ZA', 'DK', 'IE', 'RU'];
const START = 'start of ';
const skyWords = lexiconFile(new URL('./data/sky-words.json', import.meta.url));

/** The moments at which the four seasons begin in the north, spring first: those of a year are in their order. */
const seasonsOf = (year: number) => Object.values(Seasons(year)).map(({ date }: AstroTime) => date);

type Asked = { event: (typeof EVENTS)[number]; year: number | null };

/** When a season begins for somebody: the next time, or in the year that was named. */
function seasonStart({ event, year }: Asked, home: string, now: number): Date | null {
  const isSouth = home !== '' && (findPlace(countryName(home, 'en'), { said: true })?.lat ?? 0) < 0;
  const at = (SEASONS as readonly string[]).indexOf(event);
  const wanted = (index: number) =>
    at >= 0 ? index === (isSouth ? (at + 2) % 4 : at) : index % 2 === (event === 'equinox' ? 0 : 1);
  const thisYear = new Date(now).getUTCFullYear();
  const years = year === null ? [thisYear, thisYear + 1] : [year];
  const all = years.flatMap((each) => seasonsOf(each).filter((_, index) => wanted(index)));
  if (year !== null) return all.length === 1 ? (all[0] as Date) : null;
  return all.find((date) => Number(date) > now - DAY_MS) ?? null;
}

/** The moon, and the beginnings of the seasons. */
export const sky = inlineAnswer({
  type: 'sky',
  example: 'next full moon',
  data: z.object({
    kind: z.enum(EVENTS),
    value: z.string(),
    ...optionalTexts('date', 'phase', 'tz'),
    ...optionalNumbers('illumination'),
  }),
  words: () => callingWords(skyWords().names(...EVENTS, ...SEASONS.map((season) => START + season))),
  read({ reading: { said, home }, now }): Asked | null {
    const years: number[] = [];
    const concepts = skyWords().read(said, (word) => /^(?:19|20)\d\d$/.test(word) && years.push(Number(word)) === 1);
    const [year = null] = years;
    if (BY_MONTHS.includes(home) && concepts?.some((concept) => concept.startsWith(START))) return null;
    const events = new Set(concepts?.map((concept) => concept.replace(START, '')));
    const [event, ...others] = [...events] as Asked['event'][];
    const isMoon = event?.endsWith('moon') || event === 'moon_phase';
    const isClear = event && others.length === 0 && !(isMoon && year !== null);
    return isClear && Number.isFinite(now) ? { event, year } : null;
  },
  answer(asked, { now, lang, reading, tz }) {
    const { event } = asked;
    if (event === 'moon_phase') {
      const [angle, date] = [MoonPhase(new Date(now)), new Date(now)];
      const [at, beyond] = [Math.floor((angle + HALF_DAY) / QUARTER), (angle + HALF_DAY) % QUARTER];
      const phase = PHASES[(2 * at + Number(beyond > 2 * HALF_DAY)) % PHASES.length] as string;
      const illumination = Math.round(Illumination(Body.Moon, date).phase_fraction * 100);
      return {
        answer: `${translate(phase, lang)}, ${localNumber(illumination, lang)} %`,
        data: { kind: event, phase, illumination, date: date.toISOString(), value: phase },
      };
    }
    const isMoon = event === 'full_moon' || event === 'new_moon';
    const date = isMoon
      ? SearchMoonPhase(event === 'full_moon' ? FULL : 0, new Date(now), MOON_DAYS)?.date
      : seasonStart(asked, reading.home, now);
    if (!date) return null;
    const value = date.toISOString();
    return {
      answer: momentThere(tz, date, lang),
      data: { kind: event, date: value, tz: clockIn(tz, now).timeZoneId, value },
    };
  },
});
