import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import { renderPart, sendPage } from './page.tsx';
import { renderedFor } from './rendering.tsx';
import { staticUrl } from './static-files.ts';

/** Sooner than this after the first part, the whole page is as good. */
const GRACE_MS = 100;

/** A page that was sent in parts. */
export class Sent {}

/**
 * Sends a page in parts: its frame with what is known of its content, further states of it, and in the end the content
 * itself. The states are in templates, which browsers do not show; `settling.js` does. Nothing is sent in parts if the
 * content is there soon after its first state.
 */
export class PageStream {
  readonly #reply: FastifyReply;
  readonly #frame: (content: VNode) => VNode;
  readonly #parts = new PassThrough();
  #state: () => VNode | null = () => null;
  #timer: NodeJS.Timeout | undefined;
  /** What follows the content, once the frame is sent. */
  #rest: string | null = null;
  #isOver = false;

  /** `frame` puts content into the page. */
  constructor(reply: FastifyReply, frame: (content: VNode) => VNode) {
    this.#reply = reply;
    this.#frame = frame;
  }

  /** Shows a state of the content, now or soon; null is nothing yet. A state that comes after the content is too late. */
  show(state: () => VNode | null): void {
    if (this.#isOver) return;
    this.#state = state;
    if (this.#rest === null) this.#timer ??= setTimeout(() => this.#begin(), GRACE_MS);
    else this.#sendState(state());
  }

  /** Sends the content, if it is not too late to send the whole page; returns null then. */
  end(content: VNode): Sent | null {
    this.#close();
    if (this.#rest === null) return null;
    this.#parts.end(this.#html(content) + this.#rest);
    return new Sent();
  }

  /** Breaks off. Returns whether something was sent, so that the error cannot be. */
  break(): boolean {
    this.#close();
    if (this.#rest !== null) this.#parts.end(this.#rest);
    return this.#rest !== null;
  }

  #close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    this.#timer = undefined;
    const state = this.#state();
    if (!state) return;
    const place = <template id="content" />;
    const [start = '', rest = ''] = this.#html(this.#frame(place)).split(this.#html(place));
    this.#rest = rest;
    this.#parts.write(`<!doctype html>${start}${this.#html(<script src={staticUrl('settling.js')} />)}`);
    this.#sendState(state);
    // nginx would collect the parts.
    sendPage(this.#reply.header('x-accel-buffering', 'no'), this.#parts);
  }

  #sendState(state: VNode | null): void {
    if (!state) return;
    // Browsers tell of the first template before they have read all of it, but of the second only afterwards.
    this.#parts.write(`<template data-state>${this.#html(state)}</template><template data-end></template>`);
  }

  #html(part: VNode): string {
    const { request, server } = this.#reply;
    return renderPart(renderedFor(part, request), server);
  }
}
