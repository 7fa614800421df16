import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InputError } from '../../../lib/accounts/account-store.ts';
import { readKept, writeKept } from '../../../lib/data/kept-data.ts';
import { readBackup } from '../../../lib/data/kept-records.ts';
import { readKeyPage } from '../../../lib/keys/key-page.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { InvalidRules } from '../../../lib/rules/parse.ts';
import { withSiteRule } from '../../../lib/rules/site-rule.ts';
import { ownRules, type RulesOwner, readRules } from '../../../lib/rules/stored-rules.ts';
import { createKey, createUser, revokeKey, setRules, TESTER } from '../../harness/as-tester.ts';
import { freshDatabase } from '../../harness/redis.ts';

const redis = new Redis(await freshDatabase());
const ada: RulesOwner = { owner: 'account', name: 'ada' };
beforeAll(async () => {
  await createUser(redis, 'ada');
});
afterAll(() => redis.disconnect());

test('a list replaces the one before, which stays for requests that have just read its version', async () => {
  await setRules(redis, ada, { text: '$pin,site=a.test', address: 'https://a.test/list' });
  const first = await ownRules(redis, ada);
  expect(first).toMatchObject({ text: '$pin,site=a.test', address: 'https://a.test/list' });
  await setRules(redis, ada, { text: '$pin,site=b.test' });
  const second = await ownRules(redis, ada);
  expect(second).toMatchObject({ text: '$pin,site=b.test', address: '' });
  const before = { ...ada, version: first?.version ?? '' };
  expect((await readRules(redis, before))?.text).toBe('$pin,site=a.test');
  const leftMs = await redis.pttl(redisKeys.rules('account', 'ada', before.version));
  expect(leftMs > 0 && leftMs <= 60_000).toBe(true);
  // Back to the first: it stays.
  await setRules(redis, ada, { text: '$pin,site=a.test' });
  expect(await redis.pttl(redisKeys.rules('account', 'ada', before.version))).toBe(-1);
});

test('of lists that are replaced one after the other, Redis has the present one and the one before', async () => {
  const { prefix } = await createKey(redis, 'ada');
  const owner: RulesOwner = { owner: 'key', name: prefix };
  const kept = async () => (await redis.keys(redisKeys.rules('key', prefix, '*'))).length;
  for (const site of ['a', 'b', 'c', 'd']) await setRules(redis, owner, { text: `$pin,site=${site}.test` });
  expect(await kept()).toBe(2);
  expect((await ownRules(redis, owner))?.text).toBe('$pin,site=d.test');
  // One that comes back after none is the present one again.
  for (const text of ['', '$pin,site=d.test', '$pin,site=e.test']) await setRules(redis, owner, { text });
  const names = await redis.keys(redisKeys.rules('key', prefix, '*'));
  const texts = await Promise.all(names.map((name) => redis.hget(name, 'text')));
  expect(texts.sort()).toEqual(['$pin,site=d.test', '$pin,site=e.test']);
});

test('a list without instructions removes it', async () => {
  await setRules(redis, ada, { text: '! nothing\n' });
  expect(await ownRules(redis, ada)).toBeNull();
  expect(await redis.hexists(redisKeys.user('ada'), 'rules')).toBe(0);
});

test('a bad list, or one that is no longer what it replaces, changes nothing; an owner must exist', async () => {
  await setRules(redis, ada, { text: '$pin,site=a.test' });
  await expect(setRules(redis, ada, { text: '$oops' })).rejects.toThrow(InvalidRules);
  expect(await setRules(redis, ada, { text: '$pin,site=c.test', replaces: 'another' })).toBe(false);
  expect((await ownRules(redis, ada))?.text).toBe('$pin,site=a.test');
  await expect(setRules(redis, { owner: 'key', name: 'none' }, { text: '$pin' })).rejects.toThrow(InputError);
});

test('a backup has the lists', async () => {
  const { prefix } = await createKey(redis, 'ada');
  await setRules(redis, { owner: 'key', name: prefix }, { text: '$pin,site=k.test' });
  const records = await readKept(redis);
  const backup = readBackup(JSON.stringify({ tributary: '0', dataVersion: 2, createdAt: '', records }));
  const other = new Redis(await freshDatabase());
  await writeKept(other, TESTER, backup.records);
  expect((await ownRules(other, ada))?.text).toBe('$pin,site=a.test');
  expect((await ownRules(other, { owner: 'key', name: prefix }))?.text).toBe('$pin,site=k.test');
  other.disconnect();
});

test('the list of a key is forgotten with the key', async () => {
  const { prefix } = await createKey(redis, 'ada');
  await setRules(redis, { owner: 'key', name: prefix }, { text: '$pin,site=old.test' });
  const { version = '' } = (await ownRules(redis, { owner: 'key', name: prefix })) ?? {};
  await revokeKey(redis, prefix, new Date(Date.now() - 91 * 86_400_000));
  await readKeyPage(redis, 'ada', 1);
  expect(await redis.exists(redisKeys.rules('key', prefix, version))).toBe(0);
});

test('a rule for a site replaces the others for it, and leaves patterns and comments alone', () => {
  const list = '! Mine\n$boost,site=a.test\n/docs/$site=a.test\n$site=b.test';
  expect(withSiteRule(list, 'a.test', 'discard')).toBe(
    '! Mine\n/docs/$site=a.test\n$site=b.test\n$discard,site=a.test\n',
  );
  expect(withSiteRule(list, 'a.test', null)).toBe('! Mine\n/docs/$site=a.test\n$site=b.test\n');
  expect(withSiteRule('', 'a.test', 'pin')).toBe('$pin,site=a.test\n');
  expect(withSiteRule('$pin,site=a.test\n', 'a.test', null)).toBe('');
});
