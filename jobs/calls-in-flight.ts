import type { CallRequest, CallTarget, InFlightCall } from './in-flight-call.ts';
import type { Reply } from './reply.ts';

/** The calls that requests of this process wait for. Equal calls are several if one's job ends too early for another. */
export class CallsInFlight {
  readonly #calls = new Map<string, readonly InFlightCall[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The call that the request may wait for, too. */
  find(target: CallTarget, request: CallRequest): InFlightCall | undefined {
    return this.#calls.get(target.key)?.find((call) => call.mayJoin(request));
  }

  add(call: InFlightCall): void {
    const { key } = call.target;
    this.#calls.set(key, [...(this.#calls.get(key) ?? []), call]);
    this.#size += 1;
  }

  delete(call: InFlightCall): void {
    const { key } = call.target;
    const others = this.#calls.get(key)?.filter((other) => other !== call) ?? [];
    if (others.length > 0) this.#calls.set(key, others);
    else this.#calls.delete(key);
    this.#size -= 1;
  }

  hear(reply: Reply): void {
    for (const call of this.#calls.get(reply.key) ?? []) call.hear(reply);
  }

  *[Symbol.iterator](): Generator<InFlightCall> {
    for (const calls of this.#calls.values()) yield* calls;
  }

  /** The calls of each job that is in a queue. */
  byJob(): Map<string, InFlightCall[]> {
    const jobs = new Map<string, InFlightCall[]>();
    for (const call of this) if (call.jobId !== '') jobs.set(call.jobId, [...(jobs.get(call.jobId) ?? []), call]);
    return jobs;
  }
}
