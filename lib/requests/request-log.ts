import { checkedAtMostEvery } from '../at-most-every.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { fullness, NEARLY_FULL, readMemory } from '../redis/redis-memory.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { RecordKeeper } from './record-batches.ts';
import { byClass, CLASSES, packRequests } from './request-block.ts';
import { requestKeys } from './request-lists.ts';
import type { RequestRecord } from './request-record.ts';

const addScript = scriptFile(new URL('./lua/add-requests.lua', import.meta.url), 1 + CLASSES);
const noteScript = scriptFile(new URL('./lua/note-requests.lua', import.meta.url), 3);

/** How much the log keeps. */
export interface RequestLogSize {
  hours: number;
  /** Of all accounts together. */
  bytes: number;
}

const HOUR_MS = 3_600_000;
/** The log of an account that nobody was admitted for. */
export const NOBODY = '';
/** What the logs of accounts that grow at the same time may take together until they are cut. */
const SPARE = 0.1;
/** How often a process looks how full Redis is, while it has something to write. */
const MEMORY_CHECK_MS = 10_000;

/**
 * The log of requests. It has a list of blocks for each account and class, so that each account has a bounded log of its
 * own: one with many requests leaves out every second one, evenly, and not those of others.
 */
export class RequestLog implements RecordKeeper {
  readonly name = 'the log of requests';
  readonly everyBeats = 1;
  readonly #redis: Redis;
  readonly #ageMs: number;
  readonly #room: number;
  readonly #isNearlyFull: () => Promise<boolean>;
  /** The bytes that the log of one account may take, as far as this process knows. */
  #share: number;

  constructor(redis: Redis, { hours, bytes }: RequestLogSize) {
    this.#redis = redis;
    this.#ageMs = hours * HOUR_MS;
    this.#room = Math.floor(bytes * (1 - SPARE));
    this.#share = this.#room;
    this.#isNearlyFull = checkedAtMostEvery(
      MEMORY_CHECK_MS,
      async () => fullness(await readMemory(redis)) > NEARLY_FULL,
    );
  }

  /** Adds the requests to the logs of their accounts, unless Redis needs its memory for what cannot be done without. */
  async keep(records: readonly RequestRecord[]): Promise<void> {
    // Whether there is room may be unknown, because Redis is slow. Then it writes: a Redis that is away refuses that as well.
    if (await this.#isNearlyFull().catch(() => false)) return;
    const now = Date.now();
    const byAccount = new Map<string, RequestRecord[]>();
    for (const record of records) {
      const account = record.account ?? NOBODY;
      const own = byAccount.get(account);
      if (own) own.push(record);
      else byAccount.set(account, [record]);
    }
    const sizes = await Promise.all(
      [...byAccount].map(async ([account, own]) => [account, await this.#add(account, own, now), 1] as const),
    );
    const { larger, ended } = await this.#note(sizes, reasonsOf(records), now);
    await Promise.all(ended.map((account) => this.#redis.unlink(...requestKeys(account))));
    if (larger.length === 0) return;
    const cut = await Promise.all(
      larger.map(async (account) => [account, await this.#add(account, [], now), 0] as const),
    );
    await this.#note(cut, {}, now);
  }

  /** Returns the bytes that the log of the account takes. */
  async #add(account: string, records: readonly RequestRecord[], now: number): Promise<number> {
    const blocks = byClass(records).map((own) => (own.length > 0 ? packRequests(own) : ''));
    const head = [now, this.#ageMs, this.#share, JSON.stringify(reasonsOf(records))];
    return Number(await addScript.run(this.#redis, requestKeys(account), [...head, ...blocks]));
  }

  /** Returns the accounts whose logs are larger than their share, and those whose logs must end. */
  async #note(
    sizes: readonly (readonly [account: string, bytes: number, isAdded: number])[],
    reasons: Reasons,
    now: number,
  ): Promise<{ larger: string[]; ended: string[] }> {
    const keys = [redisKeys.requestTotals, redisKeys.requestSizes, redisKeys.requestTimes];
    const args = [now, this.#ageMs, this.#room, JSON.stringify(reasons), ...sizes.flat()];
    const reply = (await noteScript.run(this.#redis, keys, args)) as [number, number, ...string[]];
    const [share, count, ...accounts] = reply;
    this.#share = share;
    return { larger: accounts.slice(0, count), ended: accounts.slice(count) };
  }
}

/** How often requests failed, by hour and reason. */
type Reasons = Readonly<Record<string, Readonly<Record<string, number>>>>;

function reasonsOf(records: readonly RequestRecord[]): Reasons {
  const counts: Record<string, Record<string, number>> = {};
  for (const { at, reason } of records) {
    if (reason === null) continue;
    const hour = Math.floor(at / HOUR_MS);
    counts[hour] ??= {};
    counts[hour][reason] = (counts[hour][reason] ?? 0) + 1;
  }
  return counts;
}
