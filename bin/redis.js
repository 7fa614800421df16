// Finds, installs and starts Redis or Valkey, its fork. Plain JavaScript with Node's own modules only, because it runs
// before npm has installed any package and before the first build.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackedEnvironment, unpackFromApt } from './apt-package.js';
import { DATA } from './home.js';

/** @typedef {{ path: string, env: Record<string, string>, version: string }} Redis */

const UNPACKED = path.join(DATA, 'redis-server');
const SERVERS = ['redis-server', 'valkey-server'];
const START_TIMEOUT_MS = 15_000;
/**
 * Becomes the server, after leaving a shell behind that ends it once the pipe to our process breaks: Redis itself does
 * not notice that we were killed. A line on the pipe says that the server has ended.
 */
const RUN_WITH_US = '(cd / && exec </dev/null >/dev/null 2>&1 && { read -r _ <&3 || kill $$; }) & exec "$0" "$@" 3<&-';
const SYSTEM_INSTALLS = [
  'apk add --no-cache redis',
  'dnf install -y redis',
  'dnf install -y valkey',
  'yum install -y redis',
  'pacman -Sy --noconfirm valkey',
  'zypper --non-interactive install redis',
  'zypper --non-interactive install valkey',
  'apt-get install -y redis-server',
];
const ADVICE = `Install Redis 7 or newer, or Valkey 8 or newer:
  Debian, Ubuntu   apt-get install redis-server
  Alpine           apk add redis
  Fedora, RHEL     dnf install redis     (newer releases: dnf install valkey)
  Arch             pacman -S valkey
  openSUSE         zypper install redis
  macOS            brew install redis
or set REDIS_URL=redis://host:6379 in the environment or in .env (the only way on Windows).`;

/** @returns {Redis | null} */
export function findRedis() {
  for (const file of SERVERS.flatMap(onPath)) {
    const redis = probe(file, {});
    if (redis) return redis;
  }
  if (!fs.existsSync(UNPACKED)) return null;
  const env = unpackedEnvironment(UNPACKED);
  return SERVERS.map((name) => probe(path.join(UNPACKED, 'usr', 'bin', name), env)).find(Boolean) ?? null;
}

/**
 * @param {(line: string) => void} [log]
 * @returns {Redis}
 */
export function ensureRedis(log = () => {}) {
  const present = findRedis();
  if (present) return present;
  const problems = [];
  for (const install of installers(log)) {
    const problem = install();
    const redis = findRedis();
    if (redis) return redis;
    problems.push(`  (${problem || 'the installed server does not run'})`);
  }
  throw new Error(['No redis-server was found, and none could be installed here.', ...problems, ADVICE].join('\n'));
}

/**
 * @param {{ path: string, env?: Record<string, string>, dir: string, port: number, logFile: string,
 *   password?: string, extra?: readonly string[], signal?: AbortSignal }} options
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
export async function startRedis({ path: file, env = {}, dir, port, logFile, password = '', extra = [], signal }) {
  // Another Redis on this port would answer our PING before our own process notices the conflict and exits.
  await listenOnce(port);
  fs.mkdirSync(dir, { recursive: true });
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  const log = fs.openSync(logFile, 'a');
  const logStart = fs.fstatSync(log).size;
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: path.resolve(dir),
    appendonly: 'yes',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
    save: '',
    daemonize: 'no',
    'protected-mode': 'yes',
    loglevel: 'notice',
    logfile: path.resolve(logFile),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // Detached, so that Ctrl-C in a terminal does not stop it before its clients have finished. Its output goes to the
  // log too, because it reports a bad setting before it opens its log file.
  const options = { detached: true, env: { ...process.env, ...env }, stdio: ['pipe', log, log, 'pipe'] };
  // `-` reads further settings from stdin: a command line, and with it the password, is visible to every user.
  const child = spawn('/bin/sh', ['-c', RUN_WITH_US, file, '-', ...args, ...extra], options);
  const watch = /** @type {net.Socket} */ (child.stdio[3]);
  watch.on('error', () => {}).unref();
  child.stdin.on('error', () => {});
  child.stdin.end(password ? `requirepass ${password}\n` : '');
  fs.closeSync(log);
  let ended = '';
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
    watch.end('\n');
  });

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!ended && !signal?.aborted && Date.now() < deadline) {
    const ready = await ping(port, password);
    if (ready && !ended) return child;
    await sleep(20);
  }
  const reason = ended || `no answer within ${START_TIMEOUT_MS / 1000} s`;
  if (!ended) {
    // Nobody has written to it yet.
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const tail = fs.readFileSync(logFile).subarray(logStart).toString().trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`Redis did not start: ${reason}\n${tail}`);
}

/** @returns {Promise<number>} */
export function freePort() {
  return listenOnce(0);
}

function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}

function ping(port, password) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    let reply = '';
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('connect', () => socket.write(`${password ? `AUTH ${password}\r\n` : ''}PING\r\nQUIT\r\n`));
    socket.on('data', (chunk) => {
      reply += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply.includes('+PONG')));
  });
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
  return folders.map((folder) => path.join(folder, name)).filter(isExecutable);
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    // It does not exist, or may not be run.
    return false;
  }
}

function probe(file, env) {
  const { stdout } = spawnSync(file, ['--version'], { env: { ...process.env, ...env }, encoding: 'utf8' });
  const version = / v=(\S+)/.exec(stdout ?? '')?.[1];
  return version ? { path: file, env, version } : null;
}

/** The ways to install Redis on this machine, best first. Each returns an error message, or '' on success. */
function installers(log) {
  const has = (command) => onPath(command).length > 0;
  if (process.platform === 'darwin') return has('brew') ? [() => runInstall('brew install redis', log)] : [];
  const ways = has('apt-get') && has('dpkg-deb') ? [() => unpackRedis(log)] : [];
  if (process.getuid?.() !== 0) return ways;
  const system = SYSTEM_INSTALLS.filter((line) => has(line.split(' ')[0]));
  return [...ways, ...system.map((line) => () => runInstall(line, log))];
}

function runInstall(line, log) {
  log(`installing Redis: ${line}`);
  const [command, ...args] = line.split(' ');
  // stdout belongs to the command that follows.
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if (command === 'apt-get') spawnSync(command, ['update'], options);
  return spawnSync(command, args, options).status === 0 ? '' : `failed: ${line}`;
}

function unpackRedis(log) {
  log("installing Redis: unpacking this distribution's redis-server into .data/redis-server");
  return unpackFromApt(SERVERS, UNPACKED);
}
