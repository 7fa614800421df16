/// <reference path="../../lib/net/undici.d.ts" />
import { once } from 'node:events';
import net, { isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import tls from 'node:tls';
import type { Browser, ConnectOverCDPTransport } from 'playwright-core';
import type { WebSocket } from 'undici';
import { z } from 'zod';
import { hostOf } from '../../lib/net/may-read.ts';

/** What pages say to those who debug them, as much and as often as they like. Nobody here listens. */
const UNHEARD = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].map(
  (method) => `{"method":"${method}"`,
);
const attached = z.object({
  method: z.literal('Target.attachedToTarget'),
  sessionId: z.undefined(),
  params: z.object({ sessionId: z.string(), targetInfo: z.object({ browserContextId: z.string() }) }),
});
const created = z.object({ result: z.object({ browserContextId: z.string() }) });
const version = z.object({ webSocketDebuggerUrl: z.string() });
/** Playwright counts its own from 1. */
const OWN_ID = -1;

/** Loads what talks to a browser: only workers that have one need it. */
export const loadBrowserClient = () => import('playwright-core');

/**
 * The connection of one page to the browser. What was opened over it ends with it, whatever the page does. A page that says
 * more than `maxBytes` loses its connection, and no other page does.
 */
export class BrowserLink implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #maxBytes: number;
  #isClosed = false;
  /** The profiles that were made over this connection. */
  readonly #own = new Set<string>();

  private constructor(webSocket: WebSocket, socket: Socket, maxBytes: number) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#maxBytes = maxBytes;
    webSocket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.on('close', () => {
      const { onclose } = this;
      delete this.onmessage;
      delete this.onclose;
      onclose?.();
    });
  }

  /** Connects to the browser at an address. The connection ends with the signal. */
  static async to(url: URL, maxBytes: number, signal: AbortSignal): Promise<BrowserLink> {
    // A bundle knows their exports only as the default one.
    const [{ default: Agent }, { default: webSockets }] = await Promise.all([
      import('undici/lib/dispatcher/agent.js'),
      import('undici/lib/web/websocket/websocket.js'),
    ]);
    const address = new URL(/^ws/.test(url.protocol) ? url : await debuggerAt(url, signal));
    const socket = await connectedTo(address, signal);
    const agent = new Agent({
      // It expects its answer later, and tries again while it waits for one.
      connect: (_options, callback) =>
        setImmediate(() => (socket.destroyed ? callback(new Error('It was closed.'), null) : callback(null, socket))),
      // A message that is too long is not waited for.
      webSocket: { maxPayloadSize: maxBytes },
    });
    const dispatcher = agent.compose((dispatch) => (options, handler) => {
      // What is compressed takes the browser's time, and none on the way.
      const { 'sec-websocket-extensions': _, ...headers } = options.headers as Record<string, string>;
      return dispatch({ ...options, headers }, handler);
    });
    const webSocket = new webSockets.WebSocket(address, { dispatcher });
    await new Promise((resolve, reject) => {
      webSocket.addEventListener('open', resolve);
      webSocket.addEventListener('error', () => reject(new Error('The browser does not answer.')));
    });
    return new BrowserLink(webSocket, socket, maxBytes);
  }

  /** The address of this machine at which the browser finds it. */
  get ownAddress(): string {
    return (this.#socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  }

  /** Whether the page wanted to say more than it may. */
  get isSpent(): boolean {
    return this.#socket.bytesRead > this.#maxBytes;
  }

  /** Whether the browser has ended it. */
  get isLost(): boolean {
    return this.#socket.destroyed && !this.#isClosed && !this.isSpent;
  }

  /** The browser, of which only what was opened over this connection can be seen. */
  async browser(): Promise<Browser> {
    const { chromium } = await loadBrowserClient();
    // Nothing is written there. A folder would be made otherwise, for which a container may have no place.
    return await chromium.connectOverCDP(this, { artifactsDir: tmpdir(), noDefaults: true, timeout: 0 });
  }

  send(message: object): void {
    this.#webSocket.send(JSON.stringify(isForAll(message) ? withoutWaiting(message) : message));
  }

  close(): void {
    this.#isClosed ||= !this.#socket.destroyed;
    this.#socket.destroy();
  }

  #receive(text: string): void {
    if (this.isSpent) this.close();
    if (!this.onmessage || UNHEARD.some((start) => text.startsWith(start))) return;
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || this.#isOfOthers(message)) return;
    // What waits for one message goes on before the next one comes.
    setImmediate(() => this.onmessage?.(message));
  }

  /** The browser tells each connection of the pages of all. This one looks away from those of others. */
  #isOfOthers(message: object): boolean {
    if ('id' in message && message.id === OWN_ID) return true;
    const made = created.safeParse(message);
    if (made.success) this.#own.add(made.data.result.browserContextId);
    const page = attached.safeParse(message);
    if (!page.success || this.#own.has(page.data.params.targetInfo.browserContextId)) return false;
    const { sessionId } = page.data.params;
    this.send({ id: OWN_ID, method: 'Target.detachFromTarget', params: { sessionId } });
    return true;
  }
}

const isForAll = (message: object) =>
  'method' in message && message.method === 'Target.setAutoAttach' && !('sessionId' in message);

/** A page of others would begin only once this process has looked at it, which may be busy, or stand still. */
function withoutWaiting(message: object): object {
  const params = 'params' in message ? message.params : {};
  return { ...message, params: { ...(params as object), waitForDebuggerOnStart: false } };
}

async function debuggerAt(url: URL, signal: AbortSignal): Promise<string> {
  const reply = await fetch(new URL('/json/version', url), { signal, redirect: 'error' });
  return version.parse(await reply.json()).webSocketDebuggerUrl;
}

async function connectedTo(url: URL, signal: AbortSignal): Promise<Socket> {
  const isSecure = url.protocol === 'wss:';
  const host = hostOf(url);
  const target = { host, port: Number(url.port || (isSecure ? 443 : 80)) };
  const socket = isSecure
    ? tls.connect({ ...target, ...(isIP(host) ? {} : { servername: host }) })
    : net.connect(target);
  const end = () => void socket.destroy(new Error('The browser does not answer.'));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  // Whoever waits for it hears that it has closed.
  socket.on('error', () => {});
  return socket;
}
