import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { VERSION } from '../version.ts';
import { WIRE_VERSION } from '../wire-version.ts';

/** What a process says of itself. The version before said less. */
const processSchema = z.object({
  /** Tells it apart from all others. */
  process: z.string(),
  /** The name of its machine, without the domain. */
  host: z.string().default(''),
  version: z.string().default(''),
  /** By the clock of Redis; null if it does not say. */
  startedAt: z.number().nullable().default(null),
  /** The version of what it writes to others; see `wire-version.ts`. The builds before said nothing of version 1. */
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
  /** Whether it makes calls of later stages only if they are needed. */
  stages: z.boolean().default(false),
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
  // The version before takes what follows a space for the secrets of a worker.
  const [host = ''] = hostname().split(/[.\s]/);
  return { process: randomUUID(), host, version: VERSION, wire: WIRE_VERSION };
}

/** Reads the entry of a worker process. The version before wrote `id secret secret`. */
export function readWorker(entry: string): WorkerRecord {
  const [process = '', ...secrets] = entry.split(' ');
  return workerSchema.safeParse(jsonOf(entry)).data ?? workerSchema.parse({ process, secrets, wire: 0 });
}

/** Reads the entry of a web process. */
export function readWeb(entry: string): WebRecord {
  return webSchema.safeParse(jsonOf(entry)).data ?? webSchema.parse({ process: entry, wire: 0 });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An entry of the version before is a text.
    return null;
  }
}
