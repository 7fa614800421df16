import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureRedis, freePort } from '../../bin/redis.js';
import { generateKey, parseKey } from '../../lib/keys/key-format.ts';
import { runNode } from '../harness/command-line.ts';
import { eventually, TestProcess } from '../harness/processes.ts';
import { ProjectCopy, StartRun } from '../harness/project-copy.ts';
import { TestRedis } from '../harness/redis.ts';

// `npm start` for real: bin/start.js in a copy of the project, with what it starts, as a person would run it.

const TIMEOUT_MS = 90_000;
const newCopy = () => new ProjectCopy('package.json', 'bin', 'dist', 'api/ui/static');

/** Something else on that port, which answers everything with 200; rejects when the port is taken. */
async function listen(port: number, onRequest = (_request: IncomingMessage) => {}): Promise<Server> {
  const server = createServer((request, response) => {
    onRequest(request);
    response.writeHead(200).end('{}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
const close = (server: Server) =>
  new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });

/** The request that the printed curl line makes. */
function printedRequest(output: string): { line: string; header: string; url: string; key: string } {
  const match = /(curl -s -H '(Authorization: Api-Key (\S+))' '(http:\S+)')$/m.exec(output);
  if (!match) throw new Error(`No curl line in:\n${output}`);
  const [, line = '', header = '', key = '', url = ''] = match;
  return { line, header, url, key };
}

async function search(url: string, key: string): Promise<{ status: number; body: { engine: string[] } }> {
  const response = await fetch(url, { headers: { authorization: `Api-Key ${key}` } });
  return { status: response.status, body: (await response.json()) as { engine: string[] } };
}

describe('on a bare machine', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let port: number;
  let first: StartRun;
  beforeAll(async () => {
    copy = newCopy();
    port = await freePort();
    first = new StartRun(copy, { PORT: String(port) });
    await first.untilAnnounced();
  }, TIMEOUT_MS);
  afterAll(() => copy?.dispose());

  test('it prints its address, a key and the pages where to read on', async () => {
    expect(first.output).toContain(`Tributary is running at http://127.0.0.1:${port}\n`);
    const { key } = printedRequest(first.output);
    expect(parseKey(key)).not.toBeNull();
    expect(first.output).toMatch(new RegExp(`API key +${key.replace('.', '\\.')}$`, 'm'));
    const docs = /API docs +(\S+)/.exec(first.output)?.[1] ?? '';
    expect((await fetch(docs)).status).toBe(200);
    expect(existsSync(copy.path('.data', 'log', 'web.log'))).toBe(true);
  });

  test('the curl line that it prints brings results merged from all three engines', async () => {
    const { line, url, key } = printedRequest(first.output);
    const { status, body } = await search(url, key);
    expect(status).toBe(200);
    expect(body.engine).toEqual(['engine_a', 'engine_b', 'engine_c']);
    const { results } = body as unknown as { results: { source: string; title: string }[] };
    const sources = results.map(({ source }) => source);
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((source) => source === 'both' || source === 'all').length).toBeGreaterThan(0);
    // The first thing that a newcomer sees is what was asked for.
    const query = new URL(url).searchParams.get('q') ?? '-';
    expect(results[0]?.title.toLowerCase()).toContain(query);
    // As a person would, where there is a curl.
    if (spawnSync('curl', ['--version']).status === 0) {
      const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
      expect(JSON.parse(stdout)).toMatchObject({ query, engine: body.engine });
    }
  });

  test('it says that this is the sandbox and how to reach the real web', () => {
    expect(first.output).toMatch(/sandbox.*not the web/);
    expect(first.output).toContain('BRAVE_API_KEY=');
  });

  test('it runs web, worker, sandbox and a Redis of its own, all on loopback only', async () => {
    expect(Object.keys(first.children()).sort()).toEqual(['redis', 'sandbox', 'web', 'worker']);
    // Bound to every address, it would answer here too.
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
  });

  test('the key is kept where only its owner can read it', () => {
    const file = copy.path('.data', 'demo-key');
    expect(readFileSync(file, 'utf8').trim()).toBe(printedRequest(first.output).key);
    expect(statSync(file).mode & 0o077).toBe(0);
    for (const log of ['web', 'worker', 'sandbox', 'redis']) {
      expect(readFileSync(copy.path('.data', 'log', `${log}.log`), 'utf8')).not.toContain(
        printedRequest(first.output).key,
      );
    }
  });

  test('a second start is refused with a sentence, as often as one tries, and the first goes on', async () => {
    const before = first.children();
    for (let i = 0; i < 2; i++) {
      const second = await runNode(['bin/start.js'], { cwd: copy.root, env: { PORT: String(await freePort()) } });
      expect(second.code).toBe(1);
      expect(second.stdout + second.stderr).toMatch(
        new RegExp(`^Tributary is already running .*\\b${first.child.pid}\\b`, 'm'),
      );
    }
    expect(first.children()).toEqual(before);
    const { url, key } = printedRequest(first.output);
    expect((await search(url, key)).status).toBe(200);
  });

  test('Ctrl-C stops everything that it started, in order, and frees the port', async () => {
    expect(await first.end('SIGINT')).toBe(0);
    expect(copy.processes()).toEqual([]);
    await close(await listen(port));
    const last = (name: string) => readFileSync(copy.path('.data', 'log', `${name}.log`), 'utf8');
    // Web and worker ended by themselves; neither was cut short or saw Redis go first.
    expect(last('web') + last('worker')).not.toMatch(/stopped before everything had ended|error while stopping/);
    expect(last('redis')).toMatch(/ready to exit, bye bye/);
  });

  test('the next start keeps the accounts: the key works on, and no second one is made', async () => {
    const again = new StartRun(copy, { PORT: String(port) });
    await again.untilAnnounced();
    const { url, key } = printedRequest(again.output);
    expect(key).toBe(printedRequest(first.output).key);
    expect((await search(url, key)).status).toBe(200);
    const introspection = await fetch(`http://127.0.0.1:${port}/api/v1/key/`, {
      headers: { authorization: `Api-Key ${key}` },
    });
    expect(await introspection.json()).toMatchObject({ username: 'demo', usage: { searches: expect.any(Number) } });
    expect(again.output).not.toContain('ended unexpectedly');

    // A child that dies takes the rest down.
    const { worker = 0 } = again.children();
    process.kill(worker, 'SIGKILL');
    expect(await again.end()).toBe(1);
    expect(again.output).toMatch(/^worker ended unexpectedly \(SIGKILL\)\. The end of \.data\/log\/worker\.log:$/m);
    expect(copy.processes()).toEqual([]);
    await close(await listen(port));
  });

  test('a number left behind by a killed start, which another process has now, does not keep it from starting', async () => {
    // After a crash and a restart of the machine or container, any process may have that number: here, this test.
    writeFileSync(copy.path('.data', 'start.pid'), String(process.pid));
    const run = new StartRun(copy, { PORT: String(port) });
    try {
      await run.untilAnnounced();
    } finally {
      await run.end('SIGTERM');
    }
    expect(copy.processes()).toEqual([]);
  });
});

describe('after a start that was killed outright', { timeout: TIMEOUT_MS }, () => {
  test('the next one does not open the same data with a second Redis', async () => {
    const copy = newCopy();
    try {
      const killed = new StartRun(copy, { PORT: String(await freePort()) });
      await killed.untilAnnounced();
      await killed.end('SIGKILL');
      const next = new StartRun(copy, { PORT: String(await freePort()) });
      // It may refuse, take over or clean up; two servers on one append-only file would lose each other's writes.
      await next.untilAnnounced().catch((error: Error) => expect(error.message).toContain('already running'));
      const servers = copy.processes().filter(({ command }) => /(redis|valkey)-server/.test(command));
      expect(servers.length).toBeLessThanOrEqual(1);
      await next.end('SIGINT');
    } finally {
      await copy.dispose();
    }
  });
});

describe('with a Redis and an engine of one’s own in .env', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  let redis: TestRedis;
  let sandbox: TestProcess;
  let run: StartRun;
  let port: number;
  beforeAll(async () => {
    copy = newCopy();
    redis = await TestRedis.start();
    const sandboxPort = await freePort();
    sandbox = new TestProcess('sandbox', ['dist/sandbox/main.js', '--port', String(sandboxPort)], {});
    await eventually('the sandbox listens', () => sandbox.output.includes('"port"'));
    port = await freePort();
    writeFileSync(
      copy.path('.env'),
      `PORT=${port}
REDIS_URL=${redis.url}
BRAVE_API_KEY=secretOfBrave
BRAVE_URL=http://127.0.0.1:${sandboxPort}/brave/res/v1
`,
    );
    run = new StartRun(copy);
    await run.untilAnnounced();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await copy?.dispose();
    await sandbox?.stop();
    await redis?.dispose();
  });

  test('it starts only web and worker, and says so', () => {
    expect(Object.keys(run.children()).sort()).toEqual(['web', 'worker']);
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
    expect(await search(`http://127.0.0.1:${port}/api/v1/web/?q=redis`, key)).toMatchObject({
      status: 200,
      body: { engine: ['engine_a'] },
    });
    const client = new Redis(redis.url);
    expect(await client.exists('{trib:accounts}:user:me')).toBe(1);
    client.disconnect();
  });

  test('a closed terminal stops what it started, and leaves that Redis running', async () => {
    expect(await run.end('SIGHUP')).toBe(0);
    expect(copy.processes()).toEqual([]);
    const client = new Redis(redis.url);
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });
});

describe('a start that cannot succeed', { timeout: TIMEOUT_MS }, () => {
  let copy: ProjectCopy;
  beforeEach(() => {
    copy = newCopy();
  });
  afterEach(() => copy?.dispose());

  test('a setting that cannot be right is named, and nothing is left running', async () => {
    const run = new StartRun(copy, { PORT: 'abc', API_THROTTLE_BURST: 'often', BRAVE_API_KEY: 'hunter 2' });
    expect(await run.end()).toBe(1);
    for (const name of ['PORT', 'API_THROTTLE_BURST', 'BRAVE_API_KEY']) {
      expect(run.output).toMatch(new RegExp(`^\\s*${name}: \\S+`, 'm'));
    }
    expect(run.output).not.toContain('hunter 2');
    expect(run.output).not.toContain('is running at');
    expect(copy.processes()).toEqual([]);
    expect(existsSync(copy.path('.data', 'start.pid'))).toBe(false);
  });

  test('a port that another server answers on is told, not announced as ours, and nothing is left running', async () => {
    const port = await freePort();
    const heard: (string | undefined)[] = [];
    const taken = await listen(port, ({ headers }) => heard.push(headers.authorization));
    // As after an earlier start.
    writeFileSync(copy.path('.data', 'demo-key'), generateKey().key);
    try {
      const run = new StartRun(copy, { PORT: String(port) });
      expect(await run.end()).toBe(1);
      expect(run.output).toContain('EADDRINUSE');
      expect(run.output).not.toContain('is running at');
      expect(copy.processes()).toEqual([]);
      // Whoever that is must not be handed our key.
      expect(heard.filter((authorization) => authorization !== undefined)).toEqual([]);
    } finally {
      await close(taken);
    }
  });

  test('Ctrl-C while Redis is still starting leaves nothing running', async () => {
    const slow = slowRedis(copy);
    const run = new StartRun(copy, { PORT: String(await freePort()), PATH: `${slow.folder}:${process.env.PATH}` });
    await eventually('Redis is being started', () => existsSync(slow.startedMark), 30_000);
    await run.end('SIGINT');
    // Whatever was on its way up would be up by then.
    await eventually('the slow Redis has gone on', () => existsSync(slow.wentOnMark) || copy.processes().length === 0);
    await eventually('nothing is left running', () => copy.processes().length === 0, 5_000);
    expect(run.output).not.toContain('is running at');
  });

  test('Ctrl-C while the processes are still starting leaves nothing running', async () => {
    const run = new StartRun(copy, { PORT: String(await freePort()) });
    await eventually('the first of our processes is there', () => Object.keys(run.children()).length >= 2, 30_000);
    await run.end('SIGINT');
    expect(run.output).not.toContain('is running at');
    expect(copy.processes()).toEqual([]);
  });
});

/** A redis-server for PATH that takes its time before it becomes the real one. */
function slowRedis(copy: ProjectCopy): { folder: string; startedMark: string; wentOnMark: string } {
  const real = ensureRedis();
  const [folder, startedMark, wentOnMark] = [copy.path('slow'), copy.path('started'), copy.path('went-on')];
  const libraries = real.env.LD_LIBRARY_PATH ? `export LD_LIBRARY_PATH='${real.env.LD_LIBRARY_PATH}'` : '';
  mkdirSync(folder);
  writeFileSync(
    `${folder}/redis-server`,
    `#!/bin/sh
${libraries}
if [ "$1" = --version ]; then exec '${real.path}' "$@"; fi
: > '${startedMark}'
sleep 2
: > '${wentOnMark}'
exec '${real.path}' "$@"
`,
  );
  chmodSync(`${folder}/redis-server`, 0o755);
  return { folder, startedMark, wentOnMark };
}
