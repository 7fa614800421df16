// `npm start`: runs everything on one machine: a private Redis under .data/, the sandbox if no real engine is
// configured, one worker and one web process. Plain JavaScript; bin/setup.js has just built the rest.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder, endLeftoverRedis, refusal } from './one-start.js';
import { keptSecret, makePrivate } from './private-folder.js';
import { ensureRedis, freePort, startRedis } from './redis.js';
import { announce, say, showSteps } from './start-output.js';
import { addressesOf, DATA, LOGS, PID_FILE, ROOT, startSettings } from './start-settings.js';

const DEMO_KEY = path.join(DATA, 'demo-key');
const SECRET_FILE = path.join(DATA, 'instance-secret');
/** Settings of this start for the command line; see bin/cli.ts. */
const SETTINGS_FILE = path.join(DATA, 'start-settings.json');
const REDIS_PORT_FILE = path.join(DATA, 'redis.port');
const DEMO_USER = 'demo';
const STOP_WITHIN_MS = 15_000;
const READY_WITHIN_MS = 30_000;
const PARENT_CHECK_MS = 500;
/** Where there are few cores, threads that collect garbage take time from those that serve. */
const NODE_OPTIONS = os.availableParallelism() <= 2 ? ['--single-threaded-gc'] : [];

/** @type {{ name: string, process: import('node:child_process').ChildProcess }[]} */
const running = [];
let stopping = false;

/** Whether the operator has configured an engine. */
async function hasOwnEngines(env) {
  const { engineSlugs } = await import('../dist/lib/providers/registry.js');
  const engines = engineSlugs.map((slug) => slug.toUpperCase());
  const own = new RegExp(`^(ENGINES|ENGINE_[ABC]|(${engines.join('|')})_(API_KEY|URL))$`);
  return Object.entries(env).some(([name, value]) => value && own.test(name));
}

/** Ends this process with a sentence if it cannot start: otherwise another server would be taken for ours. */
async function claimOrExit(env) {
  makePrivate(DATA);
  fs.mkdirSync(LOGS, { recursive: true });
  const reason = await refusal(PID_FILE, env);
  if (reason !== null) {
    say(reason);
    process.exit(1);
  }
  await claimFolder(PID_FILE);
  for (const file of fs.readdirSync(LOGS)) {
    earlierBytes.set(path.basename(file, '.log'), fs.statSync(path.join(LOGS, file)).size);
  }
  process.on('exit', () => fs.rmSync(SETTINGS_FILE, { force: true }));
}

/** Stops everything when npm has ended without a signal to us, for example because it was killed. */
function endWithNpm() {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => {
    if (process.ppid !== parent) void stop(0);
  }, PARENT_CHECK_MS).unref();
}

/**
 * Starts one of our processes with its log in a file. It is detached, so that Ctrl-C reaches only this process, which
 * stops the others in order. An IPC channel lets it notice if this process is killed.
 */
function startProcess(name, args, env) {
  const log = fs.openSync(path.join(LOGS, `${name}.log`), 'a');
  const options = { cwd: ROOT, env, detached: true, stdio: ['ignore', log, log, 'ipc'] };
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], options);
  fs.closeSync(log);
  track(name, child);
}

/** Stops everything when a process ends by itself, and shows the end of its log. */
function track(name, child) {
  running.push({ name, process: child });
  child.on('exit', (code, signal) => {
    if (stopping) return;
    say(`${name} ended unexpectedly (${signal ?? `code ${code}`}). The end of .data/log/${name}.log:`);
    say(logOf(name).trimEnd().split('\n').slice(-10).join('\n'));
    void stop(1);
  });
}

/** The size of each log before this start. */
const earlierBytes = new Map();

/** What a process has logged since this start. */
function logOf(name) {
  const file = path.join(LOGS, `${name}.log`);
  return fs.existsSync(file) ? fs.readFileSync(file).subarray(earlierBytes.get(name)).toString() : '';
}

/** The private Redis during its start, which Ctrl-C aborts. */
let startingRedis = Promise.resolve();
const startAborted = new AbortController();

/** Stops the processes in reverse order, so that web can finish its requests while the worker and Redis still run. */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  startAborted.abort();
  // The start itself reports why it failed.
  await startingRedis.catch(() => {});
  for (const { process: child } of [...running].reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(STOP_WITHIN_MS)]);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  }
  process.exit(code);
}

async function untilReady(url, redisUrl) {
  const deadline = Date.now() + READY_WITHIN_MS;
  let last = 'no answer';
  while (Date.now() < deadline && !stopping) {
    try {
      const response = await fetch(`${url}/readyz`);
      if (response.ok) return;
      last = (await response.json()).reasons.join('; ');
    } catch (error) {
      last = error.message;
    }
    await sleep(100);
  }
  if (stopping) return;
  const { host } = new URL(redisUrl);
  throw new Error(`Tributary did not become ready, with the Redis at ${host} (REDIS_URL): ${last}`);
}

function cli(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'bin', 'cli.js'), ...args], { cwd: ROOT, env });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('exit', (code) => resolve(code === 0 ? output.trim() : null));
  });
}

/**
 * The demo key is stored beside the private Redis, readable only by its owner, so that every start can print a working
 * example.
 */
async function demoKey(url, env) {
  const kept = fs.existsSync(DEMO_KEY) ? fs.readFileSync(DEMO_KEY, 'utf8').trim() : '';
  if (kept) {
    const response = await fetch(`${url}/api/v1/key/`, { headers: { authorization: `Api-Key ${kept}` } });
    if (response.status !== 401 && response.status !== 403) return kept;
  }
  const users = JSON.parse((await cli(['user', 'list', '--json'], env)) ?? '[]');
  const demo = users.find(({ username }) => username === DEMO_USER);
  // Other accounts but no demo account: this is a real deployment. A disabled demo account stays disabled.
  if (demo ? demo.disabled || kept : users.length > 0) return null;
  if (!demo) await cli(['user', 'create', DEMO_USER], env);
  const key = await cli(['key', 'create', DEMO_USER, '--name', 'npm start'], env);
  if (key) fs.writeFileSync(DEMO_KEY, `${key}\n`, { mode: 0o600 });
  return key;
}

/** The set-up address, which the web process logs while there is no administrator; null if there is one. */
async function setUpAddress(env) {
  const users = JSON.parse((await cli(['user', 'list', '--json'], env)) ?? '[]');
  if (users.some(({ admin, disabled }) => admin && !disabled)) return null;
  for (let tries = 0; tries < 30; tries++) {
    const address = /http[^"]*\/setup\?token=[\w-]+/.exec(logOf('web'))?.[0];
    if (address) return address;
    await sleep(100);
  }
  return null;
}

async function startPrivateRedis() {
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  const logFile = path.join(LOGS, 'redis.log');
  const dir = path.join(DATA, 'redis');
  await endLeftoverRedis(REDIS_PORT_FILE, dir);
  fs.writeFileSync(REDIS_PORT_FILE, `${port} ${password}`, { mode: 0o600 });
  const { signal } = startAborted;
  track('redis', await startRedis({ ...ensureRedis(), dir, port, logFile, password, signal }));
  return `redis://:${password}@127.0.0.1:${port}`;
}

async function main() {
  // A closed terminal or pipe must not end what runs: signals do.
  process.stdout.on('error', () => {});
  const env = startSettings();
  const steps = showSteps();
  await claimOrExit(env);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
  endWithNpm();

  const made = {};
  const ownRedis = !env.REDIS_URL;
  if (ownRedis) {
    steps.begin('Starting Redis');
    const started = startPrivateRedis();
    startingRedis = started;
    made.REDIS_URL = await started;
    // Processes that share another Redis share its secret too, unless the operator gives all of them one.
    env.INSTANCE_SECRET ||= keptSecret(SECRET_FILE, () => randomBytes(32).toString('base64url'));
  }
  steps.begin('Reading the settings');
  const sandboxed = !(await hasOwnEngines(env));
  const sandboxPort = sandboxed ? await freePort() : 0;
  if (sandboxed) {
    const { sandboxSettings } = await import('../dist/sandbox/settings.js');
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const settings = { ...sandboxSettings(sandboxUrl), SANDBOX_URL: sandboxUrl };
    for (const [name, value] of Object.entries(settings)) if (!env[name]) made[name] = value;
  }
  if (stopping) return;
  Object.assign(env, made);
  const { settingsIn } = await import('../dist/lib/config.js');
  fs.writeFileSync(SETTINGS_FILE, JSON.stringify(settingsIn(env)), { mode: 0o600 });
  steps.begin(`Starting ${sandboxed ? 'the sandbox, ' : ''}the worker and the web process`);
  if (sandboxed) startProcess('sandbox', ['dist/sandbox/main.js', '--port', String(sandboxPort), '--pictures'], env);
  startProcess('worker', ['dist/workers/main.js'], env);
  startProcess('web', ['dist/api/server.js'], env);
  const { local, shown: url } = addressesOf(env);
  await untilReady(local, env.REDIS_URL);
  if (stopping) return;
  steps.begin('Reading the accounts');
  const key = ownRedis ? await demoKey(local, env) : null;
  const setUp = stopping ? null : await setUpAddress(env);
  steps.end();
  if (!stopping) announce({ url, local, key, setUp, sandboxed, ownRedis });
}

main().catch((error) => {
  if (!stopping) say(error.message);
  void stop(1);
});
