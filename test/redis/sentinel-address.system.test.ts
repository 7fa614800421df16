import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../harness/command-line.ts';
import { fromAllEngines } from '../harness/deployment.ts';
import { eventually } from '../harness/processes.ts';
import { TestSentinels } from '../harness/sentinels.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { NOTHING_KEPT } from '../harness/test-redis.ts';

/** Sentinels and Redis have different passwords, and the address that the Sentinels name leads through a map. */
let sentinels: TestSentinels;
let proxy: TcpProxy;
let app: TestApp;

const PASSWORDS = { password: 'of-redis', sentinelPassword: 'of-the-sentinels' };
const [RIGHT, WRONG_FOR_SENTINELS, WRONG_FOR_REDIS] = [0, 1, 2];

beforeAll(async () => {
  sentinels = await TestSentinels.start({ replicas: 0, sentinels: 2, ...PASSWORDS, extra: NOTHING_KEPT });
  const { port } = await sentinels.primary();
  proxy = await TcpProxy.to(port);
  app = await TestApp.start({
    queue: 'redis',
    workers: 0,
    env: {
      REDIS_URL: sentinels.url,
      SENTINEL_PASSWORD: PASSWORDS.sentinelPassword,
      REDIS_NAT_MAP: `127.0.0.1:${port}=127.0.0.1:${proxy.port}`,
    },
  });
  await app.addWeb({ SENTINEL_PASSWORD: 'hunter2-hunter2' });
  await app.addWeb({ REDIS_URL: sentinels.url.replace(PASSWORDS.password, 'hunter2-hunter2') });
  app.addWorker();
  await app.untilSearching(RIGHT);
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
  await sentinels?.dispose();
});

const reasonsAt = (web: number, reason: RegExp) =>
  eventually('readyz names the reason', async () => {
    const { status, headers, text } = await app.get('/readyz', { web });
    return status === 503 && headers.get('retry-after') === '1' && reason.test(text) && text;
  });

test('a search works, and doctor names primary and Sentinels', async () => {
  expect(await app.search('sentinel')).toMatchObject(fromAllEngines);
  const said = await new Operator(app.env, Object.values(PASSWORDS)).works('doctor');
  expect(said).toMatch(/^ok +redis: primary 127\.0\.0\.1:\d+, no replica$/m);
  expect(said.match(/^ok +redis: Sentinel \S+ names \S+ as primary$/gm)).toHaveLength(2);
});

test.each([
  [WRONG_FOR_SENTINELS, { SENTINEL_PASSWORD: 'hunter2-hunter2' }],
  [WRONG_FOR_REDIS, {}],
])('a wrong password is a 503 with the reason, and shown nowhere (%i)', async (web, env) => {
  const reasons = await reasonsAt(web, /WRONGPASS/);
  expect((await app.search('sentinel', { web })).status).toBe(503);
  const url = web === WRONG_FOR_REDIS ? sentinels.url.replace(PASSWORDS.password, 'hunter2-hunter2') : sentinels.url;
  const { code, stdout } = await new Operator({ ...app.env, ...env, REDIS_URL: url }).run('doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^fail +redis: cannot be reached: .*WRONGPASS/m);
  expect(reasons + stdout + app.webs.map(({ output }) => output).join()).not.toContain('hunter2');
});

test('the primary is reached only where REDIS_NAT_MAP says, and again when it is back', async () => {
  proxy.refuse();
  await reasonsAt(RIGHT, /Redis/);
  proxy.admit();
  await eventually('it is ready', async () => (await app.get('/readyz')).status === 200);
  await eventually('a search works', async () => (await app.search('mapped')).status === 200);
});
