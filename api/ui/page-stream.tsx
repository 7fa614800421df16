import type { Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { Parts, packed, sendPacked } from '../plugins/compression.ts';
import { asHtml, renderPart } from './page.tsx';
import { renderedFor } from './rendering.tsx';
import { staticUrl } from './static-files.ts';

/** A page that waits for longer begins with what is above its content, and says what it waits for. */
const FRAME_WITHIN_MS = 200;

/** A page that was sent, with its bytes if it was sent whole. */
export class Sent {
  readonly bytes: Buffer | null;

  constructor(bytes: Buffer | null = null) {
    this.bytes = bytes;
  }
}

/**
 * Sends a page in parts: what is above its content, so that browsers can load its stylesheets; a note if nothing else
 * follows soon; states of the content if that takes long; and in the end the content itself. The states are in templates,
 * which browsers do not show; `settling.js` does. A page whose content is there before it has begun is sent whole, which
 * costs less.
 */
export class PageStream {
  readonly #reply: FastifyReply;
  readonly #frame: (content: VNode) => VNode;
  readonly #hasNote: boolean;
  /** What is above and below the content, once the frame is rendered. */
  #prepared: { start: string; rest: string } | null = null;
  /** The parts so far, once it is known that the content takes a while. */
  #parts: Parts | null = null;
  #takesLong = false;
  /** What is sent, once the page has begun. */
  #sent: Transform | null = null;
  #isOver = false;
  #note: () => VNode | null = () => null;
  #timer: NodeJS.Timeout | undefined;
  #hasStates = false;

  /**
   * `frame` puts content into the page. With `hasNote`, a page that has to wait begins soon, before its status is certain,
   * and says what it waits for.
   */
  constructor(reply: FastifyReply, frame: (content: VNode) => VNode, { hasNote }: { hasNote: boolean }) {
    this.#reply = reply;
    this.#frame = frame;
    this.#hasNote = hasNote;
  }

  /** Renders the frame, before it is known whether it is sent. `note` says what is awaited if that takes long. */
  prepare(note: () => VNode): void {
    if (this.#isOver) return;
    this.#note = note;
    const place = <template id="content" />;
    const [start = '', rest = ''] = this.#html(this.#frame(place)).split(this.#html(place));
    this.#prepared = { start: `<!doctype html>${start}`, rest };
    if (this.#takesLong) this.#writeStart(this.#prepared);
  }

  /** The content takes a while: what is above it is compressed meanwhile. */
  expectWait(): void {
    if (this.#takesLong || this.#isOver) return;
    this.#takesLong = true;
    if (this.#hasNote) this.#timer = setTimeout(() => this.#sendNote(), FRAME_WITHIN_MS);
    if (this.#prepared) this.#writeStart(this.#prepared);
  }

  #writeStart({ start }: { start: string }): Parts {
    const parts = new Parts(this.#reply);
    parts.stream.write(start);
    this.#parts = parts;
    return parts;
  }

  /** Sends what is above the content, if it is prepared: from now on, the status is 200. */
  begin(): void {
    if (this.#sent || this.#isOver || !this.#prepared) return;
    const parts = this.#parts ?? this.#writeStart(this.#prepared);
    this.#sent = parts.stream;
    // nginx would collect the parts.
    parts.send(asHtml(this.#reply.header('x-accel-buffering', 'no')));
  }

  /** Shows a state of the content. One that comes after the content is too late. */
  show(state: VNode): void {
    if (this.#isOver) return;
    this.begin();
    if (!this.#sent) return;
    if (!this.#hasStates) this.#sent.write(this.#html(<script src={staticUrl('settling.js')} />));
    this.#hasStates = true;
    // Browsers tell of the first template before they have read all of it, but of the second only afterwards.
    this.#sent.write(`<template data-state>${this.#html(state)}</template><template data-end></template>`);
  }

  /** Sends the content in its frame; returns null if that is not prepared. */
  async end(content: VNode | null): Promise<Sent | null> {
    this.#close();
    if (!this.#prepared) return null;
    const { start, rest } = this.#prepared;
    const shown = this.#hasStates ? <div class="settled">{content}</div> : content;
    const end = (shown ? this.#html(shown) : '') + rest;
    if (!this.#sent) return sendWhole(this.#reply, await packed(this.#reply, start + end));
    this.#sent.end(end);
    return new Sent();
  }

  /** Whether the status is sent. */
  get hasBegun(): boolean {
    return this.#sent !== null;
  }

  /** Breaks off. Returns whether something was sent, so that the error cannot be. */
  break(): boolean {
    this.#close();
    this.#sent?.end(this.#prepared?.rest);
    return this.#sent !== null;
  }

  #close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (!this.#sent) this.#parts?.stream.destroy();
  }

  #sendNote(): void {
    const note = this.#hasStates ? null : this.#note();
    if (!note) return;
    this.begin();
    this.#sent?.write(this.#html(note));
  }

  #html(part: VNode): string {
    const { request, server } = this.#reply;
    return renderPart(renderedFor(part, request), server);
  }
}

/** Sends a page whole, which was `packed` for its visitor. */
export function sendWhole(reply: FastifyReply, bytes: Buffer): Sent {
  sendPacked(asHtml(reply), bytes);
  return new Sent(bytes);
}
