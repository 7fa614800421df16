import type { Capacity } from '../../lib/limits/capacity.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { type Costs, steps } from './costs.ts';
import type { Process } from './machine.ts';
import type { RedisModel } from './redis-model.ts';
import type { Timeline } from './timeline.ts';
import type { ModelCall, ModelQueue } from './worker-model.ts';

/** How a search ended: with all engines, without some of them or all, or refused at once. */
export type End = 'whole' | 'incomplete' | 'refused';

/** What a web process needs of the world around it. */
export interface WebWorld {
  timeline: Timeline;
  costs: Costs;
  redis: RedisModel;
  /** Whether there are several web processes, which claim the calls that they make. */
  isShared: boolean;
  deadlineMs: number;
  engines: readonly Provider[];
  hop(then: () => void): void;
  /** The queue of the next job. */
  queue(): ModelQueue;
  /** How long the next call to an engine takes. */
  engineMs(): number;
}

/** A web process: what comes in, what it admits to the queue (by the code of a real one), and what it sends. */
export class WebModel {
  readonly #process: Process;
  readonly #capacity: Capacity;
  readonly #world: WebWorld;

  constructor(process: Process, capacity: Capacity, world: WebWorld) {
    this.#process = process;
    this.#capacity = capacity;
    this.#world = world;
  }

  /** A search whose answers are cached: admitted by Redis, and sent from memory. */
  cached(done: (end: End) => void): void {
    const { redis, costs } = this.#world;
    const halfMs = costs.parts.web.cachedMs / 2;
    this.#process.run(halfMs, () =>
      this.#ask(redis.accounts, redis.work.admission, () => this.#process.run(halfMs, () => done('whole'), 'at once')),
    );
  }

  /** A search that must be made: admitted, looked up, queued and awaited. */
  fresh(account: string, done: (end: End) => void): void {
    const { redis, costs, timeline, deadlineMs } = this.#world;
    const { newMs } = costs.parts.web;
    const { request, admitted, found } = steps.web;
    const cache = redis.cache();
    this.#process.run(newMs * request, () => {
      // Its time begins when the process reads it, not when it arrives.
      const deadlineAt = timeline.now + deadlineMs;
      this.#ask(redis.accounts, redis.work.admission, () =>
        this.#process.run(newMs * admitted, () =>
          this.#ask(cache, redis.work.cache * steps.cache.read, () =>
            this.#process.run(newMs * found, () => this.#dispatch(account, deadlineAt, cache, done)),
          ),
        ),
      );
    });
  }

  #ask(server: Process, ms: number, then: () => void): void {
    const { hop } = this.#world;
    hop(() => server.run(ms, () => hop(then)));
  }

  #dispatch(account: string, deadlineAt: number, cache: Process, done: (end: End) => void): void {
    const { redis, engines, timeline, isShared, queue: nextQueue, hop, costs } = this.#world;
    const refusals = this.#capacity.refusals(engines, account, deadlineAt - timeline.now);
    const admitted = engines.filter((engine) => !refusals.has(engine));
    if (admitted.length === 0) {
      done('refused');
      return;
    }
    const queue = nextQueue();
    const pending = new Set(admitted);
    let whole = admitted.length === engines.length;
    const settle = (engine: Provider, tookMs: number | null, waitedMs: number) => {
      if (!pending.delete(engine)) return;
      if (tookMs === null) whole = false;
      this.#capacity.end(engine, account, tookMs, waitedMs);
      const sendMs = costs.parts.web.newMs * steps.web.send;
      if (pending.size === 0) this.#process.run(sendMs, () => done(whole ? 'whole' : 'incomplete'), 'at once');
    };
    const leftMs = deadlineAt - timeline.now;
    timeline.in(leftMs, () => {
      for (const engine of pending) settle(engine, null, leftMs);
    });
    const calls = admitted.map((engine): ModelCall => {
      this.#capacity.begin(engine, account);
      return {
        engine: engines.indexOf(engine),
        deadlineAt,
        takesMs: this.#world.engineMs(),
        end: (tookMs, waitedMs) => this.#reply(queue, cache, () => settle(engine, tookMs, waitedMs)),
      };
    });
    const add = () =>
      hop(() =>
        queue.server.run(redis.work.queue * steps.queue.add, () => queue.add({ addedAt: timeline.now, calls })),
      );
    this.#process.run(costs.parts.web.newMs * steps.web.queue, () => {
      if (isShared) this.#ask(queue.server, redis.work.queue * steps.queue.claim, () => this.#process.run(0, add));
      else add();
    });
  }

  /** The answer of an engine on its way from the worker: to the cache, and through the channel of this process. */
  #reply(queue: ModelQueue, cache: Process, then: () => void): void {
    const { redis, costs, hop } = this.#world;
    hop(() => {
      cache.run(redis.work.cache * steps.cache.write);
      queue.server.run(redis.work.queue * steps.queue.reply, () =>
        hop(() => this.#process.run(costs.parts.web.newMs * steps.web.reply, then)),
      );
    });
  }
}
