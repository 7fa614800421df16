import { afterAll, expect, test } from 'vitest';
import { PATIENCE } from '../harness/patience.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { Visitor } from '../harness/visitor.ts';

let stack: Stack | undefined;
afterAll(() => stack?.stop());

test('a pause by hand holds in every process, across their restarts: no call and no probe leaves', {
  timeout: 180_000,
}, async () => {
  const env = { ...PATIENCE, CACHE_TTL_S: '0', PROBE_INTERVAL_S: '1', API_THROTTLE_BURST: 'off' };
  stack = await Stack.start({ web: 2, workers: 2, env });
  const running = stack;
  const outcomeAt = async (web: number) => {
    const { headers } = await running.search(`paused ${Math.random()}`, { web });
    return /engine_a;[^,]*desc="?(\w+)/.exec(headers.get('server-timing') ?? '')?.[1];
  };
  const root = await Visitor.signedIn(running, 'root', { admin: true });
  await eventually('probes are made', async () => (await running.calls('wikipedia')).length > 1);
  for (const slug of ['engine_a', 'wikipedia']) {
    const paused = await root.post(`/admin/engines/${slug}/pause`, { reason: 'a test', for: 'until resumed' });
    expect(paused.status).toBe(303);
  }
  const bothSkip = async (webs: readonly number[]) =>
    (await Promise.all(webs.map(outcomeAt))).every((outcome) => outcome === 'suspended');
  await eventually('both web processes skip it', () => bothSkip([0, 1]));
  await running.forgetCalls();
  for (let i = 0; i < 10; i++) expect(await bothSkip([0, 1])).toBe(true);

  await Promise.all([...running.webs, ...running.workers].map((process) => process.stop('SIGKILL')));
  running.addWorker();
  await running.addWeb();
  await running.addWeb();
  for (const web of [2, 3]) await running.untilSearching(web);
  for (let i = 0; i < 10; i++) expect(await bothSkip([2, 3])).toBe(true);
  expect(await running.calls('brave')).toEqual([]);
  expect(await running.calls('wikipedia')).toEqual([]);

  const there = new Visitor(running.urls[2] ?? '');
  there.cookie = root.cookie;
  await there.get('/settings/api-keys');
  expect((await there.post('/admin/engines/engine_a/resume')).status).toBe(303);
  for (const web of [2, 3]) await eventually('it is called again', async () => (await outcomeAt(web)) === 'ok');
});
