// Makes, finds or installs what a command needs: packages, a build, a Redis, a browser. It says nothing if everything is
// in place. Plain JavaScript with Node's own modules only, because it runs before any package is installed.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atLeastAsBuilt, build, buildIsStale, canBuild } from './build.js';
import { installClients, installExtra, installPackages, keepWhatRuns, packagesSuffice } from './packages.js';
import { isSet, startSettings } from './start-settings.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK_WAIT_MS = 15 * 60_000;

const at = (...names) => path.join(ROOT, ...names);

/**
 * Sets up what a command needs. Rejects with a sentence if that fails.
 * @param {import('./npm-commands.js').Needs} needs
 * @param {(line: string) => void} say
 */
export async function setUp(needs, say) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Tributary needs Node.js 20.19 or newer, but this is ${process.version}.`);
  }
  const programs = await programsOf(needs);
  const isReady = () => {
    const builds = buildIsMissing(needs);
    return packagesSuffice(packagesFor(needs, builds)) && !builds && programs.every(({ isThere }) => isThere());
  };
  if (!isReady()) {
    const release = takeLock(say);
    try {
      // Another one may have done it meanwhile, or half of it.
      if (!isReady()) await makeReady(needs, programs, say);
    } finally {
      release();
    }
  }
  if (needs.extra) installExtra(needs.extra);
  if (needs.clients) installClients(needs.clients);
}

/** Which packages a command needs now: those that the bundles are made of only if they are to be made. */
function packagesFor(needs, builds) {
  if (needs.development) return 'development';
  if (builds) return 'building';
  return needs.build ? 'running' : 'none';
}

/** An installed package has no sources: its dist/ came along. */
function buildIsMissing({ build: kind, anew }) {
  return Boolean(kind) && (anew || buildIsStale(kind)) && canBuild();
}

/** Servers and browsers: whether each is there, and what finds or installs it. */
async function programsOf({ redis, chromium, nginx }) {
  const programs = [];
  if (redis === 'always' || (redis && !isSet(startSettings(), 'REDIS_URL'))) {
    const { findRedis, ensureRedis } = await import('./redis.js');
    programs.push({ name: 'Redis', isThere: findRedis, ensure: ensureRedis });
  }
  if (chromium) {
    const { findChromium, ensureChromium } = await import('../tools/chromium.js');
    programs.push({ name: 'Chromium', isThere: findChromium, ensure: ensureChromium });
  }
  if (nginx) {
    const { findNginx, ensureNginx } = await import('../tools/nginx.js');
    programs.push({ name: 'nginx', isThere: findNginx, ensure: ensureNginx });
  }
  return programs;
}

async function makeReady(needs, programs, say) {
  const builds = buildIsMissing(needs);
  const level = packagesFor(needs, builds);
  const installed = packagesSuffice(level)
    ? Promise.resolve(null)
    : timed('installing packages', () => installPackages(level), say);
  // It is awaited below, and its failure is told there.
  installed.catch(() => {});
  try {
    // These block this process, but not npm.
    for (const { name, isThere, ensure } of programs) {
      if (!isThere()) await timed(`finding ${name}`, () => ensure(say), say);
    }
  } finally {
    await installed;
  }
  if (builds) {
    const kind = packagesSuffice('development') ? atLeastAsBuilt(needs.build) : needs.build;
    await timed(kind === 'run' ? 'bundling' : 'building', () => build(kind), say);
  }
  // What was installed for nothing but the bundles goes again; what a person has installed stays.
  if ((await installed) === 'building') keepWhatRuns();
}

/** Says what is being done on a line of its own, and again with its time once it is done. */
async function timed(what, action, say) {
  const startedAt = performance.now();
  say(`${what} …`);
  const result = await action();
  say(`${what} … ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
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
function takeLock(say) {
  const lock = at('.data', 'setup.lock');
  const deadline = Date.now() + LOCK_WAIT_MS;
  const release = () => fs.rmSync(lock, { force: true });
  fs.mkdirSync(at('.data'), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      process.on('exit', release);
      return () => {
        process.off('exit', release);
        release();
      };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!waited) say('waiting for another setup to finish');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const holder = holderOf(lock);
    // An empty file means that its holder has just created it and is about to write its process id.
    if (holder && !isRunning(holder)) release();
    if (Date.now() > deadline) {
      throw new Error(`another setup (process ${holder}) has not finished; stop it and try again.`);
    }
  }
}

function holderOf(lock) {
  try {
    return Number(fs.readFileSync(lock, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}
