import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from './processes.ts';
import type { Stack } from './stack.ts';

const READERS = new Set(['trib-web', 'trib-worker']);

/**
 * Waits until every process of the stack has read the providers' health once more: from then on all of them know what
 * was true before this was called.
 */
export async function untilHealthIsKnown(stack: Stack): Promise<void> {
  const list = String(await stack.client.client('LIST'));
  const field = (line: string, name: string) => new RegExp(` ${name}=(\\S*)`).exec(line)?.[1] ?? '';
  const waiting = new Set(
    list.split('\n').flatMap((line) => (READERS.has(field(line, 'name')) ? [field(line, 'addr')] : [])),
  );
  const processes = [...stack.webs, ...stack.workers].filter(({ running }) => running);
  if (waiting.size < processes.length) throw new Error(`Only ${waiting.size} processes are connected:\n${list}`);

  // Each process reads the records of all its providers at once; which these are is its own affair.
  const reading = `"hgetall" "${redisKeys.providerHealth('').slice(0, -1)}`;
  const socket = connect(stack.redis.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('MONITOR\r\n');
  createInterface({ input: socket }).on('line', (line) => {
    const source = /^\+[\d.]+ \[\d+ ([^\]]+)\] /.exec(line)?.[1];
    if (source && line.toLowerCase().includes(reading)) waiting.delete(source);
  });
  try {
    await eventually('every process has read the health records', () => waiting.size === 0);
  } finally {
    socket.destroy();
  }
}
