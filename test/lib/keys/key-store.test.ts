import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../../lib/accounts/account-store.ts';
import { EndedKeys } from '../../../lib/keys/ended-keys.ts';
import { parseKey } from '../../../lib/keys/key-format.ts';
import { readKeyPage } from '../../../lib/keys/key-page.ts';
import { isoTime, keyState } from '../../../lib/keys/key-record.ts';
import { getKey, listKeys } from '../../../lib/keys/key-store.ts';
import { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import { createLog } from '../../../lib/log/log.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser, revokeKey } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { redisContents } from '../../harness/redis-contents.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const LATER = new Date('2027-01-31T23:59:59.999Z');

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada');
  await createUser(redis, 'grace');
});

describe('creating a key', () => {
  it('returns a well-formed key, and stores everything about it except the key', async () => {
    const { key, prefix } = await createKey(redis, 'ada', { name: ' laptop ', now: NOW, expiresAt: LATER });
    expect(parseKey(key)?.prefix).toBe(prefix);
    expect(await getKey(redis, prefix)).toMatchObject({
      prefix,
      username: 'ada',
      name: 'laptop',
      createdAt: NOW.toISOString(),
      lastUsedAt: '',
      expiresAt: LATER.toISOString(),
      revokedAt: '',
    });
  });

  it('stores the SHA-256 of the whole key, and never the secret', async () => {
    const { key, prefix } = await createKey(redis, 'ada');
    const stored = await redis.hgetall(redisKeys.apiKey(prefix));
    expect(stored.digest).toBe(createHash('sha256').update(key).digest('hex'));

    const secret = key.slice(14, 46);
    expect(await redisContents(redis)).not.toContain(secret);
  });

  it('needs neither a name nor an expiry', async () => {
    const { prefix } = await createKey(redis, 'ada');
    expect(await getKey(redis, prefix)).toMatchObject({ name: '', expiresAt: '' });
  });

  it('is refused for an unknown account, and leaves nothing behind', async () => {
    const before = await redis.keys('*');
    await expect(createKey(redis, 'nobody')).rejects.toThrow('There is no user "nobody".');
    await expect(createKey(redis, 'nobody')).rejects.toBeInstanceOf(InputError);
    expect((await redis.keys('*')).sort()).toEqual(before.sort());
  });

  it('is refused with an expiry that is now or in the past', async () => {
    for (const expiresAt of [new Date(NOW.getTime() - 1), NOW]) {
      await expect(createKey(redis, 'ada', { now: NOW, expiresAt })).rejects.toThrow('The expiry date is in the past.');
    }
    expect(await listKeys(redis, 'ada')).toEqual([]);
  });

  it('is refused with an expiry that is not a date, because that key would never expire', async () => {
    await expect(createKey(redis, 'ada', { expiresAt: new Date('not a date') })).rejects.toBeInstanceOf(InputError);
    expect(await redis.keys('*:key:*')).toEqual([]);
  });

  it('accepts a name of 100 characters and refuses 101', async () => {
    await expect(createKey(redis, 'ada', { name: 'n'.repeat(101) })).rejects.toThrow(
      'A key name has at most 100 characters.',
    );
    const { prefix } = await createKey(redis, 'ada', { name: 'n'.repeat(100) });
    expect((await getKey(redis, prefix))?.name).toHaveLength(100);
  });

  it('gives every caller a separate key when many ask at once', async () => {
    const created = await Promise.all(Array.from({ length: 50 }, () => createKey(redis, 'ada')));
    expect(new Set(created.map(({ key }) => key)).size).toBe(50);
    expect(await listKeys(redis, 'ada')).toHaveLength(50);
  });
});

describe('the maximum number of keys', () => {
  const FULL = 'The account has reached its limit of active keys (3). Revoke one first.';
  const create = (options: Parameters<typeof createKey>[2] = {}) =>
    createKey(redis, 'ada', { now: NOW, maxKeys: 3, ...options });

  it('cannot be exceeded, also when many are created at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => create()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await listKeys(redis, 'ada')).toHaveLength(3);
    await expect(create()).rejects.toThrow(FULL);
    await expect(create()).rejects.toBeInstanceOf(InputError);
    await expect(createKey(redis, 'grace', { maxKeys: 3 })).resolves.toBeDefined();
  });

  it('does not include revoked and expired keys', async () => {
    const { prefix } = await create();
    await create({ expiresAt: LATER });
    await create();
    await expect(create()).rejects.toThrow(FULL);
    await revokeKey(redis, prefix, NOW);
    await create();
    await expect(create()).rejects.toThrow(FULL);
    await create({ now: LATER });
    await expect(create({ now: LATER })).rejects.toThrow(FULL);
    expect(await listKeys(redis, 'ada')).toHaveLength(5);
  });

  it('includes keys that only the set lists, as after a backup was restored', async () => {
    const [, revoked] = [await create(), await create(), await create({ expiresAt: LATER })];
    await revokeKey(redis, revoked?.prefix ?? '', NOW);
    await redis.del(redisKeys.userKeysByAge('ada'), redisKeys.userLiveKeys('ada'));
    await create();
    await expect(create()).rejects.toThrow(FULL);
    await create({ now: LATER });
  });
});

describe('listing keys', () => {
  it('returns the user’s own keys, oldest first, and no others', async () => {
    const third = await createKey(redis, 'ada', { name: 'third', now: new Date('2026-03-01T00:00:00Z') });
    const first = await createKey(redis, 'ada', { name: 'first', now: new Date('2026-01-01T00:00:00Z') });
    await createKey(redis, 'grace', { name: 'hers', now: new Date('2026-01-15T00:00:00Z') });
    const second = await createKey(redis, 'ada', { name: 'second', now: new Date('2026-02-01T00:00:00Z') });

    const keys = await listKeys(redis, 'ada');
    expect(keys.map(({ prefix }) => prefix)).toEqual([first.prefix, second.prefix, third.prefix]);
    expect(keys.every(({ username }) => username === 'ada')).toBe(true);
    expect((await listKeys(redis, 'grace')).map(({ name }) => name)).toEqual(['hers']);
  });

  it('always has the same order, even for keys created at the same moment', async () => {
    for (let i = 0; i < 8; i++) await createKey(redis, 'ada', { now: NOW });
    const prefixes = (await listKeys(redis, 'ada')).map(({ prefix }) => prefix);
    expect(prefixes).toEqual(prefixes.toSorted());
    expect(prefixes).toHaveLength(8);
  });

  it('is empty for a user without keys and for an unknown user', async () => {
    expect(await listKeys(redis, 'ada')).toEqual([]);
    expect(await listKeys(redis, 'nobody')).toEqual([]);
  });

  it('still shows revoked keys', async () => {
    const { prefix } = await createKey(redis, 'ada');
    await revokeKey(redis, prefix, NOW);
    expect(await listKeys(redis, 'ada')).toMatchObject([{ prefix, revokedAt: NOW.toISOString() }]);
  });

  it('never returns a digest', async () => {
    const { key } = await createKey(redis, 'ada');
    expect(JSON.stringify(await listKeys(redis, 'ada'))).not.toContain(parseKey(key)?.digest);
  });
});

describe('revoking a key', () => {
  it('stores the time, and keeps the first time when repeated', async () => {
    const { prefix } = await createKey(redis, 'ada');
    expect((await revokeKey(redis, prefix, NOW)).revokedAt).toBe(NOW.toISOString());
    expect((await revokeKey(redis, prefix, LATER)).revokedAt).toBe(NOW.toISOString());
  });

  it('does not affect the user’s other keys', async () => {
    const [one, two] = [await createKey(redis, 'ada'), await createKey(redis, 'ada')];
    await revokeKey(redis, one.prefix);
    expect((await getKey(redis, two.prefix))?.revokedAt).toBe('');
  });

  it('is refused if the key is unknown, and creates none', async () => {
    await expect(revokeKey(redis, '1a2B3c4D')).rejects.toThrow('There is no key trib_1a2B3c4D.');
    expect(await getKey(redis, '1a2B3c4D')).toBeNull();
    expect(await redis.exists(redisKeys.apiKey('1a2B3c4D'))).toBe(0);
  });
});

describe('the state of a key', () => {
  const record = { disabled: false };
  const none = { expiresAt: '', revokedAt: '' };

  it('is active until it expires or is revoked', () => {
    expect(keyState({ ...record, ...none }, NOW)).toBe('active');
    const expiring = { ...record, ...none, expiresAt: LATER.toISOString() };
    expect(keyState(expiring, NOW)).toBe('active');
    expect(keyState(expiring, new Date(LATER.getTime() - 1))).toBe('active');
    expect(keyState(expiring, LATER)).toBe('expired');
    expect(keyState({ ...record, ...none, revokedAt: NOW.toISOString() }, NOW)).toBe('revoked');
    expect(keyState({ ...none, disabled: true }, NOW)).toBe('disabled');
    expect(keyState({ ...expiring, disabled: true }, LATER)).toBe('expired');
  });

  it('is revoked if it is both expired and revoked', () => {
    expect(keyState({ ...record, expiresAt: NOW.toISOString(), revokedAt: NOW.toISOString() }, LATER)).toBe('revoked');
  });
});

describe('a stored time', () => {
  it('is shown in ISO 8601, or empty if it is not set', () => {
    expect(isoTime(String(NOW.getTime()))).toBe('2026-11-15T12:00:00.000Z');
    for (const nothing of ['', null, undefined]) expect(isoTime(nothing)).toBe('');
  });
});

describe('keys that have ended', () => {
  const DAY_MS = 86_400_000;
  const daysOn = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const listed = async (now: Date) => (await readKeyPage(redis, 'ada', 1, now)).rows.map(({ prefix }) => prefix);

  it('are shown for 90 days and then forgotten, with all that Redis has of them', async () => {
    const live = await createKey(redis, 'ada', { now: NOW });
    const revoked = await createKey(redis, 'ada', { now: NOW });
    const expired = await createKey(redis, 'ada', { now: NOW, expiresAt: daysOn(1) });
    await revokeKey(redis, revoked.prefix, NOW);
    for (const { prefix } of [live, revoked]) await redis.hset(redisKeys.keyUsage(prefix, '2026-11'), 'total', 1);
    expect((await listed(daysOn(89))).sort()).toEqual([live.prefix, revoked.prefix, expired.prefix].sort());
    expect((await listed(daysOn(90))).sort()).toEqual([live.prefix, expired.prefix].sort());
    expect(await listed(daysOn(91))).toEqual([live.prefix]);
    // The audit log keeps what was done to them.
    await redis.del(redisKeys.audit);
    const contents = await redisContents(redis);
    expect(contents).toContain(live.prefix);
    for (const { prefix } of [revoked, expired]) expect(contents).not.toContain(prefix);
    expect(await listKeys(redis, 'ada')).toMatchObject([{ prefix: live.prefix }]);
  });

  it('are also forgotten when a key is created, and are never more than 100, the latest', async () => {
    const prefixes: string[] = [];
    for (let index = 0; index < 105; index++) {
      const now = new Date(NOW.getTime() + index * 1_000);
      const { prefix } = await createKey(redis, 'ada', { now, maxKeys: 1 });
      await revokeKey(redis, prefix, now);
      prefixes.push(prefix);
    }
    const { prefix } = await createKey(redis, 'ada', { now: daysOn(1), maxKeys: 1 });
    const kept = (await listKeys(redis, 'ada')).map((key) => key.prefix);
    expect(kept.sort()).toEqual([...prefixes.slice(5), prefix].sort());
    await createKey(redis, 'ada', { now: daysOn(100) });
    expect(await listKeys(redis, 'ada')).toHaveLength(2);
  });

  it('are forgotten by a web process if nobody looks at the account, one turn an hour for all processes', async () => {
    const errors = new ErrorReporter(createLog('web', 'fatal'));
    const [one, other] = [new EndedKeys(redis, errors), new EndedKeys(redis, errors)];
    const long = new Date(Date.now() - 91 * DAY_MS);
    const endKey = async (owner: string, at: Date) => {
      const { prefix } = await createKey(redis, owner, { now: at });
      await revokeKey(redis, prefix, at);
      return prefix;
    };
    const live = await createKey(redis, 'ada', { now: long });
    const recent = await endKey('ada', new Date(Date.now() - 89 * DAY_MS));
    const [ended, ofGrace] = [await endKey('ada', long), await endKey('grace', long)];
    await Promise.all([one.look(), other.look()]);
    for (const prefix of [ended, ofGrace]) expect(await getKey(redis, prefix)).toBeNull();
    for (const prefix of [live.prefix, recent]) expect(await getKey(redis, prefix)).not.toBeNull();

    const later = await endKey('grace', long);
    await Promise.all([one.look(), other.look()]);
    expect(await getKey(redis, later)).not.toBeNull();
    expect(await redis.pttl(redisKeys.endedKeysTurn)).toBeLessThanOrEqual(3_600_000);
    await redis.del(redisKeys.endedKeysTurn);
    await other.look();
    expect(await getKey(redis, later)).toBeNull();
  });

  it('are looked for at all accounts, however many: each turn goes on where the last one ended', async () => {
    const names = Array.from({ length: 1_200 }, (_, at) => `person-${at}`);
    await redis.sadd(redisKeys.users, ...names);
    const sweep = new EndedKeys(redis, new ErrorReporter(createLog('web', 'fatal')));
    const long = new Date(Date.now() - 91 * DAY_MS);
    const { prefix } = await createKey(redis, 'ada', { now: long });
    await revokeKey(redis, prefix, long);
    let turns = 0;
    do {
      await redis.del(redisKeys.endedKeysTurn);
      await sweep.look();
      turns += 1;
    } while ((await redis.get(redisKeys.endedKeysCursor)) !== '0');
    expect(turns).toBeGreaterThan(1);
    expect(await getKey(redis, prefix)).toBeNull();
  });

  it('of other accounts stay', async () => {
    const { prefix } = await createKey(redis, 'grace', { now: NOW });
    await revokeKey(redis, prefix, NOW);
    await listed(daysOn(100));
    expect(await getKey(redis, prefix)).not.toBeNull();
  });
});
