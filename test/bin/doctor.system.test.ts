import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteUntrustedProxy } from '../../lib/proxy-check.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { Operator } from '../harness/command-line.ts';
import { reportCall } from '../harness/health.ts';
import { testPort } from '../harness/ports.ts';
import { eventually, TestProcess } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { NOBODY } from '../harness/searching.ts';

const ENGINES = {
  BRAVE_API_KEY: 'secretOfBrave',
  BRAVE_URL: 'http://127.0.0.1:9/brave/res/v1',
  MOJEEK_API_KEY: 'secretOfMojeek',
  MOJEEK_URL: 'https://reader:secretOfProxy@mojeek.example/search',
  MARGINALIA_API_KEY: 'public',
};

let redis: TestRedis;
let client: Redis;
let operator: Operator;
beforeAll(async () => {
  redis = await TestRedis.start();
  client = new Redis(redis.url);
  client.on('error', () => {});
  operator = new Operator({ REDIS_URL: redis.url }, ['secretOfBrave', 'secretOfMojeek', 'secretOfProxy']);
});
afterAll(async () => {
  client?.disconnect();
  await redis?.dispose();
});

const rows = (table: string) => table.trimEnd().split('\n');

describe('status', () => {
  test('before anything was seen every configured provider is unknown, and the others are not shown', async () => {
    const env = {
      ...NOBODY,
      BRAVE_API_KEY: 'secretOfBrave',
      MARGINALIA_API_KEY: 'public',
      ENGINE_A_NAME: 'Our Brave',
      STACKEXCHANGE_URL: 'http://127.0.0.1:9/stackexchange',
    };
    const [table, json] = await operator.worksAll(['status', 'status --json'], { env });
    const [header, ...lines] = rows(table ?? '');
    expect(header).toMatch(/^SLUG +NAME +GROUP +STATE +BREAKER +LAST OK +LAST ERROR$/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^engine_a +Our Brave +web +unknown +closed +never$/);
    expect(lines[1]).toMatch(/^engine_c +Marginalia\S* +web +unknown +closed +never$/);
    expect(lines[2]).toMatch(/^stackexchange +Stack Exchange +cards +unknown +closed +never$/);
    const empty = { checked_at: '', last_ok_at: '', last_error: '', source: '' };
    const { providers } = JSON.parse(json ?? '');
    expect(providers[0]).toEqual({
      slug: 'engine_a',
      name: 'Our Brave',
      group: 'web',
      monitor: 'query',
      state: 'unknown',
      breaker: 'closed',
      open_until: '',
      ...empty,
    });
    expect(providers.map(({ slug }: { slug: string }) => slug)).toEqual(['engine_a', 'engine_c', 'stackexchange']);
  });

  test('what was seen is shown: up, down with its reason, and until when a breaker is open', async () => {
    await reportCall(client, 'brave', null);
    await reportCall(client, 'mojeek', { code: 'refused', reason: 'refused our credentials (HTTP 403)' });
    const env = { ...NOBODY, ...ENGINES };
    const [table, json] = await operator.worksAll(['status', 'status --json'], { env });
    expect(table).toMatch(/^engine_a +Brave +web +up +closed +\d{4}-\S+Z$/m);
    expect(table).toMatch(
      /^engine_b +Mojeek +web +down +open until \d{4}-\S+Z +never +refused our credentials \(HTTP 403\)$/m,
    );
    const { providers } = JSON.parse(json ?? '');
    expect(providers).toMatchObject([
      { slug: 'engine_a', state: 'up', last_ok_at: expect.stringMatching(/Z$/), last_error: '' },
      { slug: 'engine_b', state: 'down', last_ok_at: '', last_error: 'refused our credentials (HTTP 403)' },
      { slug: 'engine_c', state: 'unknown' },
    ]);
    await client.hdel(redisKeys.health, 'brave', 'mojeek');
  });

  test('without any provider the list is empty', async () => {
    const [json, table] = await operator.worksAll(['status --json', 'status'], { env: NOBODY });
    expect(JSON.parse(json ?? '')).toEqual({ providers: [], processes: [] });
    expect(rows(table ?? '')).toHaveLength(1);
  });

  test('the processes that are alive are listed, also one that says little', async () => {
    const { host, ...said } = { host: 'rack-7', version: '9.8.7', startedAt: 1_790_000_000_000 };
    const until = Date.now() + 60_000;
    await client.zadd(redisKeys.webs, until, JSON.stringify({ process: 'a-web', host, ...said, settings: {} }));
    await client.zadd(redisKeys.workers, until, JSON.stringify({ process: 'a-worker', host, ...said, secrets: [] }));
    await client.zadd(redisKeys.workers, until, JSON.stringify({ process: 'an-old-worker' }));
    await client.zadd(redisKeys.workers, Date.now() - 1, JSON.stringify({ process: 'a-dead-worker' }));
    const [ofWeb, ofWorker] = [`${redisKeys.webs}:a-web`, `${redisKeys.workers}:an-old-worker`];
    await client.set(ofWeb, '7');
    await client.set(ofWorker, '[["brave",2,1],["mojeek",1,0]]');
    const [json, table] = await operator.worksAll(['status --json', 'status'], { env: NOBODY });
    const started_at = new Date(said.startedAt).toISOString();
    const known = { host, version: '9.8.7', started_at };
    const unknown = { host: '', version: '', started_at: '' };
    expect(JSON.parse(json ?? '').processes).toMatchObject([
      { kind: 'web', id: 'a-web', ...known, calls_running: 7, calls_waiting: 0 },
      { kind: 'worker', id: 'an-old-worker', ...unknown, calls_running: 3, calls_waiting: 1 },
      { kind: 'worker', id: 'a-worker', ...known, calls_running: 0, calls_waiting: 0 },
    ]);
    expect(table).toMatch(/^web +rack-7 +a-web +9\.8\.7 +2026-\S+Z +\S+Z +7 running, 0 waiting$/m);
    expect(table).toMatch(/^worker +unknown +an-old-worker +earlier +unknown +\S+Z +3 running, 1 waiting$/m);
    for (const key of [redisKeys.webs, redisKeys.workers, ofWeb, ofWorker]) await client.del(key);
  });
});

describe('doctor', () => {
  interface Finding {
    what: string;
    level: 'ok' | 'warn' | 'fail';
    text: string;
  }
  /** Its findings as JSON, and the same as text, with the exit code that both gave. */
  async function doctor(env: Record<string, string>): Promise<{ code: number | null; findings: Finding[] }> {
    const [forMachines, forPeople] = await operator.runAll(['doctor --json', 'doctor'], { env });
    if (!forMachines || !forPeople) throw new Error('no results');
    const findings = JSON.parse(forMachines.stdout) as Finding[];
    expect(forMachines.stderr + forPeople.stderr).toBe('');
    expect(forPeople.code).toBe(forMachines.code);
    for (const { what, level } of findings) {
      expect(forPeople.stdout).toMatch(new RegExp(`^${level} +${what}: \\S`, 'm'));
    }
    return { code: forMachines.code, findings };
  }
  const about = (findings: Finding[], what: string) => findings.filter((finding) => finding.what === what);
  /** A worker process that vouches to be alive for the length of a test. */
  const pretendWorker = (redisClient: Redis) =>
    redisClient.zadd(redisKeys.workers, Date.now() + 60_000, JSON.stringify({ process: 'a-worker' }));

  test('all is well with a good Redis, a worker and engines', async () => {
    const worker = new TestProcess('worker', ['dist/workers/main.js'], { ...ENGINES, REDIS_URL: redis.url });
    try {
      await eventually('the worker is counted', async () => (await client.zcard(redisKeys.workers)) === 1);
      const { code, findings } = await doctor({ ...ENGINES, CONTACT: 'ops@example.org' });
      expect(code).toBe(0);
      expect(findings.map(({ what, level }) => `${level} ${what}`)).toEqual([
        'ok redis',
        'ok clock',
        'ok workers',
        'ok engine_a',
        'ok engine_b',
        'ok engine_c',
        'ok suggest',
        'ok suggest',
        'ok cards',
        'ok cards',
        'ok maps',
        ...['ok instant', 'ok instant', 'ok instant'],
        'ok translate',
      ]);
      expect(about(findings, 'maps')[0]?.text).toBe('Nominatim at nominatim.openstreetmap.org');
      expect(about(findings, 'translate')[0]?.text).toBe('off: set TRANSLATE to enable it');
      expect(about(findings, 'redis')[0]?.text).toMatch(
        /^version \d+\.\d+\.\d+ answers and uses \d+ MB of memory, without a limit$/,
      );
      expect(about(findings, 'workers')[0]?.text).toBe('1 running');
      expect(about(findings, 'engine_a')[0]?.text).toBe('Brave at 127.0.0.1:9');
      // Where a provider is reached, but not the credentials in its address.
      expect(about(findings, 'engine_b')[0]?.text).toBe('Mojeek at mojeek.example');
    } finally {
      await worker.stop();
    }
  });

  test('a translation backend that was chosen and cannot be asked is a warning', async () => {
    const { findings } = await doctor({ ...ENGINES, TRANSLATE: 'deepl' });
    expect(about(findings, 'translate')).toMatchObject([
      { level: 'warn', text: expect.stringContaining('DEEPL_API_KEY') },
    ]);
  });

  test('a proxy that is not trusted is a warning, by the settings or because a web process has met it', async () => {
    const proxied = { ...ENGINES, PUBLIC_URL: 'https://search.example.org' };
    expect(about((await doctor(proxied)).findings, 'proxy')).toMatchObject([
      { level: 'warn', text: expect.stringContaining('TRUST_PROXY') },
    ]);
    expect(about((await doctor({ ...proxied, TRUST_PROXY: '127.0.0.1' })).findings, 'proxy')).toEqual([]);
    await noteUntrustedProxy(client);
    expect(about((await doctor(ENGINES)).findings, 'proxy')).toMatchObject([
      { level: 'warn', text: expect.stringContaining('X-Forwarded-For') },
    ]);
    await client.del(redisKeys.untrustedProxy);
  });

  test('a contact that is missing is a warning while a service limits us without it', async () => {
    expect(about((await doctor(ENGINES)).findings, 'contact')).toEqual([
      {
        what: 'contact',
        level: 'warn',
        text: 'CONTACT is not set, so that Wikipedia allows 10 calls a minute instead of 200',
      },
    ]);
    expect(about((await doctor({ ...ENGINES, WIKIPEDIA_URL: 'off' })).findings, 'contact')).toEqual([]);
  });

  test('no worker is a failure', async () => {
    await eventually('no worker is counted', async () => (await client.zcard(redisKeys.workers)) === 0);
    const { code, findings } = await doctor(ENGINES);
    expect(code).toBe(1);
    expect(about(findings, 'workers')).toEqual([
      { what: 'workers', level: 'fail', text: expect.stringMatching(/^none is running/) },
    ]);
  });

  test('a worker that died without a word is not counted', async () => {
    await client.zadd(redisKeys.workers, Date.now() - 1, 'dead');
    const { findings } = await doctor(ENGINES);
    expect(about(findings, 'workers')[0]?.level).toBe('fail');
    await client.del(redisKeys.workers);
  });

  test('an engine without its key is a warning that names the setting', async () => {
    await pretendWorker(client);
    const { code, findings } = await doctor({ BRAVE_API_KEY: 'secretOfBrave' });
    expect(code).toBe(0);
    expect(about(findings, 'engine_b')[0]).toMatchObject({
      level: 'warn',
      text: expect.stringContaining('MOJEEK_API_KEY'),
    });
    expect(about(findings, 'engine_c')[0]).toMatchObject({
      level: 'warn',
      text: expect.stringContaining('MARGINALIA_API_KEY'),
    });
  });

  test('no engine configured at all is a failure', async () => {
    await pretendWorker(client);
    const { code, findings } = await doctor({});
    expect(code).toBe(1);
    expect(about(findings, 'engines')).toEqual([
      { what: 'engines', level: 'fail', text: expect.stringMatching(/none is configured/) },
    ]);
    await client.del(redisKeys.workers);
  });

  test.concurrent.each([
    ['evicts keys', ['--maxmemory-policy', 'allkeys-lru'], /maxmemory-policy is allkeys-lru.*noeviction/],
    ['keeps nothing', ['--appendonly', 'no'], /Persistence is off.*appendonly/],
    ['takes only snapshots', ['--appendonly', 'no', '--save', '60', '1'], /only takes snapshots.*appendonly/],
    ['writes once a second', ['--appendfsync', 'everysec'], /appendfsync is everysec.*always/],
  ])('a Redis that %s is a warning with the remedy', async (_what, extra, text) => {
    const careless = await TestRedis.start(extra);
    const carelessClient = new Redis(careless.url);
    carelessClient.on('error', () => {});
    try {
      await pretendWorker(carelessClient);
      const { code, findings } = await doctor({ ...ENGINES, REDIS_URL: careless.url });
      expect(code).toBe(0);
      expect(about(findings, 'redis').map(({ level }) => level)).toEqual(['ok', 'warn']);
      expect(about(findings, 'redis')[1]?.text).toMatch(text);
    } finally {
      carelessClient.disconnect();
      await careless.dispose();
    }
  });

  test('a Redis that is nearly full is a warning, and one that takes no writes the reason why no worker is seen', async () => {
    const usedBytes = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await pretendWorker(client);
    await client.config('SET', 'maxmemory', String(Math.round(usedBytes / 0.8)));
    const nearly = await doctor(ENGINES);
    expect(nearly.code).toBe(0);
    expect(about(nearly.findings, 'redis')).toMatchObject([
      { level: 'ok', text: expect.stringMatching(/answers and uses \d+ MB of \d+ MB of memory \([78]\d %\)$/) },
      { level: 'warn', text: expect.stringContaining('nearly full') },
    ]);
    await client.del(redisKeys.workers);
    await client.config('SET', 'maxmemory', '1mb');
    const full = await doctor(ENGINES);
    await client.config('SET', 'maxmemory', '0');
    expect(full.code).toBe(1);
    expect(about(full.findings, 'redis')[1]).toMatchObject({
      level: 'fail',
      text: expect.stringMatching(/^does not accept writes, .*OOM/),
    });
    expect(about(full.findings, 'workers')).toEqual([
      { what: 'workers', level: 'fail', text: expect.stringMatching(/^unknown/) },
    ]);
  });

  test('a Redis of its own for the queues is examined too', async () => {
    const queues = await TestRedis.start(['--maxmemory-policy', 'allkeys-lru']);
    try {
      const { code, findings } = await doctor({ ...ENGINES, QUEUE_REDIS_URL: queues.url });
      expect(code).toBe(1);
      expect(about(findings, 'redis').map(({ level }) => level)).toEqual(['ok']);
      expect(about(findings, 'queue redis').map(({ level }) => level)).toEqual(['ok', 'warn']);
    } finally {
      await queues.dispose();
    }
  });

  test('Redis away is a failure, told with the rest of the findings', async () => {
    const { code, findings } = await doctor({ ...ENGINES, REDIS_URL: `redis://127.0.0.1:${await testPort()}` });
    expect(code).toBe(1);
    expect(about(findings, 'redis')[0]).toMatchObject({
      level: 'fail',
      text: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/),
    });
    expect(about(findings, 'workers')[0]?.level).toBe('fail');
    expect(about(findings, 'engine_a')[0]?.level).toBe('ok');
  });
});
