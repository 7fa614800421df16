import { z } from 'zod';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import { type Alert, type AlertKind, alertKinds } from './alert.ts';
import { alertRules, type Condition } from './alert-rules.ts';

const changeScript = scriptFile(new URL('./lua/change-alerts.lua', import.meta.url), 4);
const deviceScript = scriptFile(new URL('./lua/note-device.lua', import.meta.url), 3);

const HISTORY = 200;
const HISTORY_OF_ACCOUNT = 20;
const DEVICES = 30;

const stored = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  subject: z.string(),
  account: z.string().nullable(),
  since: z.number(),
  until: z.number().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Reads alerts from their texts. One of a newer version, of a kind that is not known here, is left out. */
function alertsIn(texts: readonly string[]): Alert[] {
  return texts.flatMap((text) => stored.safeParse(JSON.parse(text)).data ?? []);
}

/** The alerts that have begun and not ended, the newest first. */
export async function readOpenAlerts(redis: Redis): Promise<Alert[]> {
  return alertsIn(await redis.hvals(redisKeys.openAlerts)).sort((one, other) => other.since - one.since);
}

/** The last alerts of the instance that have ended, the newest first. */
export async function readAlertHistory(redis: Redis, most: number): Promise<Alert[]> {
  return alertsIn(await redis.lrange(redisKeys.alertHistory, 0, most - 1));
}

/** The last alerts that concern an account alone and have ended, the newest first. */
export async function readAccountAlerts(redis: Redis, username: string): Promise<Alert[]> {
  return alertsIn(await redis.lrange(redisKeys.userAlerts(username), 0, -1));
}

/** What somebody is to be told: that an alert has begun, or that it has ended. */
export interface News {
  /** Its name among the news, until it was told. */
  name: string;
  phase: 'began' | 'ended';
  alert: Alert;
}

/**
 * Begins and ends alerts, by what is wrong of the kinds that were looked at. Returns what is to be told, also what an
 * earlier process has not told.
 */
export async function changeAlerts(
  redis: Redis,
  conditions: readonly Condition[],
  kinds: readonly Condition['kind'][],
): Promise<News[]> {
  const rules = Object.fromEntries(kinds.map((kind) => [kind, alertRules[kind]]));
  const names = [redisKeys.openAlerts, redisKeys.alertSigns, redisKeys.alertNews, redisKeys.alertHistory];
  const args = [JSON.stringify(conditions), JSON.stringify(rules), HISTORY, HISTORY_OF_ACCOUNT];
  const reply = namedValues(await changeScript.run(redis, names, [redisKeys.accountsPrefix, ...args]));
  return Object.entries(reply).flatMap(([name, text]) =>
    alertsIn([String(text)]).map((alert) => ({ name, phase: name.startsWith('began') ? 'began' : 'ended', alert })),
  );
}

/** Notes that news were told. False if another process has told them as well. */
export async function forgetNews(redis: Redis, { name }: News): Promise<boolean> {
  return (await redis.hdel(redisKeys.alertNews, name)) === 1;
}

/** A sign-in, as far as it tells devices apart. */
export interface DeviceUse {
  username: string;
  /** Of browser, system and network. */
  fingerprint: string;
  /** Whether the browser has shown that its person has signed in there before. */
  isKnown: boolean;
  facts: Alert['facts'];
}

/** Notes from which device somebody has signed in, and makes an alert if it is a new one. */
export async function noteDevice(redis: Redis, { username, fingerprint, isKnown, facts }: DeviceUse): Promise<boolean> {
  const kind: AlertKind = 'new_device';
  const alert = { id: `${kind}:${username}`, kind, subject: username, account: username, facts };
  const names = [redisKeys.userDevices(username), redisKeys.alertNews, redisKeys.user(username)];
  const args = [fingerprint, isKnown ? 1 : 0, JSON.stringify(alert), HISTORY_OF_ACCOUNT, DEVICES];
  return (await deviceScript.run(redis, names, [redisKeys.accountsPrefix, ...args])) === 1;
}
