import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HostList } from '../../../lib/net/host-list.ts';
import { hostLookup } from '../../../lib/net/host-lookup.ts';

const A = 1;
const AAAA = 28;
const NAMES: Record<string, { [A]?: number[][]; [AAAA]?: number[][] }> = {
  'both.example': {
    [A]: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    [AAAA]: [[0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 1]],
  },
  'four.example': { [A]: [[192, 0, 2, 3]] },
};

/** A name server that knows the names above, and says nothing about those that begin with `silent`. */
const server = createSocket('udp4');
const asked: string[] = [];
server.on('message', (query, from) => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const labels: string[] = [];
  for (let at = 0; question[at]; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  }
  const name = labels.join('.').toLowerCase();
  asked.push(name);
  if (name.startsWith('silent')) return;
  const type = question.readUInt16BE(question.length - 4);
  const found = NAMES[name];
  const records = (type === A || type === AAAA ? found?.[type] : undefined) ?? [];
  const head = Buffer.from([0, 0, 0x81, found ? 0x80 : 0x83, 0, 1, 0, records.length, 0, 0, 0, 0]);
  query.copy(head, 0, 0, 2);
  const answers = records.map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  server.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
});
let servers: string[];
beforeAll(async () => {
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => void server.close());

describe('a host name', () => {
  const lookUp = (host: string, signal = new AbortController().signal) =>
    hostLookup(HostList.parse('localhost'), servers)(host, signal);

  it('has the addresses of both families, those of IPv4 first', async () => {
    expect(await lookUp('both.example')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(await lookUp('four.example')).toEqual([{ address: '192.0.2.3', family: 4 }]);
  });

  it('that nobody knows has no address', async () => {
    expect(await lookUp('unknown.example')).toEqual([]);
  });

  it('that is allowed is looked up by the system', async () => {
    expect((await lookUp('localhost')).map(({ address }) => address)).toContain('127.0.0.1');
    expect(asked).not.toContain('localhost');
  });

  it('is not looked up any longer when the request has ended', async () => {
    const request = new AbortController();
    const looking = lookUp('silent.example', request.signal);
    await vi.waitFor(() => expect(asked).toContain('silent.example'));
    request.abort();
    expect(await looking).toEqual([]);
    // Once for each family, and not a second time.
    expect(asked.filter((name) => name === 'silent.example').length).toBeLessThanOrEqual(2);
  });
});
