import { z } from 'zod';
import type { GivenSetting } from '../config/settings-reader.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { Seal } from '../seal.ts';
import { auditText, INSTANCE } from './audit-entry.ts';

/** What differs between processes of one instance on the same machine. */
const OF_ONE_PROCESS = ['HOST', 'PORT', 'WORKER_PORT'];

/** The settings of a start: the text of each without secrets, and a keyed fingerprint of its value. */
const startSchema = z.object({
  /** Tells whether the fingerprints can be compared: those of another secret of the instance differ. */
  secret: z.string(),
  settings: z.record(z.string(), z.object({ shown: z.string(), print: z.string() })),
});
type Start = z.infer<typeof startSchema>;

const settingsScript = scriptFile(new URL('./lua/record-settings.lua', import.meta.url), 1);

/** The settings of a process, and what they are compared with: those of the last process of its kind. */
export interface ProcessSettings {
  kind: 'web' | 'worker';
  secret: InstanceSecret;
  given: readonly GivenSetting[];
}

/** Records settings that differ, now or once Redis is there. */
export async function noteSettings(redis: Redis, settings: ProcessSettings, errors: ErrorReporter): Promise<void> {
  const note = () => recordSettings(redis, settings).catch(errors.unlessAway('record the settings that have changed'));
  if (redis.status === 'ready') await note();
  else redis.once('ready', note);
}

/**
 * Records which settings of this instance differ from those of the last start of such a process. The first start has
 * nothing to differ from. Of several processes that start at once, one writes the entries.
 */
export async function recordSettings(redis: Redis, { kind, secret, given }: ProcessSettings): Promise<void> {
  const key = kind === 'web' ? redisKeys.lastSettings : redisKeys.lastWorkerSettings;
  const [seal, ...earlier] = await secret.loadAll();
  const now = startOf(seal, given);
  const text = JSON.stringify(now);
  for (;;) {
    const stored = (await redis.get(key)) ?? '';
    if (stored === text) return;
    const last = stored === '' ? now : startSchema.parse(JSON.parse(stored));
    // The last start may have had the secret before the present one.
    const same = [now, ...earlier.map((other) => startOf(other, given))].find((start) => start.secret === last.secret);
    const entries = JSON.stringify(differences(last, same ?? now, { kind, isComparable: same !== undefined }));
    const args = [redisKeys.accountsPrefix, stored, text, entries];
    if ((await settingsScript.run(redis, [key], args)) === 1) return;
  }
}

function startOf(seal: Seal, given: readonly GivenSetting[]): Start {
  const settings = given
    .filter(({ name }) => !OF_ONE_PROCESS.includes(name))
    .map(({ name, text, shown }) => [name, { shown, print: seal.fingerprint(`setting ${name} ${text}`) }] as const)
    .sort(([one], [other]) => one.localeCompare(other));
  return { secret: seal.fingerprint('settings of the last start'), settings: Object.fromEntries(settings) };
}

/** The entries for the settings that differ. Without comparable fingerprints, a new secret looks like the one before. */
function differences(
  last: Start,
  now: Start,
  { kind, isComparable }: { kind: ProcessSettings['kind']; isComparable: boolean },
): string[] {
  const names = [...new Set([...Object.keys(last.settings), ...Object.keys(now.settings)])].sort();
  return names.flatMap((name) => {
    const [before, after] = [last.settings[name], now.settings[name]];
    const isOther = before?.shown !== after?.shown || (isComparable && before?.print !== after?.print);
    if (!isOther && (isComparable || name !== 'INSTANCE_SECRET')) return [];
    // A secret that was replaced by another one looks the same.
    const isShown = before?.shown !== after?.shown;
    return auditText(INSTANCE, {
      action: 'setting changed',
      target: kind === 'web' ? name : `worker: ${name}`,
      ...(isShown && before && { before: { [name]: before.shown } }),
      ...(isShown && after && { after: { [name]: after.shown } }),
    });
  });
}
