import { expect, test } from 'vitest';
import type { EngineOutcome } from '../../../api/search/engines.ts';
import { hasMore } from '../../../api/search/more.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { buildRoster, type Slot, type SlotEngine } from '../../../lib/providers/roster.ts';
import type { SearchInput } from '../../../lib/search/query.ts';

const input: SearchInput = { q: 'a', page: 1, lang: '', safe: true, date: null };
const [slot] = buildRoster(readConfig({ BRAVE_API_KEY: 'key' })).slots as [Slot];
const [engine] = slot.engines as [SlotEngine];

/** Whether Brave, whose pages have 20 results, may have more after so many. */
const more = (count: number, hasNext?: boolean, page = 1) => {
  const value = { results: Array.from({ length: count }, () => ({})), ...(hasNext !== undefined && { hasNext }) };
  const found: EngineOutcome<typeof value>[] = [
    { slot: slot.slug, engine, provider: engine.name, outcome: { ok: true, value, ms: 1, cached: false } },
  ];
  return hasMore('web', { ...input, page }, found);
};

test('an engine that does not tell has a next page if this one was full', () => {
  expect([more(20), more(18), more(17), more(0)]).toEqual([true, true, false, false]);
});

test('an engine that tells is believed, unless it found nothing or has no such page', () => {
  expect([more(20, false), more(3, true), more(0, true), more(20, true, 10)]).toEqual([false, true, false, false]);
});
