import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import { ALIVE_FOR_MS } from '../presence/process-kind.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { Admission, LimitOwner } from './verdict.ts';

/** A place is free this long after the last word of the process that has it: as long as the process counts as alive. */
export const PLACE_MS = ALIVE_FOR_MS;

/** Limits the run time of one script, because it blocks Redis for all clients. */
const MAX_TOGETHER = 100;

const renewScript = scriptFile(new URL('./lua/renew-places.lua', import.meta.url), 1);

/** A request of a key that may have only a number of them at a time. */
export interface Place {
  /** The id of its charge. */
  id: string;
  /** The sets in Redis that it is in: that of its key, that of its account, or both. */
  sets: string[];
}

/**
 * The places of this process's requests. Admission takes them, the end of a request frees them, and meanwhile each beat
 * renews them. If this process dies, nobody does, and they are free soon.
 */
export class Places {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  readonly #keptMs: number;
  readonly #taken = new Map<string, Place>();
  readonly #endBeats: () => void;

  constructor(redis: Redis, errors: ErrorReporter, keptMs = PLACE_MS) {
    this.#redis = redis;
    this.#errors = errors;
    this.#keptMs = keptMs;
    this.#endBeats = onBeats(1, () => void this.renew());
  }

  taken(place: Place): void {
    this.#taken.set(place.id, place);
  }

  /** Frees a place. Nobody waits for it: if Redis is away, it ends by itself. */
  free(place: Place): void {
    if (!this.#taken.delete(place.id)) return;
    const member = redisKeys.charge(place.id);
    for (const set of place.sets) {
      this.#redis.zrem(set, member).catch(this.#errors.unlessAway('free the place of a request'));
    }
  }

  stop(): void {
    this.#endBeats();
  }

  /** Renews all places. Never rejects: the next beat tries again. */
  async renew(): Promise<void> {
    const entries = [...this.#taken.values()].flatMap(({ id, sets }) => sets.map((set) => [set, id] as const));
    const parts = Array.from({ length: Math.ceil(entries.length / MAX_TOGETHER) }, (_, at) =>
      entries.slice(at * MAX_TOGETHER, (at + 1) * MAX_TOGETHER),
    );
    const renewals = parts.map((some) =>
      renewScript.run(
        this.#redis,
        some.map(([set]) => set),
        [this.#keptMs, ...some.map(([, id]) => redisKeys.charge(id))],
      ),
    );
    await Promise.all(renewals).catch(this.#errors.unlessAway('renew the places of requests'));
  }
}

/** The place of an admitted request; null if neither its key nor its account limits how many there are at a time. */
export function placeOf(id: string, admission: Admission & { verdict: 'admitted' }): Place | null {
  const { placedIn, caller } = admission;
  if (placedIn.length === 0) return null;
  const set = (owner: LimitOwner) =>
    owner === 'key' ? redisKeys.keyPlaces(caller.prefix) : redisKeys.accountPlaces(caller.username);
  return { id, sets: placedIn.map(set) };
}
