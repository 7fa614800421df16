import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CollectedSpan, Collector } from '../harness/collector.ts';
import { eventually, type TestProcess } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import type { Reply } from '../harness/test-system.ts';

/** In every query, and nowhere else. */
const CANARY = `sphinx${randomBytes(4).toString('hex')}`;
const CALLER = 'c0ffee00c0ffee00';
const ENGINES = ['brave', 'mojeek', 'marginalia'];
const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];
const ERROR = 2;
/** The packages that a process has loaded are in its last line. */
const NODE_OPTIONS = `--require ${path.resolve('test/harness/loaded-modules.cjs')}`;

const newTraceId = () => randomBytes(16).toString('hex');
const traceparent = (traceId: string, flags = '01') => `00-${traceId}-${CALLER}-${flags}`;
const loadedBy = (process: TestProcess | undefined) => process?.lines.find(({ msg }) => msg === 'loaded');

let collector: Collector;
let silent: Collector;
let stack: Stack;
const ids = {
  search: newTraceId(),
  first: newTraceId(),
  sameProcess: newTraceId(),
  otherProcess: newTraceId(),
  failing: newTraceId(),
  allFailing: newTraceId(),
  batch: newTraceId(),
  unsampled: newTraceId(),
};
const replies: Partial<Record<keyof typeof ids | 'silentCollector' | 'untraced', Reply>> = {};
let exitCodes: (number | null)[];

async function search(name: keyof typeof ids, words: string, { web = 0, flags = '01' } = {}): Promise<void> {
  const headers = { traceparent: traceparent(ids[name], flags), tracestate: `vendor=${CANARY}` };
  replies[name] = await stack.search(`${CANARY} ${words}`, { web, headers });
}

/** Three searches for the same at once: one makes the calls, one waits in its process, one in another process. */
async function shareCalls(): Promise<void> {
  await stack.askBefore(`/api/v1/web/?q=${encodeURIComponent(`${CANARY} shared`)}`);
  await stack.hold(...ENGINES);
  const first = search('first', 'shared');
  await eventually('the engines are asked', async () => (await stack.calls('marginalia')).length > 0);
  const missed = async () => {
    const { text } = await stack.get('/metrics', { key: '' });
    return Number(/^tributary_cache_lookups_total\{provider="brave",result="miss"\} (\d+)/m.exec(text)?.[1]);
  };
  const before = await missed();
  const others = [search('sameProcess', 'shared'), search('otherProcess', 'shared', { web: 1 })];
  await eventually('the process has both', async () => (await missed()) > before);
  await eventually('the other process waits', async () => {
    const waiters = await stack.client.keys('{trib:*:waiters:*');
    return (await Promise.all(waiters.map((key) => stack.client.scard(key)))).includes(2);
  });
  await stack.healUpstreams();
  await Promise.all([first, ...others]);
}

/** Everything that has the caller's words in other places than parameters. */
async function sayCanaryEverywhere(): Promise<void> {
  const form = new URLSearchParams({ q: CANARY, target: 'de' });
  await stack.get('/api/v1/translate/', { method: 'POST', body: form });
  for (const at of ['instant/?q=define+', 'maps/?q=', 'suggest/?q=', 'cards/?q=', '']) {
    await stack.get(`/api/v1/${at}${CANARY}`);
  }
  // The page that is wanted is in the path. It is not public, so nobody fetches it.
  await stack.get(`/compat/jina/http://127.0.0.1:1/${CANARY}`);
}

beforeAll(async () => {
  collector = await Collector.start();
  silent = await Collector.start({ answers: false });
  // Nothing is sent until the processes end.
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '600000', NODE_OPTIONS };
  stack = await Stack.start({ web: 2, env: { ...env, API_THROTTLE_SUSTAINED: 'off' } });
  await stack.addWeb({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url, OTEL_BSP_SCHEDULE_DELAY: '1' });
  await stack.untilSearching(2);
  await eventually('the processes know each other', async () => (await stack.client.zcard('trib:webs')) === 3);
  await search('search', 'search');
  await shareCalls();
  await search('unsampled', 'unsampled', { flags: '00' });
  await sayCanaryEverywhere();
  const requests = [1, 2].map((n) => ({ endpoint: 'web', params: { q: `${CANARY} ${n}` } }));
  const headers = { 'content-type': 'application/json', traceparent: traceparent(ids.batch) };
  replies.batch = await stack.get('/api/v1/batch/', { method: 'POST', headers, body: JSON.stringify({ requests }) });
  replies.silentCollector = await stack.search(`${CANARY} silent`, { web: 2 });
  await stack.knobs('mojeek', { status: 500 });
  await search('failing', 'failing');
  for (const engine of ENGINES) await stack.knobs(engine, { status: 500 });
  await search('allFailing', 'all failing');
  const traced = [...stack.webs, ...stack.workers];
  const ends = Promise.all(traced.map((process) => process.stop('SIGTERM')));
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: '' };
  stack.addWorker(off);
  await stack.addWeb(off);
  exitCodes = await ends;
  await eventually('the new processes are connected', async () => (await fetch(`${stack.urls[3]}/readyz`)).ok);
  await stack.reset();
  await stack.untilSearching(3);
  const untraced = { traceparent: traceparent(newTraceId()) };
  replies.untraced = await stack.search(`${CANARY} untraced`, { web: 3, headers: untraced });
  await Promise.all([...stack.webs, ...stack.workers].map((process) => process.stop('SIGTERM')));
}, 60_000);
afterAll(async () => {
  await stack?.stop();
  await collector?.close();
  await silent?.close();
});

const only = (spans: readonly CollectedSpan[], kind: number): CollectedSpan => {
  const found = spans.filter((span) => span.kind === kind);
  expect(found.map(({ name }) => name)).toHaveLength(1);
  return found[0] as CollectedSpan;
};
const named = (spans: readonly CollectedSpan[], name: string) => spans.find((span) => span.name === name);
const childrenOf = (spans: readonly CollectedSpan[], { spanId }: CollectedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId);

describe('a search is one trace', () => {
  test('from its caller through web process, queue and worker to each engine', () => {
    const spans = collector.trace(ids.search);
    const server = only(spans, SERVER);
    const { status } = replies.search as Reply;
    expect(status).toBe(200);
    expect(server).toMatchObject({
      service: 'tributary-web',
      name: 'GET /api/v1/web/',
      parentSpanId: CALLER,
      status: { code: 0 },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v1/web/',
        'http.response.status_code': 200,
        'url.scheme': 'http',
      },
    });
    const sent = only(spans, PRODUCER);
    expect(sent).toMatchObject({ name: 'send fan-out', service: 'tributary-web', parentSpanId: server.spanId });
    const processed = only(spans, CONSUMER);
    expect(processed).toMatchObject({
      name: 'process fan-out',
      service: 'tributary-worker',
      parentSpanId: sent.spanId,
      attributes: { 'messaging.system': 'bullmq', 'messaging.destination.name': 'fan-out' },
    });
    expect(processed.attributes['messaging.message.id']).toBe(sent.attributes['messaging.message.id']);
    const calls = childrenOf(spans, processed);
    expect(calls.map(({ name }) => name).sort()).toEqual(ENGINES.map((engine) => `${engine} web`).sort());
    for (const call of calls) {
      const exchanges = childrenOf(spans, call);
      expect(exchanges).toHaveLength(1);
      expect(exchanges[0]).toMatchObject({
        name: 'GET',
        kind: CLIENT,
        service: 'tributary-worker',
        attributes: {
          'server.address': '127.0.0.1',
          'server.port': Number(new URL(stack.sandboxUrl).port),
          'http.response.status_code': 200,
        },
      });
    }
    expect(spans).toHaveLength(3 + 2 * ENGINES.length);
  });

  test('whose id is in the log lines of both processes', () => {
    const lines = [stack.webs[0], stack.workers[0]].map((process) =>
      process?.lines.filter(({ trace_id }) => trace_id === ids.search).map(({ msg }) => msg),
    );
    expect(lines).toEqual([['request'], ['called', 'called', 'called']]);
  });

  test('with those of a batch', () => {
    expect(replies.batch?.status).toBe(200);
    const spans = collector.trace(ids.batch);
    const batch = named(spans, 'POST /api/v1/batch/') as CollectedSpan;
    expect(batch.parentSpanId).toBe(CALLER);
    expect(childrenOf(spans, batch).map(({ name }) => name)).toEqual(['GET /api/v1/web/', 'GET /api/v1/web/']);
  });
});

test.each(['sameProcess', 'otherProcess'] as const)(
  'a search that shares the calls of another (%s) names them',
  (who) => {
    expect(replies[who]?.status).toBe(200);
    const calls = collector.trace(ids.first).filter(({ name }) => name.endsWith(' web'));
    expect(calls).toHaveLength(ENGINES.length);
    const spans = collector.trace(ids[who]);
    const joined = childrenOf(spans, only(spans, SERVER));
    expect(spans).toHaveLength(1 + ENGINES.length);
    for (const { spanId, traceId, name } of calls) {
      const join = named(joined, `join ${name.replace(' web', '')}`);
      expect(join?.links).toEqual([expect.objectContaining({ traceId, spanId })]);
    }
  },
);

test('a call that fails is an error in the trace, and the search that others answer is not', () => {
  const spans = collector.trace(ids.failing);
  expect(replies.failing?.status).toBe(200);
  expect(only(spans, SERVER).status.code).toBe(0);
  const call = named(spans, 'mojeek web') as CollectedSpan;
  expect(call).toMatchObject({ status: { code: ERROR }, attributes: { 'error.type': 'upstream' } });
  const [exchange] = childrenOf(spans, call);
  expect(exchange).toMatchObject({
    status: { code: ERROR },
    attributes: { 'error.type': '500', 'http.response.status_code': 500 },
  });
  expect(named(spans, 'brave web')?.status.code).toBe(0);
});

test('a search that no engine answers is an error', () => {
  expect(replies.allFailing?.status).toBe(503);
  expect(only(collector.trace(ids.allFailing), SERVER)).toMatchObject({
    status: { code: ERROR },
    attributes: { 'error.type': '503', 'http.response.status_code': 503 },
  });
});

test('a caller who does not want its request recorded is heard, in the worker as well', () => {
  expect(replies.unsampled?.status).toBe(200);
  expect(collector.trace(ids.unsampled)).toEqual([]);
});

test('nothing that was searched is in what the collector received', () => {
  const names = new Set(collector.spans.map(({ name }) => name));
  for (const name of ['GET /api/v1/instant/', 'GET /api/v1/maps/', 'POST /api/v1/translate/', 'GET /compat/jina/*']) {
    expect([...names]).toContain(name);
  }
  expect(collector.received).not.toContain(CANARY);
  expect(collector.received).not.toContain('test-brave-key');
  expect(collector.received).not.toContain(stack.key);
});

test('the checks of load balancers and Prometheus are not traced', () => {
  expect(collector.spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([]);
});

test('a collector that does not answer hurts neither requests nor the end of a process', () => {
  expect(replies.silentCollector?.status).toBe(200);
  expect(exitCodes).toEqual(exitCodes.map(() => 0));
  expect(stack.webs[2]?.output).not.toContain('stopped before all work had finished');
});

test('without a collector, nothing of OpenTelemetry is loaded but its interface, which prom-client needs', () => {
  expect(replies.untraced?.status).toBe(200);
  for (const process of [stack.webs[0], stack.workers[0]]) {
    expect(loadedBy(process)?.packages).toContain('@opentelemetry/sdk-trace-base');
  }
  for (const process of [stack.webs[3], stack.workers[1]]) {
    expect(loadedBy(process)?.packages).toEqual([]);
    expect(process?.output).not.toContain('trace_id');
  }
});

test('without threads for instant answers, a web process that was not asked for any has not loaded them', () => {
  expect(loadedBy(stack.webs[3])?.answers).toBe(false);
});
