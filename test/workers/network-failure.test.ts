import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import type { Probe } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { callProbe } from '../../workers/call-provider.ts';
import { UpstreamHttp } from '../../workers/upstream-http.ts';

const http = new UpstreamHttp();
const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'key' }));
const brave = roster.providers.get('brave') as Provider;
const servers: Server[] = [];
afterAll(async () => {
  await http.close();
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const tcp = (answer: (socket: Socket) => void) =>
  listen(
    createServer((socket) => {
      socket.on('error', () => {}).once('data', () => answer(socket));
    }),
  );

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function reasonAt(url: string): Promise<string | undefined> {
  const probe: Probe = { request: () => ({ url, headers: {} }), parse: () => {} };
  const failure = await callProbe(http, brave, probe, (error) => expect.fail(String(error)));
  expect(failure?.code).toBe('upstream');
  return failure?.reason;
}

it('tells a certificate that is not valid', async () => {
  const [key, cert] = ['key', 'cert'].map((part) => readFileSync(`test/fixtures/self-signed.${part}.pem`));
  const port = await listen(createTlsServer({ key, cert }, (_, response) => response.end('{}')));
  expect(await reasonAt(`https://127.0.0.1:${port}/`)).toBe('its certificate is not valid');
});

it('tells a name that does not exist', async () => {
  expect(await reasonAt('http://nowhere.invalid/')).toBe('its host name could not be resolved');
});

it('tells a refused connection', async () => {
  expect(await reasonAt(`http://127.0.0.1:${await closedPort()}/`)).toBe('refused the connection');
});

it('tells a connection that is closed instead of an answer', async () => {
  const port = await tcp((socket) => socket.resetAndDestroy());
  expect(await reasonAt(`http://127.0.0.1:${port}/`)).toBe('closed the connection without an answer');
});

it('tells an answer that is not HTTP', async () => {
  const port = await tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  expect(await reasonAt(`http://127.0.0.1:${port}/`)).toBe('the answer broke off or was not HTTP');
});

it('tells an answer that is not TLS', async () => {
  const port = await tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await reasonAt(`https://127.0.0.1:${port}/`)).toBe('did not answer in TLS');
});
