import { describe, expect, it } from 'vitest';
import { deepl } from '../../../lib/lookups/deepl.ts';
import type { ProviderSettings } from '../../../lib/providers/adapter.ts';

const PUBLIC = 'https://api.deepl.com';
const FREE = 'https://api-free.deepl.com';

/** The hosts of all requests that this adapter can make. */
function hosts(url: string, apiKey: string): string[] {
  const settings: ProviderSettings = { url, apiKey, otherUrls: {}, own: {}, userAgent: 'Tributary/0.1 (x)' };
  const { translate, languages } = deepl.operations;
  const requests = [
    translate?.request({ text: 'x', source: '', target: 'de' }, settings),
    languages?.request({}, settings),
    languages?.followUp?.({ status: 404, headers: {}, body: '' }, {}, settings),
    deepl.probe?.request(settings),
  ];
  return requests.map((request) => {
    if (!request) throw new Error('no request');
    return request.url.replace(/\/v[23]\/.*$/, '');
  });
}

describe('the URL of DeepL', () => {
  it('is that of the free plan for keys of the free plan, in every request', () => {
    expect(deepl.defaultUrl).toBe(PUBLIC);
    expect(new Set(hosts(PUBLIC, 'abc:fx'))).toEqual(new Set([FREE]));
  });

  it('is the public one for any other key, even one that contains fx', () => {
    for (const key of ['abc', 'abc:fx:', 'fx', ':fxabc', 'abc:FX']) {
      expect(new Set(hosts(PUBLIC, key))).toEqual(new Set([PUBLIC]));
    }
  });

  it('is the configured one, if any, for every key', () => {
    const own = 'http://127.0.0.1:9/deepl';
    expect(new Set(hosts(own, 'abc:fx'))).toEqual(new Set([own]));
    expect(new Set(hosts(own, 'abc'))).toEqual(new Set([own]));
  });
});
