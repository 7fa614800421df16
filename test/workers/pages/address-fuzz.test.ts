import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { PageFailure } from '../../../lib/net/page-failure.ts';
import { anyCharacter, runs } from '../../harness/fuzz.ts';
import { httpSite, pageFetching, pageRequest, read } from '../../harness/page-sites.ts';

const { fetcherWith, errorLog } = await pageFetching();
const canary = await httpSite((_request, reply) => reply.end('the secret'));
const canary6 = await httpSite((_request, reply) => reply.end('the secret'), '::1');
const PRIVATE = ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '0.0.0.0', '10.0.0.1', '169.254.169.254'];

/** Whatever the DNS may say, but never a public address: nothing leaves this machine. */
const fetcher = fetcherWith({}, async (host) => {
  const private_ = PRIVATE[host.length % PRIVATE.length] ?? '';
  return [{ address: private_, family: private_.includes(':') ? 6 : 4 }];
});

const number = (value: number) =>
  fc.constantFrom(
    String(value),
    `0x${value.toString(16)}`,
    `0${value.toString(8)}`,
    `00${value.toString(8)}`,
    `0X${value.toString(16).toUpperCase()}`,
  );
/** Addresses of this machine in the notations that URLs know. */
const ipv4 = fc
  .tuple(fc.constantFrom(127, 0), fc.nat(255), fc.nat(255), fc.nat(255), fc.integer({ min: 1, max: 4 }))
  .chain(([a, b, c, d, parts]) => {
    const numbers = [a, b, c, d];
    const rest = numbers.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
    return fc.tuple(...[...numbers.slice(0, parts - 1), rest].map(number)).map((texts) => texts.join('.'));
  });
const ipv6 = fc
  .tuple(
    fc.constantFrom('::', '::ffff:', '64:ff9b::', '::ffff:0:', '2002:7f00:1::', '0:0:0:0:0:0:0:', 'fe80::', 'fc00::'),
    ipv4,
    fc.boolean(),
  )
  .map(([prefix, address, isDotted]) => `[${prefix}${isDotted ? '127.0.0.1' : address.replaceAll('.', ':')}]`);
const name = fc.oneof(
  fc.constantFrom(
    'localhost',
    'LocalHost',
    'a.localhost',
    'localhost.',
    'ⓛocalhost',
    'loc\u00adalhost',
    '127。0。0。1',
    '１２７.0.0.1',
    '127.0.0.1.',
    '127.0.0.1%00',
    '127.0.0.1\t',
  ),
  fc.domain(),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
const address = fc
  .record({
    before: fc.constantFrom('', ' ', '\t', 'x:'),
    scheme: fc.constantFrom('http:', 'HTTP:', 'https:', 'ftp:', 'file:', 'gopher:', 'ws:', 'javascript:', ''),
    slashes: fc.constantFrom('//', '/', '', '///', '\\\\', '/\\', '//\n'),
    user: fc.constantFrom('', '', '', 'user@', 'user:pass@', 'example.org@', '@', 'example.org:80@', 'a%40'),
    host: fc.oneof(ipv4, ipv6, name),
    port: fc
      .constantFrom(canary.port, canary6.port)
      .chain((port) => fc.constantFrom(`:${port}`, `:0${port}`, `:${port}`, '', ':80')),
    path: fc.constantFrom('', '/', '/a', '?b', '#c', '\\', '/@example.org', '#@example.org', '?@example.org/'),
  })
  .map((it) => `${it.before}${it.scheme}${it.slashes}${it.user}${it.host}${it.port}${it.path}`);

it('reaches nothing on this machine by any address', async () => {
  await fc.assert(
    fc.asyncProperty(address, async (url) => {
      await expect(fetcher.fetch(pageRequest(url, { deadline: Deadline.in(5_000) }))).rejects.toBeInstanceOf(
        PageFailure,
      );
      expect([canary.connections, canary6.connections]).toEqual([0, 0]);
    }),
    { numRuns: runs(20) },
  );
});

it('would reach it if it were allowed', async () => {
  const allowed = fetcherWith({ EXTRACT_ALLOW: '127.0.0.0/8,::1' });
  for (const url of ['http://127.0.0.1', 'http://0x7f.1', 'http://017700000001', '\thttp:\\\\127.0.0.1']) {
    expect(await read(allowed, `${url}:${canary.port}/`)).toBe('the secret');
  }
  expect(await read(allowed, `http://[::1]:${canary6.port}/`)).toBe('the secret');
});

it('reports no error of its own', () => {
  expect(errorLog()).toBe('');
});
