import { describe, expect, it } from 'vitest';
import { stackexchange } from '../../../lib/engines/stackexchange.ts';
import { fixture, json } from '../../contract/adapter-contract.ts';

describe('the pause that Stack Exchange asks for', () => {
  it.each([
    ['with a result', json(fixture('stackexchange-backoff.json')), 30_000],
    ['not at all', json(fixture('stackexchange-search-answers.json')), 0],
    ['of no length', json({ items: [], backoff: 0 }), 0],
    ['of negative length', json({ items: [], backoff: -5 }), 0],
    ['in words', json({ items: [], backoff: 'soon' }), 0],
  ])('is read: %s', (_, response, pauseMs) => {
    expect(stackexchange.pauseMs?.(response)).toBe(pauseMs);
  });
});
