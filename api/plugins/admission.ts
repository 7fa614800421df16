import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../lib/config/config.ts';
import { ApiError } from '../../lib/errors.ts';
import { endsSoon } from '../../lib/keys/expiry.ts';
import { type PresentedKey, parseKey } from '../../lib/keys/key-format.ts';
import { ownerOf } from '../../lib/limits/admission.ts';
import { AdmissionBatcher } from '../../lib/limits/admission-batcher.ts';
import { type Cost, KEY_CHECK } from '../../lib/limits/cost.ts';
import { FailedAttempts } from '../../lib/limits/failed-attempts.ts';
import { originOf } from '../../lib/limits/origin.ts';
import { type Places, placeOf } from '../../lib/limits/places.ts';
import { rateHeaders } from '../../lib/limits/rate-headers.ts';
import type { Refunds } from '../../lib/limits/refunds.ts';
import { type Charge, chargeFor } from '../../lib/limits/usage.ts';
import type { Admission, Caller, Standings } from '../../lib/limits/verdict.ts';
import { isRedisOutage, type Redis } from '../../lib/redis/redis.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import type { RequestReason } from '../../lib/requests/request-reason.ts';
import type { Metrics } from '../metrics.ts';
import { isPartOfBatch } from './batch-parts.ts';
import { apiKeyHeader, type Credentials } from './credentials.ts';
import { whenOver } from './left-clients.ts';
import { refusalOf, throttled } from './limit-refusals.ts';
import { RecentCallers } from './recent-callers.ts';
import { RequestCharge } from './request-charge.ts';

/** An admitted request: the caller and the state of their limits. */
export interface Admitted {
  caller: Caller;
  standings: Standings;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a request costs. Set on every route that needs a key. The route itself reports bad parameters, after
     * admission: they cost entries, but no searches.
     */
    cost?: (request: FastifyRequest) => Cost;
    /** Where the route's requests have their key; by default, in the header of the API's own scheme. */
    credentials?: Credentials;
    /** Whether the route answers recently admitted keys while Redis is down. */
    withoutRedis?: boolean;
    /** How many values a JSON body may have, if more than most routes need. */
    maxValues?: number;
  }
  interface FastifyRequest {
    presentedKey: PresentedKey | null;
    admitted: Admitted | null;
    /** Null if the request does not count as a search. */
    charge: RequestCharge | null;
    /** The query text. Set only with `LOG_QUERIES`. */
    loggedQuery: string | undefined;
  }
}

/** The services and settings that admission uses. */
export interface AdmissionOptions {
  redis: Redis;
  clock: Pick<RedisClock, 'today'>;
  config: Pick<Config, 'limits' | 'authFailuresPerMin' | 'logQueries'>;
  metrics: Metrics;
  refunds: Refunds;
  places: Places;
}

/** The state that admission keeps between requests. */
interface AdmissionState {
  admissions: AdmissionBatcher;
  clock: Pick<RedisClock, 'today'>;
  failedAttempts: FailedAttempts;
  refunds: Refunds;
  places: Places;
  recentCallers: RecentCallers;
  metrics: Metrics;
}

/**
 * Decides which requests are admitted. Problems are reported in this order: key, account, limits, parameters. The
 * parameters are read before the call to Redis all the same, because the cost of a request depends on them.
 */
export const admission = fp(
  async (app: FastifyInstance, { redis, clock, config, metrics, refunds, places }: AdmissionOptions) => {
    const state: AdmissionState = {
      admissions: new AdmissionBatcher(redis, config.limits),
      clock,
      failedAttempts: new FailedAttempts(config.authFailuresPerMin),
      refunds,
      places,
      recentCallers: new RecentCallers(),
      metrics,
    };
    app.decorateRequest('presentedKey', null);
    app.decorateRequest('admitted', null);
    app.decorateRequest('charge', null);
    app.decorateRequest('loggedQuery', undefined);

    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.cost === undefined) return done();
      reply.header('cache-control', 'private');
      const { read, readBody } = credentialsOf(request);
      const key = read(request);
      if (key === undefined && readBody) return done();
      try {
        request.presentedKey = presentedKey(request, key, state);
      } catch (error) {
        return done(error as Error);
      }
      if (!mayHaveLargeBody(request) || state.recentCallers.knows(request.presentedKey)) return done();
      // Anyone can invent a key with a right checksum. Only a key that exists makes the server read a large body.
      admit(request, reply, request.presentedKey, KEY_CHECK, state).then(() => done(), done);
    });

    app.addHook('preHandler', async (request, reply) => {
      const { cost } = request.routeOptions.config;
      if (cost === undefined) return;
      request.presentedKey ??= presentedKey(request, credentialsOf(request).readBody?.(request.body), state);
      const { caller, standings, charge } = await admit(
        request,
        reply,
        request.presentedKey,
        costIn(request, cost),
        state,
      );
      request.admitted = { caller, standings };
      if (charge) request.charge = new RequestCharge(charge, reply, (failed) => state.refunds.give(failed));
      if (config.logQueries) request.loggedQuery = (request.query as { q?: string }).q;
    });

    // It runs for every reply, even if the client has left. When the client leaves would be too early: a call may just
    // be on its way to the queue.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      request.charge?.end();
      done();
    });
    app.addHook('onClose', () => state.refunds.close());
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
  if (text === undefined) {
    const hint = credentialsOf(request).hint?.(request);
    throw unauthorised(request, hint ?? 'Authentication credentials were not provided.', 'no_key');
  }
  const blockedForS = failedAttempts.blockedForS(request.ip);
  const key = parseKey(text) ?? credentialsOf(request).readToken?.(request) ?? null;
  if (blockedForS > 0 && !(key && recentCallers.knows(key))) throw blocked(blockedForS, metrics);
  if (!key) {
    failedAttempts.record(request.ip);
    throw badKey(request);
  }
  return key;
}

/** Whether the body is larger than those of most routes, or of a length that is not known yet. */
function mayHaveLargeBody({ server, routeOptions, headers }: FastifyRequest): boolean {
  const usual = server.initialConfig.bodyLimit ?? 0;
  if ((routeOptions.bodyLimit ?? 0) <= usual) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > usual;
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  key: PresentedKey,
  cost: Cost,
  { admissions, clock, failedAttempts, refunds, metrics, recentCallers, places }: AdmissionState,
): Promise<Admitted & { charge: Charge | null }> {
  const [id, now] = [randomUUID(), clock.today()];
  const charge = chargeFor(ownerOf(key), cost, id, now);
  const origin = originOf(request.ip, request.headers['user-agent']);
  const ask = async () => {
    const asked = admissions.admit(key, cost, now, id, origin).then((found) => {
      // Not a caller that is recalled below: a key would be honoured for as long as it is used.
      if (found.verdict === 'admitted') recentCallers.remember(key, found.caller);
      return found;
    });
    const admission = await refunds.unlessAdmitted(charge, asked).catch((error): Admission => {
      const { withoutRedis = false } = request.routeOptions.config;
      const known = withoutRedis && isRedisOutage(error) ? recentCallers.recall(key) : undefined;
      if (!known) throw error;
      const standings = { burst: null, sustained: null };
      return { verdict: 'admitted', caller: known, standings, charge: null, placedIn: [] };
    });
    if (admission.verdict === 'unknown') {
      // The access token of a program that has ended is no guess: the program is told to make another.
      if (!recentCallers.knows(key)) failedAttempts.record(request.ip);
      recentCallers.forget(key);
    }
    return admission;
  };
  const admission = recentCallers.knows(key) ? await ask() : await failedAttempts.lookUp(request.ip, ask);
  if (admission === null) throw blocked(Math.max(1, failedAttempts.blockedForS(request.ip)), metrics);
  if (admission.verdict === 'unknown') throw badKey(request);
  if (request.notes) {
    request.notes.key = key.prefix;
    request.notes.owner = 'caller' in admission ? admission.caller : admission.owner;
  }
  if ('standings' in admission) reply.headers(rateHeaders(admission.standings));
  if (admission.verdict !== 'admitted') throw refusalOf(admission, metrics, credentialsOf(request).lacks);
  warnOfEnd(admission.caller, reply);
  const place = placeOf(id, admission);
  if (place) {
    places.taken(place);
    // Also if the client leaves, or has left meanwhile, and after the last byte of a stream.
    whenOver(reply, () => places.free(place));
  }
  return admission;
}

/** Says when a key ends, if that is soon: a program's owner may never look at its page. */
function warnOfEnd({ expiresAtMs }: Caller, reply: FastifyReply): void {
  if (expiresAtMs === null || !endsSoon(expiresAtMs)) return;
  reply.header('x-tributary-key-expires', new Date(expiresAtMs).toISOString());
}

/** What a request costs, and whether it is part of a batch. */
function costIn(request: FastifyRequest, costOf: (request: FastifyRequest) => Cost): Cost {
  const cost = costOf(request);
  return isPartOfBatch(request) ? { ...cost, isPart: true } : cost;
}

function badKey(request: FastifyRequest): ApiError {
  const { refused, challenge } = credentialsOf(request);
  return unauthorised(request, 'Invalid or revoked API key.', 'bad_key', refused ?? challenge);
}

function unauthorised(
  request: FastifyRequest,
  detail: string,
  reason: RequestReason,
  challenge = credentialsOf(request).challenge,
): ApiError {
  return new ApiError(401, detail, { 'www-authenticate': challenge }, reason);
}

function credentialsOf(request: FastifyRequest): Credentials {
  return request.routeOptions.config.credentials ?? apiKeyHeader;
}

/** 429: the address has sent too many bad keys. */
function blocked(waitS: number, metrics: Metrics): ApiError {
  metrics.countRefusal('bad_keys');
  return throttled(waitS, 'bad_keys');
}
