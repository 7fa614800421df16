// Finds an nginx for the tests behind a proxy, or unpacks the distribution's package. Plain JavaScript with Node's own
// modules only, because setup runs it before any package is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackedEnvironment, unpackFromApt } from '../bin/apt-package.js';

const UNPACKED = fileURLToPath(new URL('../.data/nginx', import.meta.url));
const ADVICE = 'Install nginx to run them (Debian: apt-get install nginx).';

/** @returns {{ path: string, env: Record<string, string> } | null} */
export function findNginx() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
  const installed = folders.map((folder) => ({ path: path.join(folder, 'nginx'), env: {} })).find(runs);
  if (installed || !fs.existsSync(UNPACKED)) return installed ?? null;
  const unpacked = { path: path.join(UNPACKED, 'usr', 'sbin', 'nginx'), env: unpackedEnvironment(UNPACKED) };
  return runs(unpacked) ? unpacked : null;
}

/**
 * Returns null and logs a warning if there is no nginx and none can be unpacked. It is never installed, because the
 * package would start a server.
 * @param {(line: string) => void} log
 * @returns {{ path: string, env: Record<string, string> } | null}
 */
export function ensureNginx(log) {
  const present = findNginx();
  if (present) return present;
  log("unpacking this distribution's nginx into .data/nginx, for the tests behind a proxy");
  const problem = unpackFromApt(['nginx'], UNPACKED);
  const unpacked = findNginx();
  if (!unpacked) log(`NO NGINX: the tests behind a proxy will be SKIPPED. ${ADVICE}${problem && ` (${problem})`}`);
  return unpacked;
}

function runs({ path: file, env }) {
  return (
    fs.existsSync(file) && spawnSync(file, ['-v'], { env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0
  );
}
