import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createTeam } from '../../harness/as-tester.ts';
import { administrator, keyOf, type Manager, managerWith } from '../../harness/management.ts';
import { eventually } from '../../harness/processes.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
let root: Manager;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_BURST: '1000/min', CACHE_TTL_S: '0' } });
  root = await administrator(app);
});
afterAll(() => app?.stop());

const engine = async () => (await root('GET', 'engines/')).body.items[0];

test('an engine is paused with a reason and an end, and resumed; its fields in the list stay', async () => {
  const fields = Object.keys(await engine());
  const paused = await root('POST', 'engines/engine_a/pause/', { reason: 'odd answers', for: '1h' });
  expect(paused).toMatchObject({
    status: 200,
    body: { slug: 'engine_a', name: 'Brave', paused: true, reason: 'odd answers' },
  });
  expect(Date.parse(paused.body.until) - Date.now()).toBeGreaterThan(3_500_000);
  const listed = await engine();
  expect([Object.keys(listed), listed.paused_until]).toEqual([fields, paused.body.until]);
  await eventually('searches go on without it', async () => {
    const { body } = await app.get('/api/v1/web/?q=x&detail=full');
    return body.engines.find((one: { engine: string }) => one.engine === 'engine_a')?.outcome === 'suspended';
  });
  expect((await root('POST', 'engines/engine_a/pause/', {})).body).toMatchObject({
    paused: true,
    reason: '',
    until: '',
  });
  const ended = { status: 200, body: { slug: 'engine_a', paused: false, reason: '', until: '' } };
  expect(await root('POST', 'engines/engine_a/resume/')).toMatchObject(ended);
  expect(await root('POST', 'engines/engine_a/resume/')).toMatchObject(ended);
  expect((await engine()).paused_until).toBe('');
});

test('what cannot be is named', async () => {
  const pause = (body: unknown, slug = 'engine_a') => root('POST', `engines/${slug}/pause/`, body);
  expect(await pause({ for: '2h' })).toMatchObject({ status: 400, body: { for: [expect.stringContaining('24h')] } });
  expect(await pause({ reason: 'x'.repeat(201) })).toMatchObject({
    status: 400,
    body: { reason: ['At most 200 characters.'] },
  });
  expect(await pause({ reason: 7 })).toMatchObject({ status: 400, body: { reason: [expect.any(String)] } });
  expect(await pause({ until: '1h' })).toMatchObject({ status: 400, body: { until: ['There is no such field.'] } });
  expect(await pause({}, 'engine_z')).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('engine_z') },
  });
  expect(await app.client.hlen(redisKeys.pausedProviders)).toBe(0);
});

test('a test says what came of it, and is in the audit log', async () => {
  await app.forgetCalls();
  const answered = await root('POST', 'engines/engine_b/test/');
  expect(answered).toMatchObject({ status: 200, body: { slug: 'engine_b', outcome: 'ok', error: '' } });
  expect(answered.body.results).toBeGreaterThan(0);
  expect(await app.calls('mojeek')).toHaveLength(1);
  await app.knobs('mojeek', { status: 502 });
  expect((await root('POST', 'engines/engine_b/test/')).body).toMatchObject({
    outcome: 'upstream',
    results: null,
    error: expect.stringMatching(/./),
  });
  await app.knobs('mojeek', {});
  const [entry] = (await root('GET', 'audit/?action=engine%20tested')).body.items;
  expect(entry).toMatchObject({ account: 'root', target: 'engine_b', via: 'management API' });
  const replies = [];
  for (let i = 0; i < 19; i++) replies.push(await root('POST', 'engines/wikipedia/test/'));
  const last = replies.at(-1);
  expect([last?.status, Number(last?.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('the owner of a team does none of this', async () => {
  await createTeam(app.client, 'blue');
  const blue = managerWith(app, await keyOf(app, 'blue', { scopes: ['manage'] }));
  for (const action of ['pause', 'resume', 'test']) {
    expect((await blue('POST', `engines/engine_a/${action}/`, {})).status).toBe(403);
  }
});
