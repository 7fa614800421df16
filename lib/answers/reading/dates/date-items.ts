import type { TimeOfDay } from '../../kinds/clock/time-of-day.ts';
import { weekdays } from './calendar-names.ts';
import type { DateToken, TokenLine } from './date-tokens.ts';
import type { Holiday } from './holidays.ts';
import { dateOnly, type Moment, type Today } from './moment.ts';
import { numberIn, type Span, spanAt, type TimeUnit, unitOf } from './spans.ts';
import { dateAt } from './written-dates.ts';

/**
 * A part of a date question. Its symbol is that of a date (see `DateAt`), `T` for a time of day, `S` for a span, `U` for
 * a unit, `N` for a number, `O` for an ordinal, or else the word itself.
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

interface ItemAt {
  item: DateItem;
  length: number;
}
type ItemReader = (tokens: readonly DateToken[], at: number, today: Today) => ItemAt | null;

/** In order: `5 days` is a span before it is a number, and `5 May` a date. */
const READERS: readonly ItemReader[] = [spanItem, dateItem, timeItem, ordinalItem, unitItem, numberItem];

/** The parts of a line of tokens. */
export function itemsOf({ tokens }: TokenLine, today: Today): DateItem[] {
  const items: DateItem[] = [];
  for (let at = 0; at < tokens.length; ) {
    let found: ItemAt | null = null;
    for (const reader of READERS) found ??= reader(tokens, at, today);
    const word = tokens[at]?.word ?? '';
    const { item, length } = found ?? { item: { symbol: word, word }, length: 1 };
    items.push(item);
    at += length;
  }
  return items;
}

function spanItem(tokens: readonly DateToken[], at: number): ItemAt | null {
  const found = spanAt(tokens, at);
  return found && { item: { symbol: 'S', word: '', span: found.span }, length: found.length };
}

function dateItem(tokens: readonly DateToken[], at: number, today: Today): ItemAt | null {
  const date = dateAt(tokens, at, today);
  if (!date) return null;
  const { word = '', holiday } = tokens[at] ?? {};
  const item = { symbol: date.symbol, word, ...(holiday ? { holiday } : {}) };
  const time = tokens[at + date.length]?.time;
  if (!time) return { item: { ...item, moment: date.moment }, length: date.length };
  const utc = tokens[at + date.length + 1]?.word === 'utc';
  const moment = { ...date.moment, at: clockOn(date.moment, time), timed: true, relative: false, utc };
  return { item: { ...item, moment }, length: date.length + (utc ? 2 : 1) };
}

function timeItem(tokens: readonly DateToken[], at: number, { now }: Today): ItemAt | null {
  const { word = '', time } = tokens[at] ?? {};
  if (!time) return null;
  const day = dateOnly(now.toPlainDate());
  return { item: { symbol: 'T', word, moment: { ...day, at: clockOn(day, time), timed: true } }, length: 1 };
}

function clockOn({ at }: Moment, { hour, minute, second }: TimeOfDay) {
  return at.with({ hour, minute, second, millisecond: 0 });
}

function ordinalItem(tokens: readonly DateToken[], at: number): ItemAt | null {
  const { word = '' } = tokens[at] ?? {};
  const next = tokens[at + 1]?.word ?? '';
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(word)?.[1];
  // `second Sunday`, but `30 seconds`.
  const isSecond = word === 'seconds' && (weekdays.has(next) || next === 'days' || next === 'weeks');
  if (!digits && !isSecond) return null;
  return { item: { symbol: 'O', word, number: Number(digits ?? 2) }, length: 1 };
}

function unitItem(tokens: readonly DateToken[], at: number): ItemAt | null {
  const { word = '' } = tokens[at] ?? {};
  const unit = unitOf(word);
  return unit && { item: { symbol: 'U', word, unit }, length: 1 };
}

function numberItem(tokens: readonly DateToken[], at: number): ItemAt | null {
  const { word = '' } = tokens[at] ?? {};
  const number = numberIn(word.replace(/^-/, ''));
  return number === null ? null : { item: { symbol: 'N', word, number }, length: 1 };
}

/** The items that the groups of a pattern cover. The pattern is matched with the symbols, separated by spaces. */
export function matchItems(items: readonly DateItem[], pattern: RegExp): Record<string, DateItem[]> | null {
  const line = items.map(({ symbol }) => symbol).join(' ');
  const found = pattern.exec(line);
  if (!found) return null;
  const groups: Record<string, DateItem[]> = {};
  for (const [name, range] of Object.entries(found.indices?.groups ?? {})) {
    if (!range) continue;
    const before = line.slice(0, range[0]).split(' ').length - 1;
    groups[name] = items.slice(before, before + line.slice(...range).split(' ').length);
  }
  return groups;
}
