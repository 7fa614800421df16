// Keeps other users of this machine out of .data, which holds keys, passwords, logs and the files of Redis.
import fs from 'node:fs';
import path from 'node:path';

const OWNER_ONLY = 0o700;

/**
 * Creates a folder and makes all of it accessible to its owner only, also what exists with wider modes. What this
 * process and its children create from here on is private as well.
 * @param {string} folder
 */
export function makePrivate(folder) {
  process.umask(0o077);
  fs.mkdirSync(folder, { recursive: true });
  restrict(folder);
}

/** @param {string} name */
function restrict(name) {
  const { mode } = fs.lstatSync(name);
  const isLink = (mode & fs.constants.S_IFMT) === fs.constants.S_IFLNK;
  // The target of a link may be elsewhere and shared on purpose.
  if (isLink) return;
  if (mode & 0o777 & ~OWNER_ONLY) fs.chmodSync(name, mode & OWNER_ONLY);
  if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFDIR) return;
  for (const entry of fs.readdirSync(name)) restrict(path.join(name, entry));
}

/**
 * Reads a secret from a file, which is created with a new secret if it does not exist.
 * @param {string} file
 * @param {() => string} create
 * @returns {string}
 */
export function keptSecret(file, create) {
  try {
    fs.writeFileSync(file, `${create()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  return fs.readFileSync(file, 'utf8').trim();
}
