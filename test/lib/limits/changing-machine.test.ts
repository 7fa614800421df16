import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { Capacity } from '../../../lib/limits/capacity.ts';
import type { Provider } from '../../../lib/providers/provider.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

const DEADLINE_MS = 6_000;
const CALL_MS = 50;
/** What a process takes together. */
const MOST_AT_ONCE = 50;
const brave = buildRoster(readConfig({ BRAVE_API_KEY: 'key' })).callable.get('brave') as Provider;

/** What became of the searches of each second. */
interface Second {
  answered: number;
  refused: number;
  late: number;
}

/**
 * A machine that takes what waits together, and answers it in the second half of the time that it needs for all of it,
 * which is `costMs` for each. `arrivals` are the searches that arrive in each millisecond, given those that have just ended.
 */
function run(seconds: number, costMs: (second: number) => number, arrivals: (now: number, ended: number) => number) {
  let now = 0;
  const capacity = new Capacity({ count: 1 }, 10_000, () => now);
  const rows = Array.from({ length: seconds }, (): Second => ({ answered: 0, refused: 0, late: 0 }));
  const waiting: number[] = [];
  let batch: { began: number; endsAt: number }[] = [];
  let ended = 0;
  for (; now < seconds * 1_000; now++) {
    const second = Math.floor(now / 1_000);
    const row = rows[second] as Second;
    for (let call = batch[0]; call && call.endsAt <= now; call = batch[0]) {
      batch.shift();
      const pendingMs = now - call.began;
      capacity.end(brave, 'ann', CALL_MS, Math.max(0, pendingMs - CALL_MS));
      row[pendingMs > DEADLINE_MS ? 'late' : 'answered'] += 1;
      ended += 1;
    }
    const coming = arrivals(now, ended);
    ended = 0;
    for (let search = 0; search < coming; search++) {
      if (capacity.refusals([brave], 'ann', DEADLINE_MS).size > 0) {
        row.refused += 1;
        ended += 1;
        continue;
      }
      capacity.begin(brave, 'ann');
      waiting.push(now);
    }
    if (batch.length > 0) continue;
    const taken = waiting.splice(0, MOST_AT_ONCE);
    const halfMs = CALL_MS + (taken.length * costMs(second)) / 2;
    batch = taken.map((began, at) => ({
      began,
      endsAt: now + halfMs + ((at + 1) / taken.length) * (halfMs - CALL_MS),
    }));
  }
  return rows;
}

/** Fifty clients that ask again as soon as they are answered. */
const fiftyClients = (now: number, ended: number) => (now === 0 ? 50 : ended);

describe('fifty clients that ask again as soon as they are answered', () => {
  it.each<[string, (second: number) => number]>([
    ['is fast', () => 8],
    ['needs nearly half of their time for all', () => 50],
    ['is slow at first, as a process is that has just started', (second) => Math.max(5, 60 - second * 10)],
    ['has a fifth of itself for a while', (second) => (second < 10 || second >= 20 ? 8 : 40)],
  ])('are never refused by a machine that %s', (_, costMs) => {
    const rows = run(30, costMs, fiftyClients);
    expect(rows.filter(({ refused, late }) => refused + late > 0)).toEqual([]);
  });
});

describe('a hundred searches a second', () => {
  it('are refused as far as the machine cannot answer them, two seconds after it became slower or faster', () => {
    const [fallAt, returnAt] = [10, 30];
    const rows = run(
      40,
      (second) => (second < fallAt || second >= returnAt ? 8 : 40),
      (now) => (now % 10 === 0 ? 1 : 0),
    );
    const sum = (from: number, to: number, what: keyof Second) =>
      rows.slice(from, to).reduce((total, row) => total + row[what], 0);
    expect(sum(0, fallAt, 'refused')).toBe(0);
    expect(sum(0, 40, 'late')).toBe(0);
    const cannot = 100 - 1_000 / 40;
    const refused = sum(fallAt + 2, returnAt, 'refused') / (returnAt - fallAt - 2);
    expect(Math.abs(refused / cannot - 1)).toBeLessThan(0.2);
    expect(sum(returnAt + 2, 40, 'refused')).toBe(0);
  });
});
