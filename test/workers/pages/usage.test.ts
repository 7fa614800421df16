import { expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { makeSeal } from '../../../lib/seal.ts';
import { PageCache } from '../../../workers/pages/page-cache.ts';
import { PageReader } from '../../../workers/pages/page-reader.ts';
import { article } from '../../harness/page-server.ts';
import { httpSite, pageFetching } from '../../harness/page-sites.ts';
import { readInput } from '../../harness/read-input.ts';

const { redis, errors, threads, fetcherWith } = await pageFetching();
const ROBOTS = 'User-agent: *\nContent-Signal: search=yes, ai-input=yes\nContent-Usage: /closed bots=n\n';

const site = await httpSite((request, reply) => {
  if (request.url === '/robots.txt') return reply.end(ROBOTS);
  const said =
    request.url === '/header' ? { 'content-signal': 'ai-input=no' } : { 'x-robots-tag': ['noindex', 'noarchive'] };
  const kept = { 'content-type': 'text/html', 'cache-control': 'max-age=60' };
  return reply.writeHead(200, { ...kept, ...said }).end(article('A', 'A page.'));
});

/** What becomes of a page, by a worker that respects what sites say, or does not. */
async function read(path: string, respectsSignals: boolean, env = {}) {
  const fetcher = fetcherWith({ EXTRACT_ALLOW: '127.0.0.1', EXTRACT_ROBOTS: 'on', ...env });
  const cache = new PageCache(redis, errors, new RedisClock(redis));
  const reader = new PageReader({
    fetcher,
    cache,
    threads,
    clock: new RedisClock(redis),
    errors,
    renderer: null,
    respectsSignals,
  });
  const seal = makeSeal('a secret for tests');
  const outcome = await reader.read({ ...readInput, url: site.url + path }, 'ann', Deadline.in(10_000), seal);
  return outcome.ok ? outcome.value.output : outcome;
}

test('a page comes with what its headers and the robots.txt of its site say of its use, also from the cache', async () => {
  const usage = {
    content_signal: { search: 'yes', 'ai-input': 'yes' },
    content_usage: { bots: 'n' },
    robots_tag: ['noindex', 'noarchive'],
  };
  expect(await read('/closed', false)).toMatchObject({ ok: true, usage, cached: false });
  expect(await read('/closed', false)).toMatchObject({ ok: true, usage, cached: true });
});

test('the headers of a page count more than what its site says', async () => {
  expect(await read('/header', false)).toMatchObject({ ok: true, usage: { content_signal: { 'ai-input': 'no' } } });
});

test.each([
  ['/closed', 'its site does not allow programs to use it (Content-Usage: bots=n)'],
  ['/header', 'its site does not allow programs to use it (Content-Signal: ai-input=no)'],
])(
  '%s is not given to programs if the operator respects what sites say, not even from the cache',
  async (path, reason) => {
    await redis.flushdb();
    expect(await read(path, true)).toEqual({ ok: false, reason, fetched: true });
    expect(await read(path, false)).toMatchObject({ ok: true, cached: false });
    expect(await read(path, true)).toMatchObject({ ok: false, reason });
  },
);

test('a page without objections is read', async () => {
  expect(await read('/open', true)).toMatchObject({ ok: true });
});

test('the robots.txt of a site is not asked for its signals if the operator ignores it', async () => {
  await redis.flushdb();
  const page = await read('/closed', true, { EXTRACT_ROBOTS: 'off' });
  expect(page).toMatchObject({ ok: true, usage: { robots_tag: ['noindex', 'noarchive'] } });
});
