import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A reply read without `fetch`. */
export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with exactly these headers, including `Host`, which `fetch` would set itself. */
export function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; localAddress?: string } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...options, agent: false, timeout: 10_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no reply')));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Sends raw bytes and reads the reply until it is complete or the server closes the connection. */
export function sendBytes(url: string, bytes: string): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.setTimeout(10_000, () => socket.destroy(new Error('no reply')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const reply = parse(received);
      if (reply && reply.text.length >= Number(reply.headers['content-length'] ?? Number.POSITIVE_INFINITY)) {
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const reply = parse(received);
      if (reply) resolve(reply);
      else reject(new Error(`Not an HTTP reply: ${JSON.stringify(received)}`));
    });
  });
}

/** Sends requests on one connection without waiting for replies; returns the status of each reply. */
export function sendPipelined(url: string, requests: readonly string[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(requests.join('')));
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (statuses().length === requests.length) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(statuses()));
  });
}

function parse(received: string): RawReply | null {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1];
  if (status === undefined || rest.length === 0) return null;
  const headers = lines
    .map((line) => line.split(/: */, 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  return { status: Number(status), headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') };
}
