import { z } from 'zod';
import { auditText } from '../audit/audit-entry.ts';
import { type Actor, allowAdministration, NotFoundError } from '../keys/authority.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { healthChannel } from './health.ts';
import type { Pause } from './pause.ts';
import type { Roster } from './roster.ts';
import { type ListedProvider, listProviders } from './status.ts';

/** How long a provider may be paused. */
export const pauseLengths = ['1h', '24h', 'until resumed'] as const;
export type PauseLength = (typeof pauseLengths)[number];
const LENGTHS_MS: Readonly<Record<PauseLength, number>> = { '1h': 3_600_000, '24h': 86_400_000, 'until resumed': 0 };

const REASON_MAX_CHARS = 200;

/** The fields of a pause. */
export const pauseFields = z.strictObject({
  reason: z
    .string()
    .trim()
    .max(REASON_MAX_CHARS, `At most ${REASON_MAX_CHARS} characters.`)
    .default('')
    .describe('Why, for other administrators. Callers of the status endpoint read it as well.')
    .meta({ example: 'Its answers have no dates since yesterday.' }),
  for: z
    .enum(pauseLengths, `Write ${pauseLengths.join(', ')}.`)
    .default('until resumed')
    .describe('How long: `1h`, `24h`, or `until resumed`.')
    .meta({ example: '24h' }),
});
export type PauseFields = z.infer<typeof pauseFields>;

/** What is announced on the channel of health: that all is to be read again. */
const ANNOUNCEMENT = 'pauses';

const pauseScript = scriptFile(new URL('./lua/pause-provider.lua', import.meta.url), 1);

/** The provider with this public name. Throws a NotFoundError if there is none. */
export function providerNamed(roster: Roster, slug: string): ListedProvider {
  const listed = listProviders(roster).find((one) => one.slug === slug);
  if (!listed) throw new NotFoundError(`There is no engine or service "${slug}" here.`);
  return listed;
}

/** Pauses a provider for all processes at once; `now` is the time of the Redis clock. */
export async function pauseProvider(
  redis: Redis,
  actor: Actor,
  { slug, provider }: ListedProvider,
  { reason, for: length }: PauseFields,
  now: number,
): Promise<Pause> {
  allowAdministration(actor);
  const at = Math.round(now);
  const ms = LENGTHS_MS[length];
  const pause = { reason, until: ms === 0 ? 0 : at + ms, by: actor.username, at };
  const entry = auditText(actor.source, {
    action: 'engine paused',
    target: slug,
    after: { paused_for: length, ...(reason !== '' && { reason }) },
  });
  await change(redis, provider.id, entry, JSON.stringify(pause));
  return pause;
}

/** Ends the pause of a provider for all processes at once. Returns whether it was paused. */
export async function resumeProvider(redis: Redis, actor: Actor, { slug, provider }: ListedProvider): Promise<boolean> {
  allowAdministration(actor);
  return change(redis, provider.id, auditText(actor.source, { action: 'engine resumed', target: slug }), '');
}

async function change(redis: Redis, provider: string, entry: string, record: string): Promise<boolean> {
  const args = [redisKeys.accountsPrefix, entry, provider, record, healthChannel(redis), ANNOUNCEMENT];
  return (await pauseScript.run(redis, [redisKeys.pausedProviders], args)) === 1;
}
