import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from '../../api/connections.ts';

const KEPT_MS = 50;
/** Node keeps a connection for a second more than it tells. */
const HELD_UP_MS = KEPT_MS + 1_200;

/** Stops the event loop. */
function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('a request that came while the process was held up is answered, though the time of its connection is over', async () => {
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (_request, response) => response.end('answered'));
  limitConnections(server, { maxConnections: 10, trustProxy: [] });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.setEncoding('latin1');
  try {
    await once(client, 'connect');
    const send = () => client.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    send();
    expect(String(await once(client, 'data'))).toContain('200 OK');
    send();
    holdUp(HELD_UP_MS);
    expect(String(await once(client, 'data'))).toContain('200 OK');
    // Without another request, it is closed.
    await once(client, 'close');
  } finally {
    client.destroy();
    server.close();
  }
});
