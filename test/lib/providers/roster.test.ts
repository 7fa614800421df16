import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { OperationName } from '../../../lib/providers/adapter.ts';
import { buildRoster, type Roster } from '../../../lib/providers/roster.ts';

const roster = (env: Record<string, string> = {}) => buildRoster(readConfig(env));
const slots = (env: Record<string, string> = {}) =>
  roster(env).slots.map((slot) => slot.engines.map(({ provider }) => provider.id).join('+') || null);
const provider = (slug: string, env: Record<string, string>) => roster(env).providers.get(slug);

const engines = ({ providers }: Roster) =>
  [...providers.values()].filter(({ group }) => group === 'web').map(({ id }) => id);
const services = ({ providers }: Roster) =>
  [...providers.values()].filter(({ group }) => group !== 'web').map(({ id }) => id);

const KEYS = { BRAVE_API_KEY: 'brave-key', MOJEEK_API_KEY: 'mojeek-key', MARGINALIA_API_KEY: 'public' };

describe('the roster', () => {
  it('has three empty slots without a key', () => {
    expect(slots()).toEqual([null, null, null]);
    expect(roster().slots.map(({ slug }) => slug)).toEqual(['engine_a', 'engine_b', 'engine_c']);
    expect(engines(roster())).toEqual([]);
  });

  it('has every engine with a key', () => {
    expect(slots(KEYS)).toEqual(['brave', 'mojeek', 'marginalia']);
    expect(engines(roster(KEYS))).toEqual(['brave', 'mojeek', 'marginalia']);
  });

  it('lacks an engine without a key, even if its URL or slot is set', () => {
    expect(slots({ BRAVE_URL: 'http://127.0.0.1:1/brave', ENGINE_B: 'mojeek' })).toEqual([null, null, null]);
    expect(slots({ MOJEEK_API_KEY: 'k' })).toEqual([null, 'mojeek', null]);
  });

  it('lacks an engine with a key but without a slot', () => {
    const env = { ...KEYS, ENGINE_A: 'mojeek' };
    expect(slots(env)).toEqual(['mojeek', null, 'marginalia']);
    expect(roster(env).providers.has('brave')).toBe(false);
  });

  it('has each engine in its own slot', () => {
    expect(slots({ ...KEYS, ENGINE_A: 'marginalia', ENGINE_C: 'brave' })).toEqual(['marginalia', 'mojeek', 'brave']);
  });
});

describe('a slot', () => {
  it('has the name of its engine, or the one that is set', () => {
    const env = { ...KEYS, ENGINE_B_NAME: 'Löwe & Co' };
    expect(roster(env).slots.map(({ label }) => label)).toEqual(['Brave', 'Löwe & Co', 'Marginalia']);
    expect(roster(env).slots[1]?.engines).toMatchObject([{ name: 'engine_b', label: 'Löwe & Co' }]);
  });

  it('with a group asks each of its engines by its own name', () => {
    const env = { ...KEYS, ENGINE_C: 'marginalia+wikipedia+kagi' };
    expect(slots(env)).toEqual(['brave', 'mojeek', 'marginalia+wikipedia']);
    expect(roster(env).slots[2]).toMatchObject({
      label: 'Marginalia, Wikipedia, Kagi',
      engines: [
        { name: 'engine_c.marginalia', label: 'Marginalia' },
        { name: 'engine_c.wikipedia', label: 'Wikipedia' },
      ],
    });
    const named = roster({ ...env, ENGINE_C_NAME: 'Small web' }).slots[2];
    expect(named?.label).toBe('Small web');
    expect(named?.engines.map(({ label }) => label)).toEqual(['Marginalia', 'Wikipedia']);
  });

  it('with a group of which one engine is configured is a slot with that engine', () => {
    const [, , slot] = roster({ ENGINE_C: 'wikipedia+kagi' }).slots;
    expect(slot).toMatchObject({ label: 'Wikipedia', engines: [{ name: 'engine_c', label: 'Wikipedia' }] });
  });
});

describe('the keyless engines', () => {
  const { slots: keyless } = roster({ ENGINES: 'keyless' });

  it('are all configured without any key', () => {
    for (const { slug, adapters } of readConfig({ ENGINES: 'keyless' }).slots) {
      const found = keyless.find((slot) => slot.slug === slug)?.engines ?? [];
      expect(found.map(({ provider: { id } }) => id)).toEqual(adapters);
    }
  });

  it.each(['web', 'images', 'news', 'videos'] as const)('have %s in at least two slots', (tab) => {
    const having = keyless.filter((slot) => slot.engines.some(({ provider }) => provider.adapter.operations[tab]));
    expect(having.length).toBeGreaterThanOrEqual(2);
  });
});

describe('Marginalia', () => {
  it('is not configured by default', () => {
    expect(slots({ BRAVE_API_KEY: 'k' })).toEqual(['brave', null, null]);
  });

  it('is configured with the public key if a slot names it', () => {
    for (const name of ['ENGINE_A', 'ENGINE_B', 'ENGINE_C']) {
      expect(provider('marginalia', { [name]: 'marginalia' })?.settings.apiKey).toBe('public');
    }
  });

  it('is configured with its own key if one is set, whether a slot names it or not', () => {
    expect(provider('marginalia', { MARGINALIA_API_KEY: 'mine' })?.settings.apiKey).toBe('mine');
    expect(provider('marginalia', { MARGINALIA_API_KEY: 'public' })?.settings.apiKey).toBe('public');
    expect(provider('marginalia', { MARGINALIA_API_KEY: 'mine', ENGINE_B: 'marginalia' })?.settings.apiKey).toBe(
      'mine',
    );
  });

  it('does not share its public key with other engines', () => {
    expect(slots({ ENGINE_A: 'brave', ENGINE_B: 'mojeek', ENGINE_C: 'marginalia' })).toEqual([
      null,
      null,
      'marginalia',
    ]);
  });
});

describe('a provider', () => {
  it('has its key, its URL and the operator’s contact', () => {
    expect(provider('brave', { ...KEYS, CONTACT: 'ops@example.org' })?.settings).toEqual({
      url: 'https://api.search.brave.com/res/v1',
      otherUrls: {},
      own: {},
      apiKey: 'brave-key',
      userAgent: expect.stringMatching(/^Tributary\/\S+ \(ops@example\.org\)$/),
    });
    expect(provider('brave', { ...KEYS, BRAVE_URL: 'http://127.0.0.1:1/brave/' })?.settings.url).toBe(
      'http://127.0.0.1:1/brave',
    );
  });

  it('has its additional URLs', () => {
    const settings = provider('wikipedia-cards', { COMMONS_URL: 'http://127.0.0.1:1/commons' })?.settings;
    expect(settings).toMatchObject({
      url: 'https://{lang}.wikipedia.org',
      otherUrls: { COMMONS_URL: 'http://127.0.0.1:1/commons' },
      apiKey: '',
    });
  });

  it('identifies the application even without a contact', () => {
    expect(provider('brave', KEYS)?.settings.userAgent).toMatch(/^Tributary\/\S+ \(.+\)$/);
  });

  it('has the concurrency of its slot', () => {
    const env = { ...KEYS, ENGINE_A: 'mojeek', ENGINE_A_CONCURRENCY: '3', ENGINE_C_CONCURRENCY: '5' };
    expect(provider('mojeek', env)?.concurrency).toBe(3);
    expect(provider('marginalia', env)?.concurrency).toBe(5);
  });

  it('caches answers for the configured time, limited by the provider’s terms', () => {
    expect(provider('brave', { ...KEYS, CACHE_TTL_S: '86400' })?.cacheTtlS).toBe(86_400);
    expect(provider('mojeek', { ...KEYS, CACHE_TTL_S: '86400' })?.cacheTtlS).toBe(3_600);
    expect(provider('mojeek', { ...KEYS, CACHE_TTL_S: '60' })?.cacheTtlS).toBe(60);
    expect(provider('mojeek', { ...KEYS, CACHE_TTL_S: '0' })?.cacheTtlS).toBe(0);
  });

  it('has a separate cache for every URL, so that answers of a stand-in never pass as real', () => {
    const real = provider('brave', KEYS)?.cacheName;
    const standIn = provider('brave', { ...KEYS, BRAVE_URL: 'http://127.0.0.1:1/brave' })?.cacheName;
    expect(standIn).not.toBe(real);
    expect(provider('brave', KEYS)?.cacheName).toBe(real);
    expect(provider('mojeek', KEYS)?.cacheName).not.toBe(real);
    expect(provider('brave', { ...KEYS, BRAVE_API_KEY: 'another' })?.cacheName).not.toContain('another');
    const article = provider('wikipedia-cards', {})?.cacheName;
    expect(provider('wikipedia-cards', { COMMONS_URL: 'http://127.0.0.1:1/commons' })?.cacheName).not.toBe(article);
  });
});

describe('a slot', () => {
  it('has the name of its engine, or the operator’s name for it', () => {
    expect(roster(KEYS).slots.map(({ label }) => label)).toEqual(['Brave', 'Mojeek', 'Marginalia']);
    expect(roster({ ...KEYS, ENGINE_B_NAME: 'Second opinion' }).slots[1]?.label).toBe('Second opinion');
    expect(roster({ ...KEYS, ENGINE_A: 'mojeek' }).slots[0]?.label).toBe('Mojeek');
  });
});

describe('providers other than engines', () => {
  it('are available without a key, by name and group', () => {
    expect(services(roster())).toEqual([
      ...['duckduckgo-suggest', 'wikipedia-suggest'],
      ...['wikipedia-cards', 'stackexchange-cards', 'nominatim-maps'],
      ...['open_meteo-instant', 'frankfurter-instant', 'dictionary-instant'],
    ]);
    for (const [id, { group, adapter }] of roster().providers) expect(id).toBe(`${adapter.slug}-${group}`);
  });

  it('are absent if they are turned off', () => {
    const off = Object.fromEntries(
      [
        ...['DUCKDUCKGO', 'WIKIPEDIA', 'STACKEXCHANGE', 'NOMINATIM'],
        ...['OPEN_METEO', 'FRANKFURTER', 'DICTIONARY'],
      ].map((name) => [`${name}_URL`, 'off']),
    );
    expect(services(roster(off))).toEqual([]);
    expect(services(roster({ ...off, NOMINATIM_URL: '' }))).toEqual(['nominatim-maps']);
  });

  it('are separate from engines: Wikipedia as an engine is not the provider of cards', () => {
    const ids = [...roster({ ENGINE_A: 'wikipedia' }).providers.keys()];
    expect(ids).toEqual(expect.arrayContaining(['wikipedia', 'wikipedia-suggest', 'wikipedia-cards']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(provider('wikipedia', { ENGINE_A: 'wikipedia', ENGINE_A_CONCURRENCY: '3' })?.concurrency).toBe(3);
    expect(provider('wikipedia-cards', { ENGINE_A: 'wikipedia', ENGINE_A_CONCURRENCY: '3' })?.concurrency).not.toBe(3);
  });

  it('have their own operations, which engines do not replace', () => {
    const ids = (env: Record<string, string>, operation: OperationName) =>
      roster(env)
        .serving(operation)
        .map(({ id }) => id);
    const all = { ...KEYS, ENGINE_C: 'wikipedia' };
    expect(ids(all, 'article')).toEqual(['wikipedia-cards']);
    expect(ids(all, 'answer')).toEqual(['stackexchange-cards']);
    expect(ids(all, 'geocode')).toEqual(['nominatim-maps']);
    expect(ids(all, 'forecast')).toEqual(['open_meteo-instant']);
    expect(ids(all, 'rate')).toEqual(['frankfurter-instant']);
    expect(ids(all, 'define')).toEqual(['dictionary-instant']);
    expect(ids(all, 'web')).toEqual([]);
    expect(ids(all, 'suggest')).toEqual([]);
    expect(ids({ WIKIPEDIA_URL: 'off' }, 'article')).toEqual([]);
    expect(ids({ NOMINATIM_URL: 'off' }, 'geocode')).toEqual([]);
  });

  it('use an optional key if it is set', () => {
    expect(provider('stackexchange-cards', {})?.settings.apiKey).toBe('');
    expect(provider('stackexchange-cards', { STACKEXCHANGE_API_KEY: 'k' })?.settings.apiKey).toBe('k');
  });
});

describe('the providers of suggestions', () => {
  const suggest = (env: Record<string, string>) => roster(env).suggest.map(({ id }) => id);
  const key = { BRAVE_SUGGEST_API_KEY: 'suggest-key' };
  const own = { SEARXNG_URL: 'http://127.0.0.1:8888' };

  it('are all configured ones, in the given order', () => {
    expect(suggest({ ...key, ...own })).toEqual([
      ...['brave-suggest', 'duckduckgo-suggest', 'wikipedia-suggest', 'searxng-suggest'],
    ]);
    expect(suggest({ ...key, ...own, SUGGEST: 'searxng,wikipedia,brave' })).toEqual([
      ...['searxng-suggest', 'wikipedia-suggest', 'brave-suggest'],
    ]);
  });

  it('exclude those without a key or a URL', () => {
    expect(suggest({})).toEqual(['duckduckgo-suggest', 'wikipedia-suggest']);
    expect(suggest({ SUGGEST: 'brave,searxng' })).toEqual([]);
    expect(suggest({ DUCKDUCKGO_URL: 'off' })).toEqual(['wikipedia-suggest']);
  });

  it('are empty if suggestions are turned off', () => {
    expect(suggest({ ...key, SUGGEST: 'off' })).toEqual([]);
    expect(roster({ ...key, SUGGEST: 'off' }).providers.has('brave-suggest')).toBe(false);
  });

  it('exclude Brave with only a search key, and Brave does not search with a suggestion key', () => {
    expect(suggest({ BRAVE_API_KEY: 'search-key', SUGGEST: 'brave' })).toEqual([]);
    expect(slots({ ...key })).toEqual([null, null, null]);
    const both = { BRAVE_API_KEY: 'search-key', ...key };
    expect(provider('brave', both)?.settings.apiKey).toBe('search-key');
    expect(provider('brave-suggest', both)?.settings.apiKey).toBe('suggest-key');
  });
});

describe('other engines', () => {
  it('can be assigned to a slot once they have their settings', () => {
    expect(slots({ ENGINE_A: 'searxng', ENGINE_B: 'kagi', ENGINE_C: 'serper' })).toEqual([null, null, null]);
    expect(
      slots({
        ENGINE_A: 'searxng',
        SEARXNG_URL: 'http://127.0.0.1:8888',
        ENGINE_B: 'kagi',
        KAGI_API_KEY: 'k',
        ENGINE_C: 'serper',
        SERPER_API_KEY: 's',
      }),
    ).toEqual(['searxng', 'kagi', 'serper']);
    expect(slots({ ENGINE_B: 'wikipedia' })).toEqual([null, 'wikipedia', null]);
  });
});
