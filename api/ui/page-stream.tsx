import type { Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { Parts } from '../plugins/compression.ts';
import { asHtml, renderPart } from './page.tsx';
import { renderedFor } from './rendering.tsx';
import { staticUrl } from './static-files.ts';

/** Sooner than this after the first state of the content, the content itself is as good. */
const GRACE_MS = 100;

/** A page that was sent, with its text if it was sent whole. */
export class Sent {
  readonly html: string | null;

  constructor(html: string | null = null) {
    this.html = html;
  }
}

/**
 * Sends a page in parts: what is above its content, so that browsers can load its stylesheets; states of the content if
 * that takes long; and in the end the content itself. The states are in templates, which browsers do not show;
 * `settling.js` does. A page whose content is there before it has begun is sent whole, which costs less.
 */
export class PageStream {
  readonly #reply: FastifyReply;
  readonly #frame: (content: VNode) => VNode;
  /** What is above and below the content, once the frame is rendered. */
  #prepared: { start: string; rest: string } | null = null;
  /** The parts so far, once it is known that the content takes a while. */
  #parts: Parts | null = null;
  #takesLong = false;
  /** What is sent, once the page has begun. */
  #sent: Transform | null = null;
  #isOver = false;
  #state: () => VNode | null = () => null;
  #timer: NodeJS.Timeout | undefined;
  #hasStates = false;

  /** `frame` puts content into the page. */
  constructor(reply: FastifyReply, frame: (content: VNode) => VNode) {
    this.#reply = reply;
    this.#frame = frame;
  }

  /** Renders the frame, before it is known whether it is sent. */
  prepare(): void {
    if (this.#isOver) return;
    const place = <template id="content" />;
    const [start = '', rest = ''] = this.#html(this.#frame(place)).split(this.#html(place));
    this.#prepared = { start: `<!doctype html>${start}`, rest };
    if (this.#takesLong) this.#writeStart(this.#prepared);
  }

  /** The content takes a while: what is above it is compressed meanwhile. */
  expectWait(): void {
    if (this.#takesLong || this.#isOver) return;
    this.#takesLong = true;
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

  /** Shows a state of the content, now or soon; null is nothing yet. A state that comes after the content is too late. */
  show(state: () => VNode | null): void {
    if (this.#isOver) return;
    this.#state = state;
    if (this.#hasStates) this.#sendState(state());
    else this.#timer ??= setTimeout(() => this.#sendFirstState(), GRACE_MS);
  }

  /** Sends the content in its frame; returns null if that is not prepared. */
  end(content: VNode | null): Sent | null {
    this.#close();
    if (!this.#prepared) return null;
    const { start, rest } = this.#prepared;
    const shown = this.#hasStates ? <div class="settled">{content}</div> : content;
    const end = (shown ? this.#html(shown) : '') + rest;
    if (!this.#sent) return sendWhole(this.#reply, start + end);
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

  #sendFirstState(): void {
    this.#timer = undefined;
    const state = this.#state();
    if (!state || !this.#sent) return;
    this.#hasStates = true;
    this.#sent.write(this.#html(<script src={staticUrl('settling.js')} />));
    this.#sendState(state);
  }

  #sendState(state: VNode | null): void {
    if (!state) return;
    // Browsers tell of the first template before they have read all of it, but of the second only afterwards.
    this.#sent?.write(`<template data-state>${this.#html(state)}</template><template data-end></template>`);
  }

  #html(part: VNode): string {
    const { request, server } = this.#reply;
    return renderPart(renderedFor(part, request), server);
  }
}

/** Sends a page whole. */
export function sendWhole(reply: FastifyReply, html: string): Sent {
  asHtml(reply).send(html);
  return new Sent(html);
}
