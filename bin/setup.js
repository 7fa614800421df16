// Prepares a fresh clone: installs packages, builds, and finds or installs Redis. npm runs it before start, test, cli
// and bench. It never writes to stdout, which belongs to the command that follows, and writes nothing at all if
// everything is in place. With --build it only builds, even if nothing has changed: that is `npm run build`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, buildIsStale, compiler } from './build.js';
import { isSet, startSettings } from './start-settings.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK_WAIT_MS = 15 * 60_000;

const at = (...names) => path.join(ROOT, ...names);
const event = process.env.npm_lifecycle_event;
const developing = /^pre(test(:\w+)?|bench|screenshots)$/.test(event ?? '');
/** Commands that need a browser. */
const BROWSING = ['pretest', 'pretest:all', 'prescreenshots'];
/** Commands that check all types themselves, those of the tests as well. */
const CHECKING = ['pretest', 'pretest:all'];

function log(line) {
  process.stderr.write(`setup: ${line}\n`);
}

function fail(line) {
  log(line);
  process.exit(1);
}

function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
  if (error) log(error.message);
  return status === 0;
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

function packagesAreMissing() {
  const needsDev = developing || !fs.existsSync(at('dist'));
  if (needsDev && !fs.existsSync(compiler)) return true;
  const stamp = at('node_modules', '.tributary-lock');
  const wanted = sha256(read(at('package-lock.json')));
  if (read(stamp) === wanted) return false;
  if (!installedByHand()) return true;
  writeStamp(stamp, wanted);
  return false;
}

/** Whether an `npm ci` or `npm install` by hand has installed the packages of package-lock.json. */
function installedByHand() {
  const installed = JSON.parse(read(at('node_modules', '.package-lock.json')) || '{}').packages;
  if (!installed) return false;
  const { '': _project, ...wanted } = JSON.parse(read(at('package-lock.json'))).packages;
  const same = ([name, entry]) => {
    const found = installed[name];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.dev || entry.devOptional);
  };
  return Object.entries(wanted).every(same) && Object.keys(installed).every((name) => name in wanted);
}

function writeStamp(file, text) {
  try {
    fs.writeFileSync(file, text);
  } catch {
    // A read-only installation: the next run checks again.
  }
}

function installPackages() {
  log('installing packages (npm ci)');
  // Without this, npm run --silent would also hide the errors of this npm.
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=warn'];
  if (developing || buildIsStale()) args.push('--include=dev');
  const cli = process.env.npm_execpath ?? '';
  const done = /^npm-cli\.c?js$/.test(path.basename(cli))
    ? run(process.execPath, [cli, ...args])
    : run('npm', args, { shell: process.platform === 'win32' });
  if (!done) fail('npm ci failed; see above.');
  writeStamp(at('node_modules', '.tributary-lock'), sha256(read(at('package-lock.json'))));
}

/** Without a compiler (a production image without development packages) the existing dist/ is used as it is. */
function buildIsMissing() {
  const pruned = fs.existsSync(at('dist')) && !fs.existsSync(compiler);
  return !pruned && buildIsStale();
}

function redisIsWanted() {
  if (process.argv.includes('--no-redis')) return false;
  if (developing) return true;
  return !isSet(startSettings(), 'REDIS_URL');
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two commands that start together on a fresh clone must not both install: the second waits for the first. */
function takeLock() {
  const lock = at('.data', 'setup.lock');
  const deadline = Date.now() + LOCK_WAIT_MS;
  fs.mkdirSync(at('.data'), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      process.on('exit', () => fs.rmSync(lock, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!waited) log('waiting for another setup to finish');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const holder = Number(read(lock));
    // An empty file means that its holder has just created it and is about to write its process id.
    if (holder && !isRunning(holder)) fs.rmSync(lock, { force: true });
    if (Date.now() > deadline) fail(`another setup (process ${holder}) has not finished; stop it and try again.`);
  }
}

async function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Tributary needs Node.js 20.19 or newer, but this is ${process.version}.`);
  }
  if (process.argv.includes('--build')) {
    takeLock();
    await build(log);
    return;
  }
  const redis = redisIsWanted() ? await import('./redis.js') : null;
  const browser = BROWSING.includes(event) ? await import('../tools/chromium.js') : null;
  const proxy = event === 'pretest:all' ? await import('../tools/nginx.js') : null;
  const allThere =
    (!redis || redis.findRedis()) && (!browser || browser.findChromium()) && (!proxy || proxy.findNginx());
  if (!packagesAreMissing() && !buildIsMissing() && allThere) return;
  takeLock();
  if (packagesAreMissing()) installPackages();
  if (buildIsMissing()) await build(log, { check: !CHECKING.includes(event) });
  if (redis) redis.ensureRedis(log);
  if (browser) browser.ensureChromium(log);
  if (proxy) proxy.ensureNginx(log);
}

main().catch((error) => fail(error.message));
