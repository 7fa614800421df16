// Runs tests: `node test/run.js all|quick|near|slow [what Vitest takes]`.
//
//   quick  functions and applications, and the few systems named *.smoke.test.ts: `npm test`
//   all    every test: `npm run test:all`
//   near   the quick ones that reach a file which has changed since the last commit: `npm run test:near`
//   slow   every test, and then which files and tests took longest: `npm run test:slow`
//
// `quick` and `all` check style and types meanwhile. Nothing is run twice: a test that fails on a busy machine is broken.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { LINT, TYPECHECK } from '../bin/npm-commands.js';

/** Of the random inputs of a property, `npm test` tries a fifth. */
const QUICK = { args: ['--exclude=**/*.system.test.ts'], env: { FUZZ: '0.2' } };
const KINDS = {
  quick: { ...QUICK, checks: true },
  // Half of the time of a system is waiting.
  all: { args: ['--maxWorkers=4'], env: {}, checks: true },
  near: { ...QUICK, checks: false },
  slow: { args: ['--reporter=default', '--reporter=./test/harness/slow-files.ts'], env: {}, checks: false },
};
const SOURCE = /\.(tsx?|js|lua|json|tsv)$/;

const say = (line) => process.stdout.write(`${line}\n`);
const at = (...names) => path.resolve('node_modules', ...names);
const PROGRAMS = { biome: at('@biomejs', 'biome', 'bin', 'biome'), tsc: at('typescript', 'bin', 'tsc') };

/** Runs a program of Node to its end, and says how long that took. With `silent`, what it says follows at its end. */
async function run(name, args, { env = {}, silent = false } = {}) {
  const startedAt = performance.now();
  const stdio = silent ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawn(process.execPath, args, { stdio, env: { ...env, ...process.env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { name, code, said, tookS: Math.round((performance.now() - startedAt) / 1_000) };
}

/** Checks style or types, and is silent meanwhile. */
const check = (name, [program, ...args]) => run(name, [PROGRAMS[program], ...args], { silent: true });

/** Files that have changed since the last commit, or since the one that is named, new ones among them. */
function changedFiles(since) {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const changed = git('diff', '--name-only', '--diff-filter=d', since);
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter((file) => SOURCE.test(file));
}

const [kind, ...rest] = process.argv.slice(2);
const { args, env, checks } = KINDS[kind];
const files = kind === 'near' ? changedFiles(rest.shift() ?? 'HEAD') : [];
const vitest = [at('vitest', 'vitest.mjs'), ...(files.length > 0 ? ['related', '--run', ...files] : ['run'])];
if (kind === 'near' && files.length === 0) {
  say('Nothing has changed since the last commit. `npm run test:near -- main` looks from there on.');
  process.exit();
}

// Somebody who names files wants to know about these.
const beside = checks && rest.length === 0 ? [check('lint', LINT), check('types', TYPECHECK)] : [];
const ended = await Promise.all([run('tests', [...vitest, ...args, ...rest], { env }), ...beside]);
for (const { code, said } of ended) if (code !== 0 && said) say(`\n${said.trimEnd()}`);
if (ended.length > 1) {
  say(`\n${ended.map(({ name, code, tookS }) => `${name} ${code === 0 ? 'ok' : 'FAILED'} (${tookS} s)`).join(', ')}`);
}
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
