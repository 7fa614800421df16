import { dateLines } from './date-words.ts';
import { dateAt, type Moment, type Today, type WrittenDate } from './moment.ts';
import { type Span, spanAt, type TimeUnit, unitOf } from './spans.ts';

/**
 * A part of a date question. Its symbol is that of a date, `S` for a span, `U:days` for a unit, `N` for a number, `O` for
 * an ordinal, or else the word.
 */
export interface DateItem extends Partial<WrittenDate> {
  symbol: string;
  word: string;
  span?: Span;
  unit?: TimeUnit;
  number?: number;
}

/** The parts of a line of date words. A time after a date belongs to it. */
export function itemsOf(words: readonly string[], today: Today): DateItem[] {
  const line = withYears(words.join(' '), today);
  const items: DateItem[] = [];
  for (let at = 0; at < line.length; ) {
    const item: DateItem = spanAt(line, at) ?? dateAt(line, at, today) ?? otherItem(line, at);
    const { symbol, moment } = items.at(-1) ?? {};
    if (moment && symbol !== 'T' && item.symbol === 'T') {
      Object.assign(moment, { at: moment.at.withPlainTime(item.word.slice(1)), timed: true, relative: false });
    } else if (!moment?.timed || item.symbol !== 'utc') items.push(item);
    at += item.word.length + 1;
  }
  return items;
}

/** Writes `next year` as a number, and `next month` as a month of a year. */
function withYears(line: string, { at }: Today): string {
  if (!/-(?:year|month)/.test(line)) return line;
  return line.replace(/this-year (?=\d{4})/g, '').replace(/\b(this|next|last)-(year|month)\b/g, (_, which, unit) => {
    const { year, month } = at.add({ [`${unit}s`]: ['last', 'this', 'next'].indexOf(which) - 1 });
    return unit === 'year' ? `${year}` : `m${month} ${year}`;
  });
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

/** The symbols of items, separated by spaces. */
export const symbolsOf = (items: readonly DateItem[]) => items.map(({ symbol }) => symbol).join(' ');

/** The items that the groups of a pattern of symbols cover. */
export type DateParts = Readonly<Record<string, readonly DateItem[]>>;

/** The parts of a question of the form of a pattern. */
export function matchItems(items: readonly DateItem[], pattern: RegExp, symbols = symbolsOf(items)): DateParts | null {
  const found = pattern.exec(symbols);
  if (!found) return null;
  const parts: Record<string, readonly DateItem[]> = {};
  for (const [name, [from, to] = [0, 0]] of Object.entries(found.indices?.groups ?? {})) {
    const before = symbols.slice(0, from).split(' ').length - 1;
    if (from < to) parts[name] = items.slice(before, before + symbols.slice(from, to).trim().split(' ').length);
  }
  return parts;
}

/** The date that a text names; null if it names none, or says more. */
export function momentIn(text: string, { now, dayFirst }: Pick<Today, 'now' | 'dayFirst'>): Moment | null {
  const [line] = dateLines(text);
  const [item, more] = line ? itemsOf(line.words, { now, at: now.toPlainDateTime(), dayFirst }) : [];
  return !more && item?.moment && /^[DdRHhWM]$/.test(item.symbol) ? item.moment : null;
}
