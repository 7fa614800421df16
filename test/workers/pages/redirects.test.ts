import { describe, expect, it, test } from 'vitest';
import { httpSite, pageFetching, pageRequest, read } from '../../harness/page-sites.ts';

const { fetcherWith } = await pageFetching();
const fetcher = () => fetcherWith({ EXTRACT_ALLOW: '127.0.0.0/8' });

/** `/5` redirects five times, `/loop/3` in a circle of three, `/status/307` once in this way. */
const seen: string[] = [];
const site = await httpSite(({ url = '', headers }, reply) => {
  seen.push(url);
  const [, first = '', second = ''] = url.split('/');
  const to = (location: string, status = 302, others = {}) => reply.writeHead(status, { location, ...others }).end();
  if (Number(first) > 0) return to(`/${Number(first) - 1}`);
  if (first === 'loop') return to(`/loop/${(Number(second) + 1) % 3}`);
  if (first === 'status') return to('../page', Number(second));
  if (first === 'fragment') return to('/page#part');
  if (first === '%C3%A9t%C3%A9') return to(Buffer.from('/hiveré?é').toString('latin1'));
  if (first === 'unstored') return to('/page', 302, { 'cache-control': 'no-store' });
  if (first === 'endless') return reply.writeHead(302, { location: '/page' }).write('a'.repeat(100));
  if (first === 'versioned') {
    const isKnown = headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'then';
    const about = { etag: '"1"', 'last-modified': 'then', 'cache-control': 'max-age=60' };
    return reply.writeHead(isKnown ? 304 : 200, about).end(isKnown ? '' : 'version 1');
  }
  if (first === 'same') return reply.writeHead(304).end();
  return reply.end(`a page; ${headers.cookie ?? 'no cookie'}; ${headers.referer ?? 'no referrer'}`);
}, '127.0.0.2');
const PAGE = 'a page; no cookie; no referrer';

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('of status %i is followed', async (status) => {
    const page = await fetcher().fetch(pageRequest(`${site.url}/status/${status}`));
    expect(page).toMatchObject({ status: 200, url: `${site.url}/page` });
  });

  it('is followed five times, and not six', async () => {
    expect(await read(fetcher(), `${site.url}/5`)).toBe(PAGE);
    seen.length = 0;
    expect(await read(fetcher(), `${site.url}/10`)).toBe('failed: it redirects more than 5 times');
    expect(seen).toEqual(['/10', '/9', '/8', '/7', '/6', '/5']);
  });

  it('in a circle is seen', async () => {
    seen.length = 0;
    expect(await read(fetcher(), `${site.url}/loop/0#there`)).toBe('failed: it redirects in a circle');
    expect(seen).toEqual(['/loop/0', '/loop/1', '/loop/2']);
  });

  it('may name letters beyond ASCII as they are', async () => {
    expect(await fetcher().fetch(pageRequest(`${site.url}/été`))).toMatchObject({
      url: `${site.url}/hiver%C3%A9?%C3%A9`,
    });
  });

  it('leads to a page without the part of it', async () => {
    expect(await fetcher().fetch(pageRequest(`${site.url}/fragment`))).toMatchObject({ url: `${site.url}/page` });
  });

  it('is followed although its body does not end', async () => {
    expect(await read(fetcher(), `${site.url}/endless`)).toBe(PAGE);
  });

  it('that may not be kept makes a page that may not be kept', async () => {
    const page = await fetcher().fetch(pageRequest(`${site.url}/unstored`));
    expect(page).toMatchObject({ freshForMs: 0, mayKeep: false });
  });
});

describe('a page that is known', () => {
  it('is confirmed', async () => {
    const known = await fetcher().fetch(pageRequest(`${site.url}/versioned`));
    if (known.notModified) throw new Error('It was not known.');
    const again = await fetcher().fetch(pageRequest(`${site.url}/versioned`, { validators: known }));
    expect(again).toEqual({ notModified: true, freshForMs: 60_000, mayKeep: true });
  });

  it('is fetched if it has changed, or if another page is there now', async () => {
    const validators = { url: `${site.url}/versioned`, etag: '"0"', lastModified: 'then' };
    expect(await read(fetcher(), `${site.url}/versioned`, { validators })).toBe('version 1');
    const other = { url: `${site.url}/other`, etag: '"1"', lastModified: 'then' };
    expect(await read(fetcher(), `${site.url}/versioned`, { validators: other })).toBe('version 1');
  });

  it('is not confirmed to somebody who did not ask', async () => {
    expect(await read(fetcher(), `${site.url}/same`)).toBe('failed: it answered with no page');
  });
});
