import { WEBS } from '../presence/process-kind.ts';
import { processesNow } from '../presence/process-list.ts';
import type { Redis } from '../redis/redis.ts';
import { type SettingsSummary, settingsSummarySchema } from './settings-summary.ts';

/** The different settings of the web processes that run, with the most common first; empty if none runs. */
export async function settingsOfWebProcesses(redis: Redis, now: number): Promise<SettingsSummary[]> {
  const counts = new Map<string, number>();
  for (const { settings } of await processesNow(WEBS, redis, now)) {
    const text = JSON.stringify(settingsSummarySchema.parse(settings));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([text]) => JSON.parse(text) as SettingsSummary);
}
