import { afterAll, beforeAll, expect, test } from 'vitest';
import { Operator } from '../harness/command-line.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let operator: Operator;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', env: { CACHE_TTL_S: '0' } });
  operator = new Operator(app.env);
});
afterAll(() => app?.stop());

test('engines are listed with what came of their calls', async () => {
  expect((await app.search('listed')).status).toBe(200);
  const [listed] = await eventually('the calls are recorded', async () => {
    const engines = JSON.parse((await operator.run('engine list --json')).stdout);
    return engines[0].calls > 0 && engines;
  });
  expect(listed).toMatchObject({ slug: 'engine_a', state: 'up', success_rate: 1, last_error: null, pause: null });
  expect((await operator.run('engine list')).stdout).toMatch(
    /^engine_a +Brave \(sandbox\)|^engine_a +Brave +100 % +\d/m,
  );
});

test('an engine is paused, tested meanwhile, and resumed', async () => {
  const paused = await operator.run(['engine', 'pause', 'engine_a', '--reason', 'odd answers', '--for', '24h']);
  expect(paused).toMatchObject({ code: 0, stdout: expect.stringMatching(/^paused engine_a until 20\S+Z\n$/) });
  expect((await operator.run('engine list')).stdout).toMatch(/engine_a .* paused +until \S+: odd answers/);
  await app.forgetCalls();
  await eventually('searches go on without it', async () => {
    await app.forgetCalls();
    return (await app.search(`without ${Math.random()}`)).status === 200 && (await app.calls('brave')).length === 0;
  });
  const tested = await operator.run('engine test engine_a');
  expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/answered in \d+ ms with \d+ results\n$/) });
  expect(await app.calls('brave')).toHaveLength(1);
  expect((await operator.run('engine resume engine_a')).stdout).toBe('resumed engine_a\n');
  expect((await operator.run('engine resume engine_a')).stdout).toBe('engine_a is not paused\n');
  const { stdout } = await operator.run('audit --json');
  for (const action of ['engine paused', 'engine tested', 'engine resumed']) expect(stdout).toContain(action);
});

test('a test that fails has the exit code 1, and says why', async () => {
  await app.knobs('mojeek', { status: 502 });
  expect(await operator.run('engine test engine_b')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/: upstream after \d+ ms \(.+\)\n$/),
  });
  await app.knobs('mojeek', {});
});

test('what cannot be is named', async () => {
  expect(await operator.run('engine pause engine_z')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"engine_z"'),
  });
  expect(await operator.run('engine pause engine_a --for 2h')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--for: /),
  });
});
