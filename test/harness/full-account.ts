import { expect } from 'vitest';
import { addFactor } from '../../lib/accounts/factors/factor-store.ts';
import { makeLink } from '../../lib/accounts/password-link.ts';
import { changeAlerts, forgetNews, noteDevice } from '../../lib/alerts/alert-store.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { admit } from '../../lib/limits/admission.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { sendAddressCode } from '../../lib/webhooks/own-address.ts';
import { createKey, createUser, newSearchLink, revokeKey, setRules, TESTER } from './as-tester.ts';
import { signedInAs } from './sessions.ts';
import { testSecret } from './webhooks.ts';

/** The password of a full account. */
export const PASSWORD = 'correct horse battery staple';
/** Limits that have logs. */
export const LIMITED = { burst: { limit: 9, windowMs: 60_000 }, sustained: null, monthly: null };

/** An account that has one of everything. */
export async function fullAccount(redis: Redis, name: string): Promise<{ key: string; session: string; link: string }> {
  const account = await createUser(redis, name, { password: PASSWORD, admin: true });
  const { key, prefix } = await createKey(redis, name, { name: 'agent' });
  const gone = await createKey(redis, name, { name: 'gone' });
  await revokeKey(redis, gone.prefix);
  const cost = searchIn('web');
  for (const sender of [parseKey(key) ?? expect.unreachable(), { person: name }]) {
    await admit(redis, sender, LIMITED, cost, new Date());
  }
  await setRules(redis, { owner: 'account', name }, { text: '$boost,site=example.org' });
  await setRules(redis, { owner: 'key', name: prefix }, { text: '$boost,site=example.com' });
  await redis.hset(redisKeys.user(name), { preferences: 'theme=dark', sites: 'example.net' });
  // What pages write, under every name that a list has.
  for (const log of SMALL) await redis.rpush(log(name), '1');
  const passkey = {
    kind: 'passkey',
    id: `of-${name}`,
    name: 'laptop',
    fields: { public_key: 'QUJD' },
    first: 1,
  } as const;
  const app = { kind: 'totp', id: 'app', name: 'phone', fields: { secret: 'SEALED-TOTP' }, first: 1 } as const;
  const now = Date.now();
  for (const [at, factor] of [passkey, app].entries()) await addFactor(redis, TESTER, name, factor, now + at);
  const session = await signedInAs(redis, account);
  await newSearchLink(redis, name);
  await sendAddressCode(redis, testSecret, { username: name, address: `${name}@example.org`, language: 'en' });
  for (const fingerprint of ['laptop', 'phone'])
    await noteDevice(redis, { username: name, fingerprint, isKnown: false, facts: { browser: 'Firefox' } });
  for (const news of await changeAlerts(redis, [], [])) await forgetNews(redis, news);
  return { key, session, link: await makeLink(redis, TESTER, name, 'reset') };
}

/** Times of requests of a person that only pages write. */
export const SMALL: readonly ((name: string) => string)[] = [
  (name) => redisKeys.suggestRateLog(name, 'burst'),
  (name) => redisKeys.typingRateLog(name, 'sustained'),
  redisKeys.tileRateLog,
  redisKeys.engineTestLog,
  (name) => redisKeys.formRateLog(`user:${name}`),
];
