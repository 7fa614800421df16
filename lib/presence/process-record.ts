import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { VERSION } from '../version.ts';
import { WIRE_VERSION } from '../wire-version.ts';

/** What a process says of itself. */
const processSchema = z.object({
  /** Tells it apart from all others. */
  process: z.string(),
  /** The name of its machine, without the domain. */
  host: z.string().default(''),
  version: z.string().default(''),
  /** By the clock of Redis; null if it does not say. */
  startedAt: z.number().nullable().default(null),
  /** The version of what it writes to others; see `wire-version.ts`. */
  wire: z.number().default(1),
  /** By how much the clock of its machine is ahead of that of Redis; 0 if that is hardly anything. */
  skewMs: z.number().default(0),
});
export type ProcessRecord = z.infer<typeof processSchema>;

const workerSchema = processSchema.extend({
  /** The fingerprints of the secrets that it opens jobs with; empty if it does not say. */
  secrets: z.array(z.string()).default([]),
  /** How many of the fan-out queues it takes jobs from. */
  queues: z.number().int().min(1).default(1),
  /** The ids under which it takes jobs. If it dies, its jobs are recognised by them. */
  takers: z.array(z.string()).default([]),
});
export type WorkerRecord = z.infer<typeof workerSchema>;

/** The settings that it was started with may be a summary in the format of another version. */
const webSchema = processSchema.extend({
  settings: z.unknown().optional(),
  /** The fingerprint of the secret that it seals jobs with; empty if it does not say. */
  secret: z.string().default(''),
});
export type WebRecord = z.infer<typeof webSchema>;

/** What this process says of itself, but for what only the clock of Redis tells. */
export function thisProcess(): Omit<ProcessRecord, 'startedAt' | 'skewMs'> {
  const [host = ''] = hostname().split('.');
  return { process: randomUUID(), host, version: VERSION, wire: WIRE_VERSION };
}

/** Reads the entry of a worker process. One in another format is that of a process whose jobs and replies nobody reads. */
export function readWorker(entry: string): WorkerRecord {
  return workerSchema.safeParse(jsonOf(entry)).data ?? workerSchema.parse({ process: entry, wire: 0 });
}

/** Reads the entry of a web process, as that of a worker. */
export function readWeb(entry: string): WebRecord {
  return webSchema.safeParse(jsonOf(entry)).data ?? webSchema.parse({ process: entry, wire: 0 });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It is no entry of this program, or one of a version that it does not know.
    return null;
  }
}
