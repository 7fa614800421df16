// Finds a Chromium for the browser tests, or installs the distribution's package. Plain JavaScript with Node's own
// modules only, because setup runs it before any package is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// A headless shell first: it has no windows and menus of its own, which take most of the others' time.
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
// The second is for distributions that do not package the first.
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const ADVICE = `Install Chromium to run them (Debian: apt-get install ${PACKAGES[0]}), or set CHROMIUM_PATH.`;

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
    log('installing Chromium for the browser tests with apt-get');
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
      spawnSync('apt-get', ['-q', '-y', ...patience, ...args], { env, stdio: ['ignore', 'ignore', 2] }).status === 0;
    apt('update');
    PACKAGES.some((name) => apt('install', '--no-install-recommends', name, 'fonts-dejavu-core'));
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
