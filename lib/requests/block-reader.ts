import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { blockTime, mayHave, openBlock, requestsIn } from './request-block.ts';
import { blockLists, oldestAt } from './request-lists.ts';
import type { RequestRecord } from './request-record.ts';

/** A request as the log has it: it may stand for others that were left out. */
export interface LoggedRequest extends RequestRecord {
  /** One of so many was kept at that time. */
  one_of: number;
}

/** What is looked for in a log. */
export interface Sought {
  account: string;
  /** Blocks that begin later have nothing that is looked for. */
  until: number;
  /** Blocks that begin earlier have nothing either, but for the newest. Absent: no time is too early. */
  since?: number | undefined;
  /** Only the request with this id. */
  id?: string | undefined;
}

const BLOCKS_AT_ONCE = 40;
/** Of a request with an id, hardly any block has to be opened. */
const BLOCKS_AT_ONCE_FOR_ID = 500;
/** Whoever asks for what is new finds it in the newest blocks, most of the time. Each further part is twice as large. */
const NEWEST_BLOCKS = 2;
/** The time of a block, its level, and enough of its contents to know it again. */
const HEAD_BYTES = 48;

/** A list of blocks, as far as it has been read from its end. */
interface ReadList {
  name: string;
  blocks: number;
  /** How many are read next. */
  atOnce: number;
  /** The time of the oldest block that was read; after the first block, there is nothing left. */
  reachedAt: number;
}

/** Reads the log of an account from its end to its beginning, some blocks at a time. */
export class BlockReader {
  readonly #redis: Redis;
  readonly #sought: Sought;
  readonly #lists: ReadList[];
  readonly #mostAtOnce: number;
  /** Blocks that were read: while it reads on, others are added behind them. */
  readonly #known = new Set<string>();
  #raises: { at: number; level: number }[] | undefined;
  #oldestAt = Number.NEGATIVE_INFINITY;
  #waiting: LoggedRequest[] = [];
  #opened = 0;

  constructor(redis: Redis, sought: Sought) {
    this.#redis = redis;
    this.#sought = sought;
    this.#mostAtOnce = sought.id === undefined ? BLOCKS_AT_ONCE : BLOCKS_AT_ONCE_FOR_ID;
    const list = {
      blocks: 0,
      atOnce: sought.since === undefined ? BLOCKS_AT_ONCE : NEWEST_BLOCKS,
      reachedAt: Number.POSITIVE_INFINITY,
    };
    this.#lists = blockLists(sought.account).map((name) => ({ ...list, name }));
  }

  /** How many blocks were opened so far: that is the work of reading. */
  get opened(): number {
    return this.#opened;
  }

  /** The time from which on everything has been read; before all times at the end. */
  get reachedAt(): number {
    return Math.max(...this.#lists.map((list) => list.reachedAt));
  }

  /** Reads some blocks of the lists that are behind the others. */
  async readOn(): Promise<void> {
    const { reachedAt } = this;
    const behind = this.#lists.filter((list) => list.reachedAt === reachedAt);
    const pipeline = this.#redis.pipeline();
    if (!this.#raises) pipeline.hmget(redisKeys.requestState(this.#sought.account), 'raises', 'age');
    for (const { name, blocks, atOnce } of behind) pipeline.lrangeBuffer(name, -blocks - atOnce, -blocks - 1);
    const replies = ((await pipeline.exec()) ?? []).map(([error, reply]) => {
      if (error) throw error;
      return reply;
    });
    if (!this.#raises) {
      const [raises, age] = replies.shift() as (string | null)[];
      this.#raises = raisesIn(raises ?? '');
      this.#oldestAt = oldestAt(age);
    }
    for (const [at, list] of behind.entries()) this.#add(list, replies[at] as Buffer[]);
  }

  /** The requests that were read and are newer than a time. They are given once. */
  take(after: number): LoggedRequest[] {
    const taken = this.#waiting.filter(({ at }) => at > after);
    if (taken.length > 0) this.#waiting = this.#waiting.filter(({ at }) => at <= after);
    return taken;
  }

  #add(list: ReadList, blocks: readonly Buffer[]): void {
    const [oldest] = blocks;
    const { account, until, since = Number.NEGATIVE_INFINITY, id } = this.#sought;
    // A process that could not write for a while may have written old requests just now: the newest blocks are all opened.
    const isFirst = list.blocks === 0;
    list.blocks += blocks.length;
    list.reachedAt = oldest && blocks.length === list.atOnce ? blockTime(oldest) : Number.NEGATIVE_INFINITY;
    list.atOnce = Math.min(this.#mostAtOnce, 2 * list.atOnce);
    for (const stored of blocks) {
      if (blockTime(stored) > until || (!isFirst && blockTime(stored) < since)) continue;
      if (id !== undefined && !mayHave(stored, id)) continue;
      const head = stored.toString('latin1', 0, HEAD_BYTES);
      if (this.#known.has(head)) continue;
      this.#known.add(head);
      this.#opened += 1;
      const block = openBlock(stored);
      const one_of = 2 ** this.#levelOf(block);
      for (const request of requestsIn(block, account || null)) {
        if (request.at > this.#oldestAt) this.#waiting.push({ ...request, one_of });
      }
    }
  }

  /** The level that is left of a block: classes may have been left out since it was written. */
  #levelOf({ at, level }: { at: number; level: number }): number {
    return Math.max(level, ...(this.#raises ?? []).flatMap((raise) => (raise.at >= at ? raise.level : [])));
  }
}

/** When classes were left out: `1794822600000:1,…` */
function raisesIn(text: string): { at: number; level: number }[] {
  return [...text.matchAll(/(\d{13}):(\d+),/g)].map(([, at, level]) => ({ at: Number(at), level: Number(level) }));
}
