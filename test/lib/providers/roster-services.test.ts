import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { OperationName } from '../../../lib/providers/adapter.ts';
import { cacheTtlS, type Provider } from '../../../lib/providers/provider.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

/** The providers of maps and translation, and their monitoring; `roster.test.ts` tests the engines. */

const roster = (env: Record<string, string> = {}) => buildRoster(readConfig(env));
const serving = (operation: OperationName, env: Record<string, string> = {}) =>
  roster(env)
    .serving(operation)
    .map(({ id }) => id);
const LIBRE = { TRANSLATE: 'libretranslate', LIBRETRANSLATE_URL: 'http://127.0.0.1:5000' };
const DEEPL = { TRANSLATE: 'deepl', DEEPL_API_KEY: 'k' };
const KEYS = { BRAVE_API_KEY: 'k', BRAVE_SUGGEST_API_KEY: 'k', SEARXNG_URL: 'http://127.0.0.1:1' };

function provider(id: string, env: Record<string, string>): Provider {
  const found = roster(env).providers.get(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

describe('the translator', () => {
  it('is not configured by default', () => {
    expect(serving('translate')).toEqual([]);
    expect(serving('translate', { ...LIBRE, TRANSLATE: '', DEEPL_API_KEY: 'k' })).toEqual([]);
  });

  it('is only the chosen one, even if the other has its settings', () => {
    expect(serving('translate', { ...LIBRE, DEEPL_API_KEY: 'k' })).toEqual(['libretranslate-translate']);
    expect(serving('languages', { ...LIBRE, DEEPL_API_KEY: 'k' })).toEqual(['libretranslate-translate']);
    expect(serving('translate', { ...LIBRE, ...DEEPL })).toEqual(['deepl-translate']);
    expect([...roster({ ...LIBRE, ...DEEPL }).providers.keys()]).not.toContain('libretranslate-translate');
  });

  it('is not configured if the chosen one lacks its URL or key', () => {
    expect(serving('translate', { TRANSLATE: 'libretranslate' })).toEqual([]);
    expect(serving('translate', { TRANSLATE: 'deepl' })).toEqual([]);
    expect(serving('translate', { ...LIBRE, LIBRETRANSLATE_URL: 'off' })).toEqual([]);
    expect(serving('translate', { ...DEEPL, DEEPL_URL: 'off' })).toEqual([]);
  });

  it('needs no key for LibreTranslate, but uses one that is set', () => {
    expect(provider('libretranslate-translate', LIBRE).settings.apiKey).toBe('');
    expect(provider('libretranslate-translate', { ...LIBRE, LIBRETRANSLATE_API_KEY: 'k' }).settings.apiKey).toBe('k');
  });

  it('caches its languages for an hour, and nothing if the cache is off', () => {
    for (const [id, env] of [
      ['libretranslate-translate', LIBRE],
      ['deepl-translate', DEEPL],
    ] as const) {
      expect(cacheTtlS(provider(id, env), 'languages')).toBe(3_600);
      expect(cacheTtlS(provider(id, { ...env, CACHE_TTL_S: '60' }), 'translate')).toBe(60);
      expect(cacheTtlS(provider(id, { ...env, CACHE_TTL_S: '0' }), 'languages')).toBe(0);
    }
  });
});

describe('the geocoders', () => {
  it('are Nominatim first, then Photon if it is configured', () => {
    for (const operation of ['geocode', 'reverse'] as const) {
      expect(serving(operation)).toEqual(['nominatim-maps']);
      expect(serving(operation, { PHOTON_URL: 'http://127.0.0.1:1' })).toEqual(['nominatim-maps', 'photon-maps']);
      expect(serving(operation, { PHOTON_URL: 'http://127.0.0.1:1', NOMINATIM_URL: 'off' })).toEqual(['photon-maps']);
      expect(serving(operation, { NOMINATIM_URL: 'off' })).toEqual([]);
    }
  });

  it('cache their places for a day, and nothing if the cache is off', () => {
    const env = { PHOTON_URL: 'http://127.0.0.1:1' };
    for (const id of ['nominatim-maps', 'photon-maps']) {
      for (const operation of ['geocode', 'reverse'] as const) {
        expect(cacheTtlS(provider(id, env), operation)).toBe(86_400);
        expect(cacheTtlS(provider(id, { ...env, CACHE_TTL_S: '0' }), operation)).toBe(0);
      }
    }
  });

  it('are called at the configured pace', () => {
    expect(provider('nominatim-maps', { NOMINATIM_RATE: 'off' }).rate).toEqual({ limit: 1, windowMs: 1_000 });
    const own = { NOMINATIM_URL: 'http://127.0.0.1:1', PHOTON_URL: 'http://127.0.0.1:2' };
    expect(provider('nominatim-maps', own).rate).toBeNull();
    expect(provider('nominatim-maps', { ...own, NOMINATIM_RATE: '2/s' }).rate).toEqual({ limit: 2, windowMs: 1_000 });
    expect(provider('photon-maps', { ...own, NOMINATIM_RATE: '2/s' }).rate).toBeNull();
  });

  it('are limited together with the searches of their key, and apart with a key of their own', () => {
    const keys = { BRAVE_API_KEY: 'k', BRAVE_SUGGEST_API_KEY: 's', BRAVE_RATE: '1/s', SUGGEST: 'brave,searxng' };
    expect(provider('brave-suggest', keys)).toMatchObject({ rate: { limit: 1 }, limitedAs: 'brave-suggest' });
    const own = { ...keys, SEARXNG_URL: 'http://127.0.0.1:1', SEARXNG_RATE: '1/s' };
    expect(provider('searxng-suggest', own)).toMatchObject({ rate: { limit: 1 }, limitedAs: 'searxng' });
  });

  it('call Wikimedia as often as it allows, all together', () => {
    const minute = (limit: number) => ({ rate: { limit, windowMs: 60_000 }, maxConcurrent: 3, limitedAs: 'wikipedia' });
    for (const id of ['wikipedia-cards', 'wikipedia-suggest']) {
      expect(provider(id, {})).toMatchObject(minute(10));
      expect(provider(id, { CONTACT: 'ops@example.org' })).toMatchObject(minute(200));
      const german = {
        WIKIPEDIA_URL: 'https://de.wikipedia.org',
        WIKIPEDIA_RATE: 'off',
        WIKIPEDIA_MAX_CONCURRENT: '9',
      };
      expect(provider(id, german)).toMatchObject(minute(10));
      expect(provider(id, { WIKIPEDIA_MAX_CONCURRENT: '2' })).toMatchObject({ maxConcurrent: 2 });
      const own = { WIKIPEDIA_URL: 'https://{lang}.wiki.example' };
      expect(provider(id, own)).toMatchObject({ rate: null, maxConcurrent: null, limitedAs: id });
    }
  });
});

describe('the monitoring of a provider', () => {
  const watched = (env: Record<string, string>) =>
    Object.fromEntries([...roster(env).providers.values()].map(({ id, monitor }) => [id, monitor]));
  const env = { ...KEYS, ...LIBRE, ENGINE_B: 'wikipedia', PHOTON_URL: 'http://127.0.0.1:1' };

  it('uses probes for maps, translation and cards, and real calls for providers that bill or count them', () => {
    expect(watched(env)).toEqual({
      brave: 'query',
      wikipedia: 'query',
      'brave-suggest': 'query',
      'duckduckgo-suggest': 'query',
      'wikipedia-suggest': 'query',
      'searxng-suggest': 'query',
      'wikipedia-cards': 'probe',
      'stackexchange-cards': 'query',
      'nominatim-maps': 'probe',
      'photon-maps': 'probe',
      'open_meteo-instant': 'probe',
      'frankfurter-instant': 'probe',
      'dictionary-instant': 'query',
      'libretranslate-translate': 'probe',
    });
    expect(watched(DEEPL)['deepl-translate']).toBe('probe');
  });

  it('uses only real calls if probes are off', () => {
    expect(new Set(Object.values(watched({ ...env, PROBE_INTERVAL_S: '0' })))).toEqual(new Set(['query']));
  });
});
