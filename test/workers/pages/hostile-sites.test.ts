import { readFileSync } from 'node:fs';
import zlib, { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, test, vi } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { ACCEPTED_ENCODINGS } from '../../../lib/decompress.ts';
import {
  drip,
  httpSite,
  httpsSite,
  pageFetching,
  pageRequest,
  rawSite,
  read,
  type Site,
} from '../../harness/page-sites.ts';

const { fetcherWith, redis, errorLog } = await pageFetching();
const allow = { EXTRACT_ALLOW: '127.0.0.1' };
const MB = 1024 * 1024;

/** What a site answers that writes these bytes to the connection and closes it. */
async function reading(bytes: string | Buffer): Promise<string> {
  const site = await rawSite((socket) => socket.end(bytes));
  return read(fetcherWith(allow), site.url);
}

/** Reads a page with a body and headers. */
async function readingBody(body: Buffer, headers: Record<string, string>): Promise<string> {
  const site = await httpSite((_request, reply) => reply.writeHead(200, headers).end(body));
  return read(fetcherWith(allow), site.url);
}

describe('a page', () => {
  it('is requested with an honest name, and nothing of the caller', async () => {
    let request = '';
    const site = await rawSite((socket, text) => {
      request = text;
      socket.end('HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n\r\nhello');
    });
    const fetcher = fetcherWith(allow);
    expect(await read(fetcher, `${site.url}/a b?c=d#e`)).toBe('hello');
    expect(await read(fetcher, `${site.url}/a b?c=d#e`)).toBe('hello');
    const [line, ...headers] = request.trimEnd().split('\r\n');
    expect(line).toBe('GET /a%20b?c=d HTTP/1.1');
    const names = headers.map((header) => header.split(':')[0]?.toLowerCase()).sort();
    expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(headers).toContain('user-agent: Tributary/0.1 (ops@example.org)');
    expect(headers).toContain('connection: close');
  });

  it('comes with its status, type and validators', async () => {
    const site = await httpSite((_request, reply) =>
      reply
        .writeHead(404, { 'content-type': 'text/html; charset=x', etag: '"1"', 'last-modified': 'then', age: '5' })
        .end('gone'),
    );
    expect(await fetcherWith(allow).fetch(pageRequest(`${site.url}/x#part`))).toEqual({
      status: 404,
      url: `${site.url}/x`,
      contentType: 'text/html; charset=x',
      body: Buffer.from('gone'),
      isChallenge: false,
      usage: {},
      headers: expect.objectContaining({ age: '5' }),
      etag: '"1"',
      lastModified: 'then',
      freshForMs: 295_000,
      mayKeep: true,
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['GZip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decompressed from %s', async (encoding, compress) => {
    expect(await readingBody(compress(Buffer.from('hello')), { 'content-encoding': encoding })).toBe('hello');
  });

  test.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('that is a bomb of %s is refused', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(40 * MB));
    expect(bomb.length).toBeLessThan(MB);
    expect(await readingBody(bomb, { 'content-encoding': encoding })).toBe('failed: it is larger than 5 MB');
    const fits = compress(Buffer.alloc(5 * MB, 'a'));
    expect(await readingBody(fits, { 'content-encoding': encoding })).toHaveLength(5 * MB);
  });

  test.each([
    ['an encoding that nobody asked for', 'zstd-2', 'its encoding is unknown'],
    ['an encoding within an encoding', 'gzip, gzip', 'its encoding is unknown'],
    ['thirty encodings', Array(30).fill('gzip').join(), 'its encoding is unknown'],
    ['a name that every object has', 'constructor', 'its encoding is unknown'],
    ['an encoding that it is not in', 'br', 'its encoding is broken'],
  ])('with %s is refused', async (_what, encoding, reason) => {
    expect(await readingBody(gzipSync('hello'), { 'content-encoding': encoding })).toBe(`failed: ${reason}`);
  });

  it('in zstd is read where Node can, which it then offers, and else refused', async () => {
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer };
    const body = zstdCompressSync?.(Buffer.from('hello')) ?? Buffer.from('(\xb5/\xfd', 'latin1');
    const expected = zstdCompressSync ? 'hello' : 'failed: its encoding is unknown';
    expect(await readingBody(body, { 'content-encoding': 'zstd' })).toBe(expected);
    expect(ACCEPTED_ENCODINGS.includes('zstd')).toBe(zstdCompressSync !== undefined);
  });

  test.each([
    ['came', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 'hello'],
    ['leads elsewhere', 'HTTP/1.1 302 Found\r\nLocation: ftp://x/\r\nContent-Length: 5\r\n\r\n', /^failed: /],
  ])('that %s leaves no connection, even if its server closes none', async (_what, answer, outcome) => {
    const site = await rawSite((socket) => socket.write(answer));
    expect(await read(fetcherWith(allow), site.url)).toMatch(outcome);
    await vi.waitFor(() => expect(site.open.size).toBe(0));
    // A client that is left open would try to connect again, for ever.
    await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('Immediate'));
  });

  it('that is compressed and breaks off is refused', async () => {
    const half = gzipSync(Buffer.from('hello '.repeat(1_000))).subarray(0, 20);
    expect(await readingBody(half, { 'content-encoding': 'gzip' })).toBe('failed: its encoding is broken');
  });

  it('has 5 MB at the most as it is sent', async () => {
    expect(await readingBody(Buffer.alloc(5 * MB, 'a'), {})).toHaveLength(5 * MB);
    expect(await readingBody(Buffer.alloc(5 * MB + 1, 'a'), {})).toBe('failed: it is larger than 5 MB');
  });

  it('without an end is given up at 5 MB, and the connection is closed', async () => {
    const site = await rawSite((socket) => {
      const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.on('drain', more);
      more();
    });
    expect(await read(fetcherWith(allow), site.url)).toBe('failed: it is larger than 5 MB');
    await vi.waitFor(() => expect(site.open.size).toBe(0));
  });
});

const BROKEN = 'failed: the answer broke off or was not HTTP';
const CLOSED = 'failed: closed the connection without an answer';

describe('an answer', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  test.each<[what: string, bytes: string, outcome: string | RegExp]>([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', BROKEN],
    ['has no status', 'HTTP/1.1 \r\n\r\n', BROKEN],
    ['has a strange status', 'HTTP/1.1 20000 OK\r\n\r\n', BROKEN],
    ['has a strange version', 'HTTP/9.9 200 OK\r\n\r\n', BROKEN],
    ['is of old HTTP', 'HTTP/1.0 200 OK\r\n\r\nhello', 'hello'],
    ['is empty', '', CLOSED],
    ['has no header', `${OK}\r\nhello`, 'hello'],
    ['breaks off in its headers', `${OK}Content-Type: te`, /^failed: /],
    ['breaks off before its length', `${OK}Content-Length: 100\r\n\r\nhello`, /^failed: /],
    ['is longer than its length', `${OK}Content-Length: 2\r\n\r\nhello`, 'he'],
    ['has two lengths', `${OK}Content-Length: 2\r\nContent-Length: 5\r\n\r\nhello`, BROKEN],
    ['has a length and chunks', `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, BROKEN],
    ['has a negative length', `${OK}Content-Length: -5\r\n\r\nhello`, BROKEN],
    ['has a length beyond numbers', `${OK}Content-Length: 99999999999999999999999\r\n\r\nhello`, BROKEN],
    ['has broken chunks', `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`, BROKEN],
    ['breaks off in its chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhel`, /^failed: /],
    ['has a space in a header', `${OK}A b: c\r\n\r\nhello`, BROKEN],
    ['has a huge header', `${OK}A: ${'b'.repeat(100_000)}\r\n\r\nhello`, BROKEN],
    ['has a large header', `${OK}A: ${'b'.repeat(50_000)}\r\n\r\nhello`, 'hello'],
    ['has too many headers', `${OK}${'A: bcdef\r\n'.repeat(20_000)}\r\nhello`, BROKEN],
    [
      'is another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      /^failed: /,
    ],
    ['has a hint before', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}\r\nhello`, 'hello'],
    ['has another answer behind', `${OK}Content-Length: 2\r\n\r\nhe${OK}\r\nllo`, 'he'],
    ['is a redirect without a place', 'HTTP/1.1 302 Found\r\n\r\nhello', ''],
  ])('that %s', async (_what, bytes, outcome) => {
    const got = await reading(bytes);
    if (typeof outcome === 'string') expect(got).toBe(outcome);
    else expect(got).toMatch(outcome);
  });

  it('that does not come because the connection is refused or reset', async () => {
    const reset = await rawSite((socket) => socket.resetAndDestroy());
    expect(await read(fetcherWith(allow), reset.url)).toBe(CLOSED);
    expect(await read(fetcherWith(allow), 'http://127.0.0.1:1/')).toBe('failed: refused the connection');
  });

  it('that does not come because the server closes at once', async () => {
    const site = await rawSite(
      () => {},
      (socket) => socket.end(),
    );
    expect(await read(fetcherWith(allow), site.url)).toBe(CLOSED);
    expect(site.connections).toBe(1);
  });

  it('with a certificate of nobody is no page', async () => {
    const [key, cert] = ['key', 'cert'].map((part) => readFileSync(`test/fixtures/self-signed.${part}.pem`));
    const site = await httpsSite({ key, cert }, (_request, reply) => reply.end('hello'));
    expect(await read(fetcherWith(allow), site.url)).toBe('failed: its certificate is not valid');
  });

  it('that is not in TLS is no page of https', async () => {
    const site = await rawSite((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
    expect(await read(fetcherWith(allow), site.url.replace('http:', 'https:'))).toBe('failed: did not answer in TLS');
  });
});

describe('when the deadline passes or the caller goes', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  /** Nothing is left: no connection, no permit, in this process or in Redis. */
  async function nothingIsLeft(fetcher: ReturnType<typeof fetcherWith>, site: Site) {
    await vi.waitFor(() => expect([site.open.size, fetcher.permits.running, fetcher.permits.hosts]).toEqual([0, 0, 0]));
    await vi.waitFor(async () => expect(await redis.keys('*page-host*')).toEqual([]));
  }
  const SLOW: [what: string, start: () => Promise<Site>, protocol?: string][] = [
    ['says nothing', () => rawSite(() => {})],
    ['says nothing in TLS', () => rawSite(() => {}), 'https:'],
    [
      'sends its headers slowly',
      () =>
        rawSite((socket) => {
          socket.write(OK);
          drip(socket, 'X: y\r\n');
        }),
    ],
    [
      'sends its body slowly',
      () =>
        rawSite((socket) => {
          socket.write(`${OK}\r\n`);
          drip(socket, 'x');
        }),
    ],
    ['sends hints for ever', () => rawSite((socket) => drip(socket, 'HTTP/1.1 103 Hints\r\n\r\n'))],
  ];
  test.each(SLOW)('a site that %s is given up', async (_what, start, protocol = 'http:') => {
    const site = await start();
    const url = site.url.replace('http:', protocol);
    const fetcher = fetcherWith(allow);
    expect(await read(fetcher, url, { deadline: Deadline.in(500) })).toBe('failed: it did not come in time');
    await nothingIsLeft(fetcher, site);

    const caller = new AbortController();
    const reading = read(fetcher, url, { signal: caller.signal });
    await vi.waitFor(() => expect(site.connections).toBe(2));
    caller.abort();
    expect(await reading).toBe('failed: it did not come in time');
    await nothingIsLeft(fetcher, site);
  });

  it('a name server that says nothing is given up', async () => {
    const site = await rawSite(() => {});
    const fetcher = fetcherWith(allow, () => new Promise(() => {}));
    const deadline = Deadline.in(500);
    expect(await read(fetcher, 'http://name.example/', { deadline })).toBe('failed: it did not come in time');
    await nothingIsLeft(fetcher, site);
  });

  it('a fetcher that is closed ends what it fetches', async () => {
    const site = await rawSite(() => {});
    const fetcher = fetcherWith(allow);
    const reading = read(fetcher, site.url);
    await vi.waitFor(() => expect(site.open.size).toBe(1));
    await fetcher.close();
    expect(await reading).toBe('failed: it did not come in time');
    await nothingIsLeft(fetcher, site);
    expect(await read(fetcher, site.url)).toBe('failed: it did not come in time');
  });

  it('a request that is too late or gone already fetches nothing, and looks nothing up', async () => {
    const site = await httpSite((_request, reply) => reply.end('hello'));
    let lookups = 0;
    const fetcher = fetcherWith(allow, async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    });
    const url = `http://name.example:${site.port}/`;
    expect(await read(fetcher, url, { deadline: Deadline.in(0) })).toMatch(/^failed: /);
    expect(await read(fetcher, url, { signal: AbortSignal.abort() })).toMatch(/^failed: /);
    await nothingIsLeft(fetcher, site);
    expect([lookups, site.connections]).toEqual([0, 0]);
    expect(await read(fetcher, url)).toBe('hello');
    expect([lookups, site.connections]).toEqual([1, 1]);
  });
});

it('reports no error of its own', () => {
  expect(errorLog()).toBe('');
});
