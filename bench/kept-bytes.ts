import type { Deployment } from './deployment.ts';
import { ENGINES } from './sandbox-delay.ts';

const SAMPLE = 300;

/** Bytes in the memory of Redis of the cached answers to one search. */
export async function keptBytes({ redis }: Deployment): Promise<number> {
  const keys = (await redis.keys('{trib:cache:*')).slice(0, SAMPLE);
  let bytes = 0;
  for (const key of keys) bytes += Number(await redis.memory('USAGE', key));
  return (bytes / keys.length) * ENGINES.length;
}
