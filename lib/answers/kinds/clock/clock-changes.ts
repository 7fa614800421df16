import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { InstantQuery } from '../../answer.ts';
import { once } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { localDate, localTime } from '../../local-times.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { clockIn, type Zone, zoneNamed } from '../../reading/zones/zone-clock.ts';

/** When clocks change: `when do the clocks go back`, `daylight saving time 2027 in new york`. */

export const changeSchema = z.object({
  kind: z.literal('clock_change'),
  ...texts('place', 'tz', 'value', 'offset'),
  direction: z.enum(['forward', 'back']),
});

const lexicon = lexiconFile(new URL('./data/clock-change-words.json', import.meta.url));
const callers = once(() => new Set(callingWords(changePhrases())));
export const changePhrases = () => lexicon().names('change', 'clocks', 'summer', 'winter');

type ChangeAsked = { place: Zone; direction: 'forward' | 'back' | ''; year: number };

/** The change of the clocks that a query asks for. Of the words that are not about it, one is a year and the others a place. */
export function changeAsked({ reading: { said, home, lang }, tz }: InstantQuery): ChangeAsked | null {
  if (!said.some((word) => callers().has(word))) return null;
  const others: string[] = [];
  const concepts = lexicon().read(said, (word) => others.push(word) > 0) ?? [];
  const has = (concept: string) => concepts.includes(concept);
  const isTurned = has('clocks') && (has('forward') || has('back'));
  if (!has('change') && !isTurned && !has('summer') && !has('winter')) return null;
  const years = others.filter((word) => /^20\d\d$/.test(word));
  const name = others.filter((word) => !years.includes(word)).join(' ');
  const place = name ? zoneNamed(name, { said: true, now: true, home, lang }) : { label: tz, tz };
  // `summer time` is a season unless somebody asks when it begins, or in which year.
  const isClear = has('change') || isTurned || has('begin') || has('end') || has('when') || years.length > 0;
  if (!place || years.length > 1 || !isClear) return null;
  const isForward = has('forward') || (has('summer') ? has('begin') : has('winter') && has('end'));
  const isBack = has('back') || (has('summer') ? has('end') : has('winter') && has('begin'));
  return { place, direction: isForward ? 'forward' : isBack ? 'back' : '', year: Number(years[0] ?? 0) };
}

/** The next change, or the first of a year; null if there is none. */
export function changed({ place: { label, tz }, direction, year }: ChangeAsked, { now, lang }: InstantQuery) {
  const start =
    year > 0 ? new Temporal.PlainDate(year, 1, 1).toZonedDateTime(clockIn(tz, now).timeZoneId) : clockIn(tz, now);
  for (let at = start.getTimeZoneTransition('next'); at; at = at.getTimeZoneTransition('next')) {
    const before = at.subtract({ nanoseconds: 1 });
    const isForward = at.offsetNanoseconds > before.offsetNanoseconds;
    if (at.year > start.year + 1 || (year > 0 && at.year > year)) return null;
    if (direction && isForward !== (direction === 'forward')) continue;
    const wall = at.toPlainDateTime();
    const old = wall.subtract({ nanoseconds: at.offsetNanoseconds - before.offsetNanoseconds });
    const value = `${wall.toString({ smallestUnit: 'minute' })}${at.offset}`;
    return {
      answer: `${label}: ${localDate(wall, lang)}, ${localTime(old, lang)} → ${localTime(wall, lang)}`,
      data: {
        ...{ kind: 'clock_change' as const, place: label, tz, value, offset: at.offset },
        direction: isForward ? ('forward' as const) : ('back' as const),
      },
    };
  }
  return null;
}
