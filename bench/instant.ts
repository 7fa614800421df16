import { dangerousQueries, instantQueries } from './instant-queries.ts';
import { HttpLanes, runLoad } from './load.ts';
import type { Measurement } from './report.ts';

const CONNECTIONS = 50;
const DANGEROUS_PER_SECOND = 20;
const pathOf = (query: string) => `/api/v1/instant/?q=${encodeURIComponent(query)}`;

/** Instant answers at 50 connections, alone and while dangerous inputs come in. */
export async function measureInstant(
  webUrl: string,
  headers: Record<string, string>,
  seconds: { warmUp: number; measure: number },
): Promise<Measurement[]> {
  const lanes = new HttpLanes(webUrl, CONNECTIONS);
  const once = (sequence: number) => lanes.get(pathOf(instantQueries[sequence % instantQueries.length] ?? ''), headers);
  const calm = await runLoad(CONNECTIONS, seconds, once);

  const attacker = new HttpLanes(webUrl, DANGEROUS_PER_SECOND);
  let sent = 0;
  const attacks = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const attack = attacker.get(pathOf(dangerousQueries[sent++ % dangerousQueries.length] ?? ''), headers);
    attacks.add(attack);
    void attack.finally(() => attacks.delete(attack));
  }, 1_000 / DANGEROUS_PER_SECOND);
  const attacked = await runLoad(CONNECTIONS, { ...seconds, warmUp: 1 }, once);
  clearInterval(timer);
  await Promise.allSettled(attacks);
  await Promise.all([lanes.close(), attacker.close()]);
  return [
    { what: 'instant answers', connections: CONNECTIONS, ...calm },
    { what: 'with 20 dangerous/s', connections: CONNECTIONS, ...attacked },
  ];
}
