import { z } from 'zod';
import { InputError, USERNAME } from '../accounts/account-store.ts';
import { teamRoles } from '../accounts/team-store.ts';
import { parsePrefix } from '../keys/key-format.ts';
import { keyNameProblem } from '../keys/key-name.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { endpointOf } from '../webhooks/endpoint.ts';

const username = z.string().regex(USERNAME);
const keyPrefix = z.string().refine((text) => parsePrefix(text) === text);
const time = z.string().regex(/^\d+$/);
const clientId = z.string().regex(/^[\w-]+$/);
const month = z.string().regex(/^\d{4}-\d{2}$/);

const hash = <Fields extends z.ZodType>(value: Fields) => z.object({ type: z.literal('hash'), value });
const text = (value: z.ZodType<string>) => z.object({ type: z.literal('string'), value });
const set = (member: z.ZodType<string>) => z.object({ type: z.literal('set'), value: z.array(member) });

/** The score of each member. */
const sorted = z.object({
  type: z.literal('zset'),
  value: z.record(z.string(), z.string().regex(/^\d+(?:\.\d+)?$|^inf$/)),
});

/** The audit log: the id of each entry, then names and values in turn. */
const stream = z.object({
  type: z.literal('stream'),
  value: z.array(z.tuple([z.string().regex(/^\d+-\d+$/), z.array(z.string())])),
});

const account = z
  .object({ username, created_at: time, password: z.string().startsWith('$argon2').optional() })
  .catchall(z.string());
/** The same as a new key must have: see `createKey`. */
const apiKey = z
  .object({
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    username,
    name: z.string().refine((name) => keyNameProblem(name) === null),
    created_at: time,
    expires_at: time.optional(),
    revoked_at: time.optional(),
  })
  .catchall(z.string());
const endpointId = z.string().regex(/^wh_[0-9a-f]{24}$/);
const endpoint = z.record(z.string(), z.string()).refine((fields) => endpointOf(fields));
const rulesName = z.string().regex(/^[\w-]{22}$/);
const rulesFields = z.object({ text: z.string(), address: z.string(), stored_at: time });
const counts = z.record(z.string(), z.string().regex(/^-?\d+$/));

/**
 * What cannot be made anew: accounts, their factors, keys, their rules and usage, where alerts go, pauses by hand, the audit
 * log. The parts of a name, and what a record of that name has.
 */
const KINDS: Record<string, { name: readonly z.ZodType[]; content: z.ZodType }> = {
  user: { name: [username], content: hash(account) },
  factors: { name: [username], content: hash(z.record(z.string(), z.string())) },
  passkey: { name: [z.string().regex(/^[\w-]+$/)], content: z.object({ type: z.literal('string'), value: username }) },
  'user-keys': { name: [username], content: set(keyPrefix) },
  deletions: { name: [], content: set(username) },
  'team-members': { name: [username], content: hash(z.record(username, z.enum(teamRoles))) },
  'person-teams': { name: [username], content: set(username) },
  'user-usage': { name: [username, month], content: hash(counts) },
  'person-usage': { name: [username, month], content: hash(counts) },
  key: { name: [keyPrefix], content: hash(apiKey) },
  rules: { name: [z.enum(['key', 'account']), z.union([keyPrefix, username]), rulesName], content: hash(rulesFields) },
  'sso-person': { name: [z.string().regex(/^[0-9a-f]{64}$/)], content: text(username) },
  'key-usage': { name: [keyPrefix, month], content: hash(counts) },
  'oauth-client': { name: [clientId], content: z.object({ type: z.literal('string'), value: z.string() }) },
  webhook: { name: [endpointId], content: hash(endpoint) },
  'instance-webhooks': { name: [], content: sorted },
  'user-webhooks': { name: [username], content: sorted },
  'user-devices': { name: [username], content: sorted },
  'paused-providers': { name: [], content: hash(z.record(z.string(), z.string())) },
  audit: { name: [], content: stream },
  'audit-failures': { name: [], content: stream },
};

/** A record of Redis. A set's value is its members. */
const storedRecord = z.object({
  key: z.string(),
  /** Milliseconds since the epoch; null if it stays. */
  expiresAt: z.number().nullable(),
  content: z.discriminatedUnion('type', [
    z.object({ type: z.literal('string'), value: z.string() }),
    hash(z.record(z.string(), z.string())),
    set(z.string()),
    sorted,
    stream,
  ]),
});
/** One record of a backup. */
export type StoredRecord = z.infer<typeof storedRecord>;

/** What a backup contains. */
const backupFields = z.object({
  tributary: z.string(),
  dataVersion: z.number().int(),
  createdAt: z.string(),
  records: z.array(storedRecord),
});
/** A backup that can be restored. */
export type Backup = z.infer<typeof backupFields>;

/** Whether a record of this name is part of a backup. The indexes of keys are made anew from the keys. */
export function isKept(key: string): boolean {
  return kindOf(key) !== undefined;
}

/** Reads the text of a backup; throws an InputError if one of its records could not have been saved. */
export function readBackup(text: string): Backup {
  const backup = backupFields.safeParse(JSON.parse(text));
  if (!backup.success) throw new InputError(`The backup is incomplete: ${z.prettifyError(backup.error)}`);
  for (const { key, content } of backup.data.records) {
    // Earlier versions saved records that ended while they were read, without content. They are not written.
    if (kindOf(key)?.safeParse(content).success || isEmpty(content)) continue;
    throw new InputError(`The record ${key} is not one that a backup has.`);
  }
  return backup.data;
}

/** Whether a record has no content: Redis knows no empty records, so it has ended. */
export function isEmpty({ value }: StoredRecord['content']): boolean {
  return Object.keys(value).length === 0;
}

/** What a record of this name contains; undefined if it is not kept. */
function kindOf(key: string): z.ZodType | undefined {
  if (key === redisKeys.users) return set(username);
  // The secret that was created on first use.
  if (key === redisKeys.instanceSecret) return z.object({ type: z.literal('string'), value: z.string() });
  if (!key.startsWith(redisKeys.accountsPrefix)) return undefined;
  const [kind = '', ...parts] = key.slice(redisKeys.accountsPrefix.length).split(':');
  const { name, content } = KINDS[kind] ?? {};
  const fits = name?.length === parts.length && name.every((part, at) => part.safeParse(parts[at]).success);
  return fits ? content : undefined;
}
