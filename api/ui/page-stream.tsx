import type { Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { Parts } from '../plugins/compression.ts';
import { asHtml, renderPart } from './page.tsx';
import { renderedFor } from './rendering.tsx';
import { staticUrl } from './static-files.ts';

/** Sooner than this after the first state of the content, the content itself is as good. */
const GRACE_MS = 100;

/** A page that was sent in parts. */
export class Sent {}

/**
 * Sends a page in parts: what is above its content, so that browsers can load its stylesheets; states of the content if
 * that takes long; and in the end the content itself. The states are in templates, which browsers do not show;
 * `settling.js` does.
 */
export class PageStream {
  readonly #reply: FastifyReply;
  readonly #frame: (content: VNode) => VNode;
  /** The parts so far and what follows the content, once the frame is rendered. */
  #prepared: { parts: Parts; rest: string } | null = null;
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
    const parts = new Parts(this.#reply);
    parts.stream.write(`<!doctype html>${start}`);
    this.#prepared = { parts, rest };
  }

  /** Sends what is above the content, if it is prepared: from now on, the status is 200. */
  begin(): void {
    if (this.#sent || this.#isOver || !this.#prepared) return;
    const { parts } = this.#prepared;
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

  /** Sends the content, unless nothing was sent; returns null then. */
  end(content: VNode | null): Sent | null {
    this.#close();
    if (!this.#sent) return null;
    const shown = this.#hasStates ? <div class="settled">{content}</div> : content;
    this.#sent.end((shown ? this.#html(shown) : '') + this.#prepared?.rest);
    return new Sent();
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
    if (!this.#sent) this.#prepared?.parts.stream.destroy();
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
