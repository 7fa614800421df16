import { existsSync, writeFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNode } from '../harness/command-line.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually, TestProcess } from '../harness/processes.ts';
import { NPM_START, ProjectCopy, StartRun } from '../harness/project-copy.ts';
import { TestRedis } from '../harness/redis.ts';

const TIMEOUT_MS = 90_000;

describe('with a Redis and an engine of one’s own in .env', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let redis: TestRedis;
  let sandbox: TestProcess;
  let run: StartRun;
  let port: number;
  beforeAll(async () => {
    copy = ProjectCopy.built();
    redis = await TestRedis.start();
    const sandboxPort = await testPort();
    sandbox = new TestProcess('sandbox', ['dist/sandbox/main.js', '--port', String(sandboxPort)], {});
    await eventually('the sandbox listens', () => sandbox.output.includes('"port"'));
    port = await testPort();
    writeFileSync(
      copy.path('.env'),
      `PORT=${port}
REDIS_URL=${redis.url}
BRAVE_API_KEY=secretOfBrave
BRAVE_URL=http://127.0.0.1:${sandboxPort}/brave/res/v1
`,
    );
    run = new StartRun(copy, {}, NPM_START);
    await run.untilAnnounced();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await copy?.dispose();
    await sandbox?.stop();
    await redis?.dispose();
  });

  test('it starts only web and worker, and says so', () => {
    expect(Object.keys(run.children()).sort()).toEqual(['node bin/run.js start', 'web', 'worker']);
    expect(run.output).toContain(`Tributary is running at http://127.0.0.1:${port}\n`);
    expect(run.output).toContain('Using the Redis of REDIS_URL.');
    expect(run.output).not.toMatch(/sandbox/i);
    expect(existsSync(copy.path('.data', 'redis'))).toBe(false);
  });

  test('it makes no account in someone else’s Redis, and tells how to make a key', () => {
    expect(run.output).not.toMatch(/trib_/);
    expect(run.output).toContain('npm run --silent cli -- key create USERNAME');
    expect(existsSync(copy.path('.data', 'demo-key'))).toBe(false);
  });

  test('searches go to that engine, with that Redis', async () => {
    const cli = (...args: string[]) => runNode(['dist/bin/cli.js', ...args], { cwd: copy.root });
    expect((await cli('user', 'create', 'me')).code).toBe(0);
    const key = (await cli('key', 'create', 'me')).stdout.trim();
    const headers = { authorization: `Api-Key ${key}` };
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/web/?q=redis`, { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ engine: ['engine_a'] });
    const client = new Redis(redis.url);
    client.on('error', () => {});
    expect(await client.exists('{trib:accounts}:user:me')).toBe(1);
    client.disconnect();
  });

  test('SIGTERM to npm stops what it started, and leaves that Redis running', async () => {
    await run.end('SIGTERM');
    // npm does not wait for what it has passed the signal on to.
    await eventually('nothing is left running', () => copy.processes().length === 0, 30_000);
    const client = new Redis(redis.url);
    client.on('error', () => {});
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });
});

test('npm says that the port is in use, and which one to try, before it installs or builds anything', async () => {
  const copy = new ProjectCopy('package.json', 'package-lock.json', 'bin', 'lib', 'tsconfig.json');
  const port = await testPort();
  const taken = await listen(port);
  try {
    writeFileSync(copy.path('.env'), `PORT=${port}\n`);
    const run = new StartRun(copy, {}, NPM_START);
    expect(await run.end()).toBe(1);
    const next = Number(/^Port \d+ is in use\. Try: PORT=(\d+) npm start$/m.exec(run.output)?.[1]);
    expect(next).toBeGreaterThan(port);
    expect(run.output).not.toContain('setup:');
    expect(existsSync(copy.path('dist'))).toBe(false);
  } finally {
    await close(taken);
    await copy.dispose();
  }
});
