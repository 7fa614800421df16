// Builds dist/ from the sources. Plain JavaScript with Node's own modules only, because setup loads it before any package
// is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FOLDERS = ['api', 'bench', 'bin', 'jobs', 'lib', 'sandbox', 'workers'];
/** `npm run typecheck` has the same, so that it does not check again what the build has checked. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', '.data/types.tsbuildinfo'];

const at = (...names) => path.join(ROOT, ...names);
/** Where there is none, nothing can be built. */
export const compiler = at('node_modules', 'typescript', 'bin', 'tsc');
/** What the current build was made from. */
const STAMP = at('dist', '.built');

/**
 * Builds everything. Rejects if that fails; the compiler has then written why to stderr.
 * @param {(line: string) => void} log
 */
export async function build(log) {
  log('building');
  const hash = sourcesHash();
  fs.rmSync(at('dist'), { recursive: true, force: true });
  compile();
  // tsc does not copy JavaScript sources, but compiled code imports them from its own folder.
  fs.mkdirSync(at('dist', 'bin'), { recursive: true });
  for (const name of ['redis.js', 'chromium.js']) {
    fs.writeFileSync(at('dist', 'bin', name), `export * from '../../bin/${name}';\n`);
  }
  // It does not copy scripts and data either.
  for (const name of filesInSources().filter(isReadByCode)) fs.cpSync(at(name), at('dist', name), { recursive: true });
  await bundle();
  fs.writeFileSync(STAMP, hash);
}

/** Checks the types first, with what is known from an earlier check, and then compiles without a check. */
function compile() {
  tsc('-p', 'tsconfig.build.json', '--noEmit', ...INCREMENTAL);
  tsc('-p', 'tsconfig.build.json', '--noCheck');
  // The client is built again, with declarations for its users and without the types of Node, which it must not need.
  if (fs.existsSync(at('tsconfig.client.json'))) tsc('-p', 'tsconfig.client.json');
}

function tsc(...args) {
  // Its stdout is not ours: that belongs to the command that follows the build.
  const { status, error } = spawnSync(process.execPath, [compiler, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(error?.message ?? 'the build failed; see above.');
}

/** Whether the sources have changed since the last build. */
export function buildIsStale() {
  return !fs.existsSync(STAMP) || fs.readFileSync(STAMP, 'utf8') !== sourcesHash();
}

function sourcesHash() {
  const isSource = (name) => /\.tsx?$/.test(name) || isReadByCode(name) || name === path.join('bin', 'bundle.js');
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
