import type { Temporal } from 'temporal-polyfill';
import type { Holiday } from './holidays.ts';
import type { Moment, Today } from './moment.ts';
import { type Span, spanAt, type TimeUnit, unitOf } from './spans.ts';
import { dateAt } from './written-dates.ts';

/**
 * A part of a date question. Its symbol is `D` for a date, `R` for a date relative to now, `H` for a holiday, `M` for a
 * month, `W` for a weekday, `Y` for a year, `T` for a time of day, `S` for a span, `U:days` for a unit, `N` for a number,
 * `O` for an ordinal, or else the word. `d`, `h` and `m` are without a year.
 */
export interface DateItem {
  symbol: string;
  word: string;
  moment?: Moment;
  holiday?: Holiday;
  span?: Span;
  unit?: TimeUnit;
  number?: number;
}

const SHIFTS: Readonly<Record<string, number>> = { this: 0, next: 1, last: -1 };

/** The parts of a line of date words. */
export function itemsOf(words: readonly string[], today: Today): DateItem[] {
  const line = withYears(words.join(' '), today);
  const items: DateItem[] = [];
  for (let at = 0; at < line.length; ) {
    const item = spanItem(line, at) ?? dateAt(line, at, today) ?? otherItem(line, at);
    const last = items.at(-1);
    if (last?.moment && item.symbol === 'T' && last.symbol !== 'T') {
      const clock = item.moment?.at.toPlainTime() as Temporal.PlainTime;
      last.moment = { ...last.moment, at: last.moment.at.withPlainTime(clock), timed: true, relative: false };
    } else if (last?.moment?.timed && item.symbol === 'utc') last.moment.utc = true;
    else items.push(item);
    at += item.word.length + 1;
  }
  return items;
}

/** Writes `next year` as a number, and `next month` as a month of a year. */
function withYears(line: string, { now }: Today): string {
  return line.replace(/this-year (?=\d{4})/g, '').replace(/\b(this|next|last)-(year|month)\b/g, (_, which, unit) => {
    const { year, month } = now.toPlainDate().add({ [`${unit}s`]: SHIFTS[which] as number });
    return unit === 'year' ? `${year}` : `m${month} ${year}`;
  });
}

function spanItem(line: string, at: number): DateItem | null {
  const found = spanAt(line, at);
  return found && { symbol: 'S', word: found.text, span: found.span };
}

function otherItem(line: string, at: number): DateItem {
  const [word = '', next = ''] = line.slice(at).split(' ', 2);
  const unit = unitOf(word);
  // `second Sunday`, but `30 seconds`
  const isSecond = unit === 'seconds' && /^(?:w\d|days|weeks)$/.test(next);
  const ordinal = isSecond ? 2 : Number(/^(\d{1,3})(?:st|nd|rd|th)$/.exec(word)?.[1] ?? 0);
  if (ordinal) return { symbol: 'O', word, number: ordinal };
  if (unit) return { symbol: `U:${unit}`, word, unit };
  return { symbol: /^-?\d+$/.test(word) ? 'N' : word, word, number: Number(word) };
}

/** The items of each group of a pattern. */
export type DateParts = Readonly<Record<string, readonly DateItem[]>>;

/** The items that the groups of a pattern cover. The pattern is matched with the symbols, separated by spaces. */
export function matchItems(items: readonly DateItem[], pattern: RegExp): DateParts | null {
  const line = items.map(({ symbol }) => symbol).join(' ');
  const found = pattern.exec(line);
  if (!found) return null;
  const groups: Record<string, DateItem[]> = {};
  for (const [name, range] of Object.entries(found.indices?.groups ?? {})) {
    if (!range || range[0] === range[1]) continue;
    const before = line.slice(0, range[0]).split(' ').length - 1;
    groups[name] = items.slice(
      before,
      before +
        line
          .slice(...range)
          .trim()
          .split(' ').length,
    );
  }
  return groups;
}
