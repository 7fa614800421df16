import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { Capacity } from '../../../lib/limits/capacity.ts';
import type { Provider } from '../../../lib/providers/provider.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

/** A capacity whose clock is moved by hand, and calls that end at once or go on. */
function capacityAt(env: Record<string, string>) {
  const { callable } = buildRoster(readConfig(env));
  let now = 1_000;
  const capacity = new Capacity({ count: 1 }, 1_000, () => now);
  const provider = (id: string) => callable.get(id) as Provider;
  return {
    pass: (ms: number) => {
      now += ms;
    },
    begin: (id: string) => capacity.begin(provider(id), 'ann'),
    made: (id: string) => {
      capacity.begin(provider(id), 'ann');
      capacity.end(provider(id), 'ann', 50, 0);
    },
    admits: (id: string) => capacity.refusals([provider(id)], 'ann', 6_000).size === 0,
  };
}

describe('a call to a provider with a rate limit', () => {
  it('is admitted unless calls that were made keep it from its turn for too long', () => {
    const { pass, made, admits } = capacityAt({});
    expect(admits('gdelt')).toBe(true);
    made('gdelt');
    expect(admits('gdelt')).toBe(false);
    pass(7_000);
    expect(admits('gdelt')).toBe(true);
  });

  it('is not admitted if calls that wait will keep it from its turn for too long', () => {
    const { begin, admits } = capacityAt({});
    for (let call = 0; call < 6; call++) {
      expect(admits('nominatim-maps')).toBe(true);
      begin('nominatim-maps');
    }
    expect(admits('nominatim-maps')).toBe(false);
  });

  it('shares the limit with the other providers of a service', () => {
    const { made, pass, admits } = capacityAt({});
    for (const id of ['wikipedia', 'wikipedia-cards', 'wikipedia-suggest']) for (let n = 0; n < 3; n++) made(id);
    expect(admits('wikipedia')).toBe(true);
    made('wikipedia');
    expect(['wikipedia', 'wikipedia-cards', 'wikipedia-suggest'].map(admits)).toEqual([false, false, false]);
    pass(60_000);
    expect(admits('wikipedia-cards')).toBe(true);
  });

  it('has 200 calls a minute of Wikimedia for an operator who says who they are', () => {
    const { made, admits } = capacityAt({ CONTACT: 'ops@example.org' });
    for (let n = 0; n < 199; n++) made('wikipedia');
    expect(admits('wikipedia')).toBe(true);
    made('wikipedia');
    expect(admits('wikipedia')).toBe(false);
  });
});

describe('pages that are read', () => {
  const { callable } = buildRoster(readConfig({}));
  const [pages, cards] = [callable.get('pages'), callable.get('wikipedia-cards')] as [Provider, Provider];
  const admits = (capacity: Capacity, provider: Provider, account: string) =>
    capacity.refusals([provider], account, 12_000).size === 0;
  const begin = (capacity: Capacity, provider: Provider, account: string, count: number) => {
    for (let call = 0; call < count; call++) capacity.begin(provider, account);
  };

  it('of one account are pending at a quarter of what workers have permits for', () => {
    const capacity = new Capacity({ count: 2 }, 3_000);
    begin(capacity, pages, 'ann', 99);
    expect(admits(capacity, pages, 'ann')).toBe(true);
    begin(capacity, pages, 'ann', 1);
    expect(admits(capacity, pages, 'ann')).toBe(false);
    expect(admits(capacity, pages, 'bob')).toBe(true);
    capacity.end(pages, 'ann', 50, 0);
    expect(admits(capacity, pages, 'ann')).toBe(true);
  });

  it('take no place of a search, nor searches theirs', () => {
    const capacity = new Capacity({ count: 1 }, 200);
    for (const account of ['ann', 'bob', 'cid', 'dan']) begin(capacity, pages, account, 50);
    expect([admits(capacity, pages, 'eve'), admits(capacity, cards, 'eve')]).toEqual([false, true]);
    const other = new Capacity({ count: 1 }, 200);
    for (const account of ['ann', 'bob', 'cid', 'dan']) begin(other, cards, account, 50);
    expect([admits(other, pages, 'eve'), admits(other, cards, 'eve')]).toEqual([true, false]);
  });
});

describe('a crowd at a process that knows nothing of its engine', () => {
  const DEADLINE_MS = 6_000;
  const brave = buildRoster(readConfig({ BRAVE_API_KEY: 'key' })).callable.get('brave') as Provider;

  /** The first waiting call that is refused, besides those in progress, when so much time has passed without a reply. */
  function firstRefused(afterMs: number): number {
    let now = 1_000;
    const capacity = new Capacity({ count: 1 }, 10_000, () => now);
    for (let call = 0; call < 1_000; call++) capacity.begin(brave, 'ann');
    expect(capacity.isCrowded(brave)).toBe(true);
    now += afterMs;
    const waiting = Array.from({ length: 1_000 - capacity.permitsOf(brave) }, (_, place) => place);
    return waiting.find((place) => capacity.refusalOfWaiting(brave, place, DEADLINE_MS - afterMs)) ?? waiting.length;
  }

  it('is refused from its end, more the longer nobody answers, and by half of the deadline all who wait are', () => {
    expect(firstRefused(0)).toBe(800);
    expect(firstRefused(1_000)).toBeLessThan(800);
    expect(firstRefused(1_000)).toBeGreaterThan(firstRefused(2_000));
    expect(firstRefused(DEADLINE_MS / 2)).toBe(0);
  });
});
