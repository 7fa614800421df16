// Builds dist/ and dist-client/ from the sources. Plain JavaScript with Node's own modules only, because setup loads it
// before any package is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, ENTRIES } from './bundle.js';
import { buildClientPackage } from './client-package.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Those of what a deployment runs, and those of the workshop: benchmarks and tools. */
const RUN_FOLDERS = ['api', 'bin', 'jobs', 'lib', 'sandbox', 'workers'];
const SOURCE_FOLDERS = [...RUN_FOLDERS, 'bench', 'tools'];

const at = (...names) => path.join(ROOT, ...names);
/**
 * How much is built, each with what is before it: what a deployment runs; the client with its declarations; each module
 * by itself, which tests, benchmarks and tools import.
 */
const KINDS = ['run', 'client', 'workshop'];
/** The file of a build that says what it was made from, and how much it is. */
const STAMP = '.built';
/** A build is made here, and then takes the place of dist/: one that fails leaves the last one as it is. */
const FRESH = 'dist.new';
const LAST = 'dist.old';
/** The bundles of a build, each with those that it imports. */
const BUNDLES = '.bundles.json';

/**
 * Builds as much as a kind says. Checks no types, which is the business of `npm run typecheck`. Rejects if it fails.
 * @param {'run' | 'client' | 'workshop'} kind
 */
export async function build(kind) {
  const hash = sourcesHash();
  fs.rmSync(at(FRESH), { recursive: true, force: true });
  fs.mkdirSync(at(FRESH));
  if (kind === 'workshop') compile();
  // No compiler copies scripts and data.
  const folders = kind === 'workshop' ? SOURCE_FOLDERS : RUN_FOLDERS;
  for (const name of filesIn(folders).filter(isReadByCode)) fs.cpSync(at(name), at(FRESH, name), { recursive: true });
  // Only the workshop looks where in the sources a bundle spends its time.
  keepLastBundles(await bundle(FRESH, { maps: kind === 'workshop' }));
  for (const [source, name] of Object.entries(ENTRIES)) if (fs.existsSync(at(source))) writeEntry(source, name);
  // The client is built by itself, with declarations for its users and without the types of Node, which it must not need.
  if (kind !== 'run' && fs.existsSync(at('tsconfig.client.json'))) {
    tsc('-p', 'tsconfig.client.json', '--outDir', FRESH);
    await buildClientPackage(FRESH);
  }
  fs.writeFileSync(at(FRESH, STAMP), `${hash} ${kind}`);
  fs.rmSync(at(LAST), { recursive: true, force: true });
  if (fs.existsSync(at('dist'))) fs.renameSync(at('dist'), at(LAST));
  fs.renameSync(at(FRESH), at('dist'));
  fs.rmSync(at(LAST), { recursive: true, force: true });
}

/** Compiles every module to a file of its own. */
function compile() {
  tsc('-p', 'tsconfig.build.json', '--noCheck', '--outDir', FRESH);
  // tsc does not copy JavaScript sources, but compiled code imports them from its own folder.
  for (const name of ['bin/redis.js', 'bin/home.js', 'tools/chromium.js']) {
    fs.mkdirSync(path.dirname(at(FRESH, name)), { recursive: true });
    fs.writeFileSync(at(FRESH, name), `export * from '../../${name}';\n`);
  }
}

/** The file that commands name, or that starts a thread: it imports the bundle of its entry. */
function writeEntry(source, name) {
  const file = at(FRESH, source.replace(/\.ts$/, '.js'));
  const hashbang = /^#!.*\n/.exec(fs.readFileSync(at(source), 'utf8'))?.[0] ?? '';
  const target = path
    .relative(path.dirname(file), at(FRESH, `${name}.js`))
    .split(path.sep)
    .join('/');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${hashbang}export * from '${target}';\n`);
  fs.rmSync(`${file}.map`, { force: true });
}

/**
 * Keeps the bundles of the last build that are not in this one: processes that were started from it load some of them
 * only when they need them. The next build removes them.
 */
function keepLastBundles(bundles) {
  fs.writeFileSync(at(FRESH, BUNDLES), JSON.stringify(bundles));
  for (const name of Object.keys(builtBundles())) {
    if (!(name in bundles)) fs.cpSync(at('dist', name), at(FRESH, name));
  }
}

/**
 * The bundles in dist/ that are of the current build, each with those that it imports.
 * @returns {Record<string, string[]>}
 */
export function builtBundles() {
  const list = at('dist', BUNDLES);
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : {};
}

function tsc(...args) {
  const compiler = at('node_modules', 'typescript', 'bin', 'tsc');
  // Its stdout is not ours: that belongs to the command that follows the build.
  const { status, error } = spawnSync(process.execPath, [compiler, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(error?.message ?? 'the build failed; see above.');
}

/** Whether there are sources to build from. */
export function canBuild() {
  return filesIn(SOURCE_FOLDERS).some((name) => /(?<!\.d)\.ts$/.test(name));
}

/** The kind of the last build, if that is more than this kind: whoever develops needs it again. */
export function atLeastAsBuilt(kind) {
  const [, built] = builtStamp();
  return KINDS.indexOf(built) > KINDS.indexOf(kind) ? built : kind;
}

/** What the last build was made from, and its kind. */
function builtStamp() {
  const stamp = at('dist', STAMP);
  return fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').split(' ') : [];
}

/** Whether the sources have changed since the last build, or it was less than this kind. */
export function buildIsStale(kind) {
  const [hash, built] = builtStamp();
  return KINDS.indexOf(built) < KINDS.indexOf(kind) || hash !== sourcesHash();
}

function sourcesHash() {
  const builders = ['build.js', 'bundle.js', 'client-package.js'].map((name) => path.join('bin', name));
  const isSource = (name) => /\.(tsx?|md)$/.test(name) || isReadByCode(name) || builders.includes(name);
  const inRoot = fs.readdirSync(ROOT).filter((name) => /^(tsconfig.*|package|package-lock)\.json$/.test(name));
  const files = [...filesIn(SOURCE_FOLDERS).filter(isSource), ...inRoot].sort();
  const lines = files.map((name) => {
    const { mtimeMs, size } = fs.statSync(at(name));
    return `${name} ${mtimeMs} ${size}`;
  });
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function filesIn(folders) {
  return folders
    .filter((folder) => fs.existsSync(at(folder)))
    .flatMap((folder) => fs.readdirSync(at(folder), { recursive: true }).map((name) => path.join(folder, name)));
}

/** Whether the compiled code reads a file: a Lua script, or a file in a folder named `data` that is no code itself. */
export function isReadByCode(name) {
  const isData = name.split(path.sep).slice(0, -1).includes('data') && !/\.(tsx?|js|map)$/.test(name);
  return isData || name.endsWith('.lua');
}
