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
  hasBegun = false;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
  }

  /** `data` is a value or its JSON. */
  add(event: string, data: unknown): void {
    this.#events.write(eventText(event, data));
  }

  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    // nginx would collect the events.
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
    void this.#reply.headers(headers).send(this.#events);
  }

  end(): void {
    this.#events.end();
  }
}
