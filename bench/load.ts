import { Pool } from 'undici';

/** How a run of requests went. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
}

/** How long a run is, after a warm-up that is not counted. */
export interface Seconds {
  warmUp: number;
  measure: number;
}

/** Does the same thing over and over on so many lanes for so long. */
export async function runLoad(
  lanes: number,
  seconds: Seconds,
  once: (sequence: number) => Promise<boolean>,
  onMeasure: () => void = () => {},
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
  onMeasure();
  const latencies: number[] = [];
  const started = performance.now();
  const errors = await loop(started + seconds.measure * 1_000, latencies);
  const elapsedS = (performance.now() - started) / 1_000;
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

  /** True for a 200 whose body was read to its end. */
  async get(path: string, headers: Record<string, string> = {}): Promise<boolean> {
    const response = await this.#pool.request({ method: 'GET', path, headers });
    await response.body.arrayBuffer();
    return response.statusCode === 200;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
