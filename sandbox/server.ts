import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Knobs, misbehave } from './knobs.ts';
import { withOwnPictures } from './own-pictures.ts';
import { drawPicture, pictureAt } from './picture.ts';
import type { SandboxResponse } from './upstream.ts';
import { upstreams } from './upstreams.ts';

const bySlug = new Map(upstreams.map((upstream) => [upstream.slug, upstream]));

/** A call that an upstream received, recorded for tests. */
export interface RecordedCall {
  /** Time of arrival, in milliseconds since the epoch. */
  at: number;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A running sandbox. */
export interface Sandbox {
  port: number;
  close(): Promise<void>;
}

const MAX_RECORDED = 1_000;
/** The policy keeps a picture from running scripts when it is opened by itself. */
const PICTURE_HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'",
};

/**
 * One server for all stand-ins: `/<upstream>/…` implements that upstream's wire format. Tests set faults with
 * `PUT /_sandbox/knobs/<upstream>` and read the received calls from `GET /_sandbox/calls/<upstream>`. DELETE clears
 * either, for all upstreams when the path names none. With `pictures`, responses name pictures that the sandbox draws.
 */
export async function startSandbox(port = 0, { pictures = false } = {}): Promise<Sandbox> {
  const knobs = new Map<string, Knobs>();
  const calls = new Map<string, RecordedCall[]>();
  const held = new Map<string, (() => void)[]>();

  const server = createServer((request, response) => {
    const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
    const [, first = '', ...rest] = path.split('/');
    if (first === '_sandbox') return void control(request, response, rest, { knobs, calls, held });
    const picture = pictureAt(path);
    if (picture) return void response.writeHead(200, PICTURE_HEADERS).end(drawPicture(picture));
    const upstream = bySlug.get(first);
    if (!upstream) return void response.writeHead(404).end();
    const query = new URLSearchParams(search);
    const { method = 'GET', headers } = request;
    const below = `/${rest.join('/')}`;
    const answer = (body: string) => {
      record(calls, first, { at: Date.now(), method, path: below, query: Object.fromEntries(query), headers, body });
      const fault = takeKnobs(knobs, first);
      const respond = (acted = fault) => {
        if (acted && misbehave(acted, request, response)) return;
        const answered = upstream.handle({ method, path: below, query, headers, body });
        send(response, pictures ? { ...answered, body: withOwnPictures(answered.body, url()) } : answered);
      };
      if (fault?.delayMs) setTimeout(() => respond(), fault.delayMs);
      else if (fault?.mode === 'hold')
        held.set(first, [...(held.get(first) ?? []), () => respond(takeKnobs(knobs, first))]);
      else respond();
    };
    // A caller that disconnects while sending its body gets no reply.
    if (method === 'POST') readBody(request).then(answer, () => response.destroy());
    else answer('');
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Controls {
  knobs: Map<string, Knobs>;
  calls: Map<string, RecordedCall[]>;
  /** Replies held back until the knobs of their upstream change. */
  held: Map<string, (() => void)[]>;
}

async function control(
  request: IncomingMessage,
  response: ServerResponse,
  [what = '', upstream = '']: string[],
  { knobs, calls, held }: Controls,
): Promise<void> {
  if (what === 'knobs' && request.method === 'PUT') {
    knobs.set(upstream, JSON.parse(await readBody(request)) as Knobs);
    release(held, upstream);
  } else if (what === 'knobs' && request.method === 'DELETE') {
    forget(knobs, upstream);
    release(held, upstream);
  } else if (what === 'calls' && request.method === 'DELETE') {
    forget(calls, upstream);
  } else if (what === 'calls') {
    return send(response, { status: 200, body: calls.get(upstream) ?? [] });
  } else {
    return send(response, { status: 404, body: 'Not Found' });
  }
  send(response, { status: 200, body: {} });
}

function forget(all: Map<string, unknown>, upstream: string): void {
  if (upstream === '') all.clear();
  else all.delete(upstream);
}

function release(held: Controls['held'], upstream: string): void {
  const answers = upstream === '' ? [...held.values()].flat() : (held.get(upstream) ?? []);
  forget(held, upstream);
  for (const answer of answers) answer();
}

function takeKnobs(knobs: Map<string, Knobs>, upstream: string): Knobs | undefined {
  const current = knobs.get(upstream);
  if (current?.times !== undefined) {
    current.times -= 1;
    if (current.times <= 0) knobs.delete(upstream);
  }
  return current;
}

function record(calls: Map<string, RecordedCall[]>, upstream: string, call: RecordedCall): void {
  const list = calls.get(upstream) ?? [];
  if (list.length >= MAX_RECORDED) list.shift();
  list.push(call);
  calls.set(upstream, list);
}

function send(response: ServerResponse, { status, headers, body }: SandboxResponse): void {
  const text = typeof body === 'string';
  response
    .writeHead(status, { 'content-type': text ? 'text/plain' : 'application/json', ...headers })
    .end(text || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
