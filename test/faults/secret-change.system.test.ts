import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

const OLD = 'the secret of the first year';
const NEW = 'the secret of the second year';
const CHANGED = { INSTANCE_SECRET: NEW, INSTANCE_SECRET_PREVIOUS: OLD };

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    ownRedis: true,
    env: { INSTANCE_SECRET: OLD, REQUEST_DEADLINE_MS: '60000' },
  });
});
afterAll(() => app?.stop());

let searches = 0;
/** Whether every engine answers a new search at a web process. */
async function everyEngineAnswers(web: number): Promise<boolean> {
  searches += 1;
  const reply = await app.search(`secret ${searches}`, { web });
  return reply.status === 200 && Object.values(TestApp.outcomes(reply)).every((outcome) => outcome === 'ok');
}

test('the secret is changed without an outage: the workers first, then the web processes', async () => {
  await eventually('all is well', () => everyEngineAnswers(0));
  app.addWorker(CHANGED);
  await app.workers[0]?.stop();
  await eventually('the new worker is seen', async () => (await app.get('/readyz', { key: '' })).status === 200);
  for (let i = 0; i < 5; i++) expect(await everyEngineAnswers(0)).toBe(true);
  await app.addWeb(CHANGED);
  await eventually(
    'the new web process is ready',
    async () => (await app.get('/readyz', { key: '', web: 1 })).status === 200,
  );
  for (let i = 0; i < 10; i++) expect(await everyEngineAnswers(i % 2)).toBe(true);
});

test('a worker with another secret takes no jobs: the others serve, and readiness, doctor, status and logs name it', async () => {
  const port = await testPort();
  const stranger = app.addWorker({ INSTANCE_SECRET: 'a secret that nobody else has', WORKER_PORT: String(port) });
  const readiness = () => app.get('/readyz', { key: '' });
  const [warning] = await eventually('it is noticed', async () => (await readiness()).body.warnings as string[]);
  const name = /worker \S{8} \(\S+\)/.exec(warning ?? '')?.[0] ?? 'no name';
  expect(warning).toBe(`The ${name} cannot read the jobs of this process: it has a different INSTANCE_SECRET.`);
  expect((await readiness()).status).toBe(200);
  for (let i = 0; i < 10; i++) expect(await everyEngineAnswers(i % 2)).toBe(true);

  // The worker looks by itself, and may do so later than the web processes.
  const itself = await eventually('it has noticed', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
    return reply.status === 503 && ((await reply.json()) as unknown);
  });
  expect(itself).toEqual({
    status: 'unavailable',
    reasons: ['It cannot read the jobs of any web process: it has a different INSTANCE_SECRET.'],
  });
  const operator = new Operator({ ...app.env, ...CHANGED });
  const findings: { what: string; level: string; text: string }[] = JSON.parse(
    (await operator.run('doctor --json')).stdout,
  );
  expect(findings.find(({ what }) => what === 'workers')).toMatchObject({
    level: 'warn',
    text: expect.stringMatching(/^1 of 2 cannot read jobs: worker \S{8} .*: it has a different INSTANCE_SECRET$/),
  });
  expect((await operator.run('status')).stdout).toContain('cannot read jobs: it has a different INSTANCE_SECRET');
  expect(stranger.output).toContain(
    'This worker takes no jobs, because it cannot read those of any web process: it has a different INSTANCE_SECRET.',
  );
  expect(app.webs[0]?.output).toContain(warning);

  // Without the good one, searches are refused at once, which the deadline of this test would not allow otherwise.
  await app.workers[1]?.stop();
  const reasons = await eventually('nobody is left', async () => (await readiness()).body.reasons as string[]);
  expect(reasons).toEqual(['No worker process can read the jobs of this process.']);
  expect((await app.search('nobody reads this')).status).toBe(503);

  app.addWorker(CHANGED);
  await stranger.stop();
  await eventually('all is well again', async () => (await readiness()).body.warnings === undefined);
  expect(await everyEngineAnswers(0)).toBe(true);
});

test('a worker that stopped to take jobs takes them when a web process has its secret', async () => {
  const secret = 'a secret for which the web process comes later';
  const early = app.addWorker({ INSTANCE_SECRET: secret });
  await eventually('it takes no jobs', () => early.output.includes('This worker takes no jobs'));
  await app.addWeb({ INSTANCE_SECRET: secret });
  await eventually('it is asked', () => everyEngineAnswers(2));
  await early.stop();
});
