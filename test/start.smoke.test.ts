import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPort } from './harness/ports.ts';
import { eventually, TestProcess } from './harness/processes.ts';
import { Stack } from './harness/stack.ts';

/** A process that starts beside others on a busy machine may take half a minute. */
const PATIENCE_MS = 120_000;

/** A Redis and the sandbox; web and worker are started as a platform that reads the Procfile starts them. */
let stack: Stack;
beforeAll(async () => {
  stack = await Stack.start({ web: 0, workers: 0 });
});
afterAll(() => stack?.stop());

/** Runs a line of the Procfile. */
function run(name: string, env: Record<string, string> = {}): TestProcess {
  const [, command] = new RegExp(`^${name}: exec node (.+)$`, 'm').exec(readFileSync('Procfile', 'utf8')) ?? [];
  if (!command) throw new Error(`The Procfile has no line for ${name} that node could run.`);
  return new TestProcess(name, command.split(' '), { ...stack.env, ...env });
}

test(
  'the processes of the Procfile answer a search, and exit cleanly when they are told to stop',
  async () => {
    const port = await testPort();
    const web = run('web', { PORT: String(port) });
    const worker = run('worker');
    stack.webs.push(web);
    stack.workers.push(worker);
    stack.urls.push(`http://127.0.0.1:${port}`);
    await eventually(
      'both are ready',
      async () => (await stack.get('/readyz', { key: '' })).status === 200,
      PATIENCE_MS,
    );
    const reply = await stack.search('node.js');
    expect(reply.status).toBe(200);
    expect(reply.body.engine).toEqual(['engine_a', 'engine_b', 'engine_c']);
    expect(Stack.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
    expect(reply.body.results.length).toBeGreaterThan(3);
    expect(await Promise.all([web.stop('SIGTERM'), worker.stop('SIGTERM')])).toEqual([0, 0]);
  },
  PATIENCE_MS,
);

test(
  'settings that make no sense stop the start, each named',
  async () => {
    const env = { PORT: '1', API_THROTTLE_BURST: 'sixty', API_THROTTLE_SUSTAINED: '5/week', API_MONTHLY_LIMIT: '-1' };
    const web = run('web', env);
    stack.webs.push(web);
    const [code] = await once(web.child, 'close');
    expect(code).toBe(1);
    expect(web.output).toMatch(/API_THROTTLE_BURST: .*"sixty"/);
    expect(web.output).toMatch(/API_THROTTLE_SUSTAINED: .*"5\/week"/);
    expect(web.output).toMatch(/API_MONTHLY_LIMIT: must be a number/);
  },
  PATIENCE_MS,
);
