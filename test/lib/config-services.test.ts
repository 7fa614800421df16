import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../lib/config/config.ts';
import { adapters } from '../../lib/providers/registry.ts';

/** The settings of maps, translation, probes and metrics; `config.test.ts` tests the others. */

function problems(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('by default', () => {
  const config = readConfig({});

  it('no translator is configured, and translation has the documented limits', () => {
    expect(config).toMatchObject({ translate: null, translateDeadlineMs: 15_000, translateMaxChars: 10_000 });
  });

  it('Nominatim is the public server at its own pace, and Photon is not configured', () => {
    expect(config.adapters.nominatim).toMatchObject({
      url: 'https://nominatim.openstreetmap.org',
      rate: { limit: 1, windowMs: 1_000 },
    });
    expect(config.adapters.photon).toMatchObject({ url: '', rate: null });
  });

  it('providers are probed every five minutes, and metrics are local to this machine', () => {
    expect(config).toMatchObject({ probeIntervalS: 300, metricsToken: '' });
  });
});

describe('a setting', () => {
  it('is read from its variable', () => {
    expect(
      readConfig({
        TRANSLATE: 'deepl',
        DEEPL_API_KEY: 'abc:fx',
        LIBRETRANSLATE_URL: 'http://127.0.0.1:5000/',
        LIBRETRANSLATE_API_KEY: 'xyz',
        TRANSLATE_DEADLINE_MS: '2000',
        TRANSLATE_MAX_CHARS: '500',
        PHOTON_URL: 'https://photon.example/',
        PROBE_INTERVAL_S: '0',
        METRICS_TOKEN: 'sixteen-letters!',
      }),
    ).toMatchObject({
      translate: 'deepl',
      translateDeadlineMs: 2_000,
      translateMaxChars: 500,
      probeIntervalS: 0,
      metricsToken: 'sixteen-letters!',
      adapters: {
        deepl: { apiKey: 'abc:fx', url: 'https://api.deepl.com' },
        libretranslate: { apiKey: 'xyz', url: 'http://127.0.0.1:5000' },
        photon: { url: 'https://photon.example' },
      },
    });
  });

  it('that is empty counts as unset', () => {
    const names = ['TRANSLATE', 'TRANSLATE_DEADLINE_MS', 'TRANSLATE_MAX_CHARS', 'PHOTON_URL', 'NOMINATIM_URL'];
    const more = ['NOMINATIM_RATE', 'PROBE_INTERVAL_S', 'METRICS_TOKEN', 'DEEPL_API_KEY', 'LIBRETRANSLATE_URL'];
    expect(readConfig(Object.fromEntries([...names, ...more].map((name) => [name, ' '])))).toEqual(readConfig({}));
  });

  it.each([
    ['TRANSLATE', 'google', /must be one of libretranslate, deepl/],
    ['TRANSLATE', 'brave', /must be one of libretranslate, deepl/],
    ['TRANSLATE', '__proto__', /must be one of/],
    ['TRANSLATE_DEADLINE_MS', '15s', /whole number/],
    ['TRANSLATE_DEADLINE_MS', '299', /between 300 and 60000/],
    ['TRANSLATE_MAX_CHARS', '0', /between 1 and 100000/],
    ['TRANSLATE_MAX_CHARS', '100001', /between 1 and 100000/],
    ['TRANSLATE_MAX_CHARS', '-1', /whole number/],
    ['PHOTON_URL', 'photon.komoot.io', /http:\/\/ or https:\/\/ address, or off/],
    ['PHOTON_URL', 'file:///etc/passwd', /http:\/\/ or https:\/\//],
    ['NOMINATIM_URL', 'ftp://nominatim.example', /http:\/\/ or https:\/\//],
    ['NOMINATIM_RATE', '1', /is not a rate/],
    ['NOMINATIM_RATE', 'fast', /is not a rate/],
    ['NOMINATIM_RATE', '0/s', /is not a rate/],
    ['PROBE_INTERVAL_S', '5m', /whole number/],
    ['PROBE_INTERVAL_S', '86401', /between 0 and 86400/],
    ['METRICS_TOKEN', 'short', /at least 16 characters/],
    ['DEEPL_API_KEY', 'two words', /printable ASCII/],
  ])('%s=%j prevents the start, with its name and the reason', (name, value, reason) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: `));
    expect(lines[0]).toMatch(reason);
  });

  it('that is a secret never appears in the message', () => {
    const lines = problems({ METRICS_TOKEN: 'hunter2', DEEPL_API_KEY: 'hunter2 x' });
    expect(lines).toHaveLength(2);
    expect(lines.join('\n')).not.toContain('hunter2');
  });
});

describe('the pace of Nominatim', () => {
  const rateOf = (env: Record<string, string>) => readConfig(env).adapters.nominatim?.rate;
  const OWN = 'http://127.0.0.1:8080';

  it('cannot be raised at the public server, but lowered', () => {
    for (const NOMINATIM_URL of ['', 'https://nominatim.openstreetmap.org', 'https://nominatim.openstreetmap.org/']) {
      // On average, two calls a minute are fewer than one a second, but both may come within the same second.
      for (const NOMINATIM_RATE of ['', 'off', '100/s', '2/min']) {
        expect(rateOf({ NOMINATIM_URL, NOMINATIM_RATE })).toEqual({ limit: 1, windowMs: 1_000 });
      }
      expect(rateOf({ NOMINATIM_URL, NOMINATIM_RATE: '1/min' })).toEqual({ limit: 1, windowMs: 60_000 });
    }
  });

  it.each([
    'https://NOMINATIM.openstreetmap.org',
    'http://nominatim.openstreetmap.org',
    'https://nominatim.openstreetmap.org:443',
    'https://nominatim.openstreetmap.org./',
  ])('cannot be raised by writing the public URL differently: %s', (NOMINATIM_URL) => {
    expect(rateOf({ NOMINATIM_URL, NOMINATIM_RATE: 'off' })).toEqual({ limit: 1, windowMs: 1_000 });
  });

  it('is unlimited at any other server, unless it is set', () => {
    expect(rateOf({ NOMINATIM_URL: OWN })).toBeNull();
    expect(rateOf({ NOMINATIM_URL: OWN, NOMINATIM_RATE: 'off' })).toBeNull();
    expect(rateOf({ NOMINATIM_URL: OWN, NOMINATIM_RATE: '5/s' })).toEqual({ limit: 5, windowMs: 1_000 });
  });
});

describe('a service', () => {
  it('can be turned off by its URL', () => {
    expect(readConfig({ NOMINATIM_URL: 'off', PHOTON_URL: 'off' }).adapters).toMatchObject({
      nominatim: { url: '' },
      photon: { url: '' },
    });
  });
});

describe('the server of map tiles', () => {
  it('is off until it is chosen', () => {
    expect(readConfig({}).mapTiles).toEqual({ url: '', attribution: '© OpenStreetMap contributors' });
    const url = 'https://tiles.example.org/{z}/{x}/{y}.png?key=abc';
    expect(readConfig({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'Us' }).mapTiles).toEqual({
      url,
      attribution: 'Us',
    });
  });

  it.each([
    'https://tiles.example.org/',
    'https://tiles.example.org/{z}/{x}.png',
    'https://{s}.example.org/{z}/{x}/{y}.png',
    'https://{x}.example.org/{z}/{y}.png',
    'https://tiles.example.org/{z}/{x}/{y}/{y}.png',
    'https://me:secret@tiles.example.org/{z}/{x}/{y}.png',
    'file:///{z}/{x}/{y}.png',
    '{z}/{x}/{y}',
  ])('cannot be %s', (MAP_TILES_URL) => {
    expect(problems({ MAP_TILES_URL })).toEqual([
      'MAP_TILES_URL: must be an http:// or https:// address with {z}, {x} and {y} in its path or query',
    ]);
  });
});

describe('the rate of every adapter', () => {
  it.each([...adapters.keys()])('of %s is honoured at another address, and checked', (slug) => {
    const name = slug.toUpperCase();
    const own = { [`${name}_URL`]: 'http://127.0.0.1:1', [`${name}_RATE`]: '2/min' };
    expect(readConfig(own).adapters[slug]?.rate).toEqual({ limit: 2, windowMs: 60_000 });
    expect(problems({ [`${name}_RATE`]: 'fast' })).toEqual([
      expect.stringMatching(`^${name}_RATE: "fast" is not a rate: write N/`),
    ]);
  });

  it('is honoured at its public address, if that has no limit', () => {
    const rateOf = (slug: string, env: Record<string, string>) => readConfig(env).adapters[slug]?.rate;
    const minutely = { limit: 2, windowMs: 60_000 };
    expect(rateOf('brave', { BRAVE_API_KEY: 'k', BRAVE_RATE: '2/min' })).toEqual(minutely);
    expect(rateOf('mdn', { MDN_RATE: '2/min' })).toEqual(minutely);
  });
});
