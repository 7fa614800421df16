// `npm start`: runs everything on one machine: a private Redis under .data/, the sandbox if no real engine is
// configured, one worker and one web process. Plain JavaScript; bin/run.js has just built the rest.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder, endLeftoverRedis, refusal } from './one-start.js';
import { keptSecret, makePrivate } from './private-folder.js';
import { ensureRedis, freePort, startRedis } from './redis.js';
import { announce, say, showSteps } from './start-output.js';
import { StartProcesses } from './start-processes.js';
import { addressesOf, DATA, HOME, isSet, LOGS, PID_FILE, ROOT, startSettings } from './start-settings.js';

const DEMO_KEY = path.join(DATA, 'demo-key');
const SECRET_FILE = path.join(DATA, 'instance-secret');
/** Settings of this start for the command line; see bin/cli.ts. */
const SETTINGS_FILE = path.join(DATA, 'start-settings.json');
const REDIS_PORT_FILE = path.join(DATA, 'redis.port');
const DEMO_USER = 'demo';
const READY_WITHIN_MS = 30_000;
const PARENT_CHECK_MS = 500;

const program = (file) => path.join(ROOT, 'dist', file);

const {
  effectiveSettings,
  engineSlugs,
  outputOf,
  sandboxSettings,
  settingSources,
  settingsIn,
  settingsRefusal,
  sourceIn,
} = await import('../dist/start-parts.js');

/** Whether the operator has configured an engine. */
function hasOwnEngines(env) {
  const engines = engineSlugs.map((slug) => slug.toUpperCase());
  const own = new RegExp(`^(ENGINES|ENGINE_[ABC]|(${engines.join('|')})_(API_KEY|URL)(_FILE)?)$`);
  return Object.entries(env).some(([name, value]) => value && own.test(name));
}

/** Says why no start is possible with these settings; null if one is. Otherwise another server would be taken for ours. */
async function refusalOf(env, sources) {
  return (await refusal(PID_FILE, env)) ?? settingsRefusal(env, { sourceOf: sourceIn(sources) });
}

/** Stops everything when npm has ended without a signal to us, for example because it was killed. */
function endWithNpm(processes) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  setInterval(() => {
    if (process.ppid !== parent) void processes.stop(0);
  }, PARENT_CHECK_MS).unref();
}

async function untilReady(url, { REDIS_URL, REDIS_URL_FILE }, processes) {
  const deadline = Date.now() + READY_WITHIN_MS;
  let last = 'no answer';
  while (Date.now() < deadline && !processes.stopping) {
    try {
      const response = await fetch(`${url}/readyz`);
      if (response.ok) return;
      last = (await response.json()).reasons.join('; ');
    } catch (error) {
      last = error.message;
    }
    await sleep(100);
  }
  if (processes.stopping) return;
  // Without the login, and with all hosts of a cluster.
  const hosts = REDIS_URL?.replace(/^[^/]*\/\/([^@/]*@)?/, '').replace(/[/?].*$/, '') ?? REDIS_URL_FILE;
  throw new Error(`Tributary did not become ready with the Redis at ${hosts} (REDIS_URL): ${last}`);
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
  const users = JSON.parse((await outputOf(['user', 'list', '--json'], env)) ?? '[]');
  const demo = users.find(({ username }) => username === DEMO_USER);
  // Other accounts but no demo account: this is a real deployment. A disabled demo account stays disabled.
  if (demo ? demo.disabled || kept : users.length > 0) return null;
  if (!demo) await outputOf(['user', 'create', DEMO_USER], env);
  const key = await outputOf(['key', 'create', DEMO_USER, '--name', 'npm start'], env);
  if (key) fs.writeFileSync(DEMO_KEY, `${key}\n`, { mode: 0o600 });
  return key;
}

/** The set-up address, which the web process logs while there is no administrator; null if there is one. */
async function setUpAddress(env, processes) {
  const users = JSON.parse((await outputOf(['user', 'list', '--json'], env)) ?? '[]');
  if (users.some(({ admin, disabled }) => admin && !disabled)) return null;
  for (let tries = 0; tries < 30; tries++) {
    const address = /http[^"]*\/setup\?token=[\w-]+/.exec(processes.logOf('web'))?.[0];
    if (address) return address;
    await sleep(100);
  }
  return null;
}

async function startPrivateRedis(processes) {
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  const logFile = path.join(LOGS, 'redis.log');
  const dir = path.join(DATA, 'redis');
  await endLeftoverRedis(REDIS_PORT_FILE, dir);
  fs.writeFileSync(REDIS_PORT_FILE, `${port} ${password}`, { mode: 0o600 });
  const server = { ...ensureRedis(say), dir, port, logFile, password };
  await processes.begin('redis', (signal) => startRedis({ ...server, signal }));
  return `redis://:${password}@127.0.0.1:${port}`;
}

async function startAll(env, processes) {
  const steps = showSteps();
  const made = {};
  const ownRedis = !isSet(env, 'REDIS_URL');
  if (ownRedis) {
    steps.begin('Starting Redis');
    made.REDIS_URL = await startPrivateRedis(processes);
    // Processes that share another Redis share its secret too, unless the operator gives all of them one.
    if (!isSet(env, 'INSTANCE_SECRET')) {
      env.INSTANCE_SECRET = keptSecret(SECRET_FILE, () => randomBytes(32).toString('base64url'));
    }
  }
  steps.begin('Reading the settings');
  const sandboxed = !hasOwnEngines(env);
  const sandboxPort = sandboxed ? await freePort() : 0;
  if (sandboxed) {
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const settings = { ...sandboxSettings(sandboxUrl), SANDBOX_URL: sandboxUrl };
    for (const [name, value] of Object.entries(settings)) if (!isSet(env, name)) made[name] = value;
  }
  if (processes.stopping) return;
  Object.assign(env, made);
  fs.writeFileSync(SETTINGS_FILE, JSON.stringify(settingsIn(env)), { mode: 0o600 });
  steps.begin(`Starting ${sandboxed ? 'the sandbox, ' : ''}the worker and the web process`);
  const sandbox = [program('sandbox/main.js'), '--port', String(sandboxPort), '--pictures'];
  if (sandboxed) processes.start('sandbox', sandbox, env);
  processes.start('worker', [program('workers/main.js')], env);
  processes.start('web', [program('api/server.js')], env);
  const { local, shown: url } = addressesOf(env);
  await untilReady(local, env, processes);
  if (processes.stopping) return;
  steps.begin('Reading the accounts');
  const key = ownRedis ? await demoKey(local, env) : null;
  const setUp = processes.stopping ? null : await setUpAddress(env, processes);
  steps.end();
  if (!processes.stopping) announce({ url, local, key, setUp, sandboxed, ownRedis });
}

// A closed terminal or pipe must not end what runs: signals do.
process.stdout.on('error', () => {});
const env = startSettings();
makePrivate(DATA);
const sources = settingSources({});
const reason = await refusalOf(env, sources);
if (reason !== null) {
  say(reason);
  process.exit(1);
}
for (const warning of effectiveSettings(sources).warnings) say(warning);
await claimFolder(PID_FILE);
process.on('exit', () => fs.rmSync(SETTINGS_FILE, { force: true }));
const processes = new StartProcesses({ root: HOME, logs: LOGS, say });
void processes.ended.then((code) => process.exit(code));
processes.stopOnSignals();
endWithNpm(processes);
startAll(env, processes).catch((error) => {
  if (!processes.stopping) say(error.message);
  void processes.stop(1);
});
