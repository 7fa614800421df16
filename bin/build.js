// Builds dist/ and dist-client/ from the sources. Plain JavaScript with Node's own modules only, because setup loads it
// before any package is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { buildClientPackage } from './client-package.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FOLDERS = ['api', 'bench', 'bin', 'jobs', 'lib', 'sandbox', 'tools', 'workers'];
/** `npm run typecheck` has the same, so that it does not check again what the build has checked. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', '.data/types.tsbuildinfo'];

const at = (...names) => path.join(ROOT, ...names);
/** Where there is none, nothing can be built. */
export const compiler = at('node_modules', 'typescript', 'bin', 'tsc');
/** The file of a build that says what it was made from. */
const STAMP = '.built';
/** A build is made here, and then takes the place of dist/: one that fails leaves the last one as it is. */
const FRESH = 'dist.new';
const LAST = 'dist.old';
/** Names of the files of the bundles of a build. */
const BUNDLES = '.bundles';

/**
 * Builds everything. Rejects if that fails; the compiler has then written why to stderr.
 * @param {(line: string) => void} log
 * @param {{ check?: boolean }} options `check`: whether the types are checked, which takes ten times as long as the rest
 */
export async function build(log, { check = true } = {}) {
  log('building');
  const hash = sourcesHash();
  fs.rmSync(at(FRESH), { recursive: true, force: true });
  compile(check);
  // tsc does not copy JavaScript sources, but compiled code imports them from its own folder.
  for (const name of ['bin/redis.js', 'bin/home.js', 'tools/chromium.js']) {
    fs.mkdirSync(path.dirname(at(FRESH, name)), { recursive: true });
    fs.writeFileSync(at(FRESH, name), `export * from '../../${name}';\n`);
  }
  // It does not copy scripts and data either.
  for (const name of filesInSources().filter(isReadByCode)) fs.cpSync(at(name), at(FRESH, name), { recursive: true });
  keepLastBundles(await bundle(FRESH));
  if (hasClient()) await buildClientPackage(FRESH);
  fs.writeFileSync(at(FRESH, STAMP), hash);
  fs.rmSync(at(LAST), { recursive: true, force: true });
  if (fs.existsSync(at('dist'))) fs.renameSync(at('dist'), at(LAST));
  fs.renameSync(at(FRESH), at('dist'));
  fs.rmSync(at(LAST), { recursive: true, force: true });
}

/**
 * Keeps the bundles of the last build that are not in this one: processes that were started from it load some of them
 * only when they need them. The next build removes them.
 */
function keepLastBundles(names) {
  fs.writeFileSync(at(FRESH, BUNDLES), names.join('\n'));
  for (const name of bundleNames()) {
    if (!names.includes(name)) fs.cpSync(at('dist', name), at(FRESH, name));
  }
}

/** Names of the files in dist/ that are bundles of the current build. */
export function bundleNames() {
  const list = at('dist', BUNDLES);
  return fs.existsSync(list) ? fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
}

/** Checks the types first if asked to, with what is known from an earlier check, and then compiles without a check. */
function compile(check) {
  if (check) tsc('-p', 'tsconfig.build.json', '--noEmit', ...INCREMENTAL);
  tsc('-p', 'tsconfig.build.json', '--noCheck', '--outDir', FRESH);
  // The client is built again, with declarations for its users and without the types of Node, which it must not need.
  if (hasClient()) tsc('-p', 'tsconfig.client.json', '--outDir', FRESH);
}

function hasClient() {
  return fs.existsSync(at('tsconfig.client.json'));
}

function tsc(...args) {
  // Its stdout is not ours: that belongs to the command that follows the build.
  const { status, error } = spawnSync(process.execPath, [compiler, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(error?.message ?? 'the build failed; see above.');
}

/** Whether the sources have changed since the last build. */
export function buildIsStale() {
  const stamp = at('dist', STAMP);
  return !fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== sourcesHash();
}

function sourcesHash() {
  const builders = ['bundle.js', 'client-package.js'].map((name) => path.join('bin', name));
  const isSource = (name) => /\.(tsx?|md)$/.test(name) || isReadByCode(name) || builders.includes(name);
  const inRoot = fs.readdirSync(ROOT).filter((name) => /^(tsconfig.*|package)\.json$/.test(name));
  const files = [...filesInSources().filter(isSource), ...inRoot].sort();
  const lines = files.map((name) => {
    const { mtimeMs, size } = fs.statSync(at(name));
    return `${name} ${mtimeMs} ${size}`;
  });
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function filesInSources() {
  return SOURCE_FOLDERS.filter((folder) => fs.existsSync(at(folder))).flatMap((folder) =>
    fs.readdirSync(at(folder), { recursive: true }).map((name) => path.join(folder, name)),
  );
}

/** Whether the compiled code reads a file: a Lua script, or a file in a folder named `data` that is no code itself. */
export function isReadByCode(name) {
  const isData = name.split(path.sep).slice(0, -1).includes('data') && !/\.(tsx?|js|map)$/.test(name);
  return isData || name.endsWith('.lua');
}
