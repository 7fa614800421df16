import { kindExamples } from '../lib/answers/examples.ts';
import { answerKinds } from '../lib/answers/registry.ts';
import type { Deployment } from './deployment.ts';
import { dangerousQueries, freshInstantQuery, instantQueries } from './instant-queries.ts';
import { HttpLanes, type LoadResult, runLoad, type Seconds } from './load.ts';

const CONNECTIONS = 50;
const DANGEROUS_PER_SECOND = 20;
const pathOf = (query: string) => `/api/v1/instant/?q=${encodeURIComponent(query)}`;

/** Resident memory of the web process of a new deployment after one query of every kind: data are read with the first. */
export async function memoryAfterEveryKind(deployment: Deployment): Promise<number> {
  const lanes = new HttpLanes(deployment.webUrl, 1);
  for (const query of [...answerKinds.map(({ example }) => example), ...kindExamples().values()])
    await lanes.get(pathOf(query), deployment.headers);
  await lanes.close();
  return deployment.memory().web;
}

/** Measures instant answers of every kind with repeated queries. */
export async function measureInstant(
  webUrl: string,
  headers: Record<string, string>,
  seconds: Seconds,
): Promise<LoadResult> {
  const repeated = (sequence: number) => instantQueries[sequence % instantQueries.length] ?? '';
  return measure(repeated, webUrl, headers, seconds);
}

let asked = 0;

/** Measures the same kinds with queries that were never sent before. */
export async function measureFreshInstant(
  webUrl: string,
  headers: Record<string, string>,
  seconds: Seconds,
): Promise<LoadResult> {
  return measure(() => freshInstantQuery(asked++), webUrl, headers, seconds);
}

async function measure(
  query: (sequence: number) => string,
  webUrl: string,
  headers: Record<string, string>,
  seconds: Seconds,
): Promise<LoadResult> {
  const lanes = new HttpLanes(webUrl, CONNECTIONS);
  const result = await runLoad(CONNECTIONS, seconds, (sequence) => lanes.get(pathOf(query(sequence)), headers));
  await lanes.close();
  return result;
}

/** Measures instant answers while another client sends dangerous queries. */
export async function measureInstantAttacked(
  webUrl: string,
  headers: Record<string, string>,
  seconds: Seconds,
): Promise<LoadResult> {
  const attacker = new HttpLanes(webUrl, DANGEROUS_PER_SECOND);
  let sent = 0;
  const attacks = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const attack = attacker.get(pathOf(dangerousQueries[sent++ % dangerousQueries.length] ?? ''), headers);
    attacks.add(attack);
    void attack.finally(() => attacks.delete(attack));
  }, 1_000 / DANGEROUS_PER_SECOND);
  const result = await measureInstant(webUrl, headers, seconds);
  clearInterval(timer);
  await Promise.allSettled(attacks);
  await attacker.close();
  return result;
}
