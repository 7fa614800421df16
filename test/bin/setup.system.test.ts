import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CommandResult, runNode } from '../harness/command-line.ts';
import { ProjectCopy, scripts } from '../harness/project-copy.ts';

const TIMEOUT_MS = 60_000;
/** What it says while it does something, and once it is done. */
const said = (...steps: string[]) =>
  new RegExp(`^${steps.map((step) => `setup: ${step} …\nsetup: ${step} … \\d+\\.\\d s\n`).join('')}$`);
const MODULES = path.resolve('node_modules');

let copy: ProjectCopy;
beforeEach(() => {
  // The real scripts and builders, and the tiniest tree to build: one bundle of two modules.
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...scripts()];
  copy = new ProjectCopy(...files, 'tools/chromium.js', 'tools/nginx.js');
  source('lib/answer.ts', 'export const answer: number = 42;\n');
  source('bin/cli.ts', "import { answer } from '../lib/answer.ts';\nconsole.log(answer, ...process.argv.slice(2));\n");
  // Nothing may be installed by a test; what would be is written down instead.
  program('npm', 'echo "$@" >> "$CALLS"; echo "npm speaks on stdout"; [ "$1" = config ] || eval "$NPM_DOES"');
});
afterEach(() => copy?.dispose());

function source(file: string, text: string): void {
  mkdirSync(path.dirname(copy.path(file)), { recursive: true });
  writeFileSync(copy.path(file), text);
}

/** Puts a program on the copy's own PATH. */
function program(name: string, script: string): void {
  mkdirSync(copy.path('path'), { recursive: true });
  writeFileSync(copy.path('path', name), `#!/bin/sh\n${script}\n`);
  chmodSync(copy.path('path', name), 0o755);
}

function run(args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return runNode(['bin/run.js', ...args], {
    cwd: copy.root,
    env: { PATH: `${copy.path('path')}:${process.env.PATH}`, CALLS: copy.path('npm-calls'), ...env },
    withinMs: TIMEOUT_MS - 10_000,
  });
}

/** Sets up what a command needs. Standard output belongs to that command, so it is always empty. */
async function setup(name: 'start' | 'cli' | 'icons' = 'cli', env: Record<string, string> = {}) {
  const result = await run(['--prepare', name], env);
  expect(result.stdout).toBe('');
  return result;
}
const npmCalls = () =>
  (existsSync(copy.path('npm-calls')) ? readFileSync(copy.path('npm-calls'), 'utf8') : '')
    .split('\n')
    .filter((line) => line && !line.startsWith('config'));
const built = (file: string) => readFileSync(copy.path('dist', file), 'utf8');
const DONE = { code: 0, stderr: '' };
const BUNDLED = { code: 0, stderr: expect.stringMatching(said('bundling')) };

describe('the build', { timeout: TIMEOUT_MS }, () => {
  test('is made where there is none, which is said on stderr with its time, and nothing is said the next time', async () => {
    expect(await setup('start')).toMatchObject(BUNDLED);
    expect(built('cli.js')).toContain('answer = 42');
    for (const name of ['start', 'cli'] as const) expect(await setup(name)).toMatchObject(DONE);
    expect(npmCalls()).toEqual([]);
  });

  test('is made again when a source has changed, come or gone', async () => {
    await setup();
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    expect(await setup()).toMatchObject(BUNDLED);
    expect(built('cli.js')).toContain('answer = 43');
    source('workers/main.ts', 'console.log(1);\n');
    expect(await setup()).toMatchObject(BUNDLED);
    expect(existsSync(copy.path('dist', 'workers', 'main.js'))).toBe(true);
    rmSync(copy.path('workers'), { recursive: true });
    expect(await setup()).toMatchObject(BUNDLED);
    expect(existsSync(copy.path('dist', 'workers'))).toBe(false);
    expect(await setup()).toMatchObject(DONE);
  });

  test('has each module by itself only for those who develop, whose build suffices for all', async () => {
    await setup();
    expect(readdirSync(copy.path('dist')).sort()).toEqual(['.built', '.bundles.json', 'bin', 'cli.js']);
    expect(await setup('icons')).toMatchObject({ code: 0, stderr: expect.stringMatching(said('building')) });
    expect(built('lib/answer.js')).toContain('answer = 42');
    for (const name of ['cli', 'icons', 'start'] as const) expect(await setup(name)).toMatchObject(DONE);
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    // Where they do, tests may be running: they still find it after `npm start`.
    expect(await setup()).toMatchObject({ code: 0, stderr: expect.stringMatching(said('building')) });
    expect(built('lib/answer.js')).toContain('answer = 43');
  });

  test('checks no types: that is `npm run typecheck`', async () => {
    source('lib/answer.ts', 'export const answer: string = 42;\n');
    for (const name of ['cli', 'icons'] as const) expect((await setup(name)).code).toBe(0);
    expect(built('lib/answer.js')).toContain('answer = 42');
  });

  test('has the scripts and data that the code reads, and is made again when one changes', async () => {
    source('lib/lua/sum.lua', 'return 1 + 1');
    source('lib/data/words.json', '[]');
    await setup();
    expect(built('lib/lua/sum.lua')).toBe('return 1 + 1');
    expect(built('lib/data/words.json')).toBe('[]');
    source('lib/lua/sum.lua', 'return 1 + 1 + 1');
    expect(await setup()).toMatchObject(BUNDLED);
    expect(built('lib/lua/sum.lua')).toBe('return 1 + 1 + 1');
  });

  test('leaves a process the code that it was started from, and the build after that removes it', async () => {
    const lazy = (text: string) => source('lib/lazy.ts', `export const text = '${text}';\n`);
    source('bin/cli.ts', "export const lazy = async () => (await import('../lib/lazy.ts')).text;\n");
    const chunks = () => readdirSync(copy.path('dist')).filter((name) => /^chunk-.*\.js$|^lazy-/.test(name)).length;
    lazy('first');
    await setup();
    const first = chunks();
    const { lazy: load } = (await import(copy.path('dist/bin/cli.js'))) as { lazy: () => Promise<string> };
    lazy('second');
    await setup();
    expect(await load()).toBe('first');
    lazy('third');
    await setup();
    expect(chunks()).toBe(first + 1);
    // A build that fails leaves it as it is.
    source('lib/lazy.ts', 'export const text = ;\n');
    expect((await setup()).code).toBe(1);
    const again = await runNode(['-e', "import('./dist/bin/cli.js').then(({ lazy }) => lazy()).then(console.log)"], {
      cwd: copy.root,
    });
    expect(again.stdout).toBe('third\n');
  });

  test('of a source that cannot be read fails on stderr with 1, and is made once that is mended', async () => {
    source('lib/answer.ts', 'export const answer = ;\n');
    const failed = await setup();
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^setup: Build failed[\s\S]*lib\/answer\.ts:1/m),
    });
    expect(failed.stderr).not.toMatch(/^\s+at /m);
    // Not taken for built the next time.
    expect((await setup()).code).toBe(1);
    source('lib/answer.ts', 'export const answer: number = 42;\n');
    expect((await setup()).code).toBe(0);
    expect(built('cli.js')).toContain('answer = 42');
  });

  test('is made by one of two at once, and the other waits for it', async () => {
    const [one, two] = await Promise.all([setup(), setup()]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(`${one.stderr}${two.stderr}`.match(/setup: bundling … \d/g)).toHaveLength(1);
    expect(existsSync(copy.path('.data', 'setup.lock'))).toBe(false);
  });

  test('is made although a set-up that was killed left its lock behind', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(copy.path('.data', 'setup.lock'), String(pid));
    expect((await setup()).code).toBe(0);
    expect(built('cli.js')).toContain('answer = 42');
  });

  test('that came along is run where there are no sources', async () => {
    await setup();
    for (const name of ['bin/cli.ts', 'lib', 'node_modules', 'package-lock.json']) {
      rmSync(copy.path(name), { recursive: true });
    }
    expect(await setup()).toMatchObject(DONE);
    expect(built('cli.js')).toContain('answer = 42');
    expect(npmCalls()).toEqual([]);
  });
});

describe('packages', { timeout: TIMEOUT_MS }, () => {
  /** Packages as npm would install them: a link to each of these, and what every deployment runs. */
  const installing = (...names: string[]) => ({
    NPM_DOES: [
      'cp package.json "$CALLS.manifest"; cp package-lock.json "$CALLS.lock"',
      'mkdir -p node_modules/@node-rs/argon2 node_modules/msgpackr-extract node_modules/left',
      'for name in @node-rs/argon2 msgpackr-extract left; do echo "{}" > node_modules/$name/package.json; done',
      ...names.map((name) => `ln -s '${path.join(MODULES, name)}' node_modules/`),
    ].join('; '),
  });
  const RUN = installing('esbuild');
  const DEVELOPMENT = installing('esbuild', 'typescript', '@typescript', '@types', 'undici-types', 'vitest');
  const asked = (file: 'manifest' | 'lock') => JSON.parse(readFileSync(copy.path(`npm-calls.${file}`), 'utf8'));
  const there = () => readdirSync(copy.path('node_modules')).filter((name) => !name.startsWith('.'));
  beforeEach(() => rmSync(copy.path('node_modules')));

  test('are installed from the lock file without those for development and without their scripts, once, and only what runs stays', async () => {
    const result = await setup('cli', RUN);
    expect(result).toMatchObject({ code: 0, stderr: expect.stringMatching(/^setup: installing packages …$/m) });
    expect(result.stderr).toMatch(/^setup: installing packages … \d+\.\d s\nsetup: bundling …\n/m);
    expect(result.stderr).toContain('npm speaks on stdout');
    expect(npmCalls()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts/)]);
    expect(asked('manifest')).not.toHaveProperty('devDependencies');
    const { packages } = asked('lock') as { packages: Record<string, { resolved?: string }> };
    expect(Object.keys(packages)).toEqual(expect.arrayContaining(['node_modules/esbuild', 'node_modules/fastify']));
    for (const name of ['vitest', 'typescript']) expect(packages).not.toHaveProperty(`node_modules/${name}`);
    expect(there().sort()).toEqual(['@node-rs', 'msgpackr-extract']);
    expect(await setup('cli', RUN)).toMatchObject(DONE);
    expect(npmCalls()).toHaveLength(1);
  });

  test('are installed again for the next bundles', async () => {
    await setup('cli', RUN);
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    expect((await setup('cli', RUN)).stderr).toMatch(/installing packages …\n[\s\S]*bundling …\n/);
    expect(built('cli.js')).toContain('answer = 43');
    expect(npmCalls()).toHaveLength(2);
  });

  test('have the addresses that the registry has them at, so that npm need not ask for them', async () => {
    program(
      'npm',
      `[ "$1" = config ] && echo https://registry.example/npm/ || { echo "$@" >> "$CALLS"; eval "$NPM_DOES"; }`,
    );
    await setup('cli', RUN);
    const { packages } = asked('lock') as { packages: Record<string, { version: string; resolved: string }> };
    const { version, resolved } = packages['node_modules/@fastify/cookie'] ?? {};
    expect(resolved).toBe(`https://registry.example/npm/@fastify/cookie/-/cookie-${version}.tgz`);
    // A registry that has them elsewhere is asked after all.
    rmSync(copy.path('node_modules'), { recursive: true });
    const picky = { NPM_DOES: `! grep -q registry.example package-lock.json && { ${RUN.NPM_DOES}; }` };
    expect((await setup('cli', picky)).code).toBe(0);
    expect(npmCalls()).toHaveLength(3);
  });

  test('for development come with the first command that needs them, and stay', async () => {
    await setup('cli', RUN);
    const { code, stderr } = await setup('icons', DEVELOPMENT);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(stderr).toMatch(/installing packages …\n[\s\S]*building …\n/);
    expect(asked('manifest').devDependencies).toHaveProperty('vitest');
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    expect((await setup()).stderr).toMatch(said('building'));
    expect(there()).toEqual(expect.arrayContaining(['left', 'typescript']));
    // Those of another lock file are installed with those for development again.
    appendFileSync(copy.path('package-lock.json'), '\n');
    expect((await setup('cli', DEVELOPMENT)).stderr).toMatch(/installing packages …\n[\s\S]*building …\n/);
    expect(asked('manifest').devDependencies).toHaveProperty('vitest');
    expect(there()).toEqual(expect.arrayContaining(['left', 'typescript']));
  });

  test('that a person has installed are taken as they are', async () => {
    mkdirSync(copy.path('node_modules'));
    cpSync(path.join(MODULES, '.package-lock.json'), copy.path('node_modules', '.package-lock.json'));
    spawnSync('sh', ['-c', `ln -s '${MODULES}'/* '${MODULES}'/@* .`], { cwd: copy.path('node_modules') });
    expect(await setup('icons')).toMatchObject({ code: 0, stderr: expect.stringMatching(said('building')) });
    source('lib/answer.ts', 'export const answer: number = 43;\n');
    expect((await setup()).stderr).toMatch(said('building'));
    expect(there()).toContain('vitest');
    expect(npmCalls()).toEqual([]);
  });

  test('that cannot be installed end it with 1', async () => {
    const result = await setup('cli', { NPM_DOES: 'exit 1' });
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/^setup: npm ci failed/m) });
    expect(existsSync(copy.path('.data', 'setup.lock'))).toBe(false);
  });
});

describe('where there is no Redis', { timeout: TIMEOUT_MS }, () => {
  // No program but our own npm: nothing that could install one.
  const bare = () => ({ PATH: copy.path('path') });
  beforeEach(async () => {
    rmSync(copy.path('.data', 'redis-server'), { recursive: true, force: true });
    await setup();
  });

  test('it ends with 1 and tells how to get one', async () => {
    const result = await setup('start', bare());
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/^setup: No redis-server was found/m);
    expect(result.stderr).toMatch(/apt-get install redis-server/);
    expect(result.stderr).toMatch(/REDIS_URL=/);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  test('none is looked for when REDIS_URL names one, in the environment or in .env', async () => {
    expect(await setup('start', { ...bare(), REDIS_URL: 'redis://elsewhere' })).toMatchObject(DONE);
    writeFileSync(copy.path('.env'), 'REDIS_URL=redis://elsewhere\n');
    expect(await setup('start', bare())).toMatchObject(DONE);
  });
});

describe('the command that follows', { timeout: TIMEOUT_MS }, () => {
  test('gets its arguments, has standard output for itself, and its exit code is that of the whole', async () => {
    source('bin/cli.ts', "console.log(process.argv.slice(2).join('|'));\nprocess.exitCode = 3;\n");
    expect(await run(['cli', '--name', 'two words'])).toMatchObject({ code: 3, stdout: '--name|two words\n' });
  });

  test('has the signals that reach it', async () => {
    source(
      'bin/cli.ts',
      "process.on('SIGTERM', () => process.exit(7));\nprocess.kill(process.pid, 'SIGTERM');\nsetInterval(() => {}, 1000);\n",
    );
    expect((await run(['cli'])).code).toBe(7);
  });

  test('is one that exists', async () => {
    expect(await run(['nonsense'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/NAME: start, cli, /) });
  });
});

test('every command of package.json is in the table', () => {
  const { scripts: own } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const [name, line] of Object.entries(own)) {
    expect(line.replace(/^exec | > \S+$/g, '')).toBe(`node bin/run.js ${name}`);
  }
});
