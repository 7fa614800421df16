import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { missingContacts } from '../../../lib/providers/contact.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';
import { listProviders, providerStatus } from '../../../lib/providers/status.ts';
import { sandboxSettings } from '../../../sandbox/settings.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();

const listed = (env: Record<string, string>) =>
  listProviders(buildRoster(readConfig(env))).map(({ slug, name, provider }) => [slug, name, provider.group]);
const services = [
  ['duckduckgo', 'DuckDuckGo', 'suggest'],
  ['wikipedia-suggest', 'Wikipedia', 'suggest'],
  ['wikipedia', 'Wikipedia', 'cards'],
  ['stackexchange', 'Stack Exchange', 'cards'],
  ['nominatim', 'Nominatim', 'maps'],
  ['open_meteo', 'Open-Meteo', 'instant'],
  ['frankfurter', 'Frankfurter', 'instant'],
  ['dictionary', 'Free Dictionary', 'instant'],
];

describe('a missing contact', () => {
  const statusOf = async (env: Record<string, string>) => {
    const found = await providerStatus(redis, buildRoster(readConfig(env)), 0);
    return found.flatMap(({ slug, note }) => (note === undefined ? [] : [[slug, note]]));
  };
  const text = 'CONTACT is not set, so that Wikipedia allows 10 calls a minute instead of 200';

  it('is told of the providers that are limited without it, and of no others', async () => {
    expect(await statusOf({})).toEqual([
      ['wikipedia-suggest', text],
      ['wikipedia', text],
    ]);
    expect(await statusOf({ CONTACT: 'ops@example.org' })).toEqual([]);
    expect(await statusOf({ WIKIPEDIA_URL: 'http://127.0.0.1:1' })).toEqual([]);
  });

  it('is told once at the start', () => {
    const told = (env: Record<string, string>) => missingContacts(buildRoster(readConfig(env)).providers.values());
    expect(told({})).toEqual([text]);
    expect(told({ CONTACT: 'ops@example.org' })).toEqual([]);
  });
});

describe('the list of providers', () => {
  it('has engines by slot, under the operator’s name for it, then the others by their own name', () => {
    expect(listed({ BRAVE_API_KEY: 'k', MARGINALIA_API_KEY: 'public', ENGINE_C_NAME: 'Small web' })).toEqual([
      ['engine_a', 'Brave', 'web'],
      ['engine_c', 'Small web', 'web'],
      ...services,
    ]);
  });

  it('omits providers that are not configured', () => {
    expect(listed({})).toEqual(services);
    const off = Object.fromEntries(
      [
        ...['DUCKDUCKGO', 'WIKIPEDIA', 'STACKEXCHANGE', 'NOMINATIM'],
        ...['OPEN_METEO', 'FRANKFURTER', 'DICTIONARY'],
      ].map((name) => [`${name}_URL`, 'off']),
    );
    expect(listed(off)).toEqual([]);
  });

  it('lists an engine that serves two groups in both', () => {
    expect(listed({ ENGINE_B: 'wikipedia' })).toEqual([['engine_b', 'Wikipedia', 'web'], ...services]);
    expect(listed({ BRAVE_API_KEY: 'k', BRAVE_SUGGEST_API_KEY: 's' }).slice(0, 2)).toEqual([
      ['engine_a', 'Brave', 'web'],
      ['brave', 'Brave', 'suggest'],
    ]);
  });

  it('has each slug once, whatever is configured', () => {
    const everything = listed({ ...sandboxSettings('http://127.0.0.1:1'), PHOTON_URL: 'http://127.0.0.1:1' });
    const slugs = everything.map(([slug]) => slug);
    expect(slugs.length).toBeGreaterThan(10);
    expect(slugs.filter((slug, index) => slugs.indexOf(slug) !== index)).toEqual([]);
    expect(listed({ SUGGEST: 'searxng', SEARXNG_URL: 'http://127.0.0.1:1' })).toContainEqual(services[2]);
  });
});
