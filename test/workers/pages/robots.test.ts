import type { RequestListener } from 'node:http';
import { describe, expect, it, test, vi } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { NO_NOTES } from '../../../lib/net/robots-notes.ts';
import { httpSite, pageFetching, rawSite, read } from '../../harness/page-sites.ts';

const { fetcherWith, redis, errorLog } = await pageFetching();
const env = { EXTRACT_ALLOW: '127.0.0.0/8', EXTRACT_ROBOTS: 'on' };
const FORBIDDEN = 'failed: robots.txt of the site does not allow it';

/** A site with a robots.txt and pages, and the paths that it was asked for. */
async function siteWith(robots: RequestListener, host?: string) {
  const asked: string[] = [];
  const site = await httpSite((request, reply) => {
    asked.push(request.url ?? '');
    if (request.url === '/robots.txt') return robots(request, reply);
    if (request.url?.startsWith('/to?')) {
      return reply.writeHead(302, { location: decodeURIComponent(request.url.slice(4)) }).end();
    }
    return reply.end('a page');
  }, host);
  return { ...site, asked };
}

describe('robots.txt', () => {
  it('is asked once, and decides for each page', async () => {
    const site = await siteWith((_request, reply) => reply.end('User-agent: tributary\nDisallow: /private\n'));
    const fetcher = fetcherWith(env);
    const pages = ['/a', '/private/b', '/c?d'].map((path) => read(fetcher, `${site.url}${path}`));
    expect(await Promise.all(pages)).toEqual(['a page', FORBIDDEN, 'a page']);
    expect(await read(fetcher, `${site.url}/private`)).toBe(FORBIDDEN);
    expect(site.asked.sort()).toEqual(['/a', '/c?d', '/robots.txt']);
  });

  it('is not asked if the operator says so', async () => {
    const site = await siteWith((_request, reply) => reply.end('User-agent: *\nDisallow: /'));
    expect(await read(fetcherWith({ ...env, EXTRACT_ROBOTS: 'off' }), site.url)).toBe('a page');
    expect(site.asked).toEqual(['/']);
  });

  test.each([400, 401, 403, 404, 410, 429])('that does not exist (%i) allows everything', async (status) => {
    const site = await siteWith((_request, reply) => reply.writeHead(status).end('User-agent: *\nDisallow: /'));
    expect(await read(fetcherWith(env), site.url)).toBe('a page');
  });

  test.each([500, 503])('that fails (%i) forbids everything, and is not asked again at once', async (status) => {
    const site = await siteWith((_request, reply) => reply.writeHead(status).end());
    const fetcher = fetcherWith(env);
    const reason = `failed: its robots.txt could not be read: it answered ${status}`;
    expect([await read(fetcher, site.url), await read(fetcher, `${site.url}/b`)]).toEqual([reason, reason]);
    expect(site.asked).toEqual(['/robots.txt']);
  });

  it('of a site that cannot be reached forbids, too', async () => {
    const refused = 'failed: its robots.txt could not be read: refused the connection';
    expect(await read(fetcherWith(env), 'http://127.0.0.1:1/')).toBe(refused);
    const broken = await rawSite((socket) => socket.end('nonsense'));
    expect(await read(fetcherWith(env), broken.url)).toMatch(/^failed: its robots.txt could not be read: /);
  });

  it('is fetched with the same guards, and in the same words', async () => {
    const canary = await siteWith((_request, reply) => reply.end(''));
    const fetcher = fetcherWith({ EXTRACT_ALLOW: '127.0.0.2', EXTRACT_ROBOTS: 'on' });
    const REFUSED = 'failed: its host does not exist or may not be read';
    expect(await read(fetcher, canary.url)).toBe(REFUSED);
    const site = await siteWith(
      (_request, reply) => reply.writeHead(302, { location: `${canary.url}/robots.txt` }).end(),
      '127.0.0.2',
    );
    expect(await read(fetcher, site.url)).toBe(REFUSED);
    expect(canary.connections).toBe(0);
    expect(await read(fetcherWith(env), site.url)).toBe('a page');
  });

  it('may be elsewhere', async () => {
    const site = await siteWith((_request, reply) => reply.writeHead(301, { location: '/elsewhere' }).end());
    expect(await read(fetcherWith(env), site.url)).toBe('a page');
    expect(site.asked).toEqual(['/robots.txt', '/elsewhere', '/']);
  });

  it('counts for the site to which a redirect leads', async () => {
    const closed = await siteWith((_request, reply) => reply.end('User-agent: *\nDisallow: /'));
    const open = await siteWith((_request, reply) => reply.writeHead(404).end());
    expect(await read(fetcherWith(env), `${open.url}/to?${encodeURIComponent(closed.url)}`)).toBe(FORBIDDEN);
    expect(closed.asked).toEqual(['/robots.txt']);
  });

  it('that says nothing is waited for by all, and given up when all have gone', async () => {
    const site = await rawSite(() => {});
    const fetcher = fetcherWith(env);
    const callers = [new AbortController(), new AbortController()] as const;
    const reads = callers.map(({ signal }) => read(fetcher, site.url, { signal }));
    await vi.waitFor(() => expect(site.open.size).toBe(1));
    callers[0].abort();
    expect(await reads[0]).toBe('failed: it did not come in time');
    expect(site.open.size).toBe(1);
    callers[1].abort();
    expect(await reads[1]).toBe('failed: it did not come in time');
    await vi.waitFor(() => expect([site.open.size, fetcher.permits.running, fetcher.permits.hosts]).toEqual([0, 0, 0]));
    await vi.waitFor(async () => expect(await redis.keys('*page-host*')).toEqual([]));
    expect(site.connections).toBe(1);
  });

  it('that was given up is asked again by the next', async () => {
    let isSilent = true;
    const site = await siteWith((_request, reply) => {
      if (!isSilent) reply.end('User-agent: *\nDisallow: /a');
    });
    const fetcher = fetcherWith(env);
    expect(await read(fetcher, site.url, { deadline: Deadline.in(400) })).toBe('failed: it did not come in time');
    await vi.waitFor(() => expect(fetcher.permits.hosts).toBe(0));
    isSilent = false;
    expect([await read(fetcher, site.url), await read(fetcher, `${site.url}/a`)]).toEqual(['a page', FORBIDDEN]);
  });
});

describe('a hostile robots.txt', () => {
  const answer =
    (text: string): RequestListener =>
    (_request, reply) =>
      reply.end(text);

  it('is read and compared in a thread, and nothing else waits for it', async () => {
    const site = await siteWith(answer('User-agent: *\nDisallow: /private'));
    const told: string[] = [];
    const inThread = {
      async run(name: string, args: unknown[]) {
        told.push(name);
        const rules = '-/as-the-thread-says\n';
        return name === 'robots' ? { rules, notes: NO_NOTES } : { allowed: args[0] !== rules, left: 0 };
      },
    };
    const fetcher = fetcherWith(env, undefined, { threads: inThread });
    expect(await read(fetcher, `${site.url}/public`)).toBe(FORBIDDEN);
    expect(told).toEqual(['robots', 'verdict']);
  });

  it('costs a page so many comparisons over all its redirects, and then the page is not read', async () => {
    const stars = `User-agent: *\n${'Disallow: *aaaaab\n'.repeat(6_000)}`;
    const [one, two] = [await siteWith(answer(stars)), await siteWith(answer(stars), '127.0.0.2')];
    const fetcher = fetcherWith(env);
    const long = 'failed: its robots.txt could not be read: it is too long for this address';
    expect(await read(fetcher, `${one.url}/${'a'.repeat(4_000)}`)).toBe(long);
    const twice = `/to?${encodeURIComponent(`${two.url}/to?${encodeURIComponent(`${one.url}/end`)}`)}`;
    expect(await read(fetcher, `${one.url}/end`)).toBe('a page');
    expect(await read(fetcher, `${one.url}${twice}`)).toBe(long);
    expect(one.asked.filter((path) => path === '/end')).toHaveLength(1);
  });

  it('is kept by the size of its rules, and the oldest are forgotten', async () => {
    const rules = `User-agent: *\n${`Disallow: /${'x'.repeat(4_000)}\n`.repeat(120)}`;
    const site = await siteWith(answer(rules));
    const fetcher = fetcherWith(env, async () => [{ address: '127.0.0.1', family: 4 }]);
    const visit = (at: number) => read(fetcher, `http://h${at}.example:${site.port}/`);
    // 45 times 480 KB are more than the 20 MB that are kept.
    for (let at = 0; at < 45; at += 1) expect(await visit(at)).toBe('a page');
    const robots = () => site.asked.filter((path) => path === '/robots.txt').length;
    expect(robots()).toBe(45);
    await visit(44);
    expect(robots()).toBe(45);
    await visit(0);
    expect(robots()).toBe(46);
  });
});

it('reports no error of its own', () => {
  expect(errorLog()).toBe('');
});
