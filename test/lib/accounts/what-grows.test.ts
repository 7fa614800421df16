import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFactor, listFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { startPending } from '../../../lib/accounts/factors/pending-sign-in.ts';
import { limitGuess } from '../../../lib/accounts/guess-limits.ts';
import { firstSent } from '../../../lib/accounts/sent-forms.ts';
import { noteDevice, readAccountAlerts } from '../../../lib/alerts/alert-store.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { beginInList } from '../../../lib/crawl/crawl-list.ts';
import { requestOnce } from '../../../lib/keys/request-once.ts';
import { admitForm } from '../../../lib/limits/form-admission.ts';
import { admitDocument, admitOAuth } from '../../../lib/limits/oauth-admission.ts';
import { registerClient } from '../../../lib/oauth/client-store.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { RequestLog } from '../../../lib/requests/request-log.ts';
import { keepFlow } from '../../../lib/sso/flows.ts';
import { UsageStatistics } from '../../../lib/statistics/usage-statistics.ts';
import { redisRecords } from '../../../tools/redis-docs.ts';
import { type Growth, type Retention, retentions, withRetentionDocs } from '../../../tools/retention-docs.ts';
import { createUser, TESTER } from '../../harness/as-tester.ts';
import { fullAccount, SMALL } from '../../harness/full-account.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { testSecret } from '../../harness/webhooks.ts';
import { sampleRequest } from '../requests/sample-requests.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patterns = redisRecords.map(({ key, record }) => ({
  record,
  name: new RegExp(`^${key.split('…').map(escaped).join('.+')}$`),
}));
/** The kind of record that a name in Redis is of. */
function rowOf(key: string): Retention | undefined {
  const found = patterns.find(({ name }) => name.test(key));
  return retentions.find(({ records }) => found && records.includes(found.record));
}
const growing = retentions.flatMap(({ what, grows }): (Growth & { what: string })[] =>
  grows ? [{ what, ...grows }] : [],
);

describe('docs/security.md', () => {
  it('says how long each record of Redis is kept, and what bounds it, as npm run docs writes it', () => {
    const page = readFileSync('docs/security.md', 'utf8');
    expect(page).toBe(withRetentionDocs(page));
    const listed = retentions.flatMap(({ records }) => records);
    expect(listed.filter((record, at) => listed.indexOf(record) !== at)).toEqual([]);
    const stored = redisRecords.filter(({ type }) => type !== 'channel').map(({ record }) => record);
    expect([...new Set(stored)].filter((record) => !listed.includes(record))).toEqual([]);
    expect(listed.filter((record) => !(stored as string[]).includes(record))).toEqual([]);
  });

  it('calls an expiry only what Redis deletes by itself', async () => {
    await fullAccount(redis, 'ada');
    const wrong: string[] = [];
    // What this test has pushed has no end: see `SMALL`.
    const pushed = SMALL.map((log) => log('ada'));
    for (const name of (await redis.keys('*')).filter((key) => !pushed.includes(key))) {
      const row = rowOf(name);
      if (!row || (row.endedBy === 'expiry' && (await redis.pttl(name)) < 0)) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });
});

describe('what bounds what grows', () => {
  const texts = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const settings = texts(readdirSync('lib/config').map((file) => `lib/config/${file}`)).split('\n');
  /** A number as people write it, as code does: `1_000` and `1000`. */
  const inCode = (number: string) => new RegExp(`(?<![\\d_])${number.replaceAll(',', '_?')}(?!_?\\d)`);

  it.each(growing.map((row) => [row.what, row] as const))('is in files and tests that exist: %s', (_what, row) => {
    expect([...row.where, ...row.tests].filter((file) => !existsSync(file))).toEqual([]);
    expect(row.tests.every((file) => file.startsWith('test/'))).toBe(true);
  });

  it.each(growing.map((row) => [row.what, row] as const))('has the numbers of the code: %s', (_what, row) => {
    const words = `${row.ofAccount} ${row.ofInstance}`;
    const wrong: string[] = [];
    for (const [all, name = '', number = ''] of words.matchAll(/`([A-Z_]+)` \(([\d,]+)[^)]*\)/g)) {
      if (!settings.some((line) => line.includes(`'${name}'`) && inCode(number).test(line))) wrong.push(all);
    }
    for (const [, name = ''] of words.matchAll(/`([A-Z_]+)`/g)) {
      if (!settings.some((line) => line.includes(`'${name}'`))) wrong.push(name);
    }
    const enforced = texts(row.where);
    for (const [number] of words.replaceAll(/`[A-Z_]+` \([^)]*\)/g, '').matchAll(/\d[\d,]*\d|\d/g)) {
      if (!inCode(number).test(enforced)) wrong.push(number);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a key of Redis', () => {
  /** The names of those that are of no kind of record that grows. */
  const unbounded = async () => (await redis.keys('*')).filter((name) => !rowOf(name)?.grows);

  it('that an account makes is of a kind that has bounds', async () => {
    await fullAccount(redis, 'ada');
    const records = [sampleRequest({ account: 'ada' })];
    await new RequestLog(redis, { hours: 24, bytes: 1_000_000 }).keep(records);
    await new UsageStatistics(redis).keep(records);
    await firstSent(redis, { id: 'a session' } as Parameters<typeof firstSent>[1], 'a form');
    await requestOnce(redis, { prefix: 'a key', key: 'a key' }, 'once', 'a request');
    await admitDocument(redis, 'ada');
    await startPending(redis, await createUser(redis, 'bob'), '');
    const sizes = { maxMs: 1_000, bytes: 1, endpointBytes: 1 };
    await beginInList(redis, { id: 'a-crawl', account: 'ada' }, sizes, readConfig({}).crawl);
    expect((await redis.keys('*')).length).toBeGreaterThan(50);
    expect(await unbounded()).toEqual([]);
  });

  it('that a stranger makes is of a kind that has bounds', async () => {
    const address = '198.51.100.9';
    const secret = testSecret as unknown as Parameters<typeof admitForm>[1];
    await registerClient(redis, { name: 'a program', redirects: ['https://example.org/'] }, TESTER);
    await limitGuess(redis, await testSecret.load(), 'nobody', { address }, async () => false);
    await admitForm(redis, secret, undefined, address);
    for (const endpoint of ['register', 'token'] as const) await admitOAuth(redis, secret, endpoint, address);
    const flow = { kind: 'began', next: '/', nonce: '', verifier: '', confirms: '' } as const;
    await keepFlow({ redis, secret }, 'a browser', 'a flow', flow);
    const made = await redis.keys('*');
    expect(made.length).toBeGreaterThanOrEqual(8);
    expect(await unbounded()).toEqual([]);
  });
});

describe('an account', () => {
  it('has 20 second factors at most', async () => {
    await createUser(redis, 'ada');
    const add = (at: number) =>
      addFactor(
        redis,
        TESTER,
        'ada',
        { kind: 'totp', id: `app-${at}`, name: '', fields: { secret: '' }, first: 1 },
        at,
      );
    for (let at = 1; at <= 20; at++) await add(at);
    await expect(add(21)).rejects.toThrow('at most 20 second factors');
    const { all, codesLeft } = await listFactors(redis, 'ada');
    expect([all.length, codesLeft]).toEqual([20, 10]);
  });

  it('has its last 30 devices and its last 20 alerts', async () => {
    await createUser(redis, 'ada');
    for (let at = 0; at < 40; at++) {
      await noteDevice(redis, { username: 'ada', fingerprint: `device-${at}`, isKnown: false, facts: {} });
    }
    expect(await redis.zcard(redisKeys.userDevices('ada'))).toBe(30);
    expect(await readAccountAlerts(redis, 'ada')).toHaveLength(20);
  });
});
