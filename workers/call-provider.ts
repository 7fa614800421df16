import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deadline } from '../lib/deadline.ts';
import { type Failure, UpstreamFailure } from '../lib/outcome.ts';
import type { Operation, Probe, UpstreamRequest, UpstreamResponse } from '../lib/providers/adapter.ts';
import { retryAfterMs } from '../lib/providers/responses.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { isWorthRetrying, networkFailure } from './network-failure.ts';
import type { UpstreamHttp } from './upstream-http.ts';

/** Timeout of a call, even if the request has more time left. */
const CALL_TIMEOUT_MS = 3_000;
const MIN_LEFT_TO_RETRY_MS = 600;
/** A call that lost less than a tenth of its time to waiting had its full time. */
const FULL_TIME_SHARE = 0.9;
/** The share of the time that the event loop was busy, above which a reply may have gone unnoticed. */
const BUSY_LOOP = 0.9;

/** The result of a call: the operation's output, with the pause that the provider asks for, or a failure. */
export type CallResult = { ok: true; output: unknown; pauseMs: number } | { ok: false; failure: Failure };

/**
 * Calls one operation of a provider: builds the request, sends it and parses the response. Never throws. `budgetMs` is
 * the time that the requester allowed, before the call waited for its turn.
 */
export async function callProvider(
  http: UpstreamHttp,
  provider: Provider,
  operation: Operation<unknown, unknown>,
  input: unknown,
  deadline: Deadline,
  budgetMs: number,
): Promise<CallResult> {
  const timeoutMs = operation.timeoutMs ?? CALL_TIMEOUT_MS;
  const givenMs = Math.min(timeoutMs, deadline.leftMs());
  const loopBefore = performance.eventLoopUtilization();
  try {
    const supported = operation.supports?.(input) ?? true;
    if (supported !== true) return failed('rejected', supported);
    const request = operation.request(input, provider.settings);
    const { userAgent } = provider.settings;
    const endsAt = performance.now() + givenMs;
    const exchange = (what: UpstreamRequest) => http.fetch(what, userAgent, endsAt - performance.now());
    // No retry under a rate limit, because the limiter would not count it.
    const first = provider.rate ? await exchange(request) : await withOneRetry(() => exchange(request), deadline);
    const other = operation.followUp?.(first, input, provider.settings);
    const last = other ? await exchange(other) : first;
    const output = other ? operation.parse(last, input, first) : operation.parse(first, input);
    return { ok: true, output, pauseMs: provider.adapter.pauseMs?.(last) ?? 0 };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'timeout') return { ok: false, failure };
    // A timeout is the provider's fault only if the call had its full time, and this process was able to notice a reply.
    if (givenMs < Math.min(timeoutMs, budgetMs) * FULL_TIME_SHARE) return failed('expired', 'too little time was left');
    const busy = performance.eventLoopUtilization(loopBefore).utilization > BUSY_LOOP;
    return busy ? failed('expired', 'the worker process was too busy') : { ok: false, failure };
  }
}

/** Probes a provider; null if it is healthy. Never throws. */
export async function callProbe(http: UpstreamHttp, provider: Provider, probe: Probe): Promise<Failure | null> {
  try {
    const { settings } = provider;
    const request = probe.request(settings);
    probe.parse(await http.fetch(request, settings.userAgent, CALL_TIMEOUT_MS));
    return null;
  } catch (error) {
    return toFailure(error);
  }
}

/** Retries at most once, only if the upstream cannot have answered, asks for no wait, and there is enough time left. */
async function withOneRetry(attempt: () => Promise<UpstreamResponse>, deadline: Deadline): Promise<UpstreamResponse> {
  try {
    const response = await attempt();
    const isPassing = response.status >= 502 && response.status <= 504 && !retryAfterMs(response);
    if (!isPassing || deadline.leftMs() < MIN_LEFT_TO_RETRY_MS) return response;
  } catch (error) {
    if (!isWorthRetrying(error) || deadline.leftMs() < MIN_LEFT_TO_RETRY_MS) throw error;
  }
  await pause(50 + Math.random() * 100);
  return attempt();
}

function toFailure(error: unknown): Failure {
  if (error instanceof UpstreamFailure) return error.failure;
  const name = (error as Error)?.name;
  if (name === 'TimeoutError') return { code: 'timeout', reason: 'no answer in time' };
  return networkFailure(error) ?? { code: 'internal', reason: 'the adapter failed' };
}

function failed(code: Failure['code'], reason: string): CallResult {
  return { ok: false, failure: { code, reason } };
}
