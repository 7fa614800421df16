import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { healthChannel } from '../../lib/providers/health.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { eventually } from './processes.ts';

const READERS = new Set(['trib-web', 'trib-worker']);

/**
 * Waits until every one of so many web and worker processes has read the providers' health again. From then on all of
 * them have seen what was true before this call.
 */
export async function untilHealthIsRead(redis: Redis, port: number, processes: number): Promise<void> {
  const list = String(await redis.client('LIST'));
  const field = (line: string, name: string) => new RegExp(` ${name}=(\\S*)`).exec(line)?.[1] ?? '';
  const waiting = new Set(
    list.split('\n').flatMap((line) => (READERS.has(field(line, 'name')) ? [field(line, 'addr')] : [])),
  );
  if (waiting.size < processes) throw new Error(`Only ${waiting.size} processes are connected:\n${list}`);

  const reading = `"hgetall" "${redisKeys.health}"`;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('MONITOR\r\n');
  createInterface({ input: socket }).on('line', (line) => {
    const source = /^\+[\d.]+ \[\d+ ([^\]]+)\] /.exec(line)?.[1];
    if (source && line.toLowerCase().includes(reading)) waiting.delete(source);
  });
  try {
    // A message without a record asks every process to read again.
    await once(socket, 'data');
    await redis.publish(healthChannel(redis), '');
    await eventually('every process has read the health records', () => waiting.size === 0);
  } finally {
    socket.destroy();
  }
}
