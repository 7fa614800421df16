import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readExtract } from '../../../lib/config/config-extract.ts';
import { settingsReader } from '../../../lib/config/settings-reader.ts';
import { hostLookup } from '../../../lib/net/host-lookup.ts';
import { GuardingProxy, type Pass } from '../../../workers/pages/guarding-proxy.ts';
import { testErrors } from '../../harness/health.ts';
import { httpSite, rawSite } from '../../harness/page-sites.ts';

const rules = readExtract(settingsReader({ EXTRACT_ALLOW: '127.0.0.1' }, []));
const proxy = new GuardingProxy({ rules, lookup: hostLookup(rules.allow) }, testErrors().errors);
const port = await proxy.listen('127.0.0.1');
const LIMITS = { requests: 200, bytes: 1_000_000 };
afterAll(() => proxy.close());

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeEach(() => process.on('uncaughtException', note));
afterEach(() => {
  process.off('uncaughtException', note);
  expect(unhandled).toEqual([]);
});

/** A request as a browser sends it to its proxy. */
function request(url: string, { username, password }: Pick<Pass, 'username' | 'password'>) {
  const key = Buffer.from(`${username}:${password}`).toString('base64');
  const sent = http.get({ host: '127.0.0.1', port, path: url, headers: { 'proxy-authorization': `Basic ${key}` } });
  sent.on('error', () => {});
  return sent;
}

/** How it ends: a status and the text that came, or that it broke off. */
async function ended(sent: http.ClientRequest): Promise<[status: number, text: string]> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  reply.on('data', (part) => {
    text += String(part);
  });
  reply.on('error', () => {});
  await new Promise((resolve) => reply.on('close', resolve));
  return [reply.statusCode ?? 0, reply.complete ? text : `${text} …`];
}

test('a page is let through with its password alone, and only as long as it lasts', async () => {
  const site = await httpSite((asked, reply) => reply.end(JSON.stringify(asked.headers)));
  const pass = proxy.admit(LIMITS);
  const [status, text] = await ended(request(site.url, pass));
  expect(status).toBe(200);
  expect(text).not.toContain('proxy');
  expect((await ended(request(site.url, { ...pass, password: 'a' })))[0]).toBe(407);
  expect((await ended(request('http://127.0.0.2/', pass)))[0]).toBe(403);
  pass.close();
  expect((await ended(request(site.url, pass)))[0]).toBe(407);
});

test.each([
  ['breaks off', (socket: import('node:net').Socket) => socket.resetAndDestroy()],
  ['ends what is no HTTP', (socket: import('node:net').Socket) => void socket.write('zz\r\n')],
])('a server that %s in the middle of its answer fails that request alone', async (_what, ends) => {
  const site = await rawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n', () =>
      setImmediate(() => ends(socket)),
    );
  });
  expect((await ended(request(site.url, proxy.admit(LIMITS))))[1]).toMatch(/…$/);
});

test('a page that ends while it waits for an answer fails that request alone', async () => {
  const asked: unknown[] = [];
  const site = await rawSite((socket) => asked.push(socket));
  const pass = proxy.admit(LIMITS);
  const sent = request(site.url, pass);
  await expect.poll(() => asked.length).toBe(1);
  pass.close();
  expect((await ended(sent))[0]).toBe(403);
  await expect.poll(() => site.open.size).toBe(0);
});

test('a page gets as much as it may, and no more', async () => {
  const site = await httpSite((_asked, reply) => reply.end('a'.repeat(10_000)));
  const pass = proxy.admit({ requests: 2, bytes: 15_000 });
  expect(await ended(request(site.url, pass))).toEqual([200, 'a'.repeat(10_000)]);
  expect(pass.isSpent).toBe(false);
  await ended(request(site.url, pass)).catch(() => {});
  expect(pass.isSpent).toBe(true);
  expect((await ended(request(site.url, pass)))[0]).toBe(403);
  expect(site.connections).toBe(2);
});

test('listens at each address that a browser comes to, and again where it could not before', async () => {
  const moving = new GuardingProxy({ rules, lookup: hostLookup(rules.allow) }, testErrors().errors);
  // An address that is for documents: no machine has it.
  for (let time = 0; time < 2; time += 1) await expect(moving.listen('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
  const [one, other] = [await moving.listen('127.0.0.1'), await moving.listen('127.0.0.2')];
  expect(await moving.listen('127.0.0.1')).toBe(one);
  for (const [host, at] of [
    ['127.0.0.1', one],
    ['127.0.0.2', other],
  ] as const) {
    const sent = http.get({ host, port: at, path: 'http://127.0.0.1/' });
    expect((await ended(sent))[0]).toBe(407);
  }
  await moving.close();
  await expect(once(http.get({ host: '127.0.0.2', port: other, agent: false }), 'response')).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test.each([
  ['in requests', 'POST', (url: string) => url],
  ['through a tunnel', 'CONNECT', (url: string) => new URL(url).host],
])('what a page sends %s is bounded as well', async (_what, method, pathOf) => {
  let taken = 0;
  const site = await rawSite((socket) => {
    socket.on('data', ({ length }) => {
      taken += length;
    });
  });
  const pass = proxy.admit(LIMITS);
  const headers = {
    'proxy-authorization': `Basic ${Buffer.from(`${pass.username}:${pass.password}`).toString('base64')}`,
  };
  const sent = http.request({ host: '127.0.0.1', port, method, path: pathOf(site.url), headers });
  sent.on('error', () => {});
  if (method === 'CONNECT') {
    sent.end();
    const [, socket] = (await once(sent, 'connect')) as [IncomingMessage, Duplex];
    socket.on('error', () => {}).write(Buffer.alloc(30_000_000));
  } else sent.end(Buffer.alloc(30_000_000));
  await expect.poll(() => pass.isSpent, { timeout: 30_000 }).toBe(true);
  await expect.poll(() => site.open.size, { timeout: 30_000 }).toBe(0);
  expect(taken).toBeLessThan(10_000_000);
});
