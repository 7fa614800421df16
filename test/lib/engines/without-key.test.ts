import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { ProviderSettings } from '../../../lib/providers/adapter.ts';
import { adapters } from '../../../lib/providers/registry.ts';

const input = { q: 'cats', page: 1, lang: '', safe: true, date: null };

/** The request of a web search, with a key or without one. */
function request(slug: string, apiKey: string) {
  const settings: ProviderSettings = { url: 'https://x.example', otherUrls: {}, own: {}, apiKey, userAgent: 'x' };
  return adapters.get(slug)?.operations.web?.request(input, settings);
}

describe('an engine that needs no key', () => {
  it.each([
    ['tavily', 'https://x.example/search', 'https://x.example/search'],
    ['you', 'https://x.example/agents/search', 'https://x.example/search'],
    ['keenable', 'https://x.example/search/public', 'https://x.example/search'],
  ])('%s is asked at its own address without one', (slug, without, withKey) => {
    expect(request(slug, '')?.url.split('?')[0]).toBe(without);
    expect(request(slug, 'k')?.url.split('?')[0]).toBe(withKey);
  });

  it('says so to Tavily, and only without a key', () => {
    expect(request('tavily', '')?.headers).toMatchObject({ 'x-tavily-access-mode': 'keyless' });
    expect(request('tavily', '')?.headers).not.toHaveProperty('authorization');
    expect(request('tavily', 'k')?.headers).not.toHaveProperty('x-tavily-access-mode');
  });

  it.each(['tavily', 'you', 'keenable', 'github', 'pubmed', 'marginalia'])(
    '%s has the limit of its public address; with a key, that of the operator',
    (slug) => {
      const name = slug.toUpperCase();
      const rateWith = (env: Record<string, string>) => readConfig(env).adapters[slug]?.rate;
      const publicRate = adapters.get(slug)?.publicRate;
      expect(publicRate).toBeDefined();
      expect(rateWith({})).toEqual(publicRate);
      expect(rateWith({ [`${name}_RATE`]: 'off' })).toEqual(publicRate);
      expect(rateWith({ [`${name}_API_KEY`]: 'k' })).toBeNull();
      expect(rateWith({ [`${name}_API_KEY`]: 'k', [`${name}_RATE`]: '2/s' })).toEqual({ limit: 2, windowMs: 1_000 });
      expect(rateWith({ [`${name}_URL`]: 'http://127.0.0.1:1' })).toBeNull();
    },
  );

  it('has that limit with the key that everybody has, too', () => {
    const { rate } = readConfig({ MARGINALIA_API_KEY: 'public' }).adapters.marginalia ?? {};
    expect(rate).toEqual(adapters.get('marginalia')?.publicRate);
  });
});
