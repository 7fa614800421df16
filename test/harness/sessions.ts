import type { Account } from '../../lib/accounts/account-store.ts';
import { readSession, type SessionLife, startSession } from '../../lib/accounts/session-store.ts';
import type { AuditSource } from '../../lib/audit/audit-entry.ts';
import type { Redis } from '../../lib/redis/redis.ts';

const DAY_MS = 86_400_000;

/** How long sessions live by default. */
export const LIFE: SessionLife = { idleMs: 14 * DAY_MS, maxMs: 90 * DAY_MS };

/** Somebody at a browser. */
export const BROWSER: AuditSource = {
  via: 'page',
  account: '',
  address: '203.0.113.77',
  program: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
};

/** Starts a session and returns its token. */
export async function signedInAs(
  redis: Redis,
  account: Pick<Account, 'username' | 'generation'>,
  { source = BROWSER, life = LIFE }: { source?: AuditSource; life?: SessionLife } = {},
): Promise<string> {
  const token = await startSession(redis, account, { source, life });
  if (token === null) throw new Error(`The account of ${account.username} has changed.`);
  return token;
}

/** Whether a token opens the pages. */
export async function isSignedIn(redis: Redis, token: string, life = LIFE): Promise<boolean> {
  return (await readSession(redis, token, life)) !== null;
}
