import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog } from '../../lib/log/log.ts';
import { loadTracing } from '../../lib/tracing/load-tracing.ts';
import type { Tracing } from '../../lib/tracing/span.ts';
import { exchangeStep } from '../../lib/tracing/steps.ts';
import { Collector } from '../harness/collector.ts';

const CALLER = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}`;
let collector: Collector;
let errors: ErrorReporter;
const before = { ...process.env };
beforeEach(async () => {
  collector = await Collector.start();
  errors = new ErrorReporter(createLog('test', 'silent'));
});
afterEach(async () => {
  process.env = { ...before };
  await collector.close();
});

async function tracingWith(env: Record<string, string>, otlpEndpoint = collector.url): Promise<Tracing> {
  Object.assign(process.env, env);
  return (await loadTracing({ otlpEndpoint }, 'web', errors)) as Tracing;
}

test('there is none without the address of a collector', async () => {
  expect(await loadTracing({ otlpEndpoint: '' }, 'web', errors)).toBeUndefined();
});

test.each([
  ['unset', {}, undefined, '01'],
  ['unset', {}, `${CALLER}-00`, '00'],
  ['always_off', { OTEL_TRACES_SAMPLER: 'always_off' }, `${CALLER}-01`, '00'],
  ['always_on', { OTEL_TRACES_SAMPLER: 'always_on' }, `${CALLER}-00`, '01'],
  ['a share of 0', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, `${CALLER}-01`, '00'],
])('OTEL_TRACES_SAMPLER (%s, %j) decides on a request with traceparent %s: %s', async (_, env, parent, flags) => {
  const tracing = await tracingWith(env);
  expect(tracing.start('step', 'server', parent, {}).traceparent.slice(-2)).toBe(flags);
  await tracing.close();
});

test('a header that is no traceparent begins a trace, as none does', async () => {
  const tracing = await tracingWith({});
  for (const parent of [
    '',
    'x',
    `${CALLER}-01-more`,
    `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`,
    'a'.repeat(10_000),
  ]) {
    const { traceId } = tracing.start('step', 'server', parent, {});
    expect(traceId).toMatch(/^[\da-f]{32}$/);
    expect(parent).not.toContain(traceId);
  }
  await tracing.close();
});

test('what has ended is sent at the close, under the name that OTEL_SERVICE_NAME gives', async () => {
  const tracing = await tracingWith({ OTEL_SERVICE_NAME: 'search of ours' });
  const step = tracing.start('step', 'server', undefined, {});
  step.end();
  // A client may leave while it gets its reply.
  step.set({ late: 1 });
  step.end('late');
  await tracing.close();
  expect(collector.spans).toMatchObject([{ name: 'step', service: 'search of ours', status: { code: 0 } }]);
  expect([...errors.counts]).toEqual([]);
});

test('what the collector refuses is counted as an error, and the log says so', async () => {
  const tracing = await tracingWith({}, `${collector.url}/elsewhere`);
  tracing.start('step', 'server', undefined, {}).end();
  await tracing.close();
  expect([...errors.counts]).toEqual([['export traces', 1]]);
});

test('a setting that the library does not know is reported', async () => {
  await (await tracingWith({ OTEL_TRACES_SAMPLER: 'sometimes' })).close();
  expect([...errors.counts]).toEqual([['trace', 1]]);
});

test('a request is a step of its call, by its host alone, and a failed one has the code of its error', async () => {
  const tracing = await tracingWith({});
  const call = tracing.start('call', 'internal', undefined, {});
  const request = { url: 'https://example.org/secret?q=secret', headers: {} };
  const response = { status: 200, headers: {}, body: '' };
  expect(await exchangeStep(call, request, async () => response)).toBe(response);
  const broken = Object.assign(new Error('secret'), { code: 'ECONNRESET' });
  await expect(exchangeStep(call, request, () => Promise.reject(broken))).rejects.toBe(broken);
  expect(await exchangeStep(undefined, request, async () => response)).toBe(response);
  await tracing.close();
  expect(collector.spans).toMatchObject([
    { name: 'GET', status: { code: 0 } },
    { name: 'GET', status: { code: 2 } },
  ]);
  const told = JSON.stringify(collector.spans);
  for (const text of ['example.org', 'ECONNRESET', '443']) expect(told).toContain(text);
  expect(told).not.toContain('secret');
});
