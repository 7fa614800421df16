import { expect } from 'vitest';
import { changeAccount } from '../../lib/accounts/account-changes.ts';
import { type PresentedKey, parseKey } from '../../lib/keys/key-format.ts';
import { AdmissionBatcher } from '../../lib/limits/admission-batcher.ts';
import type { Cost } from '../../lib/limits/cost.ts';
import { limitChanges } from '../../lib/limits/limit-changes.ts';
import { type Place, Places, placeOf } from '../../lib/limits/places.ts';
import { type Charge, readUsage, refund, usagePeriod } from '../../lib/limits/usage.ts';
import type { Admission } from '../../lib/limits/verdict.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { changeKey, createKey, createUser, OPERATOR } from './as-tester.ts';
import { testErrors } from './health.ts';
import { LimitsModel, type ModelCost, type ModelLimits, type ModelOwner, type ModelRate } from './limits-model.ts';

/** How many web processes there are, and how many keys the account has. */
export const PROCESSES = 3;
export const KEYS = 3;
const NOW = new Date('2026-11-15T12:00:00Z');
const UNITS = { min: 60, h: 3_600 } as const;
const INSTANCE = {
  key: { burst: { limit: 6, seconds: 60 }, sustained: { limit: 20, seconds: 3_600 }, monthly: 15 },
  account: { burst: { limit: 9, seconds: 60 }, sustained: { limit: 30, seconds: 3_600 }, monthly: 25 },
};

/** Something that happens: requests, their ends, changes of limits, deaths, and the passing of time. */
export type Action =
  | { do: 'call'; key: number; at: number; cost: ModelCost }
  | { do: 'crowd'; key: number; count: number; cost: ModelCost }
  | { do: 'end' | 'refund'; which: number }
  | { do: 'die'; at: number }
  | { do: 'pass'; seconds: number }
  | { do: 'limit'; owner: number; limits: ModelLimits };

interface Call {
  id: string;
  key: ModelOwner;
  /** Its process. */
  at: number;
  charge: Charge | null;
  searches: number;
  place: Place | null;
}

const { errors } = testErrors();
/** A process renews its places often enough, however slow this machine is. */
const PATIENT_MS = 600_000;

/** One account with its keys, in the model and in Redis, called by several processes. */
export class LimitsRun {
  readonly model = new LimitsModel(KEYS, INSTANCE);
  readonly #redis: Redis;
  readonly #connections: readonly Redis[];
  readonly #processes: AdmissionBatcher[];
  /** The places of each process. */
  readonly #places: Places[];
  readonly #username: string;
  readonly #keys: PresentedKey[] = [];
  #open: Call[] = [];
  #charged: Call[] = [];
  #ids = 0;

  constructor(connections: readonly Redis[], username: string) {
    this.#redis = connections[0] as Redis;
    this.#connections = connections;
    this.#places = connections.map((connection) => new Places(connection, errors, PATIENT_MS));
    const ofInstance = ({ burst, sustained, monthly }: typeof INSTANCE.key) => ({
      burst: inMs(burst),
      sustained: inMs(sustained),
      monthly,
    });
    const all = { ...ofInstance(INSTANCE.key), account: ofInstance(INSTANCE.account) };
    this.#processes = connections.map((connection) => new AdmissionBatcher(connection, all));
    this.#username = username;
  }

  async start(): Promise<this> {
    await createUser(this.#redis, this.#username);
    for (let made = 0; made < KEYS; made++) {
      this.#keys.push(parseKey((await createKey(this.#redis, this.#username)).key) as PresentedKey);
    }
    return this;
  }

  async run(one: Action): Promise<void> {
    switch (one.do) {
      case 'call':
        return this.#call(one.key, [one.at], one.cost);
      case 'crowd':
        return this.#call(
          one.key,
          Array.from({ length: one.count }, (_, index) => index % PROCESSES),
          one.cost,
        );
      case 'end':
        return this.#end(one.which);
      case 'refund':
        return this.#refund(one.which);
      case 'die':
        return this.#die(one.at);
      case 'pass':
        return this.#pass(one.seconds);
      case 'limit':
        return this.#limit(one.owner, one.limits);
    }
  }

  /** What Redis has counted is what the model has. */
  async check(): Promise<void> {
    const { month } = usagePeriod(NOW);
    const owners = [{ username: this.#username }, ...this.#keys.map(({ prefix }) => ({ key: prefix }))];
    const counted = await Promise.all(owners.map((owner) => readUsage(this.#redis, owner, month)));
    expect(counted.map(({ searches }) => searches)).toEqual(this.model.owners.map(({ searches }) => searches));
  }

  stop(): void {
    for (const places of this.#places) places.stop();
  }

  /** Sends equal requests at the same moment: whoever is first, the number that is admitted is the same. */
  async #call(which: number, from: readonly number[], taken: ModelCost): Promise<void> {
    const [modelled, presented] = [this.model.keys[which] as ModelOwner, this.#keys[which] as PresentedKey];
    const calls = from.map((process) => ({ process, id: `${this.#username}-${++this.#ids}` }));
    const admissions = await Promise.all(
      calls.map(({ process, id }) =>
        (this.#processes[process] as AdmissionBatcher).admit(presented, costOf(taken), NOW, id),
      ),
    );
    const sent = calls.map((call, index) => ({ ...call, admission: admissions[index] as Admission }));
    const admitted = sent.filter(({ admission }) => admission.verdict === 'admitted');
    for (const { id, process, admission } of admitted) {
      expect(this.model.decide(modelled, taken)).toEqual({ verdict: 'admitted' });
      this.model.admit(modelled, id, taken);
      await this.#begin(id, process, modelled, taken, admission as Admission & { verdict: 'admitted' });
    }
    const expected = this.model.decide(modelled, taken);
    for (const { admission } of sent.filter(({ admission: { verdict } }) => verdict !== 'admitted')) {
      expect(admission.verdict).toBe(expected.verdict);
      if ('by' in expected && expected.by !== 'either') expect(admission).toHaveProperty('by', expected.by);
    }
    const [only, ...others] = sent;
    if (!only || others.length > 0) return;
    const { standings } = only.admission as Admission & { verdict: 'admitted' };
    const left = (['burst', 'sustained'] as const).map((name) => modelled.left(name, this.model.now));
    expect([standings.burst?.remaining ?? null, standings.sustained?.remaining ?? null]).toEqual(
      left.map((count) => (count === null ? null : Math.max(0, count))),
    );
  }

  async #begin(
    id: string,
    process: number,
    modelled: ModelOwner,
    { searches = 0 }: ModelCost,
    admission: Admission & { verdict: 'admitted' },
  ): Promise<void> {
    const place = placeOf(id, admission);
    const places = this.#places[process] as Places;
    if (place) places.taken(place);
    await places.renew();
    const call = { id, key: modelled, at: process, charge: admission.charge, searches, place };
    this.#open.push(call);
    if (admission.charge) this.#charged.push(call);
  }

  async #end(which: number): Promise<void> {
    const call = this.#open[which % this.#open.length];
    if (!call) return;
    this.#open = this.#open.filter((other) => other !== call);
    if (call.place) this.#places[call.at]?.free(call.place);
    // Nobody waits for what it frees. Redis does what comes next on the same connection afterwards.
    await this.#connections[call.at]?.hlen(redisKeys.user(this.#username));
    this.model.end(call.id);
  }

  async #refund(which: number): Promise<void> {
    const call = this.#charged[which % this.#charged.length];
    if (!call?.charge) return;
    this.#charged = this.#charged.filter((other) => other !== call);
    // Twice, as after an outage.
    await refund(this.#redis, [call.charge]);
    await refund(this.#redis, [call.charge]);
    this.model.refund(call.key, call.searches);
  }

  async #die(process: number): Promise<void> {
    const lost = this.#open.filter((call) => call.at === process);
    this.#open = this.#open.filter((call) => call.at !== process);
    this.model.die(lost.map(({ id }) => id));
    // Nobody renews them: their time is over when time passes. Another process takes its place.
    this.#dead.push(...lost);
    this.#places[process]?.stop();
    this.#places[process] = new Places(this.#connections[process] as Redis, errors, PATIENT_MS);
  }

  readonly #dead: Call[] = [];

  /** Time passes: everything that Redis knows happened that much earlier. */
  async #pass(seconds: number): Promise<void> {
    this.model.pass(seconds);
    const logs = [
      ...(['burst', 'sustained'] as const).map((name) => redisKeys.accountRateLog(this.#username, name)),
      ...this.#keys.flatMap(({ prefix }) =>
        (['burst', 'sustained'] as const).map((name) => redisKeys.rateLog(prefix, name)),
      ),
    ];
    for (const log of logs) {
      const times = await this.#redis.lrange(log, 0, -1);
      if (times.length === 0) continue;
      const earlier = times.map((time) => String(Number(time) - seconds * 1_000));
      await this.#redis
        .multi()
        .del(log)
        .rpush(log, ...earlier)
        .exec();
    }
    for (const { id, place } of this.#dead.splice(0)) {
      for (const set of place?.sets ?? []) await this.#redis.zadd(set, 'XX', 1, redisKeys.charge(id));
    }
  }

  async #limit(owner: number, wished: ModelLimits): Promise<void> {
    (this.model.owners[owner] as ModelOwner).own = { ...wished };
    const changes = { limits: limitChanges.parse(asSent(wished)) };
    const prefix = this.#keys[owner - 1]?.prefix;
    if (prefix === undefined) await changeAccount(this.#redis, OPERATOR, this.#username, changes);
    else await changeKey(this.#redis, prefix, changes, { maxDays: null });
  }
}

const inMs = ({ limit, seconds }: ModelRate) => ({ limit, windowMs: seconds * 1_000 });

function costOf({ entries, searches }: ModelCost): Cost {
  return { entries, searches: searches === undefined ? {} : { web: searches } };
}

/** Limits as callers send them: what is absent inherits again. */
function asSent({ burst, sustained, monthly, max_parallel }: ModelLimits): Record<string, unknown> {
  const text = (one: ModelRate | 'off' | undefined) =>
    one === undefined || one === 'off'
      ? (one ?? null)
      : `${one.limit}/${Object.entries(UNITS).find(([, seconds]) => seconds === one.seconds)?.[0]}`;
  return {
    burst: text(burst),
    sustained: text(sustained),
    monthly: monthly ?? null,
    max_parallel: max_parallel ?? null,
  };
}
