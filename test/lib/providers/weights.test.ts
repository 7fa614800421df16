import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { adapters, engineSlugs } from '../../../lib/providers/registry.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

const weightOf = (env: Record<string, string>) =>
  buildRoster(readConfig({ BRAVE_API_KEY: 'x', MARGINALIA_API_KEY: 'public', ...env })).slots.map(
    (slot) => slot.engines[0]?.provider.weight,
  );
const engines = [...adapters.values()].filter(({ slug }) => engineSlugs.includes(slug));

describe('the weight of an engine', () => {
  it('is the default of its adapter, below 1 for a small index', () => {
    expect(weightOf({})).toEqual([1, undefined, 0.6]);
  });

  it('is set by the operator', () => {
    expect(weightOf({ BRAVE_WEIGHT: '2.5', MARGINALIA_WEIGHT: '0.5' })).toEqual([2.5, undefined, 0.5]);
    expect(weightOf({ BRAVE_WEIGHT: '10', MARGINALIA_WEIGHT: '' })).toEqual([10, undefined, 0.6]);
  });

  it.each(['0', '-1', '10.1', 'high', '1,5', '1e1', '.5', 'Infinity'])('is refused if it is %s', (value) => {
    expect(() => readConfig({ BRAVE_WEIGHT: value })).toThrow(/^BRAVE_WEIGHT: must be /);
  });

  it('can be set for every engine, and for nothing else', () => {
    for (const { slug } of adapters.values()) {
      const set = () => readConfig({ [`${slug.toUpperCase()}_WEIGHT`]: 'nonsense' });
      if (engines.some((engine) => engine.slug === slug)) expect(set).toThrow();
      else expect(set).not.toThrow();
    }
  });

  it('by default never lets one engine beat two that agree at the same rank', () => {
    const weights = engines.map(({ weight = 1 }) => weight);
    const two = Math.min(...weights) * 2;
    expect(two).toBeGreaterThan(Math.max(...weights));
  });
});
