import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Failure, UpstreamFailure } from '../../lib/outcome.ts';
import type { Adapter, Probe, ProviderSettings, UpstreamResponse } from '../../lib/providers/adapter.ts';
import { adapters } from '../../lib/providers/registry.ts';
import { runs } from '../harness/fuzz.ts';
import { fixture, html, json, plain } from './adapter-contract.ts';

/** An adapter's probe and the responses that it considers healthy. */
interface ProbeCase {
  /** Path and parameters relative to the configured URL. */
  asks: string;
  /** The header of the key; null if no key is sent. */
  keyHeader: string | null;
  healthy: UpstreamResponse;
  /** Unhealthy responses specific to this upstream. */
  ill: readonly [name: string, response: UpstreamResponse, code: Failure['code']][];
}

const KEY = 'c4n4ry-key:fx';
const BASE = 'https://upstream.example:8443/base/v1';
const settings: ProviderSettings = { url: BASE, otherUrls: {}, own: {}, apiKey: KEY, userAgent: 'Tributary/0.1 (x)' };

const cases: Readonly<Record<string, ProbeCase>> = {
  nominatim: {
    asks: '/status?format=json',
    keyHeader: null,
    healthy: json(fixture('nominatim-status.json')),
    ill: [
      ['an unavailable database, with HTTP 200', json({ status: 700, message: 'No database' }), 'upstream'],
      ['a status that is not a number', json({ status: 'OK' }), 'upstream'],
      ['text instead of JSON', plain(200, 'OK'), 'upstream'],
    ],
  },
  photon: {
    asks: '/status',
    keyHeader: null,
    healthy: json(fixture('photon-status.json')),
    ill: [['another status', json({ status: 'Starting' }), 'upstream']],
  },
  libretranslate: {
    asks: '/languages',
    keyHeader: null,
    healthy: json(fixture('libretranslate-languages.json')),
    ill: [
      ['no language', json([]), 'upstream'],
      ['a missing key', json({ error: 'Visit x to get an API key' }, 400), 'refused'],
    ],
  },
  deepl: {
    asks: '/v2/usage',
    keyHeader: 'authorization',
    healthy: json(fixture('deepl-usage.json')),
    ill: [
      ['a quota that is used up', json(fixture('deepl-error.json'), 456), 'rate_limited'],
      ['a limit of its own kind', plain(529), 'rate_limited'],
      ['usage of the wrong type', json({ character_count: '7' }), 'upstream'],
    ],
  },
  open_meteo: {
    asks: '/v1/forecast?latitude=0&longitude=0&current=temperature_2m',
    keyHeader: null,
    healthy: json(fixture('open-meteo-forecast.json')),
    ill: [['no temperature', json({ current: { temperature_2m: null } }), 'upstream']],
  },
  frankfurter: {
    asks: '/v2',
    keyHeader: null,
    healthy: json({ version: 'v2', status: 'current' }),
    ill: [['no version', json({ status: 'current' }), 'upstream']],
  },
  wikipedia: {
    asks: '/w/api.php?action=query&meta=siteinfo&maxage=300',
    keyHeader: null,
    healthy: json({ batchcomplete: true, query: { general: { sitename: 'Wikipedia' } } }),
    ill: [['an error with HTTP 200', json({ error: { code: 'internal_api_error' } }), 'upstream']],
  },
};

const probed = [...adapters.values()].filter(({ probe }) => probe !== undefined);

describe('probes', () => {
  it('are all listed here', () => {
    expect(probed.map(({ slug }) => slug).sort()).toEqual(Object.keys(cases).sort());
  });

  it('do not exist for providers that bill or count calls', () => {
    for (const slug of [
      'brave',
      'mojeek',
      'kagi',
      'serper',
      'tavily',
      'exa',
      'marginalia',
      'stackexchange',
      'duckduckgo',
    ]) {
      expect(adapters.get(slug)?.probe).toBeUndefined();
    }
  });
});

describe.each(probed.map((adapter): [string, Adapter] => [adapter.slug, adapter]))(
  'the probe of %s',
  (slug, adapter) => {
    const probe = adapter.probe as Probe;
    const { asks, keyHeader, healthy, ill } = cases[slug] as ProbeCase;

    /** Null for a healthy response; any error other than an UpstreamFailure is rethrown. */
    function failure(response: UpstreamResponse): Failure | null {
      try {
        probe.parse(response);
        return null;
      } catch (error) {
        if (error instanceof UpstreamFailure) return error.failure;
        throw error;
      }
    }

    it('goes to the configured URL, with the key only where it belongs', () => {
      const { url, method = 'GET', headers, body } = probe.request(settings);
      const sent = new URL(url);
      const wanted = new URL(`${BASE}${asks}`);
      expect(`${sent.origin}${sent.pathname}`).toBe(`${wanted.origin}${wanted.pathname}`);
      expect(Object.fromEntries(sent.searchParams)).toMatchObject(Object.fromEntries(wanted.searchParams));
      expect([method, body]).toEqual(['GET', undefined]);
      const withKey = Object.entries(headers).filter(([, value]) => value.includes(KEY));
      expect(withKey.map(([name]) => name)).toEqual(keyHeader === null ? [] : [keyHeader]);
      expect(url).not.toContain('c4n4ry');
    });

    it('accepts the sample as healthy', () => {
      expect(failure(healthy)).toBeNull();
    });

    it.each(ill)('fails on: %s', (_, response, code) => {
      expect(failure(response)).toMatchObject({ code });
    });

    it.each([
      [302, 'upstream'],
      [400, 'rejected'],
      [401, 'refused'],
      [403, 'refused'],
      [404, 'rejected'],
      [408, 'timeout'],
      [429, 'rate_limited'],
      [500, 'upstream'],
      [503, 'upstream'],
    ])('fails on HTTP %i, even with a healthy body', (status, code) => {
      for (const response of [{ ...healthy, status }, html(status), plain(status)]) {
        expect(failure(response)).toMatchObject({ code });
      }
    });

    it('fails on a web page, text, broken JSON and JSON of another shape', () => {
      const bodies = ['', 'OK', '{', 'null', '7', '"x"', '{}', '[]', '{"message":"c4n4ry"}'];
      for (const response of [html(200), html(200, healthy.body), ...bodies.map((body) => json(body))]) {
        const found = failure(response);
        expect(found, response.body).toMatchObject({ code: 'upstream' });
        expect(found?.reason).toMatch(/^[\x20-\x7e]{5,300}$/);
        expect(found?.reason).not.toContain('c4n4ry');
      }
    });

    it('never throws anything but an UpstreamFailure, for any response', () => {
      const statuses = fc.constantFrom(200, 200, 200, 204, 301, 400, 404, 429, 456, 500, 529);
      fc.assert(
        fc.property(statuses, fc.oneof(fc.json(), fc.string()), (status, body) => {
          const found = failure(json(body, status));
          if (status >= 300) expect(found).not.toBeNull();
        }),
        { numRuns: runs() },
      );
    });
  },
);
