// The settings and files of `npm start`. Plain JavaScript with Node's own modules only: bin/run.js reads them
// before npm has installed any package.
import fs from 'node:fs';
import path from 'node:path';
// Not `{ parseEnv }`: a Node version without it must still reach the version check of bin/setup.js.
import util from 'node:util';
import { DATA, HOME, ROOT } from './home.js';

export { DATA, HOME, ROOT };
export const LOGS = path.join(DATA, 'log');
/** Names the process that runs in this folder. */
export const PID_FILE = path.join(DATA, 'start.pid');

/**
 * Where the web process listens, and the address to show: that of the proxy in front of it, if there is one, because its
 * pages link to addresses below that.
 */
export function addressesOf({ HOST, PORT, PUBLIC_URL }) {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
  return { local, shown: PUBLIC_URL ? PUBLIC_URL.replace(/\/+$/, '') : local };
}

/** The environment, which takes precedence over `.env`, with the address that `npm start` listens on by default. */
export function startSettings() {
  const file = path.join(HOME, '.env');
  const fromFile = fs.existsSync(file) ? (util.parseEnv?.(fs.readFileSync(file, 'utf8')) ?? {}) : {};
  const env = { ...fromFile, ...process.env };
  env.HOST ||= '127.0.0.1';
  env.PORT ||= '3000';
  return env;
}

/** Whether a setting has a value, or a file with one. */
export function isSet(env, name) {
  return Boolean(env[name] || env[`${name}_FILE`]);
}
