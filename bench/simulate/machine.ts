import type { Timeline } from './timeline.ts';

/** A process that has a core gives it to one that waits after about this long. */
const SLICE_MS = 4;

/** Work for a process: its CPU time, and what follows. */
interface Task {
  ms: number;
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
 * A process with one thread. What has come in by the beginning of a turn of its loop is done in that turn, and leaves at
 * its end. So the more it has to do, the less each thing costs.
 */
export class Process {
  readonly #machine: Machine;
  readonly #cost: TurnCost;
  #tasks: Task[] = [];
  #isActive = false;
  /** Time with work in hand, without waits for a core; and its CPU time, and turns so far. */
  busyMs = 0;
  cpuMs = 0;
  turns = 0;

  constructor(machine: Machine, cost: TurnCost) {
    this.#machine = machine;
    this.#cost = cost;
  }

  /** Does work when its turn comes; `then` follows at the end of that turn. */
  run(ms: number, then: () => void = () => {}): void {
    this.#tasks.push({ ms, then });
    if (!this.#isActive) this.#turn();
  }

  #turn(): void {
    this.#isActive = true;
    const { turnMs, pauseMs = 0 } = this.#cost;
    let done: Task[] = [];
    const begin = () => {
      let ms = turnMs;
      let count = 0;
      while (count < this.#tasks.length && (count === 0 || ms < SLICE_MS)) ms += (this.#tasks[count++] as Task).ms;
      done = this.#tasks.splice(0, count);
      this.cpuMs += ms;
      this.busyMs += ms + pauseMs;
      this.turns += 1;
      return ms;
    };
    const end = () => {
      for (const { then } of done) then();
      if (this.#tasks.length > 0) this.#turn();
      else this.#isActive = false;
    };
    this.#machine.occupy(begin, pauseMs > 0 ? () => this.#machine.timeline.in(pauseMs, end) : end);
  }
}
