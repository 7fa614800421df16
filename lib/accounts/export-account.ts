import { readAudit } from '../audit/read-audit.ts';
import type { AuditEntry } from '../audit/stored-entry.ts';
import { displayPrefix } from '../keys/key-format.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { LoggedRequest } from '../requests/block-reader.ts';
import { readRequests } from '../requests/read-requests.ts';
import { accountUsage } from '../statistics/account-usage.ts';
import { VERSION } from '../version.ts';
import { accountData, accountNames, type DataKind, keyData, keyNames } from './account-data.ts';
import { teamsOf } from './team-store.ts';

const readScript = scriptFile(new URL('./lua/read-own-records.lua', import.meta.url), 1);

/** A record as it is exported. */
interface ExportedRecord {
  /** Its name in Redis, without the part that all names have, and without secrets. */
  record: string;
  /** When Redis deletes it; null if it stays. */
  ends_at: string | null;
  content: unknown;
}

/**
 * Writes everything that is stored about an account as the text of a JSON file, some records at a time, so that a large
 * account takes no more memory than a small one. It has no secrets, and no hashes of secrets.
 */
export async function* exportAccount(redis: Redis, username: string, now = new Date()): AsyncGenerator<string> {
  const teams = await teamsOf(redis, username);
  const head = { tributary: VERSION, exported_at: now.toISOString(), username, teams };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "records": [`;
  yield* listed(records(redis, username, now));
  yield '\n  ],\n  "usage": [';
  yield* listed(accountUsage(redis, username, now.getTime()));
  yield '\n  ],\n  "audit_log": [';
  yield* listed(auditEntries(redis, username));
  yield '\n  ],\n  "requests": [';
  yield* listed(requests(redis, username));
  yield '\n  ]\n}\n';
}

/** The elements of a JSON list, each in a line of its own. */
async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '\n';
  for await (const item of items) {
    yield `${before}    ${JSON.stringify(item)}`;
    before = ',\n';
  }
}

async function* records(redis: Redis, username: string, now: Date): AsyncGenerator<ExportedRecord> {
  const names = await accountNames(redis, username);
  for (const kind of Object.values(accountData)) if (kind) yield* read(redis, kind, kind.names(names), now);
  for await (const keys of keyNames(redis, username)) {
    for (const key of keys) {
      for (const kind of Object.values(keyData)) if (kind) yield* read(redis, kind, kind.names(key), now);
    }
  }
}

/** What the script returns for a record: its type, the milliseconds that are left to it or -1, and its content. */
type Reply = [type: 'string' | 'hash' | 'set' | 'list' | 'zset', leftMs: number, content: string | string[]];

/** More at once would keep Redis from answering others. */
const AT_ONCE = 20;

async function* read(
  redis: Redis,
  { secrets = [], hidesName = false, shows }: Pick<DataKind<never>, 'secrets' | 'hidesName' | 'shows'>,
  names: readonly string[],
  now: Date,
): AsyncGenerator<ExportedRecord> {
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const replies = (await readScript.run(redis, some, [])) as (Reply | null)[];
    for (const [index, reply] of replies.entries()) {
      if (!reply) continue;
      const [type, leftMs, content] = reply;
      const name = (some[index] as string).slice(redisKeys.accountsPrefix.length);
      const kind = name.split(':', 1)[0] as string;
      // The ids of sessions are digests of their tokens.
      if (hidesName && type === 'zset') continue;
      yield {
        record: hidesName ? kind : name,
        ends_at: leftMs < 0 ? null : new Date(now.getTime() + leftMs).toISOString(),
        content: shown(type, content, secrets, shows),
      };
    }
  }
}

/** Names and values in turn, without secrets. Times are written as people read them. */
function shown(
  type: Reply[0],
  content: Reply[2],
  secrets: readonly string[],
  shows: DataKind<never>['shows'],
): unknown {
  if (type !== 'hash' && type !== 'zset') return content;
  const fields = fieldsOf(content as string[], secrets);
  return shows ? shows(fields) : fields;
}

function fieldsOf(content: readonly string[], secrets: readonly string[]): Record<string, string> {
  const fields: [string, string][] = [];
  for (let at = 0; at < content.length; at += 2) {
    const [name, value] = [content[at] as string, content[at + 1] as string];
    if (!secrets.includes(name))
      fields.push([name, isTime(name, value) ? new Date(Number(value)).toISOString() : value]);
  }
  return Object.fromEntries(fields);
}

function isTime(name: string, value: string): boolean {
  return /_(?:at|until)$/.test(name) && /^\d{12,14}$/.test(value);
}

const REQUESTS_AT_ONCE = 1_000;

/** The log of the account's requests. */
async function* requests(redis: Redis, username: string): AsyncGenerator<LoggedRequest> {
  let cursor: string | undefined;
  do {
    const page = await readRequests(redis, [username], {}, { cursor, limit: REQUESTS_AT_ONCE });
    yield* page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

const ENTRIES_AT_ONCE = 200;

/** What an account did, and what others did to it and to its keys, without where the others were. */
async function* auditEntries(redis: Redis, username: string): AsyncGenerator<Partial<AuditEntry>> {
  const own = new Set([username, ...(await redis.smembers(redisKeys.userKeys(username))).map(displayPrefix)]);
  let cursor: string | undefined;
  do {
    const page = await readAudit(redis, {}, { cursor, limit: ENTRIES_AT_ONCE });
    for (const entry of page.items) {
      const { address, program, request, key, ...elsewhere } = entry;
      if (entry.account === username) yield entry;
      else if (entry.target?.split(': ').some((name) => own.has(name))) yield elsewhere;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
