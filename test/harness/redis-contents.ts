import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Redis } from '../../lib/redis/redis.ts';
import { keysOf } from './redis-nodes.ts';

/** Everything in a Redis, keys and values of every type, as one searchable text. */
export async function redisContents(redis: Redis): Promise<string> {
  const parts: string[] = [];
  for (const key of await keysOf(redis, '*')) parts.push(key, await contentOf(redis, key));
  return parts.join('\n');
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return readable(await redis.getBuffer(key));
    case 'hash':
      // Redis may give the fields in another order each time.
      return JSON.stringify(Object.fromEntries(Object.entries(await redis.hgetall(key)).sort()));
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1));
    case 'set':
      return JSON.stringify(await redis.smembers(key));
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'));
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    case 'none':
      // The key disappeared after the scan.
      return '';
    default:
      throw new Error(`A Redis type that this does not read: ${type}`);
  }
}

/** Every file that a Redis has written to its directory: append-only files, snapshots and its log. */
export function redisFiles(dir: string): { name: string; text: string }[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const name = path.join(entry.parentPath, entry.name);
      return { name, text: readFileSync(name, 'latin1') };
    });
}

/** The bytes as text, and what they contain if they are compressed but not sealed. */
function readable(bytes: Buffer | null): string {
  if (!bytes) return '';
  const text = bytes.toString('latin1');
  try {
    return `${text}\n${brotliDecompressSync(bytes).toString('utf8')}`;
  } catch {
    return text;
  }
}
