import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

const OLD = 'the secret of the first year';
const NEW = 'the secret of the second year';
const CHANGED = { INSTANCE_SECRET: NEW, INSTANCE_SECRET_PREVIOUS: OLD };

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true, env: { INSTANCE_SECRET: OLD } });
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
