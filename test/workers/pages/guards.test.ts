import { describe, expect, it, test } from 'vitest';
import { httpSite, pageFetching, read } from '../../harness/page-sites.ts';

const { fetcherWith, errorLog } = await pageFetching();
const REFUSED = 'failed: its host does not exist or may not be read';

/** A service of the operator's machine that nobody may reach. */
const canary = await httpSite((_request, reply) => reply.end('the secret'));
const canary6 = await httpSite((_request, reply) => reply.end('the secret of IPv6'), '::1');
const { port } = canary;

describe('a service on this machine', () => {
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
  test.each(ADDRESSES)('is not reached at %s', async (url) => {
    const before = canary.connections + canary6.connections;
    expect(await read(fetcherWith(), url)).toBe(REFUSED);
    expect(canary.connections + canary6.connections).toBe(before);
  });

  test.each([
    ['127.0.0.1', `http://127.0.0.1:${port}/`, 'the secret'],
    ['127.0.0.0/8', `http://2130706433:${port}/`, 'the secret'],
    ['localhost', `http://localhost:${port}/`, 'the secret'],
    ['::1', `http://[::1]:${canary6.port}/`, 'the secret of IPv6'],
  ])('is read if the operator allows %s', async (allowed, url, secret) => {
    expect(await read(fetcherWith({ EXTRACT_ALLOW: allowed }), url)).toBe(secret);
  });
});

it('reports no error of its own', () => {
  expect(errorLog()).toBe('');
});
