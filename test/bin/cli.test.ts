import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../bin/redis.js';
import { checkPassword, getUser } from '../../lib/accounts/account-store.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { createKey, listKeys } from '../../lib/keys/key-store.ts';
import { admit } from '../../lib/limits/admission.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import { Operator } from '../harness/command-line.ts';
import { TestRedis } from '../harness/redis.ts';

const NO_LIMITS = { burst: null, sustained: null, monthly: null };
/** Nothing that an operator's command prints may hold these. */
const ENGINE_KEYS = { BRAVE_API_KEY: 'secretOfBrave', MOJEEK_API_KEY: 'secretOfMojeek' };

let redis: TestRedis;
let client: Redis;
let operator: Operator;
beforeAll(async () => {
  redis = await TestRedis.start();
  client = new Redis(redis.url);
  operator = new Operator({ REDIS_URL: redis.url, ...ENGINE_KEYS }, Object.values(ENGINE_KEYS));
});
afterAll(async () => {
  client?.disconnect();
  await redis?.dispose();
});

const rows = (table: string) => table.trimEnd().split('\n');

describe('help and mistakes', () => {
  test('--help shows every command on stdout, without Redis and whatever the settings are', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1', PORT: 'abc' };
    const help = await operator.works('--help', { env });
    for (const usage of [
      'user create NAME [--admin] [--password-stdin]',
      'user list',
      'user disable NAME',
      'user enable NAME',
      'user password NAME --password-stdin',
      'key create USERNAME [--name TEXT] [--expires DATE]',
      'key list [--user NAME]',
      'key revoke PREFIX',
      'status',
      'doctor',
    ]) {
      expect(help).toContain(`  ${usage} `);
    }
    expect(await operator.works('key create -h', { env })).toBe(help);
  });

  test('no command at all is an error: the usage goes to stderr', async () => {
    expect(await operator.refused('')).toContain('Usage: tributary');
  });

  test.concurrent.each(['frobnicate', 'user', 'user delete ada'])('"%s" is no command', async (line) => {
    const message = await operator.refused(line);
    expect(message).toContain(`There is no command "${line.split(' ').slice(0, 2).join(' ')}".`);
    expect(message).toContain('Usage: tributary');
  });

  test.concurrent.each([
    ['user list --frob', /--frob/],
    ['user list ada', /nothing more/],
    ['user create', /NAME/],
    ['user create one two', /NAME/],
    ['key create', /USERNAME/],
    ['key create ada --name', /--name/],
    ['key revoke', /PREFIX/],
    ['user create ada --admin=yes', /--admin/],
  ])('"%s" is refused with the usage', async (line, reason) => {
    const message = await operator.refused(line);
    expect(message.split('\n')[0]).toMatch(reason);
    expect(message).toContain('Usage: tributary');
    expect(await getUser(client, 'ada')).toBeNull();
  });

  test('every bad setting is named, without the values of secrets', async () => {
    const env = {
      PORT: 'abc',
      API_THROTTLE_BURST: 'sixty',
      REDIS_URL: 'http://someone:hunter2@127.0.0.1',
      BRAVE_API_KEY: 'hunter2 with a space',
      INSTANCE_SECRET: 'hunter2',
    };
    const message = await operator.refused('user list', { env });
    for (const name of Object.keys(env)) expect(message).toMatch(new RegExp(`^${name}: \\S+`, 'm'));
    expect(message).not.toContain('hunter2');
  });
});

describe('accounts', () => {
  test('a new account is listed, in a table and as JSON', async () => {
    expect(await operator.works('user create grace')).toBe('created grace\n');
    expect(
      (await operator.json('user list')).find(({ username }: { username: string }) => username === 'grace'),
    ).toEqual({
      username: 'grace',
      admin: false,
      disabled: false,
      hasPassword: false,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    });
    const [header, ...lines] = rows(await operator.works('user list'));
    expect(header).toMatch(/^USERNAME +ROLE +STATE +PASSWORD +CREATED$/);
    expect(lines.find((line) => line.startsWith('grace '))).toMatch(/^grace +enabled +no +\d{4}-/);
  });

  test('--admin makes an administrator', async () => {
    expect(await operator.json('user create root-of-all --admin')).toMatchObject({
      username: 'root-of-all',
      admin: true,
    });
    expect(await operator.works('user list')).toMatch(/^root-of-all +admin +enabled/m);
  });

  test('names ignore case and surrounding space: the same name twice is refused', async () => {
    expect(await operator.works(['user', 'create', ' Alan.Turing@Example-1 '])).toBe('created alan.turing@example-1\n');
    const message = await operator.refused('user create ALAN.TURING@example-1');
    expect(message).toBe('There is a user "alan.turing@example-1" already.\n');
    const key = (await operator.works('key create Alan.Turing@example-1')).trim();
    expect(parseKey(key)).not.toBeNull();
    expect(await operator.works('user disable ALAN.turing@example-1')).toBe('disabled alan.turing@example-1\n');
  });

  test.concurrent.each(['', 'two words', '.dot', 'zoë', 'a:b', '{a}', 'x'.repeat(65)])(
    'the username %j is refused',
    async (name) => {
      expect(await operator.refused(['user', 'create', name])).toMatch(/^A username has 1 to 64 /);
      expect(await client.exists(redisKeys.user(name.trim()))).toBe(0);
    },
  );

  test('the longest username is 64 characters', async () => {
    const name = `0${'x'.repeat(63)}`;
    expect(await operator.works(['user', 'create', name])).toBe(`created ${name}\n`);
  });

  test('a password comes from standard input, without its line end, and is kept only as argon2id', async () => {
    await operator.works('user create ida --password-stdin', { input: 'correct horse battery\r\n' });
    expect(await getUser(client, 'ida')).toMatchObject({ hasPassword: true });
    expect(await checkPassword(client, 'ida', 'correct horse battery')).toBe(true);
    expect(await checkPassword(client, 'ida', 'correct horse battery\r\n')).toBe(false);
    expect(await client.hget(redisKeys.user('ida'), 'password')).toMatch(/^\$argon2id\$/);

    expect(await operator.works('user password ida --password-stdin', { input: ' another one with spaces ' })).toBe(
      'password set for ida\n',
    );
    expect(await checkPassword(client, 'ida', ' another one with spaces ')).toBe(true);
    expect(await checkPassword(client, 'ida', 'correct horse battery')).toBe(false);
  });

  test.concurrent.each(['\n', 'sevench\n', 'x'.repeat(201)])(
    'the password %j is refused and changes nothing',
    async (input) => {
      expect(await operator.refused('user create hasty --password-stdin', { input })).toMatch(
        /^A password has 8 to 200 char/,
      );
      expect(await getUser(client, 'hasty')).toBeNull();
      await operator.run('user create patient --password-stdin', { input: 'long enough' });
      expect(await operator.refused('user password patient --password-stdin', { input })).toMatch(
        /^A password has 8 to 200 char/,
      );
      expect(await checkPassword(client, 'patient', 'long enough')).toBe(true);
    },
  );

  test.concurrent.each([
    'user create leaky hunter2hunter2',
    'user create leaky --password hunter2hunter2',
    'user create leaky --password=hunter2hunter2',
    'user create leaky --password-stdin=hunter2hunter2',
    'user password grace hunter2hunter2',
    'user password grace',
  ])('a password is taken from nowhere else: "%s"', async (line) => {
    const message = await operator.refused(line, { input: 'hunter2hunter2\n' });
    expect(message).not.toContain('hunter2');
    expect(await getUser(client, 'leaky')).toBeNull();
    expect(await getUser(client, 'grace')).toMatchObject({ hasPassword: false });
  });

  test('disabling an account refuses its keys, enabling lets them in again', async () => {
    await operator.works('user create on-off');
    const key = parseKey((await operator.works('key create on-off')).trim());
    if (!key) throw new Error('not a key');
    const verdict = async () => (await admit(client, key, NO_LIMITS, { countsAs: null, valid: true })).verdict;
    expect(await verdict()).toBe('admitted');
    expect(await operator.works('user disable on-off')).toBe('disabled on-off\n');
    expect(await verdict()).toBe('disabled');
    expect(await operator.works('user list')).toMatch(/^on-off +disabled/m);
    expect(await operator.json('user enable on-off')).toMatchObject({ username: 'on-off', disabled: false });
    expect(await verdict()).toBe('admitted');
    expect(await operator.works('user list')).toMatch(/^on-off +enabled/m);
  });

  test.concurrent.each([
    ['user disable nobody', ''],
    ['user enable nobody', ''],
    ['user password nobody --password-stdin', 'long enough'],
    ['key create nobody', ''],
    ['key list --user nobody', ''],
  ])('"%s" says that there is no such user', async (line, input) => {
    expect(await operator.refused(line, { input })).toBe('There is no user "nobody".\n');
    expect(await getUser(client, 'nobody')).toBeNull();
  });
});

describe('keys', () => {
  beforeAll(async () => {
    await operator.works('user create keyholder');
  });
  const prefixOf = (key: string) => key.split('.')[0] ?? '';

  test('a new key stands alone on stdout and is admitted', async () => {
    const stdout = await operator.works('key create keyholder');
    expect(stdout).toMatch(/^trib_[0-9A-Za-z]{8}\.[0-9A-Za-z]{38}\n$/);
    const key = parseKey(stdout.trim());
    if (!key) throw new Error('not a key');
    const admission = await admit(client, key, NO_LIMITS, { countsAs: null, valid: true });
    expect(admission).toMatchObject({ verdict: 'admitted', caller: { username: 'keyholder', keyName: '' } });
  });

  test('with --json a new key comes with its prefix and owner', async () => {
    const created = await operator.json('key create keyholder --name json');
    expect(created).toEqual({
      key: expect.stringMatching(/^trib_/),
      prefix: prefixOf(created.key),
      username: 'keyholder',
    });
    expect(parseKey(created.key)).not.toBeNull();
  });

  test('the key is shown that once: not by list, not by revoke, and Redis holds only its digest', async () => {
    const key = (await operator.works(['key', 'create', 'keyholder', '--name', 'my laptop'])).trim();
    const [prefix = '', secret = ''] = key.split('.');
    const outputs = [
      await operator.works('key list'),
      await operator.works('key list --json'),
      await operator.works('key list --user keyholder'),
      await operator.works(`key revoke ${prefix} --json`),
      await operator.works(`key revoke ${prefix}`),
      await operator.refused(`key revoke ${key}`),
    ];
    for (const output of outputs) expect(output).not.toContain(secret);
    const held = await client.hgetall(redisKeys.apiKey(prefix.slice('trib_'.length)));
    expect(JSON.stringify(held)).not.toContain(secret);
    expect(held.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the list shows prefix, owner, name, state and times; --user narrows it', async () => {
    await operator.works('user create other-holder');
    const key = (await operator.works(['key', 'create', 'other-holder', '--name', ' build server '])).trim();
    const table = rows(await operator.works('key list'));
    expect(table[0]).toMatch(/^PREFIX +USERNAME +NAME +STATE +CREATED +LAST USED +EXPIRES$/);
    const line = table.find((row) => row.startsWith(prefixOf(key)));
    expect(line).toMatch(/ other-holder +build server +active +\d{4}-\S+Z +never +never$/);
    expect(table.filter((row) => row.includes(' keyholder ')).length).toBeGreaterThan(0);
    expect(rows(await operator.works('key list --user Other-Holder'))).toHaveLength(2);
    expect(await operator.json('key list --user other-holder')).toEqual([
      {
        prefix: prefixOf(key),
        username: 'other-holder',
        name: 'build server',
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: '',
        expiresAt: '',
        revokedAt: '',
        state: 'active',
      },
    ]);
  });

  test('a revoked key is refused from then on; revoking again keeps the first time', async () => {
    const key = (await operator.works('key create keyholder')).trim();
    const presented = parseKey(key);
    if (!presented) throw new Error('not a key');
    expect(await operator.works(`key revoke ${prefixOf(key)}`)).toBe(`revoked ${prefixOf(key)}\n`);
    expect((await admit(client, presented, NO_LIMITS, { countsAs: null, valid: true })).verdict).toBe('unknown');
    const listed: Record<string, string>[] = await operator.json('key list --user keyholder');
    const first = listed.find(({ prefix }) => prefix === prefixOf(key));
    expect(first).toMatchObject({ state: 'revoked', revokedAt: expect.stringMatching(/Z$/) });
    // Without the label, as someone might copy it.
    expect(await operator.json(`key revoke ${presented.prefix}`)).toEqual(first);
  });

  test.concurrent.each(['trib_00000000', '00000000'])('revoking %s, which nobody has, says so', async (prefix) => {
    expect(await operator.refused(`key revoke ${prefix}`)).toBe('There is no key trib_00000000.\n');
  });

  test.concurrent.each(['trib_short', 'trib_1234567!'])('"%s" is no prefix', async (prefix) => {
    expect(await operator.refused(`key revoke ${prefix}`)).toMatch(/^That is not a key prefix/);
  });

  test('an expiry date lasts to the end of that day in UTC, a time to that time', async () => {
    const byDate = (await operator.works('key create keyholder --expires 2099-01-31')).trim();
    const byTime = (await operator.works('key create keyholder --expires 2099-01-31T12:00:00+02:00')).trim();
    const today = (
      await operator.works(`key create keyholder --expires ${new Date().toISOString().slice(0, 10)}`)
    ).trim();
    const listed: Record<string, string>[] = await operator.json('key list --user keyholder');
    const expiry = (key: string) => listed.find(({ prefix }) => prefix === prefixOf(key))?.expiresAt;
    expect(expiry(byDate)).toBe('2099-01-31T23:59:59.999Z');
    expect(expiry(byTime)).toBe('2099-01-31T10:00:00.000Z');
    expect(expiry(today)).toMatch(/T23:59:59\.999Z$/);
  });

  test('a key past its date is listed as expired and refused', async () => {
    const now = new Date(Date.now() - 60_000);
    const { key, prefix } = await createKey(client, 'keyholder', { now, expiresAt: new Date(now.getTime() + 1_000) });
    expect(await operator.works('key list --user keyholder')).toMatch(
      new RegExp(`^trib_${prefix} +keyholder +expired `, 'm'),
    );
    const presented = parseKey(key);
    if (!presented) throw new Error('not a key');
    expect((await admit(client, presented, NO_LIMITS, { countsAs: null, valid: true })).verdict).toBe('unknown');
  });

  test.concurrent.each(['2020-01-31', '2020-01-31T00:00:00Z'])('the past expiry %s is refused', async (date) => {
    const past = ['key', 'create', 'keyholder', '--name', date, '--expires', date];
    expect(await operator.refused(past)).toBe('The expiry date is in the past.\n');
    expect(await listKeys(client, 'keyholder')).not.toContainEqual(expect.objectContaining({ name: date }));
  });

  // An expiry that means another day than the operator wrote is a key that lives too long.
  test.concurrent.each(['tomorrow', '2099-13-01', '2099-02-31', 'release 2099', ''])(
    'the expiry %j is not a date and makes no key',
    async (date) => {
      const name = `until ${date}`;
      expect(await operator.refused(['key', 'create', 'keyholder', '--name', name, '--expires', date])).toContain(
        'is not a date',
      );
      expect(await listKeys(client, 'keyholder')).not.toContainEqual(expect.objectContaining({ name }));
    },
  );

  test('a name of more than 100 characters is refused', async () => {
    expect(await operator.refused(['key', 'create', 'keyholder', '--name', 'n'.repeat(101)])).toMatch(
      /at most 100 characters/,
    );
    await operator.works(['key', 'create', 'keyholder', '--name', 'n'.repeat(100)]);
  });

  test('a key name cannot forge a row of the list or send escape codes to a terminal', async () => {
    const name = 'x\ntrib_00000000  root  forged\u001b[2J\u0007\r';
    await operator.run(['key', 'create', 'keyholder', '--name', name]);
    const table = await operator.works('key list --user keyholder');
    expect(table).not.toMatch(/^trib_00000000/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
    expect(table).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('when Redis is not there', () => {
  const COMMANDS = ['user create x', 'user list', 'key create x', 'key list', 'key revoke trib_00000000', 'status'];

  test.concurrent.each(COMMANDS)('"%s" says so in a sentence within seconds', async (line) => {
    const started = performance.now();
    const message = await operator.refused(line, {
      env: { REDIS_URL: `redis://:hunter2@127.0.0.1:${await freePort()}/3` },
    });
    expect(message).toMatch(/^Redis cannot be reached \(REDIS_URL\): .*ECONNREFUSED.*\n$/);
    expect(message).not.toContain('hunter2');
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('a Redis that is frozen is given up within seconds', async () => {
    const frozen = await TestRedis.start();
    try {
      frozen.freeze();
      const [list, doctor] = await Promise.all([
        operator.run('user list', { env: { REDIS_URL: frozen.url } }),
        operator.run('doctor', { env: { REDIS_URL: frozen.url } }),
      ]);
      expect(list).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Redis cannot be reached/) });
      expect(doctor).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail +redis: cannot be reached/m) });
      expect(Math.max(list.ms, doctor.ms)).toBeLessThan(15_000);
    } finally {
      await frozen.dispose();
    }
  });

  test('a Redis that refuses our password is told apart, and the password is not shown', async () => {
    const locked = await TestRedis.start();
    const admin = new Redis(locked.url);
    await admin.config('SET', 'requirepass', 'the-right-one');
    try {
      const url = (password: string) => `redis://${password}@127.0.0.1:${locked.port}`;
      expect(await operator.works('user list --json', { env: { REDIS_URL: url(':the-right-one') } })).toBe('[]\n');
      const tries = [':hunter2', 'someone:hunter2', ''].map(async (password) => {
        const env = { REDIS_URL: url(password).replace('//@', '//') };
        const message = await operator.refused('user list', { env });
        expect(message).toMatch(/^Redis cannot be reached.*(WRONGPASS|NOAUTH)/);
        expect(message).not.toMatch(/hunter2|the-right-one/);
      });
      await Promise.all(tries);
    } finally {
      admin.disconnect();
      await locked.dispose();
    }
  });

  test('a password that Redis does not ask for is not shown either', async () => {
    const result = await operator.run('user list --json', {
      env: { REDIS_URL: `redis://:hunter2@127.0.0.1:${redis.port}` },
    });
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toContainEqual(expect.objectContaining({ username: 'grace' }));
    expect(result.stdout + result.stderr).not.toContain('hunter2');
  });

  test('a password whose per cent sign was not encoded is a setting that cannot be right, not a crash', async () => {
    const message = await operator.refused('user list', { env: { REDIS_URL: 'redis://:hunter2%zz@127.0.0.1:1' } });
    expect(message).toMatch(/^REDIS_URL: \S+/m);
    expect(message).not.toContain('hunter2');
  });

  test('a Redis that cannot write says why', async () => {
    await client.config('SET', 'min-replicas-to-write', '1');
    try {
      expect(await operator.refused('user create unwritten')).toMatch(/NOREPLICAS/);
    } finally {
      await client.config('SET', 'min-replicas-to-write', '0');
    }
  });
});
