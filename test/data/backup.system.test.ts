import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkPassword, getUser } from '../../lib/accounts/account-store.ts';
import { noteDevice } from '../../lib/alerts/alert-store.ts';
import { DATA_VERSION } from '../../lib/data/data-version.ts';
import { readKept, writeKept } from '../../lib/data/kept-data.ts';
import { isKept, readBackup } from '../../lib/data/kept-records.ts';
import { sealFile } from '../../lib/data/sealed-file.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { admit } from '../../lib/limits/admission.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createEndpoint, listEndpoints } from '../../lib/webhooks/endpoint-store.ts';
import { redisRecords } from '../../tools/redis-docs.ts';
import { createKey, createUser, revokeKey, setDisabled, startSession, TESTER } from '../harness/as-tester.ts';
import { bareEnvironment, Operator } from '../harness/command-line.ts';
import { freshDatabase } from '../harness/redis.ts';
import { testSecret } from '../harness/webhooks.ts';

const PASSPHRASE = 'a passphrase of some length';
const PASSWORD = 'correct horse battery staple';
const ALERTED = 'addresses that get alerts: 2 (pause or delete them if this is a copy)\n';
const NO_LIMITS = { burst: null, sustained: null, monthly: null };
const fromUrl = await freshDatabase();
const from = new Redis(fromUrl);
const operator = new Operator({ REDIS_URL: fromUrl }, [PASSPHRASE]);
let folder: string;
let file: string;
let live: string;
let revoked: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  file = path.join(folder, 'today.backup');
  await createUser(from, 'ada', { password: PASSWORD, admin: true });
  await createUser(from, 'bob', {});
  await setDisabled(from, 'bob', true);
  await startSession(from, (await getUser(from, 'ada')) ?? expect.unreachable());
  const webhook = {
    kind: 'webhook',
    target: 'https://ops.example/hooks',
    events: [],
    owner: '',
    madeBy: 'ada',
  } as const;
  await createEndpoint(from, testSecret, TESTER, webhook, { action: 'webhook created' });
  const mail = { kind: 'mail', target: 'bob@example.org', events: [], owner: 'bob', madeBy: 'bob' } as const;
  await createEndpoint(from, testSecret, TESTER, mail, { action: 'alert address set' });
  await noteDevice(from, { username: 'ada', fingerprint: 'laptop', isKnown: false, facts: {} });
  live = (await createKey(from, 'ada', { name: 'agent', expiresAt: new Date(Date.now() + 86_400_000) })).key;
  const other = await createKey(from, 'ada', { name: 'gone' });
  revoked = other.key;
  await revokeKey(from, other.prefix);
  const presented = parseKey(live) ?? expect.unreachable();
  for (let i = 0; i < 3; i++) await admit(from, presented, NO_LIMITS, searchIn('web'), new Date());
  await from.set(redisKeys.instanceSecret, 'secret of this instance');
  expect(await operator.works(['backup', file], { input: `${PASSPHRASE}\n` })).toBe('saved 2 accounts and 2 keys\n');
});
afterAll(async () => {
  from.disconnect();
  await rm(folder, { recursive: true });
});

/** An operator of a Redis without data. */
async function elsewhere(): Promise<{ redis: Redis; operator: Operator }> {
  const url = await freshDatabase();
  const redis = new Redis(url);
  onTestFinished(() => redis.disconnect());
  return { redis, operator: new Operator({ REDIS_URL: url }, [PASSPHRASE]) };
}

test('a backup restored into an empty Redis has the accounts, passwords, keys, revocations and usage', async () => {
  const there = await elsewhere();
  const said = await there.operator.works(['restore', file], { input: PASSPHRASE });
  expect(said).toBe(`restored 2 accounts and 2 keys\n${ALERTED}`);
  expect(await checkPassword(there.redis, 'ada', PASSWORD)).toBe(true);
  expect(await checkPassword(there.redis, 'ada', 'another one')).toBe(false);
  expect(await getUser(there.redis, 'ada')).toEqual(await getUser(from, 'ada'));
  expect(await getUser(there.redis, 'bob')).toMatchObject({ disabled: true });
  expect(await listKeys(there.redis, 'ada')).toEqual(await listKeys(from, 'ada'));
  const outcomes = await Promise.all(
    [live, revoked].map((key) =>
      admit(there.redis, parseKey(key) ?? expect.unreachable(), NO_LIMITS, searchIn('web'), new Date()),
    ),
  );
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['admitted', 'unknown']);
  const month = new Date().toISOString().slice(0, 7);
  const prefix = parseKey(live)?.prefix ?? '';
  expect(await there.redis.hget(redisKeys.keyUsage(prefix, month), 'total')).toBe('4');
  expect(await there.redis.get(redisKeys.instanceSecret)).toBe('secret of this instance');
  expect(await there.redis.get(redisKeys.dataVersion)).toBe(String(DATA_VERSION));
  expect(await there.redis.keys('*session*')).toEqual([]);
});

test('alerts go where they went, and a sign-in from a new device is one', async () => {
  const there = await elsewhere();
  await there.operator.works(['restore', file], { input: PASSPHRASE });
  for (const owner of ['', 'bob']) {
    const endpoints = await listEndpoints(there.redis, owner);
    expect(endpoints).toHaveLength(1);
    expect(endpoints).toEqual(await listEndpoints(from, owner));
  }
  const signIn = (fingerprint: string) =>
    noteDevice(there.redis, { username: 'ada', fingerprint, isKnown: false, facts: {} });
  expect([await signIn('laptop'), await signIn('another')]).toEqual([false, true]);
});

test('a backup goes through pipes, where commands can reach no files', async () => {
  const url = await freshDatabase();
  const redis = new Redis(url);
  onTestFinished(() => redis.disconnect());
  await writeFile(path.join(folder, 'passphrase.txt'), `${PASSPHRASE}\n`);
  const shell = (line: string, REDIS_URL: string) => {
    const env = bareEnvironment({ REDIS_URL, NODE: process.execPath, CLI: path.resolve('dist/bin/cli.js') });
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  expect(shell('"$NODE" "$CLI" backup - < passphrase.txt > piped.backup', fromUrl)).toEqual({
    status: 0,
    stdout: '',
    stderr: 'saved 2 accounts and 2 keys\n',
  });
  expect(shell('cat piped.backup | "$NODE" "$CLI" restore -', url)).toMatchObject({ status: 1, stdout: '' });
  expect(shell('cat passphrase.txt piped.backup | "$NODE" "$CLI" restore -', url)).toEqual({
    status: 0,
    stdout: `restored 2 accounts and 2 keys\n${ALERTED}`,
    stderr: '',
  });
  expect(await checkPassword(redis, 'ada', PASSWORD)).toBe(true);
});

test('a folder keeps the newest backups, with the passphrase of a file, and leaves other files alone', async () => {
  const there = path.join(folder, 'nightly');
  await mkdir(there);
  for (const name of ['notes.txt', 'tributary-2026-11-01T030000Z.backup', 'tributary-2026-11-02T030000Z.backup']) {
    await writeFile(path.join(there, name), '');
  }
  const passphrase = path.join(folder, 'passphrase-file');
  await writeFile(passphrase, PASSPHRASE);
  const options = ['--passphrase-file', passphrase];
  await operator.works(['backup', `${there}/`, '--keep', '2', ...options]);
  const [notes, older, newest = '', ...more] = (await readdir(there)).sort();
  expect([notes, older, more]).toEqual(['notes.txt', 'tributary-2026-11-02T030000Z.backup', []]);
  const { redis, operator: other } = await elsewhere();
  await other.works(['restore', path.join(there, newest), ...options]);
  expect(await checkPassword(redis, 'ada', PASSWORD)).toBe(true);
  const wrong = [
    [file, '--keep', '2'],
    [`${there}/`, '--keep', '0'],
  ];
  for (const args of wrong) expect(await operator.refused(['backup', ...args])).toMatch(/^--keep requires/);
});

test('what is kept comes back with its time to live, record by record', async () => {
  const there = await elsewhere();
  await there.operator.works(['restore', file], { input: PASSPHRASE });
  const before = await readKept(from);
  const after = new Map((await readKept(there.redis)).map((stored) => [stored.key, stored]));
  expect([...after.keys()].sort()).toEqual(before.map(({ key }) => key).sort());
  for (const { key, expiresAt, content } of before) {
    // The audit log goes on in both.
    if (content.type === 'stream') continue;
    expect(after.get(key)?.content).toEqual(content);
    expect(after.get(key)?.expiresAt === null).toBe(expiresAt === null);
  }
});

/** Fills a Redis with accounts that have a key each: three records an account. */
async function addAccounts(redis: Redis, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `person${at}`);
  const writing = redis.pipeline().sadd(redisKeys.users, ...names);
  writing.set(redisKeys.dataVersion, DATA_VERSION);
  for (const [at, username] of names.entries()) {
    const prefix = String(at).padStart(8, '0');
    writing.hset(redisKeys.user(username), { username, created_at: '1790000000000' });
    writing.sadd(redisKeys.userKeys(username), prefix);
    writing.hset(redisKeys.apiKey(prefix), { digest: 'a'.repeat(64), username, name: '', created_at: '1790000000000' });
  }
  for (const [error] of (await writing.exec()) ?? []) if (error) throw error;
}

test('fifteen thousand records are saved and restored', async () => {
  const [large, there] = [await elsewhere(), await elsewhere()];
  await addAccounts(large.redis, 5_000);
  const name = path.join(folder, 'large.backup');
  const input = PASSPHRASE;
  expect(await large.operator.works(['backup', name], { input })).toBe('saved 5000 accounts and 5000 keys\n');
  expect(await there.operator.works(['restore', name], { input })).toBe('restored 5000 accounts and 5000 keys\n');
  expect((await listKeys(there.redis, 'person4999')).map(({ prefix }) => prefix)).toEqual(['00004999']);
  expect((await there.operator.works('user list')).trim().split('\n')).toHaveLength(5_001);
});

test('a record that ends while it is read leaves a backup that can be restored', async () => {
  const [large, there] = [await elsewhere(), await elsewhere()];
  await addAccounts(large.redis, 2);
  const ending = redisKeys.apiKey('00000001');
  const reader = large.redis.duplicate();
  onTestFinished(() => reader.disconnect());
  const send = reader.sendCommand.bind(reader);
  // It ends as soon as Redis has answered the first command that names it.
  reader.sendCommand = (command, ...more) => {
    const { resolve } = command;
    if (command.args.includes(ending))
      command.resolve = (reply) => void large.redis.del(ending).then(() => resolve(reply));
    return send(command, ...more);
  };
  const kept = await readKept(reader);
  expect(await large.redis.exists(ending)).toBe(0);
  await writeKept(there.redis, TESTER, kept);
  expect(kept.filter(({ content }) => Object.keys(content.value).length === 0)).toEqual([]);
});

test('a backup that is damaged on its way to the disk is not called saved, and its file is removed', async () => {
  const name = path.join(folder, 'damaged.backup');
  const damage = path.resolve('test/harness/damaged-writes.js');
  const options = { input: PASSPHRASE, asProcess: true, env: { NODE_OPTIONS: `--import ${damage}` } };
  expect(await operator.refused(['backup', name], options)).toBe(
    'The file cannot be read back: Either the passphrase is wrong, or the file is damaged.\n',
  );
  await expect(stat(name)).rejects.toThrow('ENOENT');
});

test('a backup that does not fit on the disk leaves no part of it behind', async () => {
  const name = path.join(folder, 'cut.backup');
  const env = bareEnvironment({ REDIS_URL: fromUrl });
  // Files of this shell's processes have at most one block of 512 bytes.
  const line = `ulimit -f 1; exec "${process.execPath}" "${path.resolve('dist/bin/cli.js')}" backup "${name}"`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, env, input: PASSPHRASE, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')]);
  await expect(stat(name)).rejects.toThrow('ENOENT');
});

test.each([
  ['of another part of Redis', { key: 'trib:workers', content: { type: 'string', value: 'x' } }],
  ['of a session', { key: redisKeys.session('x'), content: { type: 'hash', value: { username: 'ada' } } }],
  [
    'of an account with a strange name',
    { key: redisKeys.user('a b'), content: { type: 'hash', value: { username: 'a b' } } },
  ],
  [
    'of a key without a digest',
    { key: redisKeys.apiKey('abcdefgh'), content: { type: 'hash', value: { username: 'ada' } } },
  ],
  [
    'of a key whose name no form accepts',
    {
      key: redisKeys.apiKey('abcdefgh'),
      content: {
        type: 'hash',
        value: { digest: 'a'.repeat(64), username: 'ada', created_at: '1', name: 'a\u001b[2Jname' },
      },
    },
  ],
])('a record %s cannot be restored', (_, stranger) => {
  const records = [{ expiresAt: null, ...stranger }];
  const text = JSON.stringify({ tributary: '0', dataVersion: 1, createdAt: '', records });
  expect(() => readBackup(text)).toThrow(`record ${stranger.key} is not one`);
});

test('a backup with a record that none has is refused, and nothing is written', async () => {
  const there = await elsewhere();
  const records = [{ key: 'trib:workers', expiresAt: null, content: { type: 'string', value: 'x' } }];
  const changed = path.join(folder, 'changed.backup');
  const text = JSON.stringify({ tributary: '0', dataVersion: 1, createdAt: '', records });
  await writeFile(changed, await sealFile(text, PASSPHRASE));
  expect(await there.operator.refused(['restore', changed], { input: PASSPHRASE })).toBe(
    'The record trib:workers is not one that a backup has.\n',
  );
  expect(await there.redis.dbsize()).toBe(0);
});

/** Names that a record could have: what a backup has is known by the form of its parts as well. */
function namesOf(pattern: string): string[] {
  const parts = [
    'ada',
    'abcdefgh',
    '2026-11',
    'key',
    'r'.repeat(22),
    '0'.repeat(64),
    `client-${'c'.repeat(22)}`,
    `wh_${'0'.repeat(24)}`,
  ];
  const [first = '', ...others] = pattern.split('…');
  return others.reduce((names, after) => names.flatMap((name) => parts.map((part) => name + part + after)), [first]);
}

test('the records that docs/redis.md calls part of backups are, and no others', () => {
  const part = redisRecords.filter(({ key }) => namesOf(key).some(isKept));
  const said = redisRecords.filter(({ kept }) => kept.includes('part of backups'));
  expect(said.length).toBeGreaterThan(10);
  expect(part.map(({ record }) => record)).toEqual(said.map(({ record }) => record));
});

test('the file is only for its owner, and shows nothing of what is in it', async () => {
  const bytes = await readFile(file);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  for (const text of ['ada', 'agent', 'secret of this instance', PASSPHRASE, 'argon2']) {
    expect(bytes.includes(text)).toBe(false);
  }
});

test.each([
  ['a wrong passphrase', 'another passphrase', (bytes: Buffer) => bytes],
  [
    'a changed byte',
    PASSPHRASE,
    (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length - 40 ? byte ^ 1 : byte)),
  ],
  [
    'a changed header',
    PASSPHRASE,
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"p":1', '"p":2'), 'latin1'),
  ],
  ['half a file', PASSPHRASE, (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
])('%s is told, and nothing is written', async (_, passphrase, change) => {
  const there = await elsewhere();
  const broken = path.join(folder, `broken-${Math.random()}`);
  await writeFile(broken, change(await readFile(file)));
  expect(await there.operator.refused(['restore', broken], { input: passphrase })).toBe(
    'Either the passphrase is wrong, or the file is damaged.\n',
  );
  expect(await there.redis.dbsize()).toBe(0);
});

test.each(['"N":3', '"N":0', '"N":1048576', '"N":1e99', '"r":0', '"r":64', '"p":0', '"p":99', '"iv":""', '"salt":""'])(
  'a header with %s is told, and costs nothing',
  async (value) => {
    const name = value.slice(0, value.indexOf(':'));
    const changed = (await readFile(file, 'latin1')).replace(new RegExp(`${name}:[^,}]+`), value);
    const broken = path.join(folder, `header-${Math.random()}`);
    await writeFile(broken, changed, 'latin1');
    const there = await elsewhere();
    expect(await there.operator.refused(['restore', broken], { input: PASSPHRASE })).toBe(
      'The first line of the backup was changed.\n',
    );
  },
);

test('what cannot be done is refused with the reason', async () => {
  const input = PASSPHRASE;
  expect(await operator.refused(['backup', file], { input })).toBe('The file already exists.\n');
  expect(await operator.refused(['backup', path.join(folder, 'x')], { input: 'short' })).toContain('at least 12');
  expect(await operator.refused(['restore', file], { input })).toContain('already has accounts');
  expect(await operator.refused(['restore', path.join(folder, 'none')], { input })).toContain('ENOENT');
  expect(await operator.refused(['restore', 'package.json'], { input })).toBe(
    'The file is not a backup of Tributary.\n',
  );
  const newer = path.join(folder, 'newer');
  await writeFile(newer, (await readFile(file, 'latin1')).replace('"version":1', '"version":9'), 'latin1');
  expect(await operator.refused(['restore', newer], { input })).toContain('format 9, which a newer Tributary made');
});
