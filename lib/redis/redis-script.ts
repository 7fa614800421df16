import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from './redis.ts';

/** A Lua script called by its hash; the text is sent only if Redis does not have it yet. */
export interface RedisScript {
  readonly sha: string;
  run(redis: Redis, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<unknown>;
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

/** Defines the script in a file, such as `new URL('../lua/refund.lua', import.meta.url)`. It is read at once. */
export function scriptFile(file: URL, leastKeys: number): RedisScript {
  return defineScript(luaOf(file), leastKeys);
}

/** The reply of a script that returns names and values in turn. */
export function namedValues(reply: unknown): Record<string, string | number> {
  const list = reply as (string | number)[];
  const values: Record<string, string | number> = {};
  for (let at = 0; at < list.length; at += 2) values[String(list[at])] = list[at + 1] as string | number;
  return values;
}

/** A line of its own: `--- @include "sliding-log"` stands for the text of `sliding-log.lua` in the same folder. */
const INCLUDE = /^[ \t]*--- @include "([\w./-]+)"[ \t]*$/gm;

/** The text of a script with its includes, each of them once. */
export function luaOf(file: URL, included = new Set<string>()): string {
  included.add(file.href);
  return readFileSync(file, 'utf8').replace(INCLUDE, (_line, name: string) => {
    const other = new URL(`${name}.lua`, file);
    return included.has(other.href) ? '' : luaOf(other, included);
  });
}
