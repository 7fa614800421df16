import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../bin/one-start.js';
import { parseKey } from '../../lib/keys/key-format.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { runNode } from '../harness/command-line.ts';
import { HeldRedisServer } from '../harness/held-redis-server.ts';
import { close, listen, testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { childrenOf, NPM_START, ProjectCopy, StartRun } from '../harness/project-copy.ts';

// `npm start` for real: bin/start.js in a copy of the project, with what it starts, as a person would run it.

const TIMEOUT_MS = 90_000;

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
  /** What it had said while its Redis did not come up. */
  let meanwhile: string;
  /** What a killed start leaves behind: its Redis, and the shell beside it. */
  let leftover: number;
  let shell: number;
  beforeAll(async () => {
    copy = ProjectCopy.built();
    // As an earlier version, or a generous umask, left it behind.
    mkdirSync(copy.path('.data', 'log'));
    writeFileSync(copy.path('.data', 'log', 'web.log'), '');
    chmodSync(copy.path('.data', 'log', 'web.log'), 0o666);
    for (const folder of ['.data', '.data/log']) chmodSync(copy.path(folder), 0o777);
    port = await testPort();
    const redis = new HeldRedisServer(copy.root);
    first = new StartRun(copy, { PORT: String(port), PATH: `${redis.folder}:${process.env.PATH}` });
    await eventually('it says what it waits for', () => /^Starting Redis …$/m.test(first.output), 30_000);
    meanwhile = first.output;
    redis.release();
    await first.untilAnnounced();
  }, TIMEOUT_MS);
  afterAll(() => copy?.dispose());

  const secretFile = () => readFileSync(copy.path('.data', 'instance-secret'), 'utf8').trim();
  /** A client of its Redis; `password` is the one of the running start unless told. */
  async function withRedis<T>(use: (client: Redis) => Promise<T>, password = redisAccess().password): Promise<T> {
    const client = new Redis(redisAccess().port, '127.0.0.1', { password, retryStrategy: () => null });
    client.on('error', () => {});
    return use(client).finally(() => client.disconnect());
  }
  function redisAccess(): { port: number; password: string } {
    const [at, password = ''] = readFileSync(copy.path('.data', 'redis.port'), 'utf8').split(' ');
    return { port: Number(at), password };
  }

  test('it shows what it is doing when it takes longer than two seconds', () => {
    expect(meanwhile).not.toContain('Starting the sandbox');
    expect(first.output).toMatch(/^Starting the sandbox, the worker and the web process …$/m);
  });

  test('it prints its address, a key and the pages where to read on', async () => {
    expect(first.output).toContain(`Tributary is running at http://127.0.0.1:${port}\n`);
    const { key } = printedRequest(first.output);
    expect(parseKey(key)).not.toBeNull();
    expect(first.output).toMatch(new RegExp(`API key +${key.replace('.', '\\.')}$`, 'm'));
    const docs = /API reference +(\S+)/.exec(first.output)?.[1] ?? '';
    expect(await (await fetch(docs)).text()).toContain('<h1>API reference</h1>');
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
    expect(first.output).toContain('Sandbox: demonstration data\n');
    expect(first.output).toMatch(/sandbox.*not the web/);
    expect(first.output).toContain('BRAVE_API_KEY=');
  });

  test('the pictures of its results are drawn by the sandbox', async () => {
    const { url, key } = printedRequest(first.output);
    const { body } = await search(new URL('/api/v1/images/?q=mountain', url).href, key);
    const { results } = body as unknown as { results: { thumbnail: string }[] };
    expect(results.length).toBeGreaterThan(1);
    for (const { thumbnail } of results) {
      const picture = await fetch(thumbnail);
      expect([thumbnail, picture.headers.get('content-type')]).toEqual([thumbnail, 'image/svg+xml']);
    }
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

  test('all of .data is for its owner only, also what was there before', () => {
    const names = ['', ...(readdirSync(copy.path('.data'), { recursive: true }) as string[])];
    expect(names.join(' ')).toContain('appendonly');
    const open = names.filter((name) => {
      const entry = lstatSync(copy.path('.data', name));
      return !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0;
    });
    expect(open).toEqual([]);
  });

  test('its Redis refuses a client without the password', async () => {
    await expect(withRedis((stranger) => stranger.keys('*'), '')).rejects.toThrow(/NOAUTH/);
  });

  test('no command line shows the password of its Redis, nor does a log', () => {
    const { password } = redisAccess();
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    for (const { command } of copy.processes()) expect(command).not.toContain(password);
    for (const log of readdirSync(copy.path('.data', 'log'))) {
      expect(readFileSync(copy.path('.data', 'log', log), 'utf8')).not.toContain(password);
    }
    expect(first.output).not.toContain(password);
  });

  test('the secret that seals searches is in a file and not in Redis', async () => {
    expect(secretFile()).toMatch(/^[\w-]{43}$/);
    const { web = 0, worker = 0 } = first.children();
    for (const pid of [web, worker]) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toContain(`INSTANCE_SECRET=${secretFile()}`);
    }
    const { url, key } = printedRequest(first.output);
    expect((await search(url, key)).status).toBe(200);
    expect(await withRedis((owner) => owner.keys('{trib:cache:*'))).not.toEqual([]);
    expect(await withRedis((owner) => owner.exists(redisKeys.instanceSecret))).toBe(0);
  });

  test('a second start is refused with a sentence, as often as one tries, and the first goes on', async () => {
    const before = first.children();
    const sentence = new RegExp(`^Tributary is already running .*\\b${first.child.pid}\\b`, 'm');
    const second = await runNode(['bin/start.js'], { cwd: copy.root, env: { PORT: String(await testPort()) } });
    expect(second).toMatchObject({ code: 1, stdout: expect.stringMatching(sentence) });
    expect(await refusal(copy.path('.data', 'start.pid'), { HOST: '127.0.0.1' })).toMatch(sentence);
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
    expect(last('web') + last('worker')).not.toMatch(/stopped before all work had finished|error while stopping/);
    expect(last('redis')).toMatch(/ready to exit, bye bye/);
  });

  test('the processes of the next start have settings that doctor reads too, and end without bin/start.js', async () => {
    const engines = { ENGINE_A: 'wikipedia', ENGINE_C: 'marginalia', ENGINE_A_NAME: 'Our "own" #1' };
    const killed = new StartRun(copy, { PORT: String(port), PROBE_INTERVAL_S: '0', ...engines });
    await killed.untilAnnounced();
    const { code, stdout } = await runNode(['dist/bin/cli.js', 'doctor', '--json'], { cwd: copy.root });
    const findings = JSON.parse(stdout) as { what: string; level: string; text: string }[];
    const about = (subject: string) => findings.filter(({ what }) => what === subject);
    expect(about('engine_a')).toMatchObject([{ level: 'ok', text: expect.stringMatching(/^Our "own" #1 at/) }]);
    expect(about('engine_c')).toMatchObject([{ level: 'ok' }]);
    expect(about('settings')).toMatchObject([{ level: 'ok' }]);
    expect(code).toBe(0);

    // On a busy machine, Redis may outlive the start: here, the shell that ends it gets no time to.
    const { redis = 0 } = killed.children();
    [shell = 0] = childrenOf(redis);
    process.kill(shell, 'SIGSTOP');
    await killed.end('SIGKILL');
    await eventually('only Redis is left', () => Object.keys(killed.children()).join() === 'redis', 30_000);
    leftover = redis;
  });

  test('the start after that ends the Redis that was left, and keeps the accounts and the secret', async () => {
    const secret = secretFile();
    const next = new StartRun(copy, { PORT: String(port) }, NPM_START);
    await next.untilAnnounced();
    process.kill(shell, 'SIGKILL');
    const servers = copy.processes().filter(({ command }) => /(redis|valkey)-server/.test(command));
    expect(servers).toEqual([expect.not.objectContaining({ pid: leftover })]);

    // The key works on, and no second one is made.
    const { url, key } = printedRequest(next.output);
    expect(key).toBe(printedRequest(first.output).key);
    expect(secretFile()).toBe(secret);
    expect((await search(url, key)).status).toBe(200);
    const introspection = await fetch(`http://127.0.0.1:${port}/api/v1/key/`, {
      headers: { authorization: `Api-Key ${key}` },
    });
    expect(await introspection.json()).toMatchObject({ username: 'demo', usage: { searches: expect.any(Number) } });
    expect(next.output).not.toContain('ended unexpectedly');

    // All of it ends when npm is killed outright.
    expect(Object.keys(next.children())).toEqual(expect.arrayContaining(['redis', 'sandbox', 'web', 'worker']));
    await next.end('SIGKILL');
    await eventually('nothing is left running', () => copy.processes().length === 0, 30_000);
    await close(await listen(port));
  });
});
