import type { LoadResult } from '../load.ts';

/** CPU milliseconds per request, by what used them. `clients` and `engines` share the machine with the deployment. */
export interface Cpu {
  web: number;
  worker: number;
  redis: number;
  queueRedis: number;
  clients: number;
  engines: number;
}

/** Per request: commands that Redis ran, those inside of scripts included, and bytes that it received and sent. */
export interface RedisUse {
  commands: number;
  bytesIn: number;
  bytesOut: number;
}

/** One load on one deployment. */
export interface Point extends LoadResult {
  /**
   * What is asked: searches that nobody has asked before, by clients that wait for their replies or at a fixed pace;
   * searches that are cached; or instant answers.
   */
  kind: 'new' | 'paced' | 'cached' | 'instant';
  webs: number;
  workers: number;
  /** Whether queues and replies had a Redis of their own. */
  hasQueueRedis: boolean;
  /** How long each engine took. */
  engineMs: number;
  /** Clients that wait for their replies; 0 if the pace is fixed. */
  connections: number;
  cpuMs: Cpu;
  redis: RedisUse;
  /** CPU of the busiest worker over that of the mean one. */
  workerSpread: number;
}

/** What `npm run bench:growth` prints. */
export interface Findings {
  machine: { node: string; redis: string; cores: number };
  points: Point[];
  /** Megabytes of one process of each kind after all loads, by deployment (`2x2`). */
  memoryMb: Record<string, { web: number; worker: number; redis: number }>;
  /** Bytes in the memory of Redis, and in its file, of the lists that one search leaves behind. */
  keptBytes: number;
  fileBytes: number;
  /** Bytes of one reply over HTTP. */
  replyBytes: number;
  /** Milliseconds of one fsync where Redis writes its file. */
  fsyncMs: number;
}

/** How a deployment is called in tables: `2x2`, or `2x2+queue` with a Redis for the queues. */
export function shapeName({ webs, workers, hasQueueRedis }: Pick<Point, 'webs' | 'workers' | 'hasQueueRedis'>): string {
  return `${webs}x${workers}${hasQueueRedis ? '+queue' : ''}`;
}
