import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../harness/command-line.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

const OLD = 'the secret of the first year';
const NEW = 'the secret of the second year';
const CHANGED = { INSTANCE_SECRET: NEW, INSTANCE_SECRET_PREVIOUS: OLD };

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', ownRedis: true, env: { INSTANCE_SECRET: OLD } });
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

test('a worker with another secret makes web processes not ready; readiness, doctor and the log say why', async () => {
  const stranger = app.addWorker({ INSTANCE_SECRET: 'a secret that nobody else has' });
  const reasons = await eventually('it is noticed', async () => {
    const reply = await app.get('/readyz', { key: '' });
    return reply.status === 503 && (reply.body.reasons as string[]);
  });
  expect(reasons).toEqual(['A worker process has another INSTANCE_SECRET and cannot read its jobs.']);
  const { stdout } = await new Operator({ ...app.env, ...CHANGED }).run('doctor --json');
  const findings: { what: string; level: string; text: string }[] = JSON.parse(stdout);
  expect(findings.find(({ what }) => what === 'workers')).toMatchObject({
    level: 'fail',
    text: '1 of 2 have another INSTANCE_SECRET than this command line and cannot read jobs',
  });
  await eventually('it takes a job and logs that it cannot read it', async () => {
    await everyEngineAnswers(1);
    return stranger.output.includes('Every process needs the same INSTANCE_SECRET.');
  });
  await stranger.stop();
  await eventually('all is well again', async () => (await app.get('/readyz', { key: '' })).status === 200);
});
