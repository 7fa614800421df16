import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Deadline, FULL_TIME_SHARE } from '../lib/deadline.ts';
import { myTurn } from '../lib/in-turns.ts';
import { type Failure, type Outcome, UpstreamFailure } from '../lib/outcome.ts';
import type { Operation, Probe, UpstreamRequest, UpstreamResponse } from '../lib/providers/adapter.ts';
import { networkFailure, retryAfter } from '../lib/providers/network-failure.ts';
import { callTimeoutMs, type Provider } from '../lib/providers/provider.ts';
import { retryAfterMs } from '../lib/providers/responses.ts';
import type { UpstreamHttp } from './upstream-http.ts';

const MIN_LEFT_TO_RETRY_MS = 600;
/** The share of the time that the event loop was busy, above which a reply may have gone unnoticed. */
const BUSY_LOOP = 0.9;

/** What a provider returned: the operation's output, and how long it asks us to pause. */
export interface Returned {
  output: unknown;
  pauseMs: number;
}

/**
 * Calls one operation of a provider: builds the request, sends it and parses the response. Never throws. `budgetMs` is
 * the time that the requester allowed, before the call waited for its turn. `onBug` receives an error that is neither
 * the upstream's nor the network's.
 */
export async function callProvider(
  http: Pick<UpstreamHttp, 'fetch'>,
  provider: Provider,
  operation: Operation<unknown, unknown>,
  input: unknown,
  deadline: Deadline,
  budgetMs: number,
  onBug: (error: unknown) => void,
): Promise<Outcome<Returned>> {
  const startedAt = performance.now();
  const failed = (code: Failure['code'], reason: string) => failure({ code, reason });
  const failure = (what: Failure) => ({ ok: false as const, failure: what, ms: performance.now() - startedAt });
  const timeoutMs = callTimeoutMs(provider, operation);
  const givenMs = Math.min(timeoutMs, deadline.leftMs());
  const loopBefore = performance.eventLoopUtilization();
  try {
    const supported = operation.supports?.(input) ?? true;
    if (supported !== true) return failed('rejected', supported);
    const request = operation.request(input, provider.settings);
    const { userAgent } = provider.settings;
    const endsAt = startedAt + givenMs;
    const leftMs = () => endsAt - performance.now();
    const exchange = (what: UpstreamRequest) => http.fetch(what, userAgent, leftMs());
    // No retry under a rate limit, because the limiter would not count it, nor where each request costs.
    const first =
      provider.rate || provider.budget
        ? await exchange(request)
        : await withOneRetry(exchange, request, provider, leftMs);
    const pauseOf = (response: UpstreamResponse) => provider.adapter.pauseMs?.(response) ?? 0;
    const next = operation.followUp?.(first, input, provider.settings);
    // A service that asks for a pause gets no further request, and the answer is what it has said.
    const other = next && pauseOf(first) === 0 ? next : null;
    const last = other ? await exchange(other) : first;
    // Replies to a crowd's calls come at once, and reading one takes a millisecond.
    await myTurn();
    const output = operation.parse(last, input, other ? first : undefined, provider.settings);
    return { ok: true, value: { output, pauseMs: pauseOf(last) }, ms: performance.now() - startedAt, cached: false };
  } catch (error) {
    const found = toFailure(error, onBug);
    if (found.code !== 'timeout') return failure(found);
    // A timeout is the provider's fault only if the call had its full time, and this process was able to notice a reply.
    if (givenMs < Math.min(timeoutMs, budgetMs) * FULL_TIME_SHARE) return failed('expired', 'too little time was left');
    const busy = performance.eventLoopUtilization(loopBefore).utilization > BUSY_LOOP;
    return busy ? failed('expired', 'the worker process was too busy') : failure(found);
  }
}

/** Probes a provider; null if it is healthy. Never throws. */
export async function callProbe(
  http: UpstreamHttp,
  provider: Provider,
  probe: Probe,
  onBug: (error: unknown) => void,
): Promise<Failure | null> {
  try {
    const { settings } = provider;
    const request = probe.request(settings);
    probe.parse(await http.fetch(request, settings.userAgent, callTimeoutMs(provider)));
    return null;
  } catch (error) {
    return toFailure(error, onBug);
  }
}

/**
 * Retries at most once, only if the upstream cannot have answered, asks for no wait, and there is enough time left. A
 * connection that broke after a POST may have reached a provider that bills its calls, so that is not sent again.
 */
async function withOneRetry(
  exchange: (what: UpstreamRequest) => Promise<UpstreamResponse>,
  request: UpstreamRequest,
  { monitor }: Provider,
  leftMs: () => number,
): Promise<UpstreamResponse> {
  const mayBeBilled = request.method === 'POST' && monitor === 'query';
  try {
    const response = await exchange(request);
    const isPassing = response.status >= 502 && response.status <= 504 && !retryAfterMs(response);
    if (!isPassing || leftMs() < MIN_LEFT_TO_RETRY_MS) return response;
  } catch (error) {
    const retry = retryAfter(error);
    const isSafe = retry === 'safe' || (retry === 'unless billed' && !mayBeBilled);
    if (!isSafe || leftMs() < MIN_LEFT_TO_RETRY_MS) throw error;
  }
  await pause(50 + Math.random() * 100);
  return exchange(request);
}

function toFailure(error: unknown, onBug: (error: unknown) => void): Failure {
  if (error instanceof UpstreamFailure) return error.failure;
  if ((error as Error)?.name === 'TimeoutError') return { code: 'timeout', reason: 'no answer in time' };
  const failure = networkFailure(error);
  if (failure) return failure;
  onBug(error);
  return { code: 'internal', reason: 'the adapter failed' };
}
