import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { z } from 'zod';

/** The result of a load run. */
export const loadResultSchema = z.object({
  requests: z.number(),
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  errors: z.number(),
});
export type LoadResult = z.infer<typeof loadResultSchema>;

/** Duration of a run, after a warm-up that is not measured. */
export interface Seconds {
  warmUp: number;
  measure: number;
}

/** Repeats an action on a number of parallel lanes for a given time. */
export async function runLoad(
  lanes: number,
  seconds: Seconds,
  once: (sequence: number) => Promise<boolean>,
  onMeasure: () => void | Promise<void> = () => {},
): Promise<LoadResult> {
  let sequence = 0;
  const loop = async (until: number, latencies: number[]): Promise<number> => {
    let errors = 0;
    const lane = async () => {
      while (performance.now() < until) {
        const started = performance.now();
        if (!(await once(sequence++))) errors += 1;
        latencies.push(performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return errors;
  };
  await loop(performance.now() + seconds.warmUp * 1_000, []);
  await onMeasure();
  const latencies: number[] = [];
  const started = performance.now();
  const errors = await loop(started + seconds.measure * 1_000, latencies);
  return summary(latencies, (performance.now() - started) / 1_000, errors);
}

/** Begins an action at a fixed pace, whether those before have ended or not. */
export async function runPaced(
  perSecond: number,
  seconds: Seconds,
  once: (sequence: number) => Promise<boolean>,
  onMeasure: () => void | Promise<void> = () => {},
): Promise<LoadResult> {
  let sequence = 0;
  const pace = async (forS: number): Promise<{ latencies: number[]; errors: number }> => {
    const startedAt = performance.now();
    const latencies: number[] = [];
    let errors = 0;
    const act = async () => {
      const begunAt = performance.now();
      if (!(await once(sequence++))) errors += 1;
      latencies.push(performance.now() - begunAt);
    };
    const underWay: Promise<void>[] = [];
    for (let at = 0; at < forS * perSecond; at++) {
      await sleep(Math.max(0, startedAt + (at * 1_000) / perSecond - performance.now()));
      underWay.push(act());
    }
    await Promise.all(underWay);
    return { latencies, errors };
  };
  await pace(seconds.warmUp);
  await onMeasure();
  const startedAt = performance.now();
  const { latencies, errors } = await pace(seconds.measure);
  return summary(latencies, (performance.now() - startedAt) / 1_000, errors);
}

/** Repeats an action a number of times on parallel lanes. */
export async function runCount(
  lanes: number,
  count: number,
  once: (sequence: number) => Promise<boolean>,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const started = performance.now();
  let [sequence, errors] = [0, 0];
  const lane = async () => {
    while (sequence < count) {
      const begun = performance.now();
      if (!(await once(sequence++))) errors += 1;
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return summary(latencies, (performance.now() - started) / 1_000, errors);
}

function summary(latencies: number[], elapsedS: number, errors: number): LoadResult {
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsedS,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    errors,
  };
}

/** A keep-alive HTTP client with a fixed number of connections. */
export class HttpLanes {
  readonly #pool: Pool;

  constructor(origin: string, connections: number) {
    this.#pool = new Pool(origin, { connections, pipelining: 1 });
  }

  /** Posts JSON; true for a 200 whose body contains `marker`. */
  async post(path: string, body: unknown, headers: Record<string, string>, marker: string): Promise<boolean> {
    const response = await this.#pool.request({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return response.statusCode === 200 && bytes.includes(marker);
  }

  /** Sends a GET; true for a 200 with a complete body. */
  async get(path: string, headers: Record<string, string> = {}): Promise<boolean> {
    const response = await this.#pool.request({ method: 'GET', path, headers });
    await response.body.arrayBuffer();
    return response.statusCode === 200;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
