import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { PresentedKey } from '../keys/key-format.ts';
import type { Scope } from '../keys/scopes.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import { type Cost, scopesOf } from './cost.ts';
import { verdictsOn } from './judge-batch.ts';
import { concerned, type Limits, limitArguments, limitsOf } from './limits.ts';
import { NOWHERE, type Origin } from './origin.ts';
import { PLACE_MS } from './places.ts';
import { chargeFor, type UsageOwner, usageFields, usageKey, usagePeriod } from './usage.ts';
import { type Admission, type KeyOwner, labelsIn } from './verdict.ts';

const admissionScript = scriptFile(new URL('./lua/admission.lua', import.meta.url), 5);

/** Who sends a request: a program with a key, or a signed-in person on the search page or in the playground. */
export type Sender = PresentedKey | { person: string };

/** Admits or refuses one request, and counts it if it is admitted. */
export async function admit(
  redis: Redis,
  sender: Sender,
  limits: Limits,
  cost: Cost,
  now = new Date(),
  id: string = randomUUID(),
  origin: Origin = NOWHERE,
): Promise<Admission> {
  const [admission] = await admitTogether(redis, sender, limits, cost, [id], now, origin);
  return admission as Admission;
}

/** The owner of a sender's usage. */
export function ownerOf(sender: Sender): UsageOwner {
  return 'person' in sender ? sender : { key: sender.prefix };
}

/** The record of a sender in Redis, and the logs of the sender's own rate limits. */
function recordAndLogs(sender: Sender, burstLog: 'burst' | 'messages'): string[] {
  if ('person' in sender) {
    const log = (limit: 'burst' | 'sustained') => redisKeys.userRateLog(sender.person, limit);
    return [redisKeys.user(sender.person), log('burst'), log('sustained')];
  }
  const log = (limit: 'burst' | 'sustained' | 'messages') => redisKeys.rateLog(sender.prefix, limit);
  return [redisKeys.apiKey(sender.prefix), log(burstLog), log('sustained')];
}

/**
 * Decides on a batch of requests of one sender and the same cost, in order, as if each had been sent alone. `ids` are those
 * of their charges.
 */
export async function admitTogether(
  redis: Redis,
  sender: Sender,
  limits: Limits,
  cost: Cost,
  ids: readonly string[],
  now: Date,
  origin: Origin = NOWHERE,
): Promise<Admission[]> {
  const burstLog = cost.log ?? 'burst';
  // The record of an account has no digest.
  const digest = 'person' in sender ? '' : sender.digest;
  const charges = ids.map((id) => chargeFor(ownerOf(sender), cost, id, now));
  const period = usagePeriod(now);
  const concerns = concerned(cost, 'person' in sender);
  const reply = await admissionScript.run(
    redis,
    [
      ...recordAndLogs(sender, burstLog),
      usageKey(ownerOf(sender), period.month),
      'person' in sender ? redisKeys.keyPlaces('') : redisKeys.keyPlaces(sender.prefix),
      ...ids.map(redisKeys.charge),
    ],
    [
      redisKeys.accountsPrefix,
      digest,
      period.month,
      ids.length,
      cost.entries,
      burstLog,
      concerns.burstTimes,
      scopesOf(cost).join(','),
      origin.address,
      origin.addressPrefix,
      origin.program,
      // A request that no limit concerns is over at once.
      cost.entries > 0 && !cost.isPart ? PLACE_MS : 0,
      ...limitArguments(limits, concerns),
      ...Object.entries(usageFields(cost.searches, period)).flat(),
    ],
  );

  const decision = namedValues(reply);
  // An unknown prefix takes the same work as a wrong secret.
  if (!sameDigest(String(decision.digest ?? ''), digest) || decision.key === 'unknown') {
    return ids.map(() => ({ verdict: 'unknown' }));
  }
  const refusal = refusals[decision.key as string];
  if (refusal) {
    const owner = { username: String(decision.username ?? ''), labels: labelsIn(decision) };
    return ids.map(() => refusal(owner, String(decision.named ?? '')));
  }
  const prefix = 'person' in sender ? `user ${sender.person}` : sender.prefix;
  return verdictsOn(charges, { decision, prefix, limits: limitsOf(limits, concerns), cost, now });
}

/** The verdicts on all requests of a key that may not do this, by the word of the script; it may name something. */
const refusals: Readonly<Record<string, (owner: KeyOwner, named: string) => Admission>> = {
  disabled: (owner) => ({ verdict: 'disabled', owner }),
  switched_off: (owner) => ({ verdict: 'switched-off', owner }),
  address: (owner) => ({ verdict: 'outside-addresses', owner }),
  scope: (owner, scope) => ({ verdict: 'outside-scope', owner, scope: scope as Scope }),
};

function sameDigest(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored.padEnd(64, '0').slice(0, 64)), Buffer.from(presented.padEnd(64, '0')));
}
