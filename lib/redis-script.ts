import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script that runs by its hash: the text travels only when Redis does not know it yet. */
export interface RedisScript {
  readonly sha: string;
  run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
}

export function defineScript(lua: string, keyCount: number): RedisScript {
  const sha = createHash('sha1').update(lua).digest('hex');
  return {
    sha,
    async run(redis, keys, args) {
      if (keys.length !== keyCount) throw new Error(`This script takes ${keyCount} keys, not ${keys.length}.`);
      try {
        return await redis.evalsha(sha, keyCount, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return await redis.eval(lua, keyCount, ...keys, ...args);
      }
    },
  };
}
