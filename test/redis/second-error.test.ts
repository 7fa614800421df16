import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { connectForRequests, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

test('a second error of one socket is nobody’s end, and the connection comes back', async () => {
  const redis = connectForRequests(parseRedisServer(await freshDatabase()), 'second-error');
  try {
    await whenReady(redis);
    if (!(redis instanceof Redis)) throw new Error('This is no cluster.');
    const socket = redis.stream;
    socket.emit('error', new Error('a certificate that nobody vouches for'));
    expect(() => socket.emit('error', new Error('the alert that follows'))).not.toThrow();
    socket.destroy();
    await eventually('it is connected again', async () => redis.stream !== socket && (await redis.ping()) === 'PONG');
  } finally {
    redis.disconnect();
  }
});
