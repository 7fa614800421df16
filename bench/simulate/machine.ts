import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** A process that has a core gives it to one that waits after about this long. */
const SLICE_MS = 4;

/**
 * When what a process sends leaves it: at once, as over HTTP; or at the end of the turn, as everything for Redis, which is
 * collected, and everything from it.
 */
type Leaves = 'at once' | 'with the turn';

/** Work for a process: its CPU time, and what follows. */
interface Task {
  ms: number;
  leaves: Leaves;
  then(): void;
}

/** The cores of a machine. Processes that have work take turns on them. */
export class Machine {
  readonly timeline: Timeline;
  readonly cores: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(timeline: Timeline, cores: number) {
    this.timeline = timeline;
    this.cores = cores;
    this.#free = cores;
  }

  /** Runs something for some time as soon as a core is free. `begin` returns how long it takes. */
  occupy(begin: () => number, end: () => void): void {
    const start = () => {
      this.timeline.in(begin(), () => {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#free += 1;
        end();
      });
    };
    if (this.#free > 0) {
      this.#free -= 1;
      start();
    } else this.#waiting.push(start);
  }
}

/** What a turn of a process costs besides its work: CPU, and a wait without it, such as that for a disk. */
export interface TurnCost {
  turnMs: number;
  pauseMs?: number;
}

/**
 * Work takes its time on average, but now and then it takes long: garbage is collected, code compiled, the machine does
 * something else. One task in `every` has half of all the time.
 */
export function uneven(random: Random, every: number): () => number {
  if (every <= 1) return () => 1;
  return () => (random.next() * every < 1 ? every / 2 : 0.5 / (1 - 1 / every));
}

/**
 * A process with one thread. What has come in by the beginning of a turn of its loop is done in that turn. So the more it
 * has to do, the less each thing costs, and the longer it takes until Redis hears of it.
 */
export class Process {
  readonly #machine: Machine;
  readonly #cost: TurnCost;
  readonly #unevenness: () => number;
  #tasks: Task[] = [];
  #isActive = false;
  /** Time with work in hand, without waits for a core; and its CPU time, and turns so far. */
  busyMs = 0;
  cpuMs = 0;
  turns = 0;

  constructor(machine: Machine, cost: TurnCost, unevenness = () => 1) {
    this.#machine = machine;
    this.#cost = cost;
    this.#unevenness = unevenness;
  }

  /** Does work when its turn comes; `then` follows. */
  run(ms: number, then: () => void = () => {}, leaves: Leaves = 'with the turn'): void {
    this.#tasks.push({ ms, leaves, then });
    if (!this.#isActive) this.#turn();
  }

  #turn(): void {
    this.#isActive = true;
    this.turns += 1;
    const { turnMs, pauseMs = 0 } = this.#cost;
    const { timeline } = this.#machine;
    let tasks: Task[] | undefined;
    /** What leaves at once, by the CPU time of the turn until then. */
    const atOnce: [doneMs: number, then: () => void][] = [];
    let [leftMs, doneMs] = [turnMs, 0];
    const end = () => {
      for (const { leaves, then } of tasks ?? []) if (leaves === 'with the turn') then();
      if (this.#tasks.length > 0) this.#turn();
      else this.#isActive = false;
    };
    /** As much of the turn as the process may do before it gives its core to another. */
    const begin = () => {
      if (!tasks) {
        tasks = this.#tasks.splice(0);
        this.busyMs += pauseMs;
        for (const task of tasks) {
          leftMs += task.ms * this.#unevenness();
          if (task.leaves === 'at once') atOnce.push([leftMs, task.then]);
        }
      }
      const ms = Math.min(leftMs, SLICE_MS);
      while (atOnce[0] && (ms === leftMs || atOnce[0][0] <= doneMs + ms)) {
        const [at, then] = atOnce.shift() as (typeof atOnce)[0];
        timeline.in(Math.min(at - doneMs, ms), then);
      }
      this.cpuMs += ms;
      this.busyMs += ms;
      doneMs += ms;
      leftMs -= ms;
      return ms;
    };
    const go = () =>
      this.#machine.occupy(begin, () => {
        if (leftMs > 0) go();
        else if (pauseMs > 0) timeline.in(pauseMs, end);
        else end();
      });
    go();
  }
}
