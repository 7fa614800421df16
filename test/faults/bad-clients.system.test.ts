import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BadClients } from '../harness/bad-clients.ts';
import { eventually } from '../harness/processes.ts';
import { rawRequest, sendBytes } from '../harness/raw-http.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let webs: Record<'patient' | 'hasty' | 'small', number>;
let clients = new BadClients();

beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis' });
  webs = await addWebs(app, {
    patient: { REQUEST_TIMEOUT_MS: '600000', MAX_CONNECTIONS: '2500' },
    hasty: { REQUEST_TIMEOUT_MS: '1000' },
    small: { MAX_CONNECTIONS: '20' },
  });
});
afterEach(() => {
  clients.leave();
  clients = new BadClients();
});
afterAll(() => app?.stop());

/** The connections of a web application, without the one that asks. */
async function connections(web: number): Promise<number> {
  const { text } = await app.get('/metrics', { web, key: '', headers: { connection: 'close' } });
  return Number(/^tributary_connections (\d+)$/m.exec(text)?.[1]) - 1;
}

/** So many connections take long on a busy machine. */
const SLOW = { timeout: 120_000 };

const HALF_A_HEAD = 'GET /api/v1/web/?q=linux HTTP/1.1\r\nHost: a\r\n';

function halfABody(): string {
  const head = `POST /api/v1/translate/ HTTP/1.1\r\nHost: a\r\nAuthorization: Api-Key ${app.key}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"q":"`;
}

test('others are served while 2,000 bad connections stand', SLOW, async () => {
  const { patient: web } = webs;
  const url = app.urls[web] as string;
  await clients.connect(url, 750, '');
  await clients.connect(url, 750, HALF_A_HEAD);
  await clients.connect(url, 250, HALF_A_HEAD, 'X-Slow: 1\r\n');
  await clients.connect(url, 250, halfABody(), 'x');
  await eventually('they are all there', async () => (await connections(web)) >= 2_000);
  expect((await app.get('/healthz', { web, key: '' })).status).toBe(200);
  expect((await app.search('linux', { web })).status).toBe(200);
  expect(await connections(web)).toBeGreaterThanOrEqual(2_000);
});

test('clients that send their heads or bodies too slowly are cut off after REQUEST_TIMEOUT_MS', async () => {
  const { hasty: web, patient } = webs;
  const url = app.urls[web] as string;
  await clients.connect(app.urls[patient] as string, 20, HALF_A_HEAD, 'X-Slow: 1\r\n');
  await clients.connect(url, 250, HALF_A_HEAD, 'X-Slow: 1\r\n');
  await clients.connect(url, 250, halfABody(), 'x');
  await eventually('they are gone', async () => (await connections(web)) < 10);
  expect(await connections(patient), 'those that came first but have more time').toBeGreaterThanOrEqual(20);
});

test.each([
  ['nothing at all', ''],
  ['bytes that are not HTTP', 'HELLO THERE\r\n\r\n'],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX-Padding: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['half a head', 'GET /healthz HTTP/1.1\r\n'],
])('a client that sends %s and ignores the end of its connection does not keep it', async (_, bytes) => {
  const { hasty: web } = webs;
  await clients.connect(app.urls[web] as string, 100, bytes);
  await eventually('they are gone', async () => (await connections(web)) < 10);
});

test('a connection that sent nothing is closed without a reply: a browser opens some early, and would take it for its answer', async () => {
  const { hasty: web } = webs;
  await clients.connect(app.urls[web] as string, 20, '');
  await eventually('they are gone', async () => (await connections(web)) < 10);
  expect(clients.answered).toBe(0);
});

test('idle connections make room for others when there are nearly MAX_CONNECTIONS', async () => {
  const { small: web } = webs;
  const url = app.urls[web] as string;
  await clients.connect(url, 20, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually('all but the last are answered', () => clients.answered >= 17);
  const reply = await rawRequest(`${url}/healthz`, { headers: { connection: 'keep-alive' } });
  expect([reply.status, reply.headers['keep-alive']]).toEqual([200, 'timeout=10']);
});

test('an address that holds half of MAX_CONNECTIONS does not get the last tenth of them', async () => {
  const { small: web } = webs;
  const url = app.urls[web] as string;
  await clients.connect(url, 30, HALF_A_HEAD, 'X-Slow: 1\r\n');
  await expect(rawRequest(`${url}/healthz`)).rejects.toThrow();
  expect((await rawRequest(`${url}/healthz`, { localAddress: '127.0.0.2' })).status).toBe(200);
});

test('a web process takes as many connections as MAX_CONNECTIONS allows', async () => {
  const { small: web } = webs;
  const url = app.urls[web] as string;
  await clients.connect(url, 20, 'GET /healthz HTTP/1.1\r\n');
  await expect(sendBytes(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')).rejects.toThrow();
  clients.leave();
  await eventually('others get in', async () => (await app.get('/healthz', { web, key: '' })).status === 200);
});
