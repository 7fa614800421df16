import { expect, test } from 'vitest';
import { answeredBy } from '../../../api/search/engines.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

test('an answer names the index behind its engine, so that engines with one index agree once', () => {
  const { slots } = buildRoster(
    readConfig({ ENGINE_A: 'serper', ENGINE_B: 'brave', SERPER_API_KEY: 'k', BRAVE_API_KEY: 'k' }),
  );
  const outcomes = slots.flatMap(({ slug, engines }) =>
    engines.map((engine) => ({
      slot: slug,
      engine,
      provider: engine.name,
      outcome: { ok: true as const, value: [], ms: 1, cached: false },
    })),
  );
  expect(answeredBy(outcomes).map(({ label, index }) => [label, index])).toEqual([
    ['Google (Serper)', 'google'],
    ['Brave', undefined],
  ]);
});
