// Finds a Chromium for the browser tests, or installs the distribution's package. Plain JavaScript with Node's own
// modules only, because setup runs it before any package is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ADVICE = 'Install Chromium to run them (Debian: apt-get install chromium), or set CHROMIUM_PATH.';

/** @returns {string | null} */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return works(given) ? given : null;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(works) ?? null;
}

/**
 * Returns null and logs a warning if there is no Chromium and none can be installed.
 * @param {(line: string) => void} log
 * @returns {string | null}
 */
export function ensureChromium(log) {
  const present = findChromium();
  if (present) return present;
  if (process.getuid?.() === 0 && runs('apt-get')) {
    log('installing Chromium for the browser tests (apt-get install chromium)');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const patience = [
      '-o',
      'Acquire::Retries=2',
      '-o',
      'Acquire::http::Timeout=30',
      '-o',
      'Acquire::https::Timeout=30',
    ];
    const apt = (...args) =>
      spawnSync('apt-get', ['-q', '-y', ...patience, ...args], { env, stdio: ['ignore', 'ignore', 2] });
    apt('update');
    apt('install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
  }
  const installed = findChromium();
  if (!installed) log(`NO BROWSER: the browser tests will be SKIPPED. ${ADVICE}`);
  return installed;
}

/** Runs it, because some distributions ship a placeholder that only says where to get the real one. */
function works(file) {
  return fs.existsSync(file) && runs(file);
}

function runs(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
