// The packages in node_modules: how many of them are there, and how missing ones are installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepOnlyThese } from './kept-packages.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => path.join(ROOT, ...names);

/** How much is there, each with what is before it: what a built project runs, what bundles are made of, and all. */
const LEVELS = ['none', 'running', 'building', 'development'];
/** @typedef {'none' | 'running' | 'building' | 'development'} Level */

const MODULES = at('node_modules');
/** Says of which lock file the packages are, and how many. */
const STAMP = path.join(MODULES, '.tributary-lock');
/** One that only development needs, and one that only bundles need. A compiler comes along for other reasons. */
const FOR_DEVELOPMENT = 'vitest';
const FOR_BUILDING = 'esbuild';
/** Packages are installed here and then take the place of the others: processes that run still find theirs. */
const FRESH = at('node_modules.new');
const LOCK = at('package-lock.json');

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function writeStamp(level) {
  const hash = createHash('sha256').update(read(LOCK)).digest('hex');
  try {
    // A new file: the old one may be a hard link to that of a copy.
    fs.rmSync(STAMP, { force: true });
    fs.writeFileSync(STAMP, `${hash} ${level}`);
  } catch {
    // A read-only installation: the next run checks again.
  }
}

/** Whether the packages of a level are there, in the versions of package-lock.json. */
export function packagesSuffice(level) {
  // A package from npm comes with its own, and has no lock file.
  if (level === 'none' || !fs.existsSync(LOCK)) return true;
  return LEVELS.indexOf(present()) >= LEVELS.indexOf(level);
}

/** @returns {Level} */
function present() {
  const [hash, level = 'none'] = read(STAMP).split(' ');
  const known = hash === createHash('sha256').update(read(LOCK)).digest('hex') ? level : null;
  const found = known ?? installedByHand();
  if (!known && found !== 'none') writeStamp(found);
  // They may have been removed since, for example with `npm prune`.
  if (found === 'development' && hasPackage(FOR_DEVELOPMENT)) return found;
  if ((found === 'development' || found === 'building') && hasPackage(FOR_BUILDING)) return 'building';
  return found === 'none' ? found : 'running';
}

function hasPackage(name) {
  return fs.existsSync(path.join(MODULES, name));
}

/** How many of the packages of package-lock.json an `npm ci` or `npm install` by hand has installed. */
function installedByHand() {
  const installed = JSON.parse(read(path.join(MODULES, '.package-lock.json')) || '{}').packages;
  if (!installed) return 'none';
  const { '': _project, ...wanted } = JSON.parse(read(LOCK)).packages;
  if (!Object.keys(installed).every((name) => name in wanted)) return 'none';
  const hasAllBut = (mayMiss) =>
    Object.entries(wanted).every(([name, entry]) => {
      const found = installed[name];
      return found ? found.version === entry.version : mayMiss(entry);
    });
  const mayMiss = ({ optional, devOptional }) => Boolean(optional || devOptional);
  if (hasAllBut(mayMiss)) return 'development';
  return hasAllBut((entry) => Boolean(entry.dev) || mayMiss(entry)) ? 'building' : 'none';
}

/**
 * Installs the packages of a level; those for development again where they have been before. Resolves to what is there.
 * @param {Level} wanted
 * @returns {Promise<Level>}
 */
export async function installPackages(wanted) {
  const level = wanted === 'development' || hasPackage(FOR_DEVELOPMENT) ? 'development' : 'building';
  const done = (await install(level, registry())) || (await install(level, ''));
  if (!done) throw new Error('npm ci failed; see above.');
  // Not removed at once: until the new ones are in their place, the old ones are.
  if (fs.existsSync(MODULES)) fs.renameSync(MODULES, path.join(FRESH, 'last'));
  fs.renameSync(path.join(FRESH, 'node_modules'), MODULES);
  writeStamp(level);
  fs.rmSync(FRESH, { recursive: true, force: true });
  return level;
}

/**
 * Installs packages into a folder of their own; resolves to whether that worked. The lock file has no addresses, because
 * where packages come from is each machine's own business, and npm would ask the registry for that of each: half of what
 * it loads. They are filled in here, as nearly all registries have them.
 */
function install(level, registryUrl) {
  const manifest = JSON.parse(read(at('package.json')));
  const lock = JSON.parse(read(LOCK));
  if (level !== 'development') {
    // Rather than with `--omit=dev`, which keeps a compiler because a package could make use of one.
    const { devDependencies = {} } = lock.packages[''];
    for (const [name, { dev, devOptional }] of Object.entries(lock.packages)) {
      if (dev || (devOptional && packageName(name) in devDependencies)) delete lock.packages[name];
    }
    delete lock.packages[''].devDependencies;
    delete manifest.devDependencies;
  }
  if (registryUrl) {
    for (const [name, entry] of Object.entries(lock.packages)) {
      if (name) entry.resolved = addressOf(entry.name ?? packageName(name), entry.version, registryUrl);
    }
  }
  fs.rmSync(FRESH, { recursive: true, force: true });
  fs.mkdirSync(FRESH);
  fs.writeFileSync(path.join(FRESH, 'package.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(FRESH, 'package-lock.json'), JSON.stringify(lock));
  if (fs.existsSync(at('.npmrc'))) fs.copyFileSync(at('.npmrc'), path.join(FRESH, '.npmrc'));
  // Without the last, npm run --silent would also hide the errors of this npm.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=warn'];
  const child = spawn(...npm(args), { ...OPTIONS, cwd: FRESH });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

function packageName(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function addressOf(name, version, registryUrl) {
  return `${registryUrl}${name}/-/${path.posix.basename(name)}-${version}.tgz`;
}

/** The address of the registry that npm is configured with. */
function registry() {
  const { stdout } = spawnSync(...npm(['config', 'get', 'registry']), { ...OPTIONS, stdio: 'pipe', encoding: 'utf8' });
  const address = stdout?.trim().split('\n').at(-1) ?? '';
  return /^https?:/.test(address) ? address.replace(/\/*$/, '/') : '';
}

/** Our standard output is that of the command that follows. */
const OPTIONS = { cwd: ROOT, stdio: ['ignore', 2, 2], shell: false };

/** The npm that runs us, or else the one on PATH. */
function npm(args) {
  const cli = process.env.npm_execpath ?? '';
  if (/^npm-cli\.c?js$/.test(path.basename(cli))) return [process.execPath, [cli, ...args]];
  return process.platform === 'win32' ? ['cmd', ['/c', 'npm', ...args]] : ['npm', args];
}

/** Installs packages that only one command reads, beside the others. */
export function installExtra(packages) {
  const args = ['install', '--no-save', '--ignore-scripts', '--loglevel=warn', ...packages];
  if (spawnSync(...npm(args), OPTIONS).status !== 0) throw new Error('npm install failed; see above.');
}

/** Installs the packages of folders of tests that have their own. */
export function installClients(folders) {
  for (const folder of folders) {
    const { status } = spawnSync(process.execPath, [at('test/clients/install.js'), folder], OPTIONS);
    if (status !== 0) throw new Error(`the packages of ${folder} could not be installed; see above.`);
  }
}

/** Leaves only the packages that processes load. */
export function keepWhatRuns() {
  keepOnlyThese();
  writeStamp('running');
}
