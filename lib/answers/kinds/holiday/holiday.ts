import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { InstantQuery } from '../../answer.ts';
import { optionalTexts, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localDate, shortDate } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { withoutDate } from '../../reading/dates/date-items.ts';
import { inYearOf, type Moment } from '../../reading/dates/moment.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { countryName, countryNamed, placeKey } from '../../reading/places/gazetteer.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';
import { holidaysIn, type PublicHoliday, regionNames, regionsNamed } from './public-holidays.ts';

const KINDS = ['is_holiday', 'next_holiday', 'holidays'] as const;
const holidayWords = lexiconFile(new URL('./data/holiday-words.json', import.meta.url));
const TOPICS = ['public', 'holiday'];

/** What is asked, the country, and one of its regions if the query names it: `bank holidays scotland 2027`. */
interface Asked {
  kind: (typeof KINDS)[number];
  day: Moment | null;
  year: number | null;
  country: string;
  region: { code: string; name: string } | null;
}

/** The country, or the region of one, of a name; that of the requester without a name. */
function areaNamed(name: string, home: string): Pick<Asked, 'country' | 'region'> | null {
  const country = name === '' ? home : countryNamed(name);
  if (country) return { country, region: null };
  const found = regionsNamed(placeKey(name));
  const [only] = found.length === 1 ? found : found.filter((each) => each.country === home);
  return only ? { country: only.country, region: { code: only.region, name: only.name } } : null;
}

/** What a query asks that says nothing else: what is left between the words of the kind is a year or a day, and a place. */
function askedIn({ reading: { said, home }, tz, now }: InstantQuery): Asked | null {
  const others: string[] = [];
  const concepts = holidayWords().read(said, (word) => others.push(word) > 0);
  const has = (concept: string) => concepts?.includes(concept) ?? false;
  if (!concepts || !TOPICS.some(has)) return null;
  const dated = withoutDate([...others, ''], clockIn(tz, now));
  // `public holidays may 2027` asks for no day.
  const isDay = dated && (has('is') || dated.moment.relative || /(?<!\d)\d{1,2}(?!\d)/.test(dated.said));
  const rest = (isDay ? dated.rest : others).filter(Boolean);
  const years = rest.filter((word) => /^20\d\d$/.test(word));
  const name = rest.filter((word) => !years.includes(word)).join(' ');
  // `holidays in spain` are journeys, and `today holiday` may be a song.
  const isClear = has('public') || has('next') || (isDay && has('is'));
  if (!isClear || years.length > 1 || (isDay && has('next'))) return null;
  const kind = isDay ? 'is_holiday' : has('next') ? 'next_holiday' : 'holidays';
  const area = areaNamed(name.replace(/'s$/, ''), home);
  const isWhole = kind === 'holidays' ? rest.length > 0 : years.length === 0;
  const year = years.length > 0 ? Number(years[0]) : null;
  return area && isWhole ? { kind, day: isDay ? dated.moment : null, year, ...area } : null;
}

/** Public holidays: whether a day is one, the next one, those of a year; by country or region. */
export const holiday = inlineAnswer({
  type: 'holiday',
  example: 'public holidays Germany 2027',
  data: z.object({
    kind: z.enum(KINDS),
    ...texts('country', 'country_code'),
    ...optionalTexts('region', 'date'),
    holidays: z.array(z.object({ ...texts('date', 'name', 'label'), regions: z.array(z.string()) })),
    value: z.union([z.string(), z.boolean()]),
    values: z.array(z.string()).optional(),
  }),
  words: () => callingWords(holidayWords().names(...TOPICS)),
  read: askedIn,
  answer({ kind, day: asked, year, country, region }, { now, tz, lang }) {
    const today = clockIn(tz, now).toPlainDate();
    const keeps = ({ regions }: PublicHoliday) => regions.length === 0 || regions.includes(region?.code ?? '');
    const inYear = (each: number) => holidaysIn(country, each).filter((day) => !region || keeps(day));
    const label = ({ name, names }: PublicHoliday) => names.get(lang.slice(0, 2).toLowerCase()) ?? name;
    const where = [region?.name, countryName(country, lang)].filter(Boolean).join(', ');
    const shown = (day: PublicHoliday) => {
      const { date, name, regions } = day;
      return { date, name, label: label(day), regions: regionNames(country, region ? [] : regions) };
    };
    const shared = {
      ...{ kind, country: countryName(country, 'en'), country_code: country, ...(region && { region: region.name }) },
    };
    const written = (date: string, format = localDate) => format(Temporal.PlainDate.from(date), lang);
    const found = inYear(year ?? today.year);
    if (found.length === 0) return null;
    if (kind === 'holidays') {
      const values = found.filter(keeps).map(({ date }) => date);
      const lines = found.filter(keeps).map((day) => `${written(day.date, shortDate)} ${label(day)}`);
      const data = { ...shared, date: `${year ?? today.year}`, holidays: found.map(shown), values };
      return { answer: `${where} ${data.date}: ${lines.join('; ')}`, data: { ...data, value: values.join(', ') } };
    }
    if (kind === 'next_holiday') {
      const next = [...found, ...inYear(today.year + 1)].find((day) => keeps(day) && day.date > `${today}`);
      if (!next) return null;
      const data = { ...shared, date: next.date, holidays: [shown(next)], value: next.date };
      return { answer: `${label(next)}: ${written(next.date)} (${where})`, data };
    }
    const date = `${asked ? inYearOf(asked, { at: today.toPlainDateTime() }, 'next').at.toPlainDate() : today}`;
    const days = inYear(Number(date.slice(0, 4))).filter((day) => day.date === date);
    const [day] = [...days.filter(keeps), ...days];
    const value = day !== undefined && keeps(day);
    const part = day && !value ? ` (${shown(day).regions.join(', ')})` : '';
    const verdict = [translate(value ? 'Yes' : part ? 'Only in some regions' : 'No', lang), day && label(day)];
    return {
      answer: `${where}, ${written(date)}: ${verdict.filter(Boolean).join(', ')}${part}`,
      data: { ...shared, date, holidays: days.map(shown), value },
    };
  },
});
