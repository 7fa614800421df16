import { Deadline } from '../../lib/deadline.ts';
import type { Purse } from '../../lib/limits/shared-permits.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { budgetSpent, type Outcome } from '../../lib/outcome.ts';
import type { Operation } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import type { Roster } from '../../lib/providers/roster.ts';
import { listProviders } from '../../lib/providers/status.ts';
import { questionFor } from '../../lib/providers/test-question.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { callProvider, type Returned } from '../../workers/call-provider.ts';
import { AllPermits } from '../../workers/permits.ts';
import { Sending } from '../../workers/sending.ts';
import { UpstreamHttp } from '../../workers/upstream-http.ts';

const DEADLINE_MS = 6_000;

/** The result of one call to a provider. */
export interface LiveCall {
  slug: string;
  name: string;
  result: Outcome<Returned>;
  tookMs: number;
}

/** Calls every configured provider once, one after the other: together they would slow each other down. */
export async function callEveryProvider(
  roster: Roster,
  redis: Redis,
  clock: RedisClock,
  errors: ErrorReporter,
): Promise<LiveCall[]> {
  const http = new UpstreamHttp();
  // These calls cost as much as any other.
  const permits = new AllPermits(redis, errors, (provider) => silentPurse(provider, clock));
  const calls: LiveCall[] = [];
  for (const { slug, name, provider } of listProviders(roster)) {
    const startedAt = performance.now();
    const result = await call(http, provider, permits);
    calls.push({ slug, name, result, tookMs: Math.round(performance.now() - startedAt) });
  }
  await http.close();
  return calls;
}

async function call(http: UpstreamHttp, provider: Provider, permits: AllPermits): Promise<Outcome<Returned>> {
  const { name, input, units } = questionFor(provider);
  const operation = provider.adapter.operations[name] as Operation<unknown, unknown>;
  const deadline = Deadline.in(DEADLINE_MS);
  const onBug = (error: unknown) => process.stderr.write(`${provider.id}: ${(error as Error)?.stack}\n`);
  const permit = await permits.of(provider).take('', deadline, units);
  if (typeof permit === 'string') {
    const failure = permit === 'spent' ? budgetSpent(0) : { code: permit, reason: 'no permit in time' };
    return { ok: false, failure, ms: 0 };
  }
  const sending = new Sending(http, permit, deadline);
  const outcome = await callProvider(sending, provider, operation, input, deadline, DEADLINE_MS, onBug);
  permit.release(outcome.ms, sending.wasSent);
  return outcome;
}

/** What is taken from a budget without telling anybody: worker processes do, and know it with their next call. */
function silentPurse({ limitedAs, budget }: Provider, clock: RedisClock): Purse | undefined {
  const spentKey = redisKeys.providerSpent(limitedAs);
  return budget ? { budget, spentKey, now: () => clock.now(), onSpent() {}, onGivenBack() {} } : undefined;
}
