import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { entriesNow } from '../presence/presence.ts';
import { WEBS } from '../presence/process-kind.ts';
import type { Redis } from '../redis.ts';
import { type SettingsSummary, settingsSummarySchema, summariseSettings } from './settings-summary.ts';

const entrySchema = z.object({ process: z.string(), settings: settingsSummarySchema });

/** How a web process is listed: with a summary of its settings, because the command line may have others. */
export function webEntry(config: Config): string {
  return JSON.stringify({ process: randomUUID(), settings: summariseSettings(config) });
}

/** The different settings of the web processes that run, with the most common first; empty if none runs. */
export async function settingsOfWebProcesses(redis: Redis, now: number): Promise<SettingsSummary[]> {
  const counts = new Map<string, number>();
  for (const entry of await entriesNow(WEBS, redis, now)) {
    const text = JSON.stringify(entrySchema.parse(JSON.parse(entry)).settings);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([text]) => JSON.parse(text) as SettingsSummary);
}
