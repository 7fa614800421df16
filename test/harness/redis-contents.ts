import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Redis } from 'ioredis';

/** Everything that a Redis holds, names and values of every type, as one text to look for things in. */
export async function redisContents(redis: Redis): Promise<string> {
  const parts: string[] = [];
  for await (const batch of redis.scanStream({ count: 500 })) {
    for (const key of new Set(batch as string[])) parts.push(key, await contentOf(redis, key));
  }
  return parts.join('\n');
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return (await redis.get(key)) ?? '';
    case 'hash':
      return JSON.stringify(await redis.hgetall(key));
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1));
    case 'set':
      return JSON.stringify(await redis.smembers(key));
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'));
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    case 'none':
      // Gone since the scan saw its name.
      return '';
    default:
      throw new Error(`A Redis type that this does not read: ${type}`);
  }
}

/** Every byte that a Redis has written to its directory: append-only files, snapshots, its own log. */
export function redisFiles(dir: string): { name: string; text: string }[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const name = path.join(entry.parentPath, entry.name);
      return { name, text: readFileSync(name, 'latin1') };
    });
}
