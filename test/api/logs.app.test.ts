import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { redisContents, redisFiles } from '../harness/redis-contents.ts';
import { addWebs, newAccount, type TestAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { LogReader } from '../harness/test-system.ts';

/** Unique words: finding them anywhere means that a query or a result was written down. */
const QUERY = 'canaryquery7f3a9c';
const FOUND = 'canaryfound51d0e2';
const COOKIE = 'canarycookie8b24f6';

let app: TestApp;
let caller: TestAccount;
/** A second web process, with query logging on. */
let loud: number;
/** A third one, which logs networks in place of addresses. */
let coarse: number;

beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', ownRedis: true });
  caller = await newAccount(app);
  const proxied = { TRUST_PROXY: '127.0.0.1' };
  const webs = await addWebs(app, {
    loud: { LOG_QUERIES: 'true', ...proxied },
    coarse: { LOG_ADDRESSES: 'network', API_THROTTLE_BURST: '1/hour', ...proxied },
  });
  ({ loud, coarse } = webs);
  await app.reset();
});
afterAll(() => app?.stop());

interface SendOptions {
  key?: string;
  web?: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  signal?: AbortSignal;
}

let requests = 0;
/** Sends a request as the caller, with an id to find its log lines by. */
async function send(path: string, options: SendOptions = {}) {
  requests += 1;
  const id = `request-${requests}`;
  const headers = { cookie: COOKIE, referer: `https://caller.example/?q=${QUERY}`, 'x-request-id': id };
  const reply = await app.get(path, { key: caller.key, ...options, headers: { ...headers, ...options.headers } });
  return { id, reply };
}

const web = () => app.webs[0] as LogReader;
const worker = () => app.workers[0] as LogReader;
const linesOf = (process: LogReader, id: string) => process.lines.filter(({ reqId }) => reqId === id);
const requestLines = (id: string) => linesOf(web(), id).filter(({ msg }) => msg === 'request');

/** Waits for the log line of a request, then checks that it is the only one. */
async function requestLine(id: string): Promise<Record<string, unknown>> {
  await eventually(`the line of ${id}`, () => requestLines(id).length > 0);
  // All log lines of one request come before the line of the next.
  const { id: later } = await send('/api/v1/key/');
  await eventually('the next line', () => requestLines(later).length > 0);
  expect(requestLines(id)).toHaveLength(1);
  return requestLines(id)[0] as Record<string, unknown>;
}

describe('a request leaves one line', () => {
  const search = `/api/v1/web/?q=${QUERY}`;
  const key = () => `trib_${caller.prefix}`;

  test('with its id, method, route, status, duration and the public part of the key', async () => {
    const { id } = await send(search);
    expect(await requestLine(id)).toMatchObject({
      reqId: id,
      process: 'web',
      method: 'GET',
      route: '/api/v1/web/',
      status: 200,
      ms: expect.any(Number),
      key: key(),
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z$/),
    });
  });

  test('with its engines, each with outcome and time, cached or not', async () => {
    await app.reset();
    const q = `q=${QUERY}+engines`;
    await app.knobs('mojeek', { status: 500 });
    const { id } = await send(`/api/v1/web/?${q}`);
    const took = expect.stringMatching(/^ok \d+ ms$/);
    expect(await requestLine(id)).toMatchObject({
      engines: { engine_a: took, engine_b: expect.stringMatching(/^error \d+ ms$/), engine_c: took },
    });
    const { id: cached } = await send(`/api/v1/web/?${q}&engine=engine_a`);
    expect(await requestLine(cached)).toMatchObject({ engines: { engine_a: 'cached 0 ms' } });
    const { id: other } = await send('/api/v1/key/');
    expect(await requestLine(other)).not.toHaveProperty('engines');
  });

  test('with the address of a client that is refused, as much of it as LOG_ADDRESSES says, and of no other', async () => {
    const { id: welcome } = await send('/api/v1/key/');
    expect(await requestLine(welcome)).not.toHaveProperty('address');
    const addressAt = async (web: number) => {
      const { id } = await send('/api/v1/key/', {
        web,
        key: `${caller.key}x`,
        headers: { 'x-forwarded-for': '203.0.113.7' },
      });
      const process = app.webs[web] as LogReader;
      const line = await eventually('the line', () => linesOf(process, id).find(({ msg }) => msg === 'request'));
      expect(line.status).toBe(401);
      return line.address;
    };
    expect(await addressAt(loud)).toBe('203.0.113.7');
    expect(await addressAt(coarse)).toBe('203.0.113.0/24');
    const limited = await newAccount(app);
    for (const status of [200, 429]) {
      const { id, reply } = await send('/api/v1/key/', { web: coarse, key: limited.key });
      expect(reply.status).toBe(status);
      const process = app.webs[coarse] as LogReader;
      const line = await eventually('the line', () => linesOf(process, id).find(({ msg }) => msg === 'request'));
      expect(line.address).toBe(status === 200 ? undefined : '127.0.0.0/24');
    }
  });

  test.each([
    ['a cached search', search, 200, '/api/v1/web/'],
    ['a path without its slash', `/api/v1/web?q=${QUERY}`, 200, '/api/v1/web'],
    ['the root', '/api/v1/', 200, '/api/v1/'],
    ['the status', '/api/v1/status/', 200, '/api/v1/status/'],
    ['a bad parameter', `${search}&page=0&engine=${QUERY}`, 400, '/api/v1/web/'],
  ])('after %s', async (_, path, status, route) => {
    const { id, reply } = await send(path);
    expect(reply.status).toBe(status);
    const line = await requestLine(id);
    expect(line).toMatchObject({ status, ms: expect.any(Number), key: key() });
    expect(String(line.route).replace(/\/$/, '')).toBe(route.replace(/\/$/, ''));
  });

  test('without a key when none was accepted', async () => {
    const { id, reply } = await send(search, { key: `${caller.key.slice(0, -6)}000000` });
    expect(reply.status).toBe(401);
    const line = await requestLine(id);
    expect(line).toMatchObject({ status: 401, route: '/api/v1/web/' });
    expect(line.key).toBeUndefined();
  });

  test('without its path when the route does not exist', async () => {
    const { id, reply } = await send(`/api/v1/${QUERY}/?q=${QUERY}&api_key=${caller.key}`);
    expect(reply.status).toBe(404);
    expect(await requestLine(id)).toMatchObject({ status: 404, method: 'GET' });
  });

  test('when its client disconnects before the reply', async () => {
    await app.reset();
    await app.hold('brave', 'mojeek', 'marginalia');
    const leaving = new AbortController();
    const headers = { 'x-request-id': 'left-early' };
    const left = send(`/api/v1/web/?q=${QUERY}+left`, { headers, signal: leaving.signal });
    left.catch(() => {});
    await eventually('the call is under way', async () => (await app.calls('mojeek')).length === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await app.reset();
    const line = await requestLine('left-early');
    expect(line).toMatchObject({ route: '/api/v1/web/', key: key() });
    expect(line.status).not.toBe(200);
  });

  test('and the worker logs the same id for every engine called', async () => {
    await app.reset();
    const { id } = await send(`/api/v1/web/?q=${QUERY}+worker`);
    await eventually('the lines of the worker', () => linesOf(worker(), id).length === 3);
    expect(
      linesOf(worker(), id)
        .map(({ provider }) => provider)
        .sort(),
    ).toEqual(['brave', 'marginalia', 'mojeek']);
  });

  test('and a failing engine is logged with the reason and the id', async () => {
    await app.reset();
    await app.knobs('mojeek', { status: 500 });
    const { id } = await send(`/api/v1/web/?q=${QUERY}+failing`);
    const failed = await eventually('the failure is logged', () =>
      linesOf(worker(), id).find(({ provider, code }) => provider === 'mojeek' && code === 'upstream'),
    );
    expect(failed).toMatchObject({ process: 'worker', reason: expect.stringMatching(/\S/), level: 40 });
    expect(failed.msg).toMatch(/^call to \w+ failed$/);
  });
});

describe('the query and the key', () => {
  const upstreams = ['brave', 'mojeek', 'marginalia'];

  /** Triggers everything that could make a process log too much. */
  async function provoke(): Promise<void> {
    const troubles = [
      {},
      { status: 500, body: `{"error":"${FOUND}"}` },
      { status: 200, body: FOUND },
      { status: 401, body: `{"message":"unknown key test-brave-key, test-mojeek-key ${FOUND}"}` },
      { status: 200, body: JSON.stringify({ response: { status: `ERROR: test-mojeek-key ${FOUND}` } }) },
      { mode: 'reset' as const },
      { mode: 'redirect' as const, location: `http://127.0.0.1:9/?q=${QUERY}&api_key=test-mojeek-key` },
      { mode: 'garbage' as const },
    ];
    for (const [i, knobs] of troubles.entries()) {
      await app.reset();
      for (const upstream of upstreams) await app.knobs(upstream, knobs);
      await send(`/api/v1/web/?q=${QUERY}+trouble+${i}`);
    }
    await app.reset();
    const results = [{ url: `https://${FOUND}.example/${FOUND}`, title: FOUND, description: FOUND, desc: FOUND }];
    await app.knobs('brave', { status: 200, body: JSON.stringify({ query: { altered: FOUND }, web: { results } }) });
    await app.knobs('mojeek', { status: 200, body: JSON.stringify({ response: { status: 'OK', results } }) });
    await app.knobs('marginalia', { status: 200, body: JSON.stringify({ results }) });
    const { reply } = await send(`/api/v1/web/?q=${QUERY}+found`);
    expect(reply.body.results[0].title).toBe(FOUND);
    expect(reply.body.correction).toBe(FOUND);

    await send(
      `/api/v1/web/?q=${QUERY}&q=${QUERY}&safe=${QUERY}&lang=${QUERY}&engine=${QUERY}&page=${QUERY}&date=${QUERY}`,
    );
    await send(`/api/v1/web/?api_key=${caller.key}&key=${caller.key}`, { key: '' });
    await send('/api/v1/key/', { key: '', headers: { authorization: `Bearer ${caller.key}` } });
    await send('/api/v1/key/', { key: `${caller.key}x` });
    const text = new URLSearchParams({ q: `${QUERY} ${QUERY}`, target: 'de', source: 'en' });
    await app.knobs('libretranslate', { status: 500, body: FOUND });
    await send('/api/v1/translate/', { method: 'POST', body: text });
    await app.knobs('libretranslate', {});
    expect((await send('/api/v1/translate/', { method: 'POST', body: text })).reply.body.translated_text).toContain(
      QUERY,
    );
    const json = { 'content-type': 'application/json' };
    await send('/api/v1/web/', { method: 'POST', headers: json, body: `{"q":"${QUERY}", broken` });
    await send('/api/v1/web/', { method: 'POST', headers: json, body: JSON.stringify({ q: QUERY.repeat(10_000) }) });
    await rawRequest(`${app.urls[0]}/api/v1/%zz${QUERY}?q=${QUERY}&key=${caller.key}`);
    // Causes an unexpected error, which is logged with its stack and message.
    const broken = await newAccount(app);
    await app.client.set(redisKeys.keyUsage(broken.prefix, usagePeriod(new Date()).month), 'not a hash');
    const { reply: unexpected } = await send(`/api/v1/web/?q=${QUERY}`, { key: broken.key });
    expect(unexpected.status).toBe(500);
  }

  beforeAll(provoke);

  test('are in no log line of any process, whatever goes wrong', async () => {
    const secret = caller.key.split('.')[1] as string;
    for (const [name, { output }] of Object.entries({ web: web(), worker: worker() })) {
      expect(output.length, name).toBeGreaterThan(1_000);
      for (const word of [QUERY, FOUND, COOKIE, secret, 'test-mojeek-key', 'test-brave-key']) {
        expect(output.toLowerCase().includes(word.toLowerCase()), `${word} in the output of ${name}`).toBe(false);
      }
    }
    for (const line of [...web().lines, ...worker().lines]) expect(JSON.stringify(line)).not.toMatch(/unhandled/i);
  });

  /** Searches for the words in plain text and in base64. */
  function expectSealed(text: string, where: string): void {
    const decoded = [...text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].map(([part]) =>
      Buffer.from(part, 'base64').toString('latin1'),
    );
    for (const word of [QUERY, FOUND, caller.key.split('.')[1] as string]) {
      expect(text.includes(word), `${word} in ${where}`).toBe(false);
      expect(
        decoded.some((part) => part.includes(word)),
        `${word} encoded in ${where}`,
      ).toBe(false);
    }
  }

  test('cannot be read in Redis or its files afterwards, neither in caches nor in failed jobs', async () => {
    const contents = await redisContents(app.client);
    // Make sure that there is something to search: accounts, cached slices and failed jobs.
    expect(contents).toContain(caller.username);
    expect(contents).toMatch(/\{trib:cache:/);
    expect(contents).toMatch(/"failedReason":"[^"]*: upstream/);
    expectSealed(contents, 'Redis');
    const files = redisFiles(app.redis.dir);
    expect(files.some(({ name, text }) => /appendonly/.test(name) && text.includes(caller.username))).toBe(true);
    for (const { name, text } of files) expectSealed(text, name);
  });

  test('cannot be read in Redis or its files while the search is running', async () => {
    await app.reset();
    await app.hold(...upstreams);
    const under = send(`/api/v1/web/?q=${QUERY}+under+way`);
    await eventually('the calls are under way', async () => (await app.calls('mojeek')).length === 1);
    const contents = await redisContents(app.client);
    expect(contents).toContain('deadlineAt');
    expectSealed(contents, 'Redis');
    for (const { name, text } of redisFiles(app.redis.dir)) expectSealed(text, name);
    await app.healUpstreams();
    expect((await under).reply.status).toBe(200);
  });
});

describe('LOG_QUERIES=true', () => {
  test('logs the query with its request, but never a key', async () => {
    await app.reset();
    const { id, reply } = await send(`/api/v1/web/?q=%20${QUERY}%20`, { web: loud });
    expect(reply.status).toBe(200);
    const process = app.webs[loud] as LogReader;
    const line = await eventually('the line of the request', () =>
      linesOf(process, id).find(({ msg }) => msg === 'request'),
    );
    expect(line).toMatchObject({ route: '/api/v1/web/', status: 200, q: QUERY });
    expect(process.output).not.toContain(caller.key.split('.')[1]);
    expect(process.output).not.toContain(COOKIE);
  });
});
