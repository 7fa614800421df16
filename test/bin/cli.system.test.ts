import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPassword, getUser } from '../../lib/accounts/account-store.ts';
import { limitGuess } from '../../lib/accounts/guess-limits.ts';
import { readLink } from '../../lib/accounts/password-link.ts';
import { InstanceSecret } from '../../lib/instance-secret.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { admit } from '../../lib/limits/admission.ts';
import { NO_SEARCH } from '../../lib/limits/cost.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { testErrors } from '../harness/health.ts';
import { freshDatabase } from '../harness/redis.ts';
import { isSignedIn, signedInAs } from '../harness/sessions.ts';

const NO_LIMITS = { burst: null, sustained: null, monthly: null };
/** Nothing that an operator's command prints may hold these. */
const ENGINE_KEYS = { BRAVE_API_KEY: 'secretOfBrave', MOJEEK_API_KEY: 'secretOfMojeek' };

const url = await freshDatabase();
const client = new Redis(url);
client.on('error', () => {});
afterAll(() => client.disconnect());
const operator = new Operator({ REDIS_URL: url, ...ENGINE_KEYS }, Object.values(ENGINE_KEYS));
const AS_PROCESS = { asProcess: true };

const rows = (table: string) => table.trimEnd().split('\n');

describe('help and mistakes', () => {
  test('--help shows every command on stdout, without Redis and whatever the settings are', async () => {
    const env = { REDIS_URL: 'redis://127.0.0.1:1', PORT: 'abc' };
    const lines = ['--help', 'nothing -h', 'key create -h', 'user --help', '--version'];
    const [help, other, ofCommand, ofGroup, version] = (await operator.runAll(lines, { env })).map(
      ({ stdout }) => stdout,
    );
    for (const usage of [
      'user create NAME [--admin] [--password-stdin] [--must-change]',
      'user invite NAME [--admin]',
      'user reset-link NAME',
      'user sign-out NAME|--all',
      'user delete NAME',
      'user export NAME',
      'user list',
      'user disable NAME',
      'user enable NAME',
      'user unlock NAME',
      'user password NAME --password-stdin',
      'user limits NAME [OPTIONS]',
      'key create OWNER [OPTIONS]',
      'key set PREFIX [OPTIONS]',
      'key rotate PREFIX [--until 24h|now]',
      'key disable PREFIX',
      'key enable PREFIX',
      'key check',
      'key list [--user NAME]',
      'key rules PREFIX [FILE|ADDRESS|-]',
      'user rules NAME [FILE|ADDRESS|-]',
      'key revoke PREFIX | key revoke --stdin',
      'status',
      'doctor',
    ]) {
      expect(help).toContain(`  ${usage} `);
    }
    expect(other).toBe(help);
    expect(ofCommand).toContain('Usage: tributary key create OWNER [OPTIONS]');
    expect(ofCommand).toContain('  --max-parallel N ');
    expect(ofCommand).not.toContain('user list');
    expect(ofGroup).toContain('  user list ');
    expect(ofGroup).not.toContain('key list');
    expect(version).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`);
  });

  test('no command at all is an error: the usage goes to stderr', async () => {
    expect(await operator.refused('', AS_PROCESS)).toContain('Usage: tributary');
  });

  test('what is no command is refused with the usage', async () => {
    const lines = ['frobnicate', 'user', 'user remove ada'];
    for (const [index, message] of (await operator.refusedAll(lines)).entries()) {
      expect(message).toContain(`Unknown command "${lines[index]?.split(' ').slice(0, 2).join(' ')}".`);
      expect(message).toContain('Usage: tributary');
    }
  });

  test('a command that is typed wrongly is refused with the reason and the usage', async () => {
    const wrong: Record<string, RegExp> = {
      'user list --frob': /--frob/,
      'user list ada': /nothing more/,
      'user create': /NAME/,
      'user create one two': /NAME/,
      'key create': /OWNER/,
      'key create ada --name': /--name/,
      'key revoke': /PREFIX/,
      'user create ada --admin=yes': /--admin/,
    };
    const messages = await operator.refusedAll(Object.keys(wrong));
    for (const [index, reason] of Object.values(wrong).entries()) {
      expect(messages[index]?.split('\n')[0]).toMatch(reason);
      expect(messages[index]).toContain('Usage: tributary');
    }
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
    const [created, json, table] = await operator.worksAll(['user create grace', 'user list --json', 'user list']);
    expect(created).toBe('created grace\n');
    expect(JSON.parse(json ?? '').find(({ username }: { username: string }) => username === 'grace')).toEqual({
      username: 'grace',
      admin: false,
      disabled: false,
      hasPassword: false,
      mustChange: false,
      isDeleting: false,
      isLinked: false,
      isSuspended: false,
      hasFactor: false,
      hasLostFactors: false,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      generation: expect.any(Number),
      limits: {},
      kind: 'person',
    });
    const [header, ...lines] = rows(table ?? '');
    expect(header).toMatch(/^USERNAME +ROLE +STATE +PASSWORD +CREATED$/);
    expect(lines.find((line) => line.startsWith('grace '))).toMatch(/^grace +enabled +no +\d{4}-/);
  });

  test('--admin makes an administrator', async () => {
    const [created, table] = await operator.worksAll(['user create root-of-all --admin --json', 'user list']);
    expect(JSON.parse(created ?? '')).toMatchObject({ username: 'root-of-all', admin: true });
    expect(table).toMatch(/^root-of-all +admin +enabled/m);
  });

  test('names ignore case and surrounding space: the same name twice is refused', async () => {
    const [created, again, key, disabled] = await operator.runAll([
      ['user', 'create', ' Alan.Turing@Example-1 '],
      'user create ALAN.TURING@example-1',
      'key create Alan.Turing@example-1',
      'user disable ALAN.turing@example-1',
    ]);
    expect(created).toMatchObject({ code: 0, stdout: 'created alan.turing@example-1\n' });
    expect(again).toMatchObject({ code: 1, stderr: 'There is a user "alan.turing@example-1" already.\n' });
    expect(parseKey(key?.stdout.trim() ?? '')).not.toBeNull();
    expect(disabled).toMatchObject({ code: 0, stdout: 'disabled alan.turing@example-1\n' });
  });

  test('a name that cannot be one is refused', async () => {
    const names = ['', 'two words', '.dot', 'zoë', 'a:b', '{a}', 'x'.repeat(65)];
    const messages = await operator.refusedAll(names.map((name) => ['user', 'create', name]));
    for (const message of messages) expect(message).toMatch(/^A username has 1 to 64 /);
    for (const name of names) expect(await client.exists(redisKeys.user(name.trim()))).toBe(0);
  });

  test('the longest username is 64 characters', async () => {
    const name = `0${'x'.repeat(63)}`;
    expect(await operator.works(['user', 'create', name])).toBe(`created ${name}\n`);
  });

  test('a password comes from standard input, without its line end, and is kept only as argon2id', async () => {
    await operator.works('user create ida --password-stdin', { input: 'correct horse battery\r\n', ...AS_PROCESS });
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

  // The line end does not count: nine characters are too few. Every other length is for the account store to refuse.
  test('a password that is too short or easy to guess is refused and changes nothing', async () => {
    await createUser(client, 'patient', { password: 'long enough by far' });
    for (const [input, refusal] of [
      ['nine char\n', 'A password has 10 to 1,000 characters.\n'],
      ['Password123!\n', expect.stringMatching(/^This password is easy to guess\. .+ Add more words .+\n$/)],
    ] as const) {
      const messages = await Promise.all([
        operator.refused('user create hasty --password-stdin', { input }),
        operator.refused('user password patient --password-stdin', { input }),
      ]);
      for (const message of messages) expect(message).toEqual(refusal);
    }
    expect(await getUser(client, 'hasty')).toBeNull();
    expect(await checkPassword(client, 'patient', 'long enough by far')).toBe(true);
  });

  test('a password is taken from nowhere but standard input', async () => {
    const lines = [
      'user create leaky hunter2hunter2',
      'user create leaky --password hunter2hunter2',
      'user create leaky --password=hunter2hunter2',
      'user create leaky --password-stdin=hunter2hunter2',
      'user password grace hunter2hunter2',
      'user password grace',
    ];
    for (const message of await operator.refusedAll(lines, { input: 'hunter2hunter2\n' })) {
      expect(message).not.toContain('hunter2');
    }
    expect(await getUser(client, 'leaky')).toBeNull();
    expect(await getUser(client, 'grace')).toMatchObject({ hasPassword: false });
  });

  test('disabling an account refuses its keys, enabling lets them in again', async () => {
    await createUser(client, 'on-off');
    const key = parseKey((await createKey(client, 'on-off')).key);
    if (!key) throw new Error('not a key');
    const verdict = async () => (await admit(client, key, NO_LIMITS, NO_SEARCH)).verdict;
    expect(await verdict()).toBe('admitted');
    const [disabled, listed] = await operator.worksAll(['user disable on-off', 'user list']);
    expect(disabled).toBe('disabled on-off\n');
    expect(listed).toMatch(/^on-off +disabled/m);
    expect(await verdict()).toBe('disabled');
    const [enabled, listedAgain] = await operator.worksAll(['user enable on-off --json', 'user list']);
    expect(JSON.parse(enabled ?? '')).toMatchObject({ username: 'on-off', disabled: false });
    expect(listedAgain).toMatch(/^on-off +enabled/m);
    expect(await verdict()).toBe('admitted');
  });

  test('unlocking an account forgets its failed sign-ins', async () => {
    await createUser(client, 'locked');
    const seal = await new InstanceSecret(client, new RedisClock(client), undefined, testErrors().errors).load();
    const failed = async () =>
      (await limitGuess(client, seal, 'locked', { device: 'laptop' }, async () => false)).outcome;
    for (const line of ['user unlock Locked', 'user unlock locked --json']) {
      for (let i = 0; i < 10; i++) expect(await failed()).toBe('wrong');
      expect(await failed()).toBe('wait');
      const stdout = await operator.works(line);
      if (line.endsWith('--json')) expect(JSON.parse(stdout)).toMatchObject({ username: 'locked', disabled: false });
      else expect(stdout).toBe('unlocked locked\n');
    }
    expect(await failed()).toBe('wrong');
  });

  test('an account that is not there is told so', async () => {
    const lines = [
      'user disable nobody',
      'user enable nobody',
      'user unlock nobody',
      'user password nobody --password-stdin',
      'key create nobody',
      'key list --user nobody',
    ];
    for (const message of await operator.refusedAll(lines)) expect(message).toBe('There is no user "nobody".\n');
    expect(await getUser(client, 'nobody')).toBeNull();
  });
});

describe('access to accounts', () => {
  const tokenIn = (link: string) => new URL(link.trim()).searchParams.get('token') ?? '';

  test('an invitation makes the account, and a reset link needs its password', async () => {
    const link = await operator.works('user invite ivy --admin', { env: { PUBLIC_URL: 'https://search.example.org' } });
    expect(link).toMatch(/^https:\/\/search\.example\.org\/set-password\?token=[\w-]+\.[\w-]{43}\n$/);
    expect(await readLink(client, tokenIn(link))).toEqual({ username: 'ivy', kind: 'invitation' });
    expect(await getUser(client, 'ivy')).toMatchObject({ admin: true, hasPassword: false });
    expect(await operator.refused('user reset-link ivy')).toContain('has no password');
    expect(await operator.refused('user invite ivy --admin')).toContain('already');
    const again = await operator.works('user invite ivy');
    expect(await readLink(client, tokenIn(link))).toBeNull();
    expect(await readLink(client, tokenIn(again))).not.toBeNull();
    await operator.works('user password ivy --password-stdin --must-change', { input: 'a phrase of some length' });
    expect(await getUser(client, 'ivy')).toMatchObject({ mustChange: true });
    const reset = await operator.works('user reset-link ivy --json');
    expect(await readLink(client, tokenIn(JSON.parse(reset).link))).toEqual({ username: 'ivy', kind: 'reset' });
    expect(await operator.refused('user invite ivy')).toContain('has a password');
  });

  test('signs out one account, or all', async () => {
    const [jan, kim] = [await createUser(client, 'jan'), await createUser(client, 'kim')];
    const [one, other] = [await signedInAs(client, jan), await signedInAs(client, kim)];
    expect(await operator.works('user sign-out jan')).toBe('signed out jan\n');
    expect([await isSignedIn(client, one), await isSignedIn(client, other)]).toEqual([false, true]);
    expect(await operator.works('user sign-out --all')).toMatch(/^signed out \d+ accounts\n$/);
    expect(await isSignedIn(client, other)).toBe(false);
    for (const line of ['user sign-out', 'user sign-out jan --all', 'user sign-out nobody'])
      await operator.refused(line);
  });

  test('exports an account, and deletes it', async () => {
    await createUser(client, 'lou');
    const { key } = await createKey(client, 'lou', { name: 'to be exported' });
    const exported = await operator.works('user export lou');
    expect(JSON.parse(exported)).toMatchObject({
      username: 'lou',
      audit_log: [{ action: 'account exported' }, {}, {}],
    });
    expect(exported).toContain('to be exported');
    expect(await operator.works('user delete lou')).toBe('deleted lou\n');
    const { verdict } = await admit(client, parseKey(key) ?? expect.unreachable(), NO_LIMITS, NO_SEARCH, new Date());
    expect(verdict).toBe('unknown');
    for (const line of ['user delete lou', 'user export lou', 'user delete']) await operator.refused(line);
  });
});

describe('keys', () => {
  beforeAll(async () => {
    await createUser(client, 'keyholder');
  });
  const prefixOf = (key: string) => key.split('.')[0] ?? '';

  test('a new key stands alone on stdout and is admitted', async () => {
    const stdout = await operator.works('key create keyholder', AS_PROCESS);
    expect(stdout).toMatch(/^trib_[0-9A-Za-z]{8}\.[0-9A-Za-z]{38}\n$/);
    const key = parseKey(stdout.trim());
    if (!key) throw new Error('not a key');
    const admission = await admit(client, key, NO_LIMITS, NO_SEARCH);
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
    const results = await operator.runAll([
      'key list',
      'key list --json',
      'key list --user keyholder',
      `key revoke ${prefix} --json`,
      `key revoke ${prefix}`,
      `key revoke ${key}`,
    ]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 1]);
    for (const { stdout, stderr } of results) expect(stdout + stderr).not.toContain(secret);
    const held = await client.hgetall(redisKeys.apiKey(prefix.slice('trib_'.length)));
    expect(JSON.stringify(held)).not.toContain(secret);
    expect(held.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the list shows prefix, owner, name, state and times; --user narrows it', async () => {
    await createUser(client, 'other-holder');
    const [created, all, narrowed, json] = await operator.worksAll([
      ['key', 'create', 'other-holder', '--name', ' build server '],
      'key list',
      'key list --user Other-Holder',
      'key list --user other-holder --json',
    ]);
    const key = created?.trim() ?? '';
    const table = rows(all ?? '');
    expect(table[0]).toMatch(/^PREFIX +USERNAME +NAME +STATE +CREATED +LAST USED +EXPIRES$/);
    const line = table.find((row) => row.startsWith(prefixOf(key)));
    expect(line).toMatch(/ other-holder +build server +active +\d{4}-\S+Z +never +never$/);
    expect(table.filter((row) => row.includes(' keyholder ')).length).toBeGreaterThan(0);
    expect(rows(narrowed ?? '')).toHaveLength(2);
    expect(JSON.parse(json ?? '')).toMatchObject([
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

  test('a key gets what it may do, keeps what is not named, and inherits again', async () => {
    const created = JSON.parse(
      await operator.works([
        ...'key create keyholder --burst 10/min --monthly 500 --max-parallel 3 --scopes search,read'.split(' '),
        ...'--addresses 203.0.113.0/24,2001:db8::/32 --engines engine_a --label team=blue --label env=ci'.split(' '),
        ...['--note', 'of the build', '--expires', '2999-01-31', '--json'],
      ]),
    );
    const read = async () =>
      (await listKeys(client, 'keyholder')).find(({ prefix }) => created.prefix.endsWith(prefix));
    const all = {
      limits: { burst: { limit: 10, windowMs: 60_000 }, monthly: 500, maxParallel: 3 },
      scopes: ['search', 'read'],
      addresses: ['203.0.113.0/24', '2001:db8::/32'],
      engines: ['engine_a'],
      labels: { team: 'blue', env: 'ci' },
      note: 'of the build',
      expiresAt: '2999-01-31T23:59:59.999Z',
    };
    expect(await read()).toMatchObject(all);
    expect(await operator.works(`key set ${created.prefix} --burst none --monthly off --scopes none`)).toBe(
      `changed ${created.prefix}\n`,
    );
    expect(await read()).toMatchObject({ ...all, limits: { monthly: 'off', maxParallel: 3 }, scopes: [] });
    await operator.works(`key set ${created.prefix} --label none --expires none --addresses none`);
    expect(await read()).toMatchObject({ labels: {}, expiresAt: '', addresses: [], note: 'of the build' });
  });

  test('what a key cannot have is refused by the name of its option', async () => {
    const { prefix } = await operator.json('key create keyholder');
    const wrong = {
      '--burst fast': '--burst: "fast" is not a rate',
      '--monthly 0': '--monthly:',
      '--max-parallel many': '--max-parallel:',
      '--scopes search,fly': '--scopes: Use search, read',
      '--scopes manage,search': '--scopes: manage stands alone',
      '--addresses 203.0.113.1/24': '--addresses: "203.0.113.1/24" is neither',
      '--engines engine_z': '--engines: Use engine_a',
      '--label blue': '--label: write name=value',
      '--expires 2020-01-01': 'The expiry date is in the past.',
    };
    const refused = await operator.refusedAll(Object.keys(wrong).map((options) => `key set ${prefix} ${options}`));
    for (const [at, message] of Object.values(wrong).entries()) expect(refused[at]).toContain(message);
  });

  test('rotation prints a new secret; KEY_MAX_DAYS bounds its life', async () => {
    const first = (await operator.works('key create keyholder')).trim();
    const env = { KEY_MAX_DAYS: '90' };
    const rotated = await operator.json(`key rotate ${prefixOf(first)} --until 2h`, { env });
    expect(prefixOf(rotated.key)).toBe(prefixOf(first));
    expect(rotated.key).not.toBe(first);
    expect(Date.parse(rotated.oldUntil) - Date.now()).toBeGreaterThan(7_100_000);
    const record = (await listKeys(client, 'keyholder')).find(({ prefix }) => first.includes(prefix));
    expect(Date.parse(record?.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(90 * 86_400_000);
    const far = await operator.refusedAll([`key set ${prefixOf(first)} --expires 2999-01-01`], { env });
    expect(far[0]).toContain('at most 90 days (KEY_MAX_DAYS)');
    await operator.works(`key rotate ${prefixOf(first)} --until now`);
    const [bad] = await operator.refusedAll([`key rotate ${prefixOf(first)} --until tomorrow`]);
    expect(bad).toContain('--until: Write a number of hours');
  });

  test('a dump is checked and revoked line by line, without repeating a secret', async () => {
    const [good, off] = [await createKey(client, 'keyholder'), await createKey(client, 'keyholder')];
    await operator.works(`key disable trib_${off.prefix}`);
    const mistyped = `${good.key.slice(0, -1)}!`;
    const input = `KEY=${good.key};\nnothing\n"${off.key}" ${mistyped}\n`;
    const checked = await operator.json('key check', { input });
    expect(checked).toEqual([
      { line: 1, prefix: `trib_${good.prefix}`, state: 'active', username: 'keyholder' },
      { line: 3, prefix: `trib_${off.prefix}`, state: 'disabled', username: 'keyholder' },
    ]);
    await operator.works(`key enable trib_${off.prefix}`);
    const revoked = await operator.works('key revoke --stdin', { input });
    expect(revoked).toBe(`revoked trib_${good.prefix}\nrevoked trib_${off.prefix}\n`);
    expect((await listKeys(client, 'keyholder')).filter(({ revokedAt }) => revokedAt).length).toBeGreaterThanOrEqual(2);
  });

  test('an account has limits of its own', async () => {
    await operator.works('user limits keyholder --monthly 1000 --burst 5/s');
    expect((await getUser(client, 'keyholder'))?.limits).toEqual({
      monthly: 1_000,
      burst: { limit: 5, windowMs: 1_000 },
    });
    await operator.works('user limits keyholder --monthly none --burst none');
    expect((await getUser(client, 'keyholder'))?.limits).toEqual({});
  });

  test('a revoked key is refused from then on; revoking again keeps the first time', async () => {
    const { key } = await createKey(client, 'keyholder');
    const presented = parseKey(key);
    if (!presented) throw new Error('not a key');
    const [revoked, list, again] = await operator.worksAll([
      `key revoke ${prefixOf(key)}`,
      'key list --user keyholder --json',
      // Without the label, as someone might copy it.
      `key revoke ${presented.prefix} --json`,
    ]);
    expect(revoked).toBe(`revoked ${prefixOf(key)}\n`);
    expect((await admit(client, presented, NO_LIMITS, NO_SEARCH)).verdict).toBe('unknown');
    const listed: Record<string, string>[] = JSON.parse(list ?? '');
    const first = listed.find(({ prefix }) => prefix === prefixOf(key));
    expect(first).toMatchObject({ state: 'revoked', revokedAt: expect.stringMatching(/Z$/) });
    expect(JSON.parse(again ?? '')).toEqual(first);
  });

  test('revoking what nobody has, or what is no prefix, says so', async () => {
    const [one, same, short, odd] = await operator.refusedAll([
      'key revoke trib_00000000',
      'key revoke 00000000',
      'key revoke trib_short',
      'key revoke trib_1234567!',
    ]);
    expect([one, same]).toEqual(Array(2).fill('There is no key trib_00000000.\n'));
    for (const message of [short, odd]) expect(message).toMatch(/^That is not a key prefix/);
  });

  test('an expiry date lasts to the end of that day in UTC, a time to that time', async () => {
    const [byDate, byTime, today, list] = (
      await operator.runAll([
        'key create keyholder --expires 2099-01-31',
        'key create keyholder --expires 2099-01-31T12:00:00+02:00',
        `key create keyholder --expires ${new Date().toISOString().slice(0, 10)}`,
        'key list --user keyholder --json',
      ])
    ).map(({ stdout }) => stdout.trim()) as [string, string, string, string];
    const listed: Record<string, string>[] = JSON.parse(list);
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
    expect((await admit(client, presented, NO_LIMITS, NO_SEARCH)).verdict).toBe('unknown');
  });

  // An expiry that means another day than the operator wrote is a key that lives too long.
  test('an expiry that is past, or no date, is refused and makes no key', async () => {
    const past = ['2020-01-31', '2020-01-31T00:00:00Z'];
    const wrong = ['tomorrow', '2099-13-01', '2099-02-31', 'release 2099', ''];
    const before = await listKeys(client, 'keyholder');
    const messages = await operator.refusedAll(
      [...past, ...wrong].map((date) => ['key', 'create', 'keyholder', '--expires', date]),
    );
    for (const [index, message] of messages.entries()) {
      if (index < past.length) expect(message).toBe('--expires: The expiry date is in the past.\n');
      else expect(message).toContain('is not a date');
    }
    expect(await listKeys(client, 'keyholder')).toEqual(before);
  });

  test('an account has at most MAX_KEYS_PER_ACCOUNT active keys', async () => {
    await createUser(client, 'collector');
    const [first, second] = await operator.runAll(['key create collector', 'key create collector'], {
      env: { MAX_KEYS_PER_ACCOUNT: '1' },
    });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(second).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The account has reached its limit of active keys (1). Revoke one first.\n',
    });
    expect(await listKeys(client, 'collector')).toHaveLength(1);
  });

  test('a name of more than 100 characters is refused', async () => {
    const [refused, made] = await operator.runAll(
      [101, 100].map((length) => ['key', 'create', 'keyholder', '--name', 'n'.repeat(length)]),
    );
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/at most 100 characters/) });
    expect(made).toMatchObject({ code: 0 });
  });

  test('a key name cannot forge a row of the list or send escape codes to a terminal', async () => {
    const name = 'x\ntrib_00000000  root  forged\u001b[2J\u0007\r';
    const [, list] = await operator.runAll([
      ['key', 'create', 'keyholder', '--name', name],
      'key list --user keyholder',
    ]);
    const table = list?.stdout;
    expect(table).not.toMatch(/^trib_00000000/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
    expect(table).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
