import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../../lib/version.ts';
import { changeHealth } from '../harness/health.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { addWebs, newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

const TOKEN = 'a-token-for-the-scraper';
const CANARY = 'canaryquery0c9d11';

let app: TestApp;
/** Web processes: open (the first), with a token, behind a trusted proxy, with tight limits, with short deadlines. */
let webs: Record<'guarded' | 'proxied' | 'limited' | 'hurried', number>;

beforeAll(async () => {
  app = await TestApp.start({ env: { PROBE_INTERVAL_S: '0', API_THROTTLE_SUSTAINED: 'off' } });
  webs = await addWebs(app, {
    guarded: { METRICS_TOKEN: TOKEN },
    proxied: { TRUST_PROXY: '127.0.0.1' },
    limited: { API_THROTTLE_BURST: '2/min', API_MONTHLY_LIMIT: '1', AUTH_FAILURES_PER_MIN: '2' },
    hurried: { REQUEST_DEADLINE_MS: '1000' },
  });
});
beforeEach(() => app.reset());
afterAll(() => app?.stop());

const scrape = (options: Parameters<TestApp['get']>[1] = {}) => app.get('/metrics', { key: '', ...options });

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const HELP = /^# HELP [a-z_:][a-z0-9_:]* \S.*$/;
const TYPE = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/;
const SAMPLE =
  /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?(?:[\d.]+(?:e[+-]?\d+)?|Inf)|\+Inf|NaN)$/i;

/** Parses Prometheus' text format and fails on an invalid line or one without exactly one type. */
function parse(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const types = new Set<string>();
  return text.split('\n').flatMap((line) => {
    if (line === '' || HELP.test(line)) return [];
    const [, type, kind] = TYPE.exec(line) ?? [];
    if (type) {
      // As `promtool check metrics` does.
      if (kind !== 'counter' && type.endsWith('_total')) throw new Error(`Named like a counter: ${line}`);
      if (types.has(type)) throw new Error(`A second type: ${line}`);
      types.add(type);
      return [];
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    const typed = types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, ''));
    if (name === '' || !typed) throw new Error(`Not a sample, or one without a type: ${line}`);
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}

/** The sum of all samples with this name and these labels. */
async function read(name: string, labels: Record<string, string> = {}, options: Parameters<TestApp['get']>[1] = {}) {
  const reply = await scrape(options);
  expect(reply.status, reply.text).toBe(200);
  return parse(reply.text)
    .filter((sample) => sample.name === name && Object.entries(labels).every(([key, v]) => sample.labels[key] === v))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Checks how much a call adds to a metric, and waits for counts that follow the reply. */
async function added(
  [name, labels, options]: Parameters<typeof read>,
  by: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await read(name, labels, options);
  await work();
  await eventually(`${name} ${JSON.stringify(labels)} grows by ${by}`, async () => {
    return (await read(name, labels, options)) >= before + by;
  });
  expect(await read(name, labels, options)).toBe(before + by);
}

describe('the metrics', () => {
  test('are open to this machine when no token is set', async () => {
    const reply = await scrape();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(parse(reply.text).length).toBeGreaterThan(10);
  });

  test.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['forwarded', 'for=127.0.0.1'],
  ])('are closed to requests through a proxy (%s: %s), trusted or not', async (name, value) => {
    for (const web of [0, webs.proxied]) {
      const reply = await scrape({ web, headers: { [name]: value } });
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({ detail: 'Metrics are for this machine only, unless METRICS_TOKEN is set.' });
      expect(reply.text).not.toContain('tributary_');
    }
  });

  test.each([
    ['localhost:3000', 200],
    ['127.0.0.1', 200],
    ['[::1]:3000', 200],
    ['rebound.example', 403],
    ['localhost.rebound.example:3000', 403],
    ['127.0.0.1.rebound.example', 403],
    ['router', 403],
  ])('are closed to a website whose name leads to this machine: Host "%s" gets a %i', async (host, status) => {
    expect((await rawRequest(`${app.urls[0]}/metrics`, { headers: { host } })).status).toBe(status);
    expect((await rawRequest(`${app.urls[webs.proxied]}/metrics`, { headers: { host } })).status).toBe(status);
  });

  // test/lib/metrics/metrics-access.test.ts has the other settings that let others reach an instance.
  test('with a public PUBLIC_URL and no token are closed', async () => {
    const web = app.urls.indexOf(await app.addWeb({ PUBLIC_URL: 'https://search.example.org' }));
    const reply = await scrape({ web });
    expect([reply.status, reply.body]).toEqual([403, { detail: expect.stringContaining('METRICS_TOKEN') }]);
  });

  test('are open to any caller with the token when one is set', async () => {
    for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN} `]) {
      for (const proxy of [{}, { 'x-forwarded-for': '203.0.113.7' }]) {
        const reply = await scrape({ web: webs.guarded, headers: { authorization, ...proxy } });
        expect(reply.status).toBe(200);
        expect(parse(reply.text).length).toBeGreaterThan(10);
      }
    }
  });

  test('are then closed to all others, including this machine', async () => {
    const wrong = [undefined, 'Bearer wrong', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN, `Basic ${TOKEN}`];
    for (const authorization of [...wrong, 'Bearer', `Api-Key ${app.key}`]) {
      const reply = await scrape({ web: webs.guarded, headers: authorization === undefined ? {} : { authorization } });
      expect(reply.status, authorization).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expect(reply.body).toEqual({ detail: 'Give the metrics token.' });
    }
    expect((await app.get(`/metrics?token=${TOKEN}`, { key: '', web: webs.guarded })).status).toBe(401);
  });

  test('are read-only', async () => {
    const reply = await scrape({ method: 'POST' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET');
  });
});

describe('the metrics count', () => {
  const REQUESTS = 'tributary_requests_total';
  const search = (q: string, options: Parameters<TestApp['get']>[1] = {}) => app.search(q, options);

  test('requests by route, method and status', async () => {
    const route = '/api/v1/web/';
    await added([REQUESTS, { route, method: 'GET', status: '200' }], 2, async () => {
      await search('one');
      // The same route without its trailing slash.
      await app.get('/api/v1/web?q=two');
    });
    await added([REQUESTS, { route, status: '400' }], 1, () => app.get('/api/v1/web/'));
    await added([REQUESTS, { route, status: '401' }], 1, () => search('x', { key: '' }));
    await added([REQUESTS, { route: '/api/v1/translate/', method: 'POST', status: '200' }], 1, () =>
      app.get('/api/v1/translate/', { method: 'POST', body: new URLSearchParams({ q: 'Thank you.', target: 'de' }) }),
    );
    await added([REQUESTS, { route: '/api/v1/maps/', status: '200' }], 1, () => app.get('/api/v1/maps/?q=Berlin'));
    await added(['tributary_request_seconds_count', { route }], 1, () => search('three'));
  });

  test('all unknown routes under one name, whatever paths are tried', async () => {
    await added([REQUESTS, { route: 'none', status: '404' }], 3, async () => {
      for (const path of ['/a', '/b?c=d', '/api/v2/web/']) await app.get(path);
    });
    const routes = parse((await scrape()).text).flatMap(({ name, labels }) =>
      name === REQUESTS ? [labels.route] : [],
    );
    for (const route of routes) expect(route).toMatch(/^(none|\/|\/(api\/v1\/[a-z/]*|healthz|readyz|metrics|docs.*))$/);
  });

  test('clients that disconnect before the reply', async () => {
    await app.knobs('brave', { mode: 'hang' });
    await added([REQUESTS, { route: '/api/v1/web/', status: '499' }], 1, async () => {
      const leave = new AbortController();
      const gone = search('gone', { signal: leave.signal }).catch(() => 'left');
      await eventually('it is under way', async () => (await app.calls('brave')).length > 0);
      leave.abort();
      expect(await gone).toBe('left');
    });
  });

  test.each([
    ['ok', {}],
    ['upstream', { status: 500 }],
    ['rate_limited', { status: 429 }],
    ['refused', { status: 401 }],
    ['rejected', { status: 400 }],
    ['upstream', { mode: 'garbage' as const }],
    ['timeout', { mode: 'hang' as const }],
  ])('calls to a provider by their outcome: %s after %j', async (outcome, knobs) => {
    await app.knobs('mojeek', knobs);
    const at = { web: outcome === 'timeout' ? webs.hurried : 0 };
    await added(['tributary_upstream_calls_total', { provider: 'mojeek', outcome }, at], 1, async () => {
      await added(['tributary_upstream_calls_total', { provider: 'brave', outcome: 'ok' }, at], 1, () =>
        search(`outcome ${outcome} ${JSON.stringify(knobs)}`, at),
      );
    });
  });

  test('how long calls to a provider take, if they are made', async () => {
    const TOOK = 'tributary_upstream_call_seconds_count';
    await added([TOOK, { provider: 'brave' }], 1, () => search('took'));
    await changeHealth(app.client, 'mojeek', { state: 'down', openUntil: Date.now() + 60_000 });
    await app.refreshHealth();
    await added([TOOK, { provider: 'mojeek' }], 0, () => search('took by others'));
  });

  test('cache lookups, and replies from memory', async () => {
    const LOOKUPS = 'tributary_cache_lookups_total';
    const provider = 'marginalia';
    await added([LOOKUPS, { provider, result: 'miss' }], 1, () => search('cache'));
    await added([LOOKUPS, { provider, result: 'hit' }], 1, () => search('cache'));
    await added(['tributary_hot_replies_total'], 1, async () => {
      await added([LOOKUPS, { provider }], 0, () => search('cache'));
    });
  });

  test('queue waits and queued jobs', async () => {
    await added(['tributary_queue_wait_seconds_count', { provider: 'brave' }], 1, () => search('wait'));
    expect(await read('tributary_queue_wait_seconds_sum', { provider: 'brave' })).toBeGreaterThanOrEqual(0);
    const active = () => read('tributary_queue_jobs', { provider: 'nominatim-maps', state: 'active' });
    expect(await active()).toBe(0);
    await app.hold('nominatim');
    const pending = app.get('/api/v1/maps/?q=Hamburg');
    await eventually('a job is under way', async () => (await active()) === 1);
    await app.knobs('nominatim', {});
    expect((await pending).status).toBe(200);
    await eventually('no job is under way', async () => (await active()) === 0);
    const states = parse((await scrape()).text).filter(({ name }) => name === 'tributary_queue_jobs');
    expect(new Set(states.map(({ labels }) => labels.state))).toEqual(new Set(['waiting', 'active', 'failed']));
    expect(states.map(({ labels }) => labels.provider)).toEqual(expect.arrayContaining(['brave', 'nominatim-maps']));
  });

  test('the threads and tasks of the pool for instant answers', async () => {
    // The first task loads the threads.
    expect((await app.get('/api/v1/instant/?q=prime+factors+of+9223371994482243049')).status).toBe(200);
    const figures = async () => {
      const pool = parse((await scrape()).text).filter(({ name }) => name === 'tributary_instant_pool');
      return Object.fromEntries(pool.map(({ labels, value }) => [labels.figure, value]));
    };
    expect(Object.keys(await figures()).sort()).toEqual(['aborted', 'refused', 'tasks', 'threads', 'waiting']);
    // The test settings start one thread. It is replaced if the task takes too long on a busy machine.
    await eventually('the thread is there', async () => (await figures()).threads === 1);
  });

  test('refused callers by reason', async () => {
    const web = webs.limited;
    const THROTTLED = 'tributary_throttled_total';
    const { key } = await newAccount(app);
    const statuses: number[] = [];
    await added([THROTTLED, { reason: 'month' }, { web }], 1, async () => {
      for (let i = 0; i < 2; i++) statuses.push((await search(`month ${i}`, { key, web })).status);
    });
    const other = (await newAccount(app)).key;
    await added([THROTTLED, { reason: 'rate' }, { web }], 2, async () => {
      for (let i = 0; i < 4; i++) statuses.push((await app.get('/api/v1/key/', { key: other, web })).status);
    });
    await added([THROTTLED, { reason: 'bad_keys' }, { web }], 1, async () => {
      for (let i = 0; i < 3; i++) statuses.push((await search('x', { key: 'bad', web })).status);
    });
    expect(statuses).toEqual([200, 429, 200, 200, 429, 429, 401, 401, 429]);
  });

  test('nothing with a user’s text or key in it', async () => {
    const { key, prefix } = await newAccount(app);
    for (const path of ['web/', 'suggest/', 'maps/', 'cards/', `nothing-${CANARY}/`]) {
      await app.get(`/api/v1/${path}?q=${CANARY}&${CANARY}=1`, { key });
    }
    await app.get(`/api/v1/translate/?q=${CANARY}&target=${CANARY}`, { key });
    await app.get(`/${CANARY}`, { key });
    for (const [web, headers] of [
      [0, {}],
      [webs.guarded, { authorization: `Bearer ${TOKEN}` }],
    ] as const) {
      const { text } = await scrape({ web, headers });
      for (const secret of [CANARY, key, prefix, app.key, TOKEN, 'test-brave-key', '127.0.0.1']) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

describe('a worker process with WORKER_PORT', () => {
  let base: string;
  beforeAll(async () => {
    const port = await testPort();
    base = `http://127.0.0.1:${port}`;
    app.addWorker({ WORKER_PORT: String(port) });
    await eventually('it listens', async () => (await fetch(`${base}/healthz`)).ok);
  });

  const valueIn = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
    samples.find((one) => one.name === name && Object.entries(labels).every(([key, v]) => one.labels[key] === v))
      ?.value;

  test('says that it is alive and ready, and has metrics of its own', async () => {
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok', version: VERSION });
    await eventually('it is ready', async () => (await fetch(`${base}/readyz`)).status === 200);
    expect((await fetch(`${base}/other`)).status).toBe(404);
    await eventually('both workers are seen', async () => {
      const samples = parse(await (await fetch(`${base}/metrics`)).text());
      expect(valueIn(samples, 'tributary_breaker_open', { provider: 'brave' })).toBe(0);
      expect(valueIn(samples, 'tributary_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
      expect(valueIn(samples, 'tributary_redis_up', { redis: 'main' })).toBe(1);
      expect(valueIn(samples, 'tributary_redis_round_trip_seconds', { redis: 'main' })).toBeGreaterThan(0);
      return valueIn(samples, 'tributary_workers') === 2;
    });
  });

  test('shows an open breaker and the calls that run, and so does a web process', async () => {
    await changeHealth(app.client, 'mojeek', { state: 'down', openUntil: Date.now() + 60_000 });
    await app.refreshHealth();
    const release = await app.takePermits('brave');
    try {
      const samples = parse(await (await fetch(`${base}/metrics`)).text());
      expect(valueIn(samples, 'tributary_breaker_open', { provider: 'mojeek' })).toBe(1);
      expect(valueIn(samples, 'tributary_worker_calls', { provider: 'brave', state: 'running' })).toBe(1);
      expect(valueIn(samples, 'tributary_worker_calls', { provider: 'brave', state: 'waiting' })).toBe(0);
      expect(valueIn(samples, 'tributary_worker_permits', { provider: 'brave' })).toBe(200);
    } finally {
      release();
    }
    expect(await read('tributary_breaker_open', { provider: 'mojeek' })).toBe(1);
    expect(await read('tributary_workers')).toBe(2);
  });

  test('works without its server if the port is taken, and says so', async () => {
    const worker = app.addWorker({ WORKER_PORT: new URL(base).port });
    // Redis, which keeps nothing here, is warned of as well.
    const warnings = () =>
      worker.lines.filter(({ level, msg }) => level === 40 && !String(msg).startsWith('Persistence'));
    await eventually('it says so', () => warnings().length > 0);
    expect(warnings().map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^WORKER_PORT: .*EADDRINUSE.*this worker serves no health checks or metrics/),
    ]);
    await worker.stop();
  });

  test('lets only those read its metrics who may read those of a web process', async () => {
    expect((await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(403);
    expect((await rawRequest(`${base}/metrics`, { headers: { host: 'rebound.example' } })).status).toBe(403);
    const port = await testPort();
    app.addWorker({ WORKER_PORT: String(port), METRICS_TOKEN: TOKEN });
    const url = `http://127.0.0.1:${port}/metrics`;
    await eventually('a worker asks for the token', async () => (await fetch(url)).status === 401);
    expect((await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });
});
