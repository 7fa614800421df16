import { github } from '../../lib/engines/github.ts';
import { type AdapterContract, type AnyContract, fixture, html, json, plain } from './adapter-contract.ts';
import { row, search, webSlice } from './cases.ts';
import { cat, datedCat, told } from './stand-in-reply.ts';

const spent = (status: number, headers: Record<string, string>) => json(fixture('github-error.json'), status, headers);

const web: AdapterContract<'web'> = {
  adapter: github,
  operation: 'web',
  input: search,
  key: { header: 'authorization', prefix: 'Bearer ' },
  headers: { accept: 'application/vnd.github+json', 'user-agent': 'Tributary/0.1 (ops@example.org)' },
  path: '/search/repositories',
  query: { param: 'q', maxChars: 256 },
  requests: [
    ['an ordinary search', {}, { q: 'climat change', per_page: '20', page: '1' }],
    ['a later page', { page: 50 }, { page: '50' }],
    ['the last week', { date: 'w' }, { q: 'climat change pushed:>=2026-11-08' }],
    ['days', { from: '2026-01-31', to: '2026-02-28' }, { q: 'climat change pushed:2026-01-31..2026-02-28' }],
    ['a last day', { to: '2026-02-28' }, { q: 'climat change pushed:<=2026-02-28' }],
  ],
  skips: [],
  answers: [
    [
      'its stand-in',
      told(github, 'web'),
      webSlice(
        row('github.com/example/cats-dogs', {
          title: 'example/cats-dogs',
          description: `${cat.description} · TypeScript · 1,230 stars`,
          date: datedCat.date,
          faviconUrl: 'https://avatars.githubusercontent.com/u/41001230?v=4',
        }),
      ),
    ],
    ['nothing found', json({ total_count: 0, items: [] }), webSlice()],
    [
      'hostile fields',
      json({
        items: [null, { html_url: 'javascript:x' }, { html_url: 'https://a.example/', full_name: ['x'], owner: 7 }],
      }),
      webSlice(row('a.example')),
    ],
  ],
  failures: [
    ['a wrong key', plain(401), 'refused'],
    ['a refusal', plain(403), 'refused'],
    ['a limit with a wait', spent(403, { 'retry-after': '60' }), 'rate_limited', 60_000],
    [
      'a limit with the time of its end',
      spent(403, {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Date.parse('2026-11-15T12:00:30Z') / 1_000),
        date: 'Sun, 15 Nov 2026 12:00:00 GMT',
      }),
      'rate_limited',
      30_000,
    ],
    ['a limit without a time', spent(429, { 'x-ratelimit-remaining': '0' }), 'rate_limited', null],
    ['a bad query', plain(422), 'rejected'],
    ['a list of the wrong type', json({ items: 'none' }), 'upstream'],
    ['an error page', html(502), 'upstream'],
  ],
  followUp: [],
};

export const githubContracts: AnyContract[] = [web];
