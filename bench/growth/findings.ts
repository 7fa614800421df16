import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { loadResultSchema } from '../load.ts';

/** What `npm run bench:growth -- --save` writes, and what the simulation reads. */
export const FINDINGS_FILE = 'bench/growth.json';

/** CPU milliseconds per request, by what used them. `clients` and `engines` share the machine with the deployment. */
const cpuSchema = z.object({
  web: z.number(),
  worker: z.number(),
  redis: z.number(),
  queueRedis: z.number(),
  clients: z.number(),
  engines: z.number(),
});
export type Cpu = z.infer<typeof cpuSchema>;

/** Per request: commands that Redis ran, those inside of scripts included, and bytes that it received and sent. */
const redisUseSchema = z.object({ commands: z.number(), bytesIn: z.number(), bytesOut: z.number() });
export type RedisUse = z.infer<typeof redisUseSchema>;

/**
 * What is asked: searches that nobody has asked before, by clients that wait for their replies or at a fixed pace; searches
 * that are cached; or instant answers.
 */
export const kinds = ['new', 'paced', 'cached', 'instant'] as const;

/** One load on one deployment. */
const pointSchema = loadResultSchema.extend({
  kind: z.enum(kinds),
  webs: z.number(),
  workers: z.number(),
  /** Whether queues and replies had a Redis of their own. */
  hasQueueRedis: z.boolean(),
  /** How long each engine took. */
  engineMs: z.number(),
  /** Clients that wait for their replies; 0 if the pace is fixed. */
  connections: z.number(),
  cpuMs: cpuSchema,
  redis: redisUseSchema,
  /** CPU of the busiest worker over that of the mean one. */
  workerSpread: z.number(),
});
export type Point = z.infer<typeof pointSchema>;

const memorySchema = z.object({ web: z.number(), worker: z.number(), redis: z.number() });

export const findingsSchema = z.object({
  machine: z.object({ node: z.string(), redis: z.string(), cores: z.number(), measuredOn: z.string() }),
  points: z.array(pointSchema),
  /** Megabytes of one process of each kind after all loads, by deployment (`2x2`). */
  memoryMb: z.record(z.string(), memorySchema),
  /** Bytes in the memory of Redis, and in its file, of the lists that one search leaves behind. */
  keptBytes: z.number(),
  fileBytes: z.number(),
  /** Bytes of one reply over HTTP. */
  replyBytes: z.number(),
  /** Milliseconds of one fsync where Redis writes its file. */
  fsyncMs: z.number(),
});
export type Findings = z.infer<typeof findingsSchema>;

/** The findings of the last measurement that was saved. */
export function readFindings(file = FINDINGS_FILE): Findings {
  if (!existsSync(file)) throw new Error(`There is no ${file}: run npm run bench:growth -- --save`);
  return findingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** How a deployment is called in tables: `2x2`, or `2x2+queue` with a Redis for the queues. */
export function shapeName({ webs, workers, hasQueueRedis }: Pick<Point, 'webs' | 'workers' | 'hasQueueRedis'>): string {
  return `${webs}x${workers}${hasQueueRedis ? '+queue' : ''}`;
}
