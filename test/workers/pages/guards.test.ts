import { describe, expect, it, test } from 'vitest';
import { httpSite, pageFetching, read } from '../../harness/page-sites.ts';

const { fetcherWith, errorLog } = await pageFetching();
const REFUSED = 'failed: its host does not exist or may not be read';

/** Services of the operator's machine that nobody may reach. */
let requests = 0;
const canary = await httpSite((_request, reply) => {
  requests += 1;
  reply.end('the secret');
});
const canary6 = await httpSite((_request, reply) => reply.end('the secret of IPv6'), '::1');
/** A site that may be read: the operator allows its address. */
const site = await httpSite(({ url = '' }, reply) => {
  // Header values are bytes: those of UTF-8, as sites send them.
  const location = Buffer.from(decodeURIComponent(url.slice('/to?'.length))).toString('latin1');
  if (url.startsWith('/to?')) reply.writeHead(302, { location }).end();
  else reply.end('a page');
}, '127.0.0.2');
const { port } = canary;
const allowSite = { EXTRACT_ALLOW: '127.0.0.2' };
const touched = () => canary.connections + canary6.connections;
const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Ways to write the addresses of the canaries. */
const ADDRESSES = [
  `http://127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://127.8.9.10:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0x7f.0.0.0x1:${port}/`,
  `http://017700000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://0:${port}/`,
  `http://①②⑦.0.0.1:${port}/`,
  `http://127.0.0.1.:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[::127.0.0.1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[64:ff9b::127.0.0.1]:${port}/`,
  `http://[::1]:${canary6.port}/`,
  `http://[0:0:0:0:0:0:0:1]:${canary6.port}/`,
  `http://localhost:${port}/`,
  `http://LOCALHOST.:${port}/`,
  `http://app.localhost:${port}/`,
  `https://127.0.0.1:${port}/`,
];

describe('a service on this machine', () => {
  test.each(ADDRESSES)('is not reached at %s', async (url) => {
    const before = touched();
    expect(await read(fetcherWith(), url)).toBe(REFUSED);
    expect(touched()).toBe(before);
  });

  test.each(ADDRESSES)('is not reached by a redirect to %s', async (url) => {
    const before = touched();
    expect(await read(fetcherWith(allowSite), `${site.url}/to?${encodeURIComponent(url)}`)).toBe(REFUSED);
    expect(touched()).toBe(before);
  });

  test.each([
    ['127.0.0.1', `http://127.0.0.1:${port}/`, 'the secret'],
    ['127.0.0.0/8', `http://2130706433:${port}/`, 'the secret'],
    ['127.0.0.0/8', `${site.url}/to?${encodeURIComponent(`http://127.0.0.1:${port}/`)}`, 'the secret'],
    ['localhost', `http://localhost:${port}/`, 'the secret'],
    ['::1', `http://[::1]:${canary6.port}/`, 'the secret of IPv6'],
  ])('is read if the operator allows %s: %s', async (allowed, url, secret) => {
    expect(await read(fetcherWith({ EXTRACT_ALLOW: allowed }), url)).toBe(secret);
  });

  it('is not read if the operator denies it, whatever is allowed', async () => {
    const env = { EXTRACT_ALLOW: '127.0.0.0/8,site.example', EXTRACT_DENY: '127.0.0.1,denied.example' };
    const fetcher = fetcherWith(env, async () => at('127.0.0.1'));
    const before = touched();
    for (const host of ['127.0.0.1', 'site.example', 'denied.example', 'a.denied.example']) {
      expect(await read(fetcher, `http://${host}:${port}/`)).toBe(REFUSED);
    }
    expect(touched()).toBe(before);
  });

  it('gets no request if the connection leads elsewhere than to the address that is allowed', async () => {
    const before = requests;
    // The system takes 0.0.0.0 for this machine.
    expect(await read(fetcherWith({ EXTRACT_ALLOW: '0.0.0.0' }), `http://0.0.0.0:${port}/`)).toBe(REFUSED);
    expect(requests).toBe(before);
  });
});

describe('a host name', () => {
  const url = `http://name.example:${site.port}/`;

  it('is read if all its addresses may be', async () => {
    expect(
      await read(
        fetcherWith(allowSite, async () => at('127.0.0.2')),
        url,
      ),
    ).toBe('a page');
    expect(
      await read(
        fetcherWith(allowSite, async () => at('127.0.0.2', '127.0.0.2')),
        url,
      ),
    ).toBe('a page');
  });

  test.each([
    ['a private address', at('10.0.0.1')],
    ['an address of this machine', at('127.0.0.1')],
    ['the address of a cloud machine for itself', at('169.254.169.254')],
    ['an IPv6 address of this machine', at('::1')],
    ['an IPv4-mapped address', at('::ffff:127.0.0.1')],
    ['a private address beside one that may be read', at('127.0.0.2', '127.0.0.1')],
    ['a private address before one that may be read', at('127.0.0.1', '127.0.0.2')],
    ['no address', []],
    ['what is no address', [{ address: 'localhost', family: 4 }]],
  ])('is refused if it has %s, and nothing is connected to', async (_what, addresses) => {
    const before = [touched(), site.connections];
    expect(
      await read(
        fetcherWith(allowSite, async () => addresses),
        `http://name.example:${port}/`,
      ),
    ).toBe(REFUSED);
    expect([touched(), site.connections]).toEqual(before);
  });

  it('is refused in the same words if the DNS does not know it, or fails', async () => {
    for (const code of ['ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT', 'ENODATA']) {
      const unknown = async () => {
        throw Object.assign(new Error(code), { code, syscall: 'queryA' });
      };
      expect(await read(fetcherWith(allowSite, unknown), url)).toBe(REFUSED);
    }
  });

  it('is looked up once for each request, so that the DNS cannot change its mind in between', async () => {
    let lookups = 0;
    const rebinding = async () => at(lookups++ % 2 === 0 ? '127.0.0.2' : '127.0.0.1');
    // The same port at both addresses, so that only the address decides.
    const twin = await httpSite((_request, reply) => reply.end('a page'), '127.0.0.2', port);
    const fetcher = fetcherWith(allowSite, rebinding);
    const before = touched();
    for (let round = 1; round <= 3; round += 1) {
      expect(await read(fetcher, `http://name.example:${port}/`)).toBe('a page');
      expect(await read(fetcher, `http://name.example:${port}/`)).toBe(REFUSED);
      expect(lookups).toBe(round * 2);
    }
    expect([touched(), twin.connections]).toEqual([before, 3]);
  });

  it('of the local network is not even looked up', async () => {
    const asked: string[] = [];
    const fetcher = fetcherWith({}, async (host) => {
      asked.push(host);
      return [];
    });
    for (const host of ['router', 'db.internal', 'nas.local.', 'localhost', 'example.org']) {
      expect(await read(fetcher, `http://${host}/`)).toBe(REFUSED);
    }
    expect(asked).toEqual(['example.org']);
  });
});

describe('an address', () => {
  it.each([22, 25, 6379, 3000, 81, 8081])(
    'at port %i is refused, public or not, and that of a private one says no more',
    async (other) => {
      const fetcher = fetcherWith({}, async (host) => at(host === 'public.example' ? '8.8.8.8' : '10.0.0.1'));
      const PORT = 'failed: its port may not be read: only 80, 443, 8080 and 8443';
      expect(await read(fetcher, `http://8.8.8.8:${other}/`)).toBe(PORT);
      expect(await read(fetcher, `https://public.example:${other}/`)).toBe(PORT);
      expect(await read(fetcher, `http://private.example:${other}/`)).toBe(REFUSED);
    },
  );

  test.each([
    ['file:///etc/passwd', 'its address is not http or https'],
    ['gopher://127.0.0.1:6379/_INFO', 'its address is not http or https'],
    ['data:text/html,hello', 'its address is not http or https'],
    ['ftp://example.org/', 'its address is not http or https'],
    ['javascript:alert(1)', 'its address is not http or https'],
    ['blob:http://example.org/1', 'its address is not http or https'],
    ['http://user:pass@127.0.0.2/', 'its address contains a user name or a password'],
    ['http://user@127.0.0.2/', 'its address contains a user name or a password'],
    ['example.org', 'its address is not valid'],
    ['http://', 'its address is not valid'],
    ['http://[::1', 'its address is not valid'],
    ['http://256.1.1.1/', 'its address is not valid'],
    [`http://example.org/${'a'.repeat(5_000)}`, 'its address is too long'],
    [`http://example.org/${'é'.repeat(1_000)}`, 'its address is too long'],
  ])('such as %s is refused', async (url, reason) => {
    const fetcher = fetcherWith(allowSite);
    expect(await read(fetcher, url)).toBe(`failed: ${reason}`);
    if (url.includes('//')) {
      expect(await read(fetcher, `${site.url}/to?${encodeURIComponent(url)}`)).toMatch(/^failed: its (address|host)/);
    }
  });
});

it('reports no error of its own', () => {
  expect(errorLog()).toBe('');
});
