import { Writable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AuditSource, writeEntry, writeRecorded } from '../../../lib/audit/audit-entry.ts';
import { EntryLog } from '../../../lib/audit/entry-log.ts';
import { readAudit } from '../../../lib/audit/read-audit.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { recordSettings } from '../../../lib/audit/record-settings.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { InstanceSecret } from '../../../lib/instance-secret.ts';
import { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import { createLog } from '../../../lib/log/log.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const errors = new ErrorReporter(createLog('web', 'silent'));
beforeEach(() => redis.flushdb());

const by = (account: string, via: AuditSource['via'] = 'page'): AuditSource => ({ via, account });
const all = async (filter = {}, limit = 100) => (await readAudit(redis, filter, { limit })).items;
const targets = async (filter = {}) => (await all(filter)).map(({ target }) => target);

describe('the readers of the log', () => {
  test('read both streams as one list, the newest first, in parts that neither repeat nor miss an entry', async () => {
    const expected: string[] = [];
    for (let at = 0; at < 25; at++) {
      const [stream, id] = [
        at % 3 === 0 ? redisKeys.auditFailures : redisKeys.audit,
        `${1_000 + Math.floor(at / 4)}-${at % 4}`,
      ];
      const action = at % 3 === 0 ? 'sign-in failed' : 'key created';
      await redis.xadd(stream, id, 'entry', JSON.stringify({ ...by('ada'), action, target: String(at) }));
      expected.unshift(String(at));
    }
    // Both streams have an entry of the same id.
    await redis.xadd(
      redisKeys.audit,
      '5000-0',
      'entry',
      JSON.stringify({ ...by('ada'), action: 'set up', target: 'a' }),
    );
    await redis.xadd(
      redisKeys.auditFailures,
      '5000-0',
      'entry',
      JSON.stringify({ ...by('ada'), action: 'sign-in failed', target: 'b' }),
    );
    expected.unshift('a', 'b');
    for (const limit of [1, 2, 7, 27, 100]) {
      const read: (string | undefined)[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await readAudit(redis, {}, { cursor, limit });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        read.push(...page.items.map(({ target }) => target));
        cursor = page.next_cursor;
      }
      expect([limit, ...read]).toEqual([limit, ...expected]);
    }
  });

  test('filter by who, what, on whom, by which way and when', async () => {
    await writeEntry(redis, by('ada'), { action: 'key created', target: 'trib_1a2B3c4D' });
    await writeEntry(redis, by('root', 'command line'), { action: 'team member added', target: 'blue: ada' });
    await writeEntry(redis, by(''), { action: 'sign-in failed', target: 'ada' });
    expect(await targets({ account: 'ada' })).toEqual(['trib_1a2B3c4D']);
    expect(await targets({ action: 'sign-in failed' })).toEqual(['ada']);
    expect((await targets({ target: 'ada' })).sort()).toEqual(['ada', 'blue: ada']);
    expect(await targets({ target: 'blue' })).toEqual(['blue: ada']);
    expect(await targets({ via: 'command line' })).toEqual(['blue: ada']);
    const [newest] = await all();
    const time = Date.parse(newest?.at ?? '');
    expect(await targets({ since: time + 1 })).toEqual([]);
    expect(await targets({ until: time })).toHaveLength(3);
    expect(await targets({ until: time - 60_000 })).toEqual([]);
  });

  test('examine a bounded number of entries for a part, and find what is further down by going on', async () => {
    const writing = redis.pipeline();
    writing.xadd(redisKeys.audit, '1-1', 'entry', JSON.stringify({ ...by('rare'), action: 'set up' }));
    const usual = JSON.stringify({ ...by('ada'), action: 'signed in' });
    for (let at = 0; at < 6_000; at++) writing.xadd(redisKeys.audit, `2-${at}`, 'entry', usual);
    await writing.exec();
    const first = await readAudit(redis, { account: 'rare' }, { limit: 50 });
    expect([first.items.length, first.next_cursor === null]).toEqual([0, false]);
    const second = await readAudit(redis, { account: 'rare' }, { cursor: first.next_cursor ?? '', limit: 50 });
    expect([second.items.length, second.next_cursor]).toEqual([1, null]);
  });
});

/** The log of one web process. */
function logOf(bounds = { days: 365, entries: 100_000 }) {
  let output = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output += String(chunk);
      done();
    },
  });
  const entryLog = new EntryLog(redis, createLog('web', 'info', stream), errors, bounds);
  const lines = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { entryLog, lines };
}

describe('the log', () => {
  test('has one line for each entry, whichever process writes it, and for what was done while none ran', async () => {
    await writeEntry(redis, by('root', 'command line'), { action: 'backup made' });
    const processes = [logOf(), logOf(), logOf()];
    for (let at = 0; at < 250; at++) {
      await writeEntry(
        redis,
        { ...by('ada'), request: `r${at}` },
        { action: at % 2 ? 'key created' : 'sign-in failed' },
      );
      if (at % 50 === 0) await Promise.all(processes.map(({ entryLog }) => entryLog.look()));
    }
    await Promise.all(processes.map(({ entryLog }) => entryLog.look()));
    const lines = processes.flatMap((process) => process.lines());
    expect(lines).toHaveLength(251);
    expect(new Set(lines.map(({ entry }) => entry)).size).toBe(251);
    expect(lines.find(({ event }) => event === 'backup made')).toMatchObject({ actor: 'root', via: 'command line' });
    expect(lines.find(({ reqId }) => reqId === 'r7')).toMatchObject({
      msg: 'event',
      event: 'key created',
      actor: 'ada',
    });
  });

  test('goes on after a log that was no stream', async () => {
    await redis.set(redisKeys.audit, 'not a stream');
    const { entryLog, lines } = logOf();
    const before = errors.counts.get('log what the audit log says') ?? 0;
    await entryLog.look();
    expect(errors.counts.get('log what the audit log says')).toBe(before + 1);
    await redis.del(redisKeys.audit);
    await writeEntry(redis, by('ada'), { action: 'signed in' });
    await entryLog.look();
    expect(lines()).toHaveLength(1);
  });
});

describe('the bounds', () => {
  test('keep the newest entries, and failed sign-ins push out nothing else', async () => {
    const { entryLog, lines } = logOf({ days: 365, entries: 100 });
    await writeEntry(redis, by('ada'), { action: 'key created', target: 'kept' });
    for (let at = 0; at < 150; at++) await writeEntry(redis, by(''), { action: 'sign-in failed', target: String(at) });
    await entryLog.look();
    // A tenth less, so that the streams are counted rarely.
    expect(await redis.xlen(redisKeys.auditFailures)).toBe(9);
    expect(await targets({ action: 'key created' })).toEqual(['kept']);
    for (let at = 0; at < 120; at++) await writeEntry(redis, by('ada'), { action: 'key created', target: String(at) });
    await entryLog.look();
    expect(await redis.xlen(redisKeys.audit)).toBe(90);
    expect((await targets({ action: 'key created' })).at(0)).toBe('119');
    expect(lines()).toHaveLength(271);
  });

  test('cost those whose entries are the most: no account pushes out what others did, nor its own changes by signing in', async () => {
    const { entryLog } = logOf({ days: 365, entries: 100 });
    const write = async (account: string, action: 'key created' | 'signed in', count: number) => {
      for (let at = 0; at < count; at++) await writeEntry(redis, by(account), { action, target: String(at) });
    };
    await write('root', 'key created', 20);
    await write('dave', 'key created', 20);
    await write('dave', 'signed in', 500);
    await entryLog.look();
    expect(await targets({ account: 'root' })).toHaveLength(20);
    expect(await targets({ account: 'dave', action: 'key created' })).toHaveLength(20);
    const left = await targets({ account: 'dave', action: 'signed in' });
    expect([left.length, left.at(0), left.at(-1)]).toEqual([50, '499', '450']);
  });

  test('cost the network of those who fail to sign in', async () => {
    const { entryLog } = logOf({ days: 365, entries: 1_000 });
    const fail = (address: string, target: string) =>
      writeEntry(redis, { ...by(''), address }, { action: 'sign-in failed', target });
    await fail('203.0.113.1', 'early');
    for (let at = 0; at < 150; at++) await fail(`2001:db8:1:${at}::1`, 'late');
    await entryLog.look();
    expect(await targets({ target: 'early' })).toHaveLength(1);
    expect(await redis.xlen(redisKeys.auditFailures)).toBe(90);
  });

  test('keep the newest entries of all if there are more accounts than entries', async () => {
    const { entryLog } = logOf({ days: 365, entries: 100 });
    for (let at = 0; at < 150; at++)
      await writeEntry(redis, by(`a${at}`), { action: 'key created', target: String(at) });
    await entryLog.look();
    expect([(await targets()).length, (await targets()).at(-1)]).toEqual([100, '50']);
  });

  test('delete what is too old', async () => {
    const old = Date.now() - 8 * 86_400_000;
    for (const stream of [redisKeys.audit, redisKeys.auditFailures]) {
      await redis.xadd(stream, `${old}-0`, 'entry', JSON.stringify({ ...by('ada'), action: 'signed in' }));
    }
    await logOf({ days: 9, entries: 100 }).entryLog.look();
    expect(await all()).toHaveLength(2);
    await logOf({ days: 7, entries: 100 }).entryLog.look();
    expect(await all()).toEqual([]);
  });
});

describe('reading the usage of others', () => {
  test('leaves one entry an hour for each reader and account, and none for one’s own', async () => {
    for (let time = 0; time < 3; time++) {
      await recordReading(redis, by('root'), 'ada');
      await recordReading(redis, { ...by('root', 'management API'), key: 'trib_1a2B3c4D' }, 'ada');
      await recordReading(redis, by('root'), 'bob');
      await recordReading(redis, by('ada'), 'ada');
    }
    expect((await all()).map(({ account, key, target }) => [account, key, target])).toEqual([
      ['root', undefined, 'bob'],
      ['root', 'trib_1a2B3c4D', 'ada'],
      ['root', undefined, 'ada'],
    ]);
    expect(await redis.ttl(redisKeys.auditReading('root', 'ada'))).toBeGreaterThan(3_500);
  });

  test('is refused if the entry cannot be written', async () => {
    await redis.set(redisKeys.audit, 'not a stream');
    await expect(recordReading(redis, by('root'), 'ada')).rejects.toThrow('WRONGTYPE');
    await redis.del(redisKeys.audit);
    await recordReading(redis, by('root'), 'ada');
    expect(await targets()).toEqual(['ada']);
  });
});

describe('settings that differ from those of the last start', () => {
  const SECRET = 'an instance secret for tests';
  const start = (env: Record<string, string>, kind: 'web' | 'worker' = 'web') => {
    const { given, instanceSecret, previousInstanceSecret } = readConfig({ INSTANCE_SECRET: SECRET, ...env });
    const clock = new RedisClock(redis);
    const secret = new InstanceSecret(redis, clock, instanceSecret, errors, previousInstanceSecret);
    return recordSettings(redis, { kind, secret, given });
  };
  const changes = async () =>
    (await all()).reverse().map(({ via, action, target, before, after }) => [via, action, target, before, after]);

  test('are entries, once for all processes, with their values unless they are secret', async () => {
    const env = {
      BRAVE_API_KEY: 'secretOfBrave',
      BRAVE_BUDGET: '100/month',
      REDIS_URL: 'redis://:secretOfRedis@127.0.0.1:6379',
      PORT: '3001',
    };
    await Promise.all([start(env), start({ ...env, PORT: '3002' })]);
    expect(await changes()).toEqual([]);
    const next = {
      ...env,
      BRAVE_API_KEY: 'otherSecretOfBrave',
      BRAVE_BUDGET: '200/month',
      REDIS_URL: 'redis://:otherSecretOfRedis@127.0.0.1:6379',
      CACHE_TTL_S: '60',
    };
    for (let time = 0; time < 3; time++)
      await Promise.all([start(next), start({ ...next, PORT: '3002' }), start(next)]);
    expect(await changes()).toEqual([
      ['instance', 'setting changed', 'BRAVE_API_KEY', undefined, undefined],
      ['instance', 'setting changed', 'BRAVE_BUDGET', { BRAVE_BUDGET: '100/month' }, { BRAVE_BUDGET: '200/month' }],
      ['instance', 'setting changed', 'CACHE_TTL_S', undefined, { CACHE_TTL_S: '60' }],
      ['instance', 'setting changed', 'REDIS_URL', undefined, undefined],
    ]);
    await redis.del(redisKeys.audit);
    await start(env);
    expect((await changes()).map(([, , target]) => target)).toEqual([
      'BRAVE_API_KEY',
      'BRAVE_BUDGET',
      'CACHE_TTL_S',
      'REDIS_URL',
    ]);
    const stored = await redis.get(redisKeys.lastSettings);
    expect(stored).not.toMatch(/secretOf/i);
    expect(JSON.stringify(await all())).not.toMatch(/secretOf/i);
  });

  test('are compared across a change of the instance secret', async () => {
    await start({ BRAVE_API_KEY: 'secretOfBrave' });
    await start({
      BRAVE_API_KEY: 'secretOfBrave',
      INSTANCE_SECRET: 'a new instance secret',
      INSTANCE_SECRET_PREVIOUS: SECRET,
    });
    expect((await changes()).map(([, , target]) => target)).toContain('INSTANCE_SECRET');
    expect((await changes()).map(([, , target]) => target)).not.toContain('BRAVE_API_KEY');
    await redis.del(redisKeys.audit);
    await start({ BRAVE_API_KEY: 'secretOfBrave', INSTANCE_SECRET: 'one that nobody knew before' });
    expect((await changes()).map(([, , target]) => target)).not.toContain('BRAVE_API_KEY');
    expect((await changes()).map(([, , target]) => target)).toContain('INSTANCE_SECRET');
  });

  test('of workers are compared with the last start of a worker, and named so', async () => {
    await start({ CACHE_TTL_S: '60' });
    await start({ CACHE_TTL_S: '30' }, 'worker');
    await start({ CACHE_TTL_S: '60' });
    expect(await changes()).toEqual([]);
    await Promise.all([1, 2].map(() => start({ CACHE_TTL_S: '60' }, 'worker')));
    expect(await changes()).toEqual([
      ['instance', 'setting changed', 'worker: CACHE_TTL_S', { CACHE_TTL_S: '30' }, { CACHE_TTL_S: '60' }],
    ]);
    const { items } = await readAudit(redis, { target: 'CACHE_TTL_S' }, { limit: 10 });
    expect(items).toHaveLength(1);
  });

  test('are told at the next start if they cannot be written', async () => {
    await start({ CACHE_TTL_S: '60' });
    await redis.set(redisKeys.audit, 'not a stream');
    await expect(start({ CACHE_TTL_S: '90' })).rejects.toThrow('WRONGTYPE');
    await redis.del(redisKeys.audit);
    await start({ CACHE_TTL_S: '90' });
    expect(await changes()).toEqual([
      ['instance', 'setting changed', 'CACHE_TTL_S', { CACHE_TTL_S: '60' }, { CACHE_TTL_S: '90' }],
    ]);
  });
});

test('commands of several records are written with their entry, and return their replies', async () => {
  const key = redisKeys.user('ada');
  const replies = await writeRecorded(redis, by('ada'), { action: 'password set', target: 'ada' }, [
    ['HSET', key, 'note', 'with "quotes", ü and \n'],
    ['HINCRBY', key, 'generation', 3],
    ['HGET', key, 'note'],
  ]);
  expect(replies).toEqual([1, 3, 'with "quotes", ü and \n']);
  expect(await targets()).toEqual(['ada']);
});
