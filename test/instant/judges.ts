import { readFileSync } from 'node:fs';

/** A real query with its correct answer. */
export interface InstantCase {
  id: string;
  kind: string;
  query: string;
  /** Null: the query must have no answer. */
  expect: string | null;
  match: string;
  tier: 'core' | 'extra';
  note?: string;
  tol_rel?: number;
  tol_abs?: number;
  /** The time to which the clock is set. */
  clock?: string;
  tz?: string;
}

/** The User-Agent that the cases about it expect. */
export const SCORER_AGENT = 'score/1.0';

export function readCases(): InstantCase[] {
  const text = readFileSync(new URL('../fixtures/instant/cases.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as InstantCase);
}

// biome-ignore lint/suspicious/noExplicitAny: tests inspect answers of every shape.
type Body = any;
type Judge = (body: Body, wanted: InstantCase) => boolean;

const numbersIn = (text: unknown) => (String(text).match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? []).map(Number);
const near = (got: number, want: number, { tol_rel = 1e-9, tol_abs = 0 }: InstantCase) =>
  Number.isFinite(got) && Math.abs(got - want) <= Math.max(tol_abs, Math.abs(want) * tol_rel, 1e-12);
const bare = (text: unknown) =>
  String(text)
    .trim()
    .replace(/^0[xbo](?=[0-9a-f]+$)/i, '');
const listOf = (data: Body): unknown[] => (Array.isArray(data.values) ? data.values : [data.value]);
const has = (body: unknown, text: string | null) =>
  JSON.stringify(body).toLowerCase().includes(String(text).toLowerCase());
const zone = (tz: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: tz }).resolvedOptions().timeZone;
  } catch {
    return tz;
  }
};
const wallClock = ({ time, day_shift = 0 }: Body) =>
  String(time).replace(/^(\d\d:\d\d):00$/, '$1') + (day_shift ? ` ${day_shift > 0 ? '+' : ''}${day_shift}d` : '');

const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };

/** How to compare an answer with the expected one, by the case's `match`. */
const judges: Readonly<Record<string, Judge>> = {
  null: (body) => body === null,
  null_or_error: (body) => body === null || body?.type === 'error',
  nonnull: (body) => body !== null,
  number: (body, wanted) => {
    // Some time differences are given in seconds, with a note that an equal value in another unit is correct.
    const unit = wanted.note?.includes('any unit ok if equal') ? SECONDS[String(body.data.unit)] : 1;
    return near(Number(body.data.value) * (unit ?? Number.NaN), Number(wanted.expect), wanted);
  },
  text: (body, wanted) => {
    const exact = (wanted.kind === 'hash' || wanted.kind === 'encode') && wanted.tier === 'core';
    const [got, want] = [bare(body.data.value), bare(wanted.expect)];
    return exact ? got === want : got.toLowerCase() === want.toLowerCase();
  },
  contains: (body, { expect }) => has(body, expect),
  list: (body, { expect, note = '' }) => {
    const ordered = (list: string[]) => (note.includes('order matters') ? list : [...list].sort());
    const want = String(expect)
      .split(',')
      .map((item) => item.trim());
    return JSON.stringify(ordered(listOf(body.data).map(String))) === JSON.stringify(ordered(want));
  },
  bool: (body, { expect }) => ({ true: 'yes', false: 'no' })[String(body.data.value)] === String(expect).toLowerCase(),
  colour: (body, { expect }) => {
    const want = String(expect);
    if (want.startsWith('#')) return body.data.hex?.toLowerCase() === want.toLowerCase();
    const got = numbersIn(body.data[want.slice(0, want.indexOf('('))]);
    const parts = numbersIn(want);
    return got.length >= parts.length && parts.every((part, i) => Math.abs((got[i] ?? Number.NaN) - part) <= 1);
  },
  parse: (body, wanted) => {
    const [, amount = '', from, to] = /^([\d.,]+) (\w+) -> (\w+)$/.exec(String(wanted.expect)) ?? [];
    if (!from) return has(body, wanted.expect);
    const { data } = body;
    return near(Number(data.amount), Number(amount.replace(/,/g, '')), wanted) && data.from === from && data.to === to;
  },
  tz: (body, { expect }) => zone(body.data.tz) === zone(String(expect)),
  time: (body, { expect }) => wallClock(body.data.to) === expect,
  date: (body, { expect }) => String(body.data.value).startsWith(String(expect)),
  datetime: (body, { expect }) => Date.parse(body.data.value) === Date.parse(String(expect)),
  place: (body, { expect }) => has(body.data.place, expect),
  pattern: (body, { expect }) => {
    const text = String(expect);
    const flags = text.startsWith('(?i)') ? 'i' : '';
    return new RegExp(text.replace('(?i)', ''), flags).test(listOf(body.data).join(', '));
  },
  dice: (body, { expect }) => {
    const [count = 0, sides = 0] = String(expect).split('d').map(Number);
    const { values } = body.data;
    return values.length === count && values.every((value: number) => value >= 1 && value <= sides);
  },
  range: (body, { expect }) => {
    const [low, high] = JSON.parse(String(expect)) as [number, number];
    return Number(body.data.value) >= low && Number(body.data.value) <= high;
  },
  qr: (body, { expect }) => body.data.text === expect && /svg/.test(body.data.svg ?? ''),
  client_ip: (body) => /^(127\.|::1$|::ffff:127\.)/.test(body.data.ip),
  client_ua: (body) => body.data.value === SCORER_AGENT,
};

/** Whether the answer is correct. */
export function isRight(body: unknown, wanted: InstantCase): boolean {
  if (wanted.expect !== null && body === null) return false;
  try {
    return judges[wanted.match]?.(body, wanted) ?? false;
  } catch {
    return false;
  }
}
