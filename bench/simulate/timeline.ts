/** What happens at a moment. */
interface Event {
  at: number;
  /** Events of the same moment happen in the order in which they were planned. */
  order: number;
  run(): void;
}

/** Simulated time in milliseconds, and what happens when: a heap of events, the next one first. */
export class Timeline {
  #now = 0;
  #planned = 0;
  readonly #events: Event[] = [];

  get now(): number {
    return this.#now;
  }

  /** Plans something for some milliseconds from now. */
  in(ms: number, run: () => void): void {
    const event = { at: this.#now + ms, order: this.#planned++, run };
    const events = this.#events;
    let at = events.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, events[parent] as Event)) break;
      events[at] = events[parent] as Event;
      at = parent;
    }
    events[at] = event;
  }

  /** Lets time pass until a moment. */
  runUntil(end: number): void {
    for (let next = this.#events[0]; next && next.at <= end; next = this.#events[0]) {
      this.#removeFirst();
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }

  #removeFirst(): void {
    const events = this.#events;
    const last = events.pop() as Event;
    if (events.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= events.length) break;
      const right = child + 1;
      if (right < events.length && isBefore(events[right] as Event, events[child] as Event)) child = right;
      if (!isBefore(events[child] as Event, last)) break;
      events[at] = events[child] as Event;
      at = child;
    }
    events[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
