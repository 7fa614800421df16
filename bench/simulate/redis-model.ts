import { type Costs, redisWork } from './costs.ts';
import { type Machine, Process } from './machine.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';

/** The Redis servers of a plan, and which of them does what. */
export class RedisModel {
  readonly work: ReturnType<typeof redisWork>;
  /** Every server by its name in reports. */
  readonly servers = new Map<string, Process>();
  /** The server of each queue of searches. */
  readonly queues: readonly Process[];
  readonly accounts: Process;
  readonly #caches: readonly Process[];
  readonly #random: Random;

  constructor({ redis }: Plan, costs: Costs, machine: () => Machine, random: Random, unevenness: () => number) {
    const { turnMs } = costs.parts.redis;
    const server = (name: string, pauseMs: number) => {
      const process = new Process(machine(), { turnMs, pauseMs }, unevenness);
      this.servers.set(name, process);
      return process;
    };
    this.work = redisWork(costs.parts.redis, costs.queueShare);
    this.#random = random;
    if (redis.kind === 'cluster') {
      // All accounts are in one slot, so one node has them, and as far as possible nothing else. Every queue has a slot,
      // and so has every search.
      this.accounts = server('Redis node with the accounts', costs.fsyncMs);
      this.#caches = Array.from({ length: redis.nodes - 1 }, (_, at) => server(`Redis node ${at + 2}`, costs.fsyncMs));
      this.queues = Array.from({ length: redis.queues }, (_, at) => this.#caches[at % this.#caches.length] as Process);
    } else {
      const main = server('Redis', costs.fsyncMs);
      this.accounts = main;
      this.#caches = [main];
      this.queues = [redis.kind === 'two' ? server('queue Redis', 0) : main];
    }
  }

  /** The server with the cached lists of one search. */
  cache(): Process {
    return this.#caches[this.#random.below(this.#caches.length)] as Process;
  }
}
