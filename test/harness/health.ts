import { Writable } from 'node:stream';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog } from '../../lib/log/log.ts';
import type { Failure } from '../../lib/outcome.ts';
import { afterCall, type Health, unknownHealth } from '../../lib/providers/breaker.ts';
import { readHealth, updateHealth } from '../../lib/providers/health.ts';
import type { Redis } from '../../lib/redis/redis.ts';

/** The stored health of a provider. */
export async function healthOf(redis: Redis, provider: string): Promise<Health> {
  return (await readHealth(redis, [provider])).get(provider) ?? unknownHealth;
}

/**
 * Changes fields of a provider's health. Running processes hear of it as of any change. A breaker that is opened here opens
 * now: the successes of earlier calls, which are written up to a second later, do not close it.
 */
export async function changeHealth(redis: Redis, provider: string, fields: Partial<Health>): Promise<Health> {
  const now = Date.now();
  const opened = (fields.openUntil ?? 0) > now ? { openedAt: now } : {};
  const { stored } = await updateHealth(redis, provider, now, (health) => ({ ...health, ...opened, ...fields }));
  return stored.health;
}

/** Records a call to a provider that ended now: null for a success. */
export async function reportCall(redis: Redis, provider: string, failure: Failure | null): Promise<Health> {
  const now = Date.now();
  const report = { failure, startedAt: now, endedAt: now };
  return (await updateHealth(redis, provider, now, (health) => afterCall(health, report))).stored.health;
}

/** A reporter whose errors fail nothing, with the text of its log. */
export function testErrors(): { errors: ErrorReporter; output: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { errors: new ErrorReporter(createLog('test', 'debug', stream)), output: () => text };
}
