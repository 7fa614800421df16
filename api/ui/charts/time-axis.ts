import { scaleUtc } from 'd3-scale';
import { timeText } from '../number-text.ts';
import type { Step } from './series.ts';

/** A label of the time axis, and the index of the point that it stands below. */
export interface Tick {
  index: number;
  text: string;
}

const MOST_TICKS = 7;
const SHORT: Readonly<Record<Step, Intl.DateTimeFormatOptions>> = {
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
};

/** Of the points, how far the last label is at least from the one before. */
const LAST_GAP = 1 / 12;

/** Labels at round times: at midnights, on firsts of a month; and one for the last point. */
export function ticksOf(times: readonly number[], step: Step, locale: string): Tick[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (first === last) return [{ index: 0, text: tickText(first, step, locale) }];
  const end = { index: times.length - 1, text: tickText(last, step, locale) };
  const round = scaleUtc([first, last], [0, 1])
    .ticks(MOST_TICKS)
    .flatMap((tick) => {
      const index = times.indexOf(tick.getTime());
      const isNear = end.index - index < times.length * LAST_GAP;
      return index < 0 || isNear ? [] : [{ index, text: tickText(tick.getTime(), step, locale) }];
    });
  return [...round, end];
}

/** A short text for a round time: of midnight the day, of January the year. */
function tickText(at: number, step: Step, locale: string): string {
  const date = new Date(at);
  const isMidnight = step === 'hour' && date.getUTCHours() === 0;
  const format =
    step === 'month' && date.getUTCMonth() === 0 ? { year: 'numeric' as const } : SHORT[isMidnight ? 'day' : step];
  return date.toLocaleString(locale === 'en' ? 'en-GB' : locale, { ...format, timeZone: 'UTC' });
}

/** The whole name of a point: 18 Nov 2026, 14:00. */
export function pointText(at: number, step: Step, locale: string): string {
  return timeText(new Date(at).toISOString(), step === 'hour' ? 'minute' : step, locale);
}
