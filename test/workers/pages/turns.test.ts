import type { ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { makeSeal } from '../../../lib/seal.ts';
import { PageFetcher } from '../../../workers/pages/page-fetcher.ts';
import { httpSite, pageFetching, read } from '../../harness/page-sites.ts';

const { fetcherWith, redis, errors, threads } = await pageFetching();
const env = { EXTRACT_ALLOW: '127.0.0.0/8' };
const address = [{ address: '127.0.0.1', family: 4 }];

/** A site that answers when it is told to, and knows the paths that it was asked for and not answered yet. */
async function heldSite() {
  const asked: string[] = [];
  const held = new Map<string, ServerResponse>();
  let most = 0;
  const site = await httpSite(({ url = '' }, reply) => {
    asked.push(url);
    held.set(url, reply);
    most = Math.max(most, held.size);
  });
  const answer = (path: string, to?: string) => {
    const reply = held.get(path);
    held.delete(path);
    if (to) reply?.writeHead(302, { location: to }).end();
    else reply?.end(path);
  };
  return {
    ...site,
    asked,
    held,
    most: () => most,
    answer,
    /** Answers one after the other until so many have been asked for. */
    async answerAll(count: number) {
      while (asked.length < count || held.size > 0) {
        const [first] = held.keys();
        if (first) answer(first);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

describe('a host', () => {
  it('gets two requests at a time, and the accounts take turns', async () => {
    const site = await heldSite();
    const fetcher = fetcherWith(env);
    const reads = ['ann/1', 'ann/2', 'ann/3', 'ann/4', 'bob/1', 'bob/2'].map((path) =>
      read(fetcher, `${site.url}/${path}`, { account: path.slice(0, 3) }),
    );
    await vi.waitFor(() => expect(site.held.size).toBe(2));
    for (let count = 3; count <= 6; count += 1) {
      const [first = ''] = site.held.keys();
      site.answer(first);
      await vi.waitFor(() => expect(site.asked).toHaveLength(count));
    }
    await site.answerAll(6);
    expect(await Promise.all(reads)).toHaveLength(6);
    expect(site.most()).toBe(2);
    expect(site.asked.slice(2)).toEqual(['/ann/3', '/bob/1', '/ann/4', '/bob/2']);
    expect([fetcher.permits.hosts, fetcher.permits.running]).toEqual([0, 0]);
  });

  it('gets two requests at a time of all processes together', async () => {
    const site = await heldSite();
    const processes = [fetcherWith(env), fetcherWith(env), fetcherWith(env)];
    const reads = processes.flatMap((fetcher, at) => [1, 2].map((page) => read(fetcher, `${site.url}/${at}/${page}`)));
    await vi.waitFor(() => expect(site.held.size).toBe(2));
    await site.answerAll(6);
    expect((await Promise.all(reads)).sort()).toEqual(['/0/1', '/0/2', '/1/1', '/1/2', '/2/1', '/2/2']);
    expect(site.most()).toBe(2);
    await vi.waitFor(async () => expect(await redis.keys('*page-host*')).toEqual([]));
  });

  it('is the same under all its ports, and with a dot in the end', async () => {
    const [one, two] = [await heldSite(), await heldSite()];
    const fetcher = fetcherWith(env, async () => address);
    const reads = [`${one.port}/1`, `${one.port}/2`, `${two.port}/3`].map((page) =>
      read(fetcher, `http://a.example:${page}`),
    );
    reads.push(read(fetcher, `http://A.example.:${two.port}/4`));
    await vi.waitFor(() => expect(one.held.size + two.held.size).toBe(2));
    expect(fetcher.permits.hosts).toBe(1);
    await Promise.all([one.answerAll(2), two.answerAll(2), ...reads]);
  });

  it('to which a redirect leads gives the permit, and the one before has its own back', async () => {
    const site = await heldSite();
    const fetcher = fetcherWith(env, async () => address);
    const url = (host: string, path: string) => `http://${host}.example:${site.port}${path}`;
    const target = ['/t1', '/t2'].map((path) => read(fetcher, url('target', path)));
    const redirected = read(fetcher, url('source', '/from'));
    await vi.waitFor(() => expect(site.held.size).toBe(3));
    site.answer('/from', url('target', '/to'));
    // It waits for the host that two requests keep busy, and keeps the first host from nobody.
    const others = ['/s1', '/s2'].map((path) => read(fetcher, url('source', path)));
    await vi.waitFor(() => expect([...site.held.keys()].sort()).toEqual(['/s1', '/s2', '/t1', '/t2']));
    expect(site.asked).not.toContain('/to');
    site.answer('/t1');
    await vi.waitFor(() => expect(site.asked).toContain('/to'));
    await site.answerAll(6);
    expect([await redirected, ...(await Promise.all([...target, ...others]))]).toEqual([
      '/to',
      '/t1',
      '/t2',
      '/s1',
      '/s2',
    ]);
  });

  it('that is busy is waited for until the deadline', async () => {
    const site = await heldSite();
    const fetcher = fetcherWith(env);
    const busy = ['/1', '/2'].map((path) => read(fetcher, `${site.url}${path}`));
    await vi.waitFor(() => expect(site.held.size).toBe(2));
    const late = read(fetcher, `${site.url}/3`, { account: 'bob', deadline: Deadline.in(600) });
    expect(await late).toMatch(/^failed: (too many pages are being read at the moment|it did not come in time)$/);
    const caller = new AbortController();
    const gone = read(fetcher, `${site.url}/4`, { signal: caller.signal });
    caller.abort();
    expect(await gone).toBe('failed: it did not come in time');
    await site.answerAll(2);
    expect(await Promise.all(busy)).toEqual(['/1', '/2']);
    await vi.waitFor(() => expect([fetcher.permits.hosts, fetcher.permits.running]).toEqual([0, 0]));
    expect(site.asked).toEqual(['/1', '/2']);
  });
});

describe('a process', () => {
  it('fetches 25 pages at a time, and a slow host has two of them', async () => {
    const [slow, site] = [await heldSite(), await heldSite()];
    const fetcher = fetcherWith(env, async () => address);
    const deadline = Deadline.in(25_000);
    const reads = Array.from({ length: 30 }, (_, at) =>
      read(fetcher, `http://slow.example:${slow.port}/${at}`, { deadline }),
    );
    await vi.waitFor(() => expect(slow.held.size).toBe(2));
    const others = Array.from({ length: 30 }, (_, at) =>
      read(fetcher, `http://h${at}.example:${site.port}/${at}`, { account: `account ${at % 6}`, deadline }),
    );
    await vi.waitFor(() => expect(site.held.size).toBe(23));
    expect(fetcher.permits.running).toBe(25);
    await site.answerAll(30);
    expect((await Promise.all(others)).filter((page) => page.startsWith('failed'))).toEqual([]);
    expect([site.most(), slow.most()]).toEqual([23, 2]);
    await fetcher.close();
    await Promise.all(reads);
    await vi.waitFor(() => expect([fetcher.permits.hosts, fetcher.permits.running]).toEqual([0, 0]));
  });

  it('fetches ten pages of one account at a time, and hosts that say nothing leave five to each of three others', async () => {
    const site = await heldSite();
    const fetcher = fetcherWith(env, async () => address);
    const deadline = Deadline.in(25_000);
    const fetch = (account: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        read(fetcher, `http://${account}${at}.example:${site.port}/${account}/${at}`, { account, deadline }),
      );
    const hanging = fetch('ann', 30);
    await vi.waitFor(() => expect(site.held.size).toBe(10));
    const others = ['bob', 'cid', 'dan'].flatMap((account) => fetch(account, 5));
    await vi.waitFor(() => expect(site.held.size).toBe(25));
    for (const path of site.held.keys()) if (!path.startsWith('/ann/')) site.answer(path);
    expect(await Promise.all(others)).toHaveLength(15);
    expect([site.held.size, fetcher.permits.running]).toEqual([10, 10]);
    await fetcher.close();
    await Promise.all(hanging);
  });

  it('fetches nothing while Redis is away, because nobody can say how many requests a host has', async () => {
    const away = new Redis({ host: '127.0.0.1', port: 1, enableOfflineQueue: false, lazyConnect: true });
    away.on('error', () => {});
    const site = await heldSite();
    const extract = {
      ...(await import('../../../lib/config/config.ts')).readConfig({ ...env, EXTRACT_ROBOTS: 'off' }).extract,
    };
    const secret = { load: async () => makeSeal('a secret for tests') };
    const fetcher = new PageFetcher({ extract, userAgent: 'x', redis: away, secret, errors, threads });
    expect(await read(fetcher, site.url)).toBe('failed: too many pages are being read at the moment');
    expect([site.connections, fetcher.permits.hosts, fetcher.permits.running]).toEqual([0, 0, 0]);
    away.disconnect();
  });
});

it('writes no host to Redis in clear', async () => {
  const site = await heldSite();
  const reading = read(
    fetcherWith(env, async () => address),
    `http://clinic.example:${site.port}/`,
  );
  await vi.waitFor(() => expect(site.held.size).toBe(1));
  const keys = await redis.keys('*');
  expect(keys).toEqual([expect.stringMatching(/^\{trib:page-host:[\w-]{32}\}:requests$/)]);
  site.answer('/');
  await reading;
});
