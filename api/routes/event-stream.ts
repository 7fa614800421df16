import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An event with a value or its JSON. */
function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** Events as a stream sends them. */
export function eventsText(events: readonly (readonly [event: string, data: unknown])[]): string {
  return events.map(([event, data]) => eventText(event, data)).join('');
}

/** Events for a client, which wait until the stream begins. */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #events = new PassThrough();
  #goOn = () => {};
  hasBegun = false;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
    this.#events.on('drain', () => this.#goOn()).on('close', () => this.#goOn());
  }

  /** Whether events reach somebody: not after the end, nor once the client has gone. */
  get isOpen(): boolean {
    return this.#events.writable;
  }

  /** `data` is a value or its JSON. Returns whether the client keeps up: if not, who has more to send awaits `drained()`. */
  add(event: string, data: unknown): boolean {
    return this.isOpen && this.#events.write(eventText(event, data));
  }

  /** Resolves when the client has taken what was sent, or will take nothing any more. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve;
      if (!this.#events.writableNeedDrain) resolve();
    });
  }

  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { notes } = this.#reply.request;
    if (notes) notes.isUntimed = true;
    // nginx would collect the events.
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
    void this.#reply.headers(headers).send(this.#events);
  }

  end(): void {
    this.#events.end();
    // A stream that ends drains without saying so.
    this.#goOn();
  }
}
