import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { VERSION } from '../version.ts';

/** What a process says of itself. The version before said less. */
const processSchema = z.object({
  /** Tells it apart from all others. */
  process: z.string(),
  /** The name of its machine, without the domain. */
  host: z.string().default(''),
  version: z.string().default(''),
  /** By the clock of Redis; null if it does not say. */
  startedAt: z.number().nullable().default(null),
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
const webSchema = processSchema.extend({ settings: z.unknown().optional() });
export type WebRecord = z.infer<typeof webSchema>;

/** What this process says of itself, but for the time of its start, which only the clock of Redis knows. */
export function thisProcess(): Omit<ProcessRecord, 'startedAt'> {
  // The version before takes what follows a space for the secrets of a worker.
  const [host = ''] = hostname().split(/[.\s]/);
  return { process: randomUUID(), host, version: VERSION };
}

/** Reads the entry of a worker process. The version before wrote `id secret secret`. */
export function readWorker(entry: string): WorkerRecord {
  const [process = '', ...secrets] = entry.split(' ');
  return workerSchema.safeParse(jsonOf(entry)).data ?? workerSchema.parse({ process, secrets });
}

/** Reads the entry of a web process. */
export function readWeb(entry: string): WebRecord {
  return webSchema.safeParse(jsonOf(entry)).data ?? webSchema.parse({ process: entry });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An entry of the version before is a text.
    return null;
  }
}
