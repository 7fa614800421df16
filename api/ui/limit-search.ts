import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../lib/accounts/session-store.ts';
import { ApiError } from '../../lib/errors.ts';
import { admit } from '../../lib/limits/admission.ts';
import type { Cost } from '../../lib/limits/cost.ts';
import { placeOf } from '../../lib/limits/places.ts';
import { chargeFor } from '../../lib/limits/usage.ts';
import type { Standings } from '../../lib/limits/verdict.ts';
import type { RequestReason } from '../../lib/requests/request-reason.ts';
import { whenOver } from '../plugins/left-clients.ts';
import { RequestCharge } from '../plugins/request-charge.ts';
import type { Services } from '../services.ts';

type LimitServices = Pick<Services, 'redis' | 'health' | 'config' | 'metrics' | 'refunds' | 'places'>;

/**
 * Charges a request by a signed-in person. Their own rate limits are as large as those of a key; the limits of the
 * account count these requests together with those of its keys. Returns what is left; throws a 429 with `Retry-After` when a
 * limit is reached.
 */
export async function limitSearch(
  { redis, health, config, metrics, refunds, places }: LimitServices,
  { username }: Pick<Session, 'username'>,
  cost: Cost,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Standings> {
  const endpoint = Object.keys(cost.searches)[0] ?? cost.endpoint;
  request.notes ??= { endpoint: endpoint ? `page/${endpoint}` : 'page', owner: { username, labels: {} }, engines: [] };
  const [person, id, now] = [{ person: username }, randomUUID(), health.clock.today()];
  const admitting = admit(redis, person, config.limits, cost, now, id);
  const admission = await refunds.unlessAdmitted(chargeFor(person, cost, id, now), admitting);
  switch (admission.verdict) {
    case 'admitted': {
      const place = placeOf(id, admission);
      if (place) {
        places.taken(place);
        whenOver(reply, () => places.free(place));
      }
      if (admission.charge) request.charge = new RequestCharge(admission.charge, reply, (it) => refunds.give(it));
      return admission.standings;
    }
    case 'too-many-at-once':
      metrics.countRefusal('parallel');
      throw refusal('The account has too many requests at a time.', admission.waitS, 'parallel');
    case 'throttled':
      metrics.countRefusal('rate');
      throw refusal('You have reached the search limit.', admission.waitS, admission.rate);
    case 'month-used-up':
      metrics.countRefusal('month');
      throw refusal('The account has reached its monthly search limit.', admission.waitS, 'month');
    default:
      // Disabled or deleted since the session was read.
      throw new ApiError(403, 'User account is disabled.', {}, 'disabled');
  }
}

function refusal(text: string, waitS: number, reason: RequestReason): ApiError {
  return new ApiError(429, text, { 'retry-after': String(waitS) }, reason);
}
