import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
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

describe('two sites', () => {
  const { web } = stackexchange.operations as Required<typeof stackexchange.operations>;
  const input = { q: 'mount a disk', page: 1, lang: '', safe: true, date: null };
  const settings = {
    url: 'https://api.example',
    otherUrls: {},
    own: { STACKEXCHANGE_SITES: 'superuser.com,unix.stackexchange.com' },
    apiKey: '',
    userAgent: 'x',
  };
  const reply = (has_more: boolean, ...ids: number[]) =>
    json({ items: ids.map((question_id) => ({ question_id, title: `Question ${question_id}` })), has_more });

  it('are asked one after the other, unless the first refuses', () => {
    const siteOf = (url = '') => new URL(url).searchParams.get('site');
    expect(siteOf(web.request(input, settings).url)).toBe('superuser.com');
    expect(siteOf(web.followUp?.(reply(false), input, settings)?.url)).toBe('unix.stackexchange.com');
    expect(web.followUp?.(json({}, 400), input, settings)).toBeNull();
  });

  it('are one list in turns, with one row for each question', () => {
    const { results, hasNext } = web.parse(reply(true, 1, 9), input, reply(false, 1, 2, 1, 3), settings);
    expect(results.map(({ url }) => url)).toEqual([
      'https://superuser.com/q/1',
      'https://unix.stackexchange.com/q/1',
      'https://superuser.com/q/2',
      'https://unix.stackexchange.com/q/9',
      'https://superuser.com/q/3',
    ]);
    expect(hasNext).toBe(true);
  });

  it('are domains', () => {
    const sites = (value: string) => () => readConfig({ STACKEXCHANGE_SITES: value });
    expect(sites('superuser.com,askubuntu.com')).not.toThrow();
    for (const bad of ['superuser', 'a.com,b.com,c.com', 'https://superuser.com', 'a.com,']) {
      expect(sites(bad)).toThrow('STACKEXCHANGE_SITES: must be one or two domains');
    }
  });
});
