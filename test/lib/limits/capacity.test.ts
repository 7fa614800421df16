import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config.ts';
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
