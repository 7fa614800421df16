import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endLeftoverRedis } from '../../bin/one-start.js';
import { ensureRedis, startRedis } from '../../bin/redis.js';
import { type CommandResult, runNode } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { ProjectCopy } from '../harness/project-copy.ts';
import { TestRedis } from '../harness/redis.ts';

const TIMEOUT_MS = 60_000;

let copy: ProjectCopy;
afterEach(() => copy?.dispose());

/** Puts a program on the copy's own PATH. */
function program(name: string, script: string, mode = 0o755): void {
  mkdirSync(copy.path('path'), { recursive: true });
  writeFileSync(copy.path('path', name), `#!/bin/sh\n${script}\n`);
  chmodSync(copy.path('path', name), mode);
}

describe('setup', { timeout: TIMEOUT_MS }, () => {
  beforeEach(() => {
    // The real scripts and compiler, and the tiniest tree to build: without the types of Node, half of what tsc reads.
    copy = new ProjectCopy('package.json', 'package-lock.json', 'tsconfig.build.json');
    source('tsconfig.json', readFileSync('tsconfig.json', 'utf8').replace('"types": ["node"]', '"types": []'));
    for (const folder of ['bin', 'tools']) mkdirSync(copy.path(folder));
    for (const file of [
      'bin/setup.js',
      'bin/build.js',
      'bin/bundle.js',
      'bin/client-package.js',
      'bin/redis.js',
      'bin/apt-package.js',
      'bin/home.js',
      'bin/start-settings.js',
      'tools/chromium.js',
    ])
      cpSync(file, copy.path(file));
    source('lib/answer.ts', 'export const answer: number = 42;\n');
    // Nothing may be installed by a test; what would be is written down instead.
    program('npm', `echo "$@" >> "$CALLS"; echo "npm speaks on stdout"; eval "$NPM_DOES"`);
  });

  function source(file: string, text: string): void {
    mkdirSync(path.dirname(copy.path(file)), { recursive: true });
    writeFileSync(copy.path(file), text);
  }

  /** Runs setup as npm does before a command. Its stdout belongs to that command, so it is always empty. */
  async function setup(args: readonly string[] = [], env: Record<string, string> = {}): Promise<CommandResult> {
    const result = await runNode(['bin/setup.js', ...args], {
      cwd: copy.root,
      env: {
        PATH: `${copy.path('path')}:${process.env.PATH}`,
        CALLS: copy.path('npm-calls'),
        npm_lifecycle_event: 'prestart',
        ...env,
      },
      withinMs: TIMEOUT_MS - 10_000,
    });
    expect(result.stdout).toBe('');
    return result;
  }
  const npmCalls = () => (existsSync(copy.path('npm-calls')) ? readFileSync(copy.path('npm-calls'), 'utf8') : '');
  const built = (file: string) => readFileSync(copy.path('dist', file), 'utf8');

  test('it builds what is not built, says so on stderr, and has nothing to say the next time', async () => {
    expect(await setup()).toMatchObject({ code: 0, stderr: 'setup: building\n' });
    expect(built('lib/answer.js')).toContain('answer = 42');
    expect(await setup()).toMatchObject({ code: 0, stderr: '' });
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: '' });
    expect(npmCalls()).toBe('');
  });

  test('before the tests, which check all types themselves, it builds without a check', async () => {
    program('chromium', 'exit 0');
    source('lib/answer.ts', 'export const answer: string = 42;\n');
    expect(await setup()).toMatchObject({ code: 1, stderr: expect.stringContaining('TS2322') });
    expect(await setup([], { npm_lifecycle_event: 'pretest' })).toMatchObject({ code: 0, stderr: 'setup: building\n' });
    expect(built('lib/answer.js')).toContain('answer = 42');
  });

  test('it builds again when a source has changed, come or gone', async () => {
    await setup(['--no-redis']);
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: 'setup: building\n' });
    expect(built('lib/answer.js')).toContain('answer = 43');

    source('api/question.ts', "import { answer } from '../lib/answer.ts';\nexport const question = answer;\n");
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: 'setup: building\n' });
    expect(built('api/question.js')).toContain("from '../lib/answer.js'");

    rmSync(copy.path('api'), { recursive: true });
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: 'setup: building\n' });
    expect(existsSync(copy.path('dist', 'api'))).toBe(false);
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('scripts and data that the code reads come along, and a change of one builds again', async () => {
    source('lib/lua/sum.lua', 'return 1 + 1');
    source('lib/data/words.json', '[]');
    await setup(['--no-redis']);
    expect(built('lib/lua/sum.lua')).toBe('return 1 + 1');
    expect(built('lib/data/words.json')).toBe('[]');

    source('lib/lua/sum.lua', 'return 1 + 1 + 1');
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: 'setup: building\n' });
    expect(built('lib/lua/sum.lua')).toBe('return 1 + 1 + 1');
  });

  test('a process goes on with the code of the build that it was started from, and one more build removes that', async () => {
    const lazy = (text: string) => source('lib/lazy.ts', `export const text = '${text}';\n`);
    source('bin/cli.ts', "export const lazy = async () => (await import('../lib/lazy.ts')).text;\n");
    const chunks = () => readdirSync(copy.path('dist')).filter((name) => /^chunk-.*\.js$/.test(name)).length;
    lazy('first');
    await setup(['--no-redis']);
    const first = chunks();
    const { lazy: load } = (await import(copy.path('dist/bin/cli.js'))) as { lazy: () => Promise<string> };
    lazy('second');
    await setup(['--no-redis']);
    expect(await load()).toBe('first');
    lazy('third');
    await setup(['--no-redis']);
    expect(chunks()).toBe(first + 1);
    // A build that fails leaves it as it is.
    source('lib/answer.ts', "export const answer: number = 'forty-two';\n");
    expect((await setup(['--no-redis'])).code).toBe(1);
    const again = await runNode(['-e', "import('./dist/bin/cli.js').then(({ lazy }) => lazy()).then(console.log)"], {
      cwd: copy.root,
    });
    expect(again.stdout).toBe('third\n');
  });

  test('a source that does not compile is told on stderr, ends with 1, and is built once mended', async () => {
    source('lib/answer.ts', "export const answer: number = 'forty-two';\n");
    const failed = await setup(['--no-redis']);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/lib\/answer\.ts.*TS2322/);
    expect(failed.stderr).toMatch(/^setup: the build failed/m);
    // Not taken for built the next time.
    expect((await setup(['--no-redis'])).code).toBe(1);
    source('lib/answer.ts', 'export const answer: number = 42;\n');
    expect((await setup(['--no-redis'])).code).toBe(0);
    expect(built('lib/answer.js')).toContain('answer = 42');
  });

  test('of two at once one builds and the other waits for it', async () => {
    const [one, two] = await Promise.all([setup(['--no-redis']), setup(['--no-redis'])]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(`${one.stderr}${two.stderr}`.match(/setup: building/g)).toHaveLength(1);
    expect(built('lib/answer.js')).toContain('answer = 42');
    expect(existsSync(copy.path('.data', 'setup.lock'))).toBe(false);
  });

  test('a lock left behind by a setup that was killed is taken over', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(copy.path('.data', 'setup.lock'), String(pid));
    expect((await setup(['--no-redis'])).code).toBe(0);
    expect(built('lib/answer.js')).toContain('answer = 42');
  });

  test('missing packages are installed from the lock file, without their scripts, and only once', async () => {
    rmSync(copy.path('node_modules'));
    const install = { NPM_DOES: `ln -s '${path.resolve('node_modules')}' node_modules` };
    const result = await setup(['--no-redis'], install);
    expect(result).toMatchObject({ code: 0, stderr: expect.stringMatching(/^setup: installing packages/) });
    expect(result.stderr).toContain('npm speaks on stdout');
    expect(npmCalls()).toMatch(/^ci .*--ignore-scripts/);
    expect(built('lib/answer.js')).toContain('answer = 42');
    expect(await setup(['--no-redis'], install)).toMatchObject({ code: 0, stderr: '' });
    expect(npmCalls().trim().split('\n')).toHaveLength(1);
  });

  test('packages that cannot be installed end it with 1', async () => {
    rmSync(copy.path('node_modules'));
    const result = await setup(['--no-redis'], { NPM_DOES: 'exit 1' });
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/^setup: npm ci failed/m) });
  });

  test('a production image without a compiler runs the dist that came along', async () => {
    await setup(['--no-redis']);
    const stamp = readFileSync(copy.path('node_modules', '.tributary-lock'));
    rmSync(copy.path('node_modules'));
    mkdirSync(copy.path('node_modules'));
    writeFileSync(copy.path('node_modules', '.tributary-lock'), stamp);
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    expect(await setup(['--no-redis'])).toMatchObject({ code: 0, stderr: '' });
    expect(built('lib/answer.js')).toContain('answer = 42');
    expect(npmCalls()).toBe('');
  });

  describe('where there is no Redis', () => {
    // No program but our own npm: nothing that could install one.
    const BARE_PATH = () => copy.path('path');
    beforeEach(async () => {
      rmSync(copy.path('.data', 'redis-server'), { recursive: true, force: true });
      await setup(['--no-redis']);
    });

    test('it ends with 1 and tells how to get one', async () => {
      const result = await setup([], { PATH: BARE_PATH() });
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(/^setup: No redis-server was found/);
      expect(result.stderr).toMatch(/apt-get install redis-server/);
      expect(result.stderr).toMatch(/REDIS_URL=/);
      expect(result.stderr).not.toMatch(/^\s+at /m);
    });

    test('none is looked for when REDIS_URL names one, in the environment or in .env', async () => {
      expect(await setup([], { PATH: BARE_PATH(), REDIS_URL: 'redis://elsewhere' })).toMatchObject({
        code: 0,
        stderr: '',
      });
      writeFileSync(copy.path('.env'), 'REDIS_URL=redis://elsewhere\n');
      expect(await setup([], { PATH: BARE_PATH() })).toMatchObject({ code: 0, stderr: '' });
    });
  });
});

describe('finding a Redis', () => {
  beforeEach(() => {
    copy = new ProjectCopy('package.json');
    mkdirSync(copy.path('bin'));
    for (const file of ['redis.js', 'apt-package.js', 'home.js'])
      cpSync(path.join('bin', file), copy.path('bin', file));
    rmSync(copy.path('.data', 'redis-server'), { recursive: true, force: true });
    mkdirSync(copy.path('path'));
  });

  async function found(PATH: string): Promise<{ path: string; version: string } | null> {
    const look = "import { findRedis } from './bin/redis.js'; process.stdout.write(JSON.stringify(findRedis()));";
    const { code, stdout, stderr } = await runNode(['--input-type=module', '-e', look], {
      cwd: copy.root,
      env: { PATH },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }
  const SAYS_REDIS = 'echo "Redis server v=7.9.9 sha=00000000:0 malloc=libc bits=64 build=0"';

  test('one on PATH is found, and so is Valkey', async () => {
    program('redis-server', SAYS_REDIS);
    expect(await found(copy.path('path'))).toMatchObject({ path: copy.path('path', 'redis-server'), version: '7.9.9' });
    rmSync(copy.path('path', 'redis-server'));
    program('valkey-server', SAYS_REDIS.replace('Redis', 'Valkey'));
    expect(await found(copy.path('path'))).toMatchObject({ path: copy.path('path', 'valkey-server') });
  });

  test('what cannot be run, is a folder, fails or is something else is passed over', async () => {
    program('redis-server', SAYS_REDIS, 0o644);
    expect(await found(copy.path('path'))).toBeNull();
    program('valkey-server', 'echo "some other tool 1.0"');
    expect(await found(copy.path('path'))).toBeNull();
    rmSync(copy.path('path', 'redis-server'));
    mkdirSync(copy.path('path', 'redis-server'));
    expect(await found(copy.path('path'))).toBeNull();
    rmSync(copy.path('path'), { recursive: true });
    program('redis-server', 'exit 127');
    expect(await found(`${copy.path('path')}:/nowhere::relative`)).toBeNull();
  });

  test('a name on PATH that is no Redis does not hide one further on', async () => {
    program('redis-server', SAYS_REDIS, 0o644);
    mkdirSync(copy.path('further'));
    symlinkSync(copy.path('real'), copy.path('further', 'redis-server'));
    writeFileSync(copy.path('real'), `#!/bin/sh\n${SAYS_REDIS}\n`);
    chmodSync(copy.path('real'), 0o755);
    expect(await found(`${copy.path('path')}:${copy.path('further')}`)).toMatchObject({
      path: copy.path('further', 'redis-server'),
    });
  });
});

describe('starting a Redis', () => {
  beforeEach(() => {
    copy = new ProjectCopy('package.json');
  });
  const options = (port: number) => ({
    ...ensureRedis(),
    dir: copy.path('redis data'),
    port,
    logFile: copy.path('logs', 'redis.log'),
  });

  test('a port that something listens on is refused', async () => {
    const port = await testPort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    try {
      await expect(startRedis(options(port))).rejects.toThrow(/EADDRINUSE/);
    } finally {
      server.close();
    }
    expect(copy.processes()).toEqual([]);
  });

  test('another Redis on that port is not taken for ours', async () => {
    const other = await TestRedis.start();
    try {
      await expect(startRedis(options(other.port))).rejects.toThrow(/EADDRINUSE/);
      expect(copy.processes()).toEqual([]);
    } finally {
      await other.dispose();
    }
  });

  test('one that refuses its settings is told with the reason it gave', async () => {
    const port = await testPort();
    await expect(startRedis({ ...options(port), extra: ['--maxmemory-policy', 'nonsense'] })).rejects.toThrow(
      /^Redis did not start: it ended with code 1\n[\s\S]*nonsense/,
    );
    expect(copy.processes()).toEqual([]);
  });

  test('it keeps its data in its folder, whatever the folder is called', async () => {
    const child = await startRedis(options(await testPort()));
    try {
      expect(copy.processes()).toHaveLength(1);
      expect(readdirSync(copy.path('redis data')).join()).toContain('appendonly');
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('what a killed start left behind', () => {
  test('is ended only if it is our own Redis: another one on that port is left alone', async () => {
    const stranger = await TestRedis.start();
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary-leftover-'));
    const portFile = path.join(folder, 'redis.port');
    const client = new Redis(stranger.url, { retryStrategy: () => null });
    client.on('error', () => {});
    try {
      writeFileSync(portFile, String(stranger.port));
      await endLeftoverRedis(portFile, folder);
      expect(await client.ping()).toBe('PONG');

      writeFileSync(portFile, String(stranger.port));
      await endLeftoverRedis(portFile, stranger.dir);
      await expect(client.ping()).rejects.toThrow();
    } finally {
      client.disconnect();
      await stranger.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
