import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Redis } from 'ioredis';
import type { Config } from '../../lib/config.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import { type PresentedKey, parseKey } from '../../lib/keys/key-format.ts';
import type { Caller, LimitOwner, Standings } from '../../lib/limits/admission.ts';
import { AdmissionBatcher } from '../../lib/limits/admission-batcher.ts';
import { FailedAttempts } from '../../lib/limits/failed-attempts.ts';
import { rateHeaders } from '../../lib/limits/rate-headers.ts';
import { Refunds } from '../../lib/limits/refunds.ts';
import { type Charge, chargeFor } from '../../lib/limits/usage.ts';
import type { Log } from '../../lib/log.ts';
import { isRedisOutage } from '../../lib/redis.ts';
import type { Metrics } from '../metrics.ts';
import { apiKeyHeader, type Credentials } from './credentials.ts';
import { RecentCallers } from './recent-callers.ts';

/** An admitted request: the caller, the state of their limits, and the charge to their usage. */
export interface Admitted {
  caller: Caller;
  standings: Standings;
  charge: Charge | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set on every route that needs a key: the endpoint's name in usage, or null when it does not count. A function
     * where that depends on the request.
     */
    countsAs?: string | null | ((request: FastifyRequest) => string | null);
    /** Whether a request takes a place under the rate limits; by default, every one does. */
    takesPlace?: (request: FastifyRequest) => boolean;
    /** Where the route's requests have their key; by default, in the header of the API's own scheme. */
    credentials?: Credentials;
    /** Whether a valid request counts, on routes where not all do. */
    countsWhen?: ((params: unknown) => boolean) | undefined;
    /** Whether the route answers recently admitted keys while Redis is down. */
    withoutRedis?: boolean;
  }
  interface FastifyRequest {
    presentedKey: PresentedKey | null;
    admitted: Admitted | null;
    /** What is wrong with the parameters, on routes that check them themselves. */
    invalid: ApiError | null;
    /** Whether the request failed although its status is 200, in formats that report failures in the body. */
    hasFailed: boolean;
    /** Whether a provider call of the request was queued. */
    isQueued: boolean;
    /** The query text. Set only with `LOG_QUERIES`. */
    loggedQuery: string | undefined;
  }
}

/** The services and settings that admission uses. */
export interface AdmissionOptions {
  redis: Redis;
  config: Pick<Config, 'limits' | 'authFailuresPerMin' | 'logQueries'>;
  metrics: Metrics;
  log: Log;
}

/** The state that admission keeps between requests. */
interface AdmissionState {
  admissions: AdmissionBatcher;
  /** Checks keys for requests that take no place. */
  keyChecks: AdmissionBatcher;
  failedAttempts: FailedAttempts;
  refunds: Refunds;
  recentCallers: RecentCallers;
  metrics: Metrics;
}

/**
 * Decides which requests are admitted. Problems are reported in this order: key, account, limits, parameters. The
 * parameters are validated before the call to Redis, because that needs no I/O and decides whether the search counts.
 */
export const admission = fp(
  async (app: FastifyInstance, { redis, config, metrics, log }: AdmissionOptions) => {
    const state: AdmissionState = {
      admissions: new AdmissionBatcher(redis, config.limits),
      keyChecks: new AdmissionBatcher(redis, { burst: null, sustained: null, monthly: null }),
      failedAttempts: new FailedAttempts(config.authFailuresPerMin),
      refunds: new Refunds(redis, log),
      recentCallers: new RecentCallers(),
      metrics,
    };
    app.decorateRequest('presentedKey', null);
    app.decorateRequest('admitted', null);
    app.decorateRequest('invalid', null);
    app.decorateRequest('hasFailed', false);
    app.decorateRequest('loggedQuery', undefined);

    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.countsAs === undefined) return done();
      reply.header('cache-control', 'private');
      const { read, readBody } = credentialsOf(request);
      const key = read(request);
      if (key === undefined && readBody) return done();
      try {
        request.presentedKey = presentedKey(request, key, state);
      } catch (error) {
        return done(error as Error);
      }
      done();
    });

    app.addHook('preHandler', async (request, reply) => {
      const { countsAs } = request.routeOptions.config;
      if (countsAs === undefined) return;
      request.presentedKey ??= presentedKey(request, credentialsOf(request).readBody?.(request.body), state);
      const endpoint = typeof countsAs === 'function' ? countsAs(request) : countsAs;
      request.admitted = await admit(request, reply, request.presentedKey, endpoint, state);
      if (config.logQueries) request.loggedQuery = (request.query as { q?: string }).q;
      if (request.validationError) throw invalidParameters(request.validationError);
      if (request.invalid) throw request.invalid;
    });

    // A search is counted when it is admitted, and refunded when it does not succeed. If its client leaves, it is
    // refunded only if no call was queued: otherwise upstreams could be called without end under any monthly limit.
    app.addHook('onSend', (request, reply, _payload, done) => {
      const clientHasLeft = reply.raw.closed;
      const hasFailed = reply.statusCode !== 200 || request.hasFailed;
      if (hasFailed && !(clientHasLeft && request.isQueued)) giveBack(request, state);
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      if (!request.isQueued) giveBack(request, state);
      done();
    });
    app.addHook('onClose', () => state.refunds.settled());
  },
  { name: 'admission', dependencies: ['request-context', 'errors'] },
);

/**
 * Checks format and checksum without I/O. Throws a 401, or a 429 when the address has sent too many bad keys. A key that
 * was admitted recently is not a guess: it passes, because its owner may share the address with the sender of bad keys.
 */
function presentedKey(
  request: FastifyRequest,
  text: string | undefined,
  { failedAttempts, recentCallers, metrics }: AdmissionState,
): PresentedKey {
  if (text === undefined) throw unauthorised(request, 'Authentication credentials were not provided.');
  const blockedForS = failedAttempts.blockedForS(request.ip);
  const key = parseKey(text);
  if (blockedForS > 0 && !(key && recentCallers.knows(key))) {
    metrics.countRefusal('bad_keys');
    throw throttled(blockedForS);
  }
  if (!key) throw badKey(request, failedAttempts);
  return key;
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  key: PresentedKey,
  countsAs: string | null,
  { admissions, keyChecks, failedAttempts, refunds, metrics, recentCallers }: AdmissionState,
): Promise<Admitted> {
  const now = new Date();
  const { countsWhen = () => true, takesPlace = () => true, withoutRedis = false } = request.routeOptions.config;
  const valid = !request.validationError && !request.invalid && countsWhen(request.body ?? request.query);
  const countable = { countsAs, valid, id: randomUUID() };
  const batcher = takesPlace(request) ? admissions : keyChecks;
  const admission = await batcher.admit(key, countable, now).catch((error) => {
    // Redis may have counted the search anyway, or may still do so when it recovers.
    const charge = chargeFor(key.prefix, countable, now);
    if (charge) refunds.give(charge);
    const known = withoutRedis && isRedisOutage(error) ? recentCallers.recall(key) : undefined;
    if (!known) throw error;
    return { verdict: 'admitted' as const, caller: known, standings: { burst: null, sustained: null }, charge: null };
  });
  if (admission.verdict === 'unknown') {
    recentCallers.forget(key);
    throw badKey(request, failedAttempts);
  }
  if (admission.verdict === 'disabled') throw new ApiError(403, 'User account is disabled.');
  reply.headers(rateHeaders(admission.standings));
  if (admission.verdict === 'throttled') {
    metrics.countRefusal('rate');
    throw throttled(admission.waitS, admission.by);
  }
  if (admission.verdict === 'month-used-up') {
    metrics.countRefusal('month');
    throw monthUsedUp(admission.waitS, admission.by);
  }
  recentCallers.remember(key, admission.caller);
  return admission;
}

function badKey(request: FastifyRequest, failedAttempts: FailedAttempts): ApiError {
  failedAttempts.record(request.ip);
  return unauthorised(request, 'Invalid or revoked API key.');
}

function unauthorised(request: FastifyRequest, detail: string): ApiError {
  return new ApiError(401, detail, { 'www-authenticate': credentialsOf(request).challenge });
}

function credentialsOf(request: FastifyRequest): Credentials {
  return request.routeOptions.config.credentials ?? apiKeyHeader;
}

function throttled(waitS: number, by: LimitOwner = 'key'): ApiError {
  const limit = by === 'account' ? " by the account's limit" : '';
  return limitReached(`Request was throttled${limit}. Expected available in`, waitS);
}

function monthUsedUp(waitS: number, by: LimitOwner): ApiError {
  const owner = by === 'account' ? ' of the account' : '';
  return limitReached(`Monthly search limit${owner} reached. Resets in`, waitS);
}

function limitReached(text: string, waitS: number): ApiError {
  return new ApiError(429, `${text} ${seconds(waitS)}.`, { 'retry-after': String(waitS) });
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}

function giveBack(request: FastifyRequest, { refunds }: AdmissionState): void {
  const charge = request.admitted?.charge;
  if (!request.admitted || !charge) return;
  request.admitted.charge = null;
  refunds.give(charge);
}

/** A 400 with the messages of all bad parameters, by name. */
function invalidParameters(error: unknown): ApiError {
  if (!hasZodFastifySchemaValidationErrors(error)) return new ApiError(400, 'The request could not be read.');
  const fields: Record<string, string[]> = {};
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.split('/')[1] ?? '';
    if (field === '') return new ApiError(400, 'The body is not a form, nor a JSON object.');
    fields[field] ??= [];
    fields[field].push(message ?? 'Invalid value.');
  }
  return badRequest(fields);
}
