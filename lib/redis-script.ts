import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script called by its hash; the text is sent only if Redis does not have it yet. */
export interface RedisScript {
  readonly sha: string;
  run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
}

/** Defines a script. `leastKeys` is the minimum number of keys it takes. */
export function defineScript(lua: string, leastKeys: number): RedisScript {
  const sha = createHash('sha1').update(lua).digest('hex');
  return {
    sha,
    async run(redis, keys, args) {
      if (keys.length < leastKeys) throw new Error(`This script takes ${leastKeys} keys, not ${keys.length}.`);
      try {
        return await redis.evalsha(sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return await redis.eval(lua, keys.length, ...keys, ...args);
      }
    },
  };
}
