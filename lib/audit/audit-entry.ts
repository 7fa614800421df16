import type { EventName } from '../events.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';

/** Who does something, and from where. */
export interface AuditSource {
  via: 'page' | 'management API' | 'command line' | 'single sign-on' | 'connector' | 'instance';
  /** The account that acts; on the command line, the user of the system; empty if nobody has signed in. */
  account: string;
  /** The public part of the key with which it acts. */
  key?: string | undefined;
  /** The client's address; on the command line, the machine. */
  address?: string | undefined;
  /** The client's program, such as its browser. */
  program?: string | undefined;
  request?: string | undefined;
}

/** What the instance does by itself. */
export const INSTANCE: AuditSource = { via: 'instance', account: '' };

/** Values of fields before or after a change; never a secret. */
export type AuditFields = Readonly<Record<string, string>>;

/** What was done to whom. */
export interface AuditedAction {
  action: EventName;
  /** The account, team, key, engine or setting that it was done to. */
  target?: string | undefined;
  before?: AuditFields;
  after?: AuditFields;
}

/** An entry as scripts and transactions write it: see `lua/record-entry.lua`. */
export function auditText(source: AuditSource, action: AuditedAction): string {
  return JSON.stringify({ ...source, ...action });
}

/** An action that changes fields of a record. The script finds what they were. Fields that are not named are not shown. */
export interface AuditedChange extends Pick<AuditedAction, 'action' | 'target'> {
  fields: readonly string[];
}

/** The entries of a change of a record: see `lua/record-changes.lua`. */
export function changeTexts(source: AuditSource, changes: readonly AuditedChange[]): string {
  return JSON.stringify(changes.map(({ fields, ...action }) => ({ fields, entry: { ...source, ...action } })));
}

/** Writes an entry alone, before an action that writes nothing to Redis: if it cannot be written, nothing happens. */
export async function writeEntry(redis: Redis, source: AuditSource, action: AuditedAction): Promise<void> {
  const stream = auditStream(action.action);
  const name = stream.slice(redisKeys.accountsPrefix.length);
  await entryScript.run(redis, [stream], [redisKeys.accountsPrefix, auditText(source, action), name]);
}

/** Whether something was not done because its entry could not be written: the log is no stream, or can take no entry. */
export function isAuditFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('AUDITLOG ');
}

const entryScript = scriptFile(new URL('./lua/write-entry.lua', import.meta.url), 1);
const recordedScript = scriptFile(new URL('./lua/write-recorded.lua', import.meta.url), 1);

/** A command for Redis, with its arguments. */
export type RedisCommand = readonly [name: string, key: string, ...rest: (string | number)[]];

/** Carries out commands together with the entry that records them, or neither. Returns the replies. */
export async function writeRecorded(
  redis: Redis,
  source: AuditSource,
  action: AuditedAction,
  commands: readonly RedisCommand[],
): Promise<unknown[]> {
  const names = [...new Set(commands.map(([, key]) => key))];
  const texts = commands.map((command) => command.map(String));
  const args = [redisKeys.accountsPrefix, auditText(source, action), JSON.stringify(texts)];
  return (await recordedScript.run(redis, names, args)) as unknown[];
}

/** What strangers do has a stream of its own, so that they do not push out what others did: failed guesses, registrations. */
function auditStream(action: EventName): string {
  return /(?:failed|locked|registered)$/.test(action) ? redisKeys.auditFailures : redisKeys.audit;
}
