import type { Account } from '../../lib/accounts/account-store.ts';
import { readSession } from '../../lib/accounts/session-store.ts';
import type { AuditSource } from '../../lib/audit/audit-entry.ts';
import { readConfig } from '../../lib/config/config.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { startSession } from './as-tester.ts';

/** How long sessions live by default. */
export const LIFE = readConfig({}).sessionLife;

/** Somebody at a browser. */
export const BROWSER: AuditSource = {
  via: 'page',
  account: '',
  address: '203.0.113.77',
  program: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
};

/** Signs in at a browser; returns the token of the session. */
export function signedInAs(
  redis: Redis,
  account: Pick<Account, 'username' | 'generation'>,
  { source = BROWSER } = {},
): Promise<string> {
  return startSession(redis, account, source);
}

/** Whether a token opens the pages. */
export async function isSignedIn(redis: Redis, token: string, life = LIFE): Promise<boolean> {
  return (await readSession(redis, token, life)) !== null;
}
