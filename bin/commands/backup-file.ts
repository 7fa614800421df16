import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../lib/accounts/account-store.ts';

/** The names of backups in a folder, which sort by their time. */
const NAME = /^tributary-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/;

/** Whether a backup goes into a folder, under a name that says its time. */
export function isFolder(target: string): boolean {
  return target.endsWith('/');
}

/** The file that a backup goes to. */
export function fileOf(target: string, now: Date): string {
  if (!isFolder(target)) return target;
  return path.join(target, `tributary-${now.toISOString().replace(/:|\.\d+/g, '')}.backup`);
}

/** Writes a file that does not exist yet, for its owner only, and lets `check` read it. If that fails, no file is left. */
export async function saveFile(file: string, bytes: Buffer, check: (read: Buffer) => Promise<void>): Promise<void> {
  try {
    // `wx`: an older backup is not replaced.
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx', flush: true }).catch(fileProblem);
    await check(await readFile(file).catch(fileProblem));
  } catch (error) {
    // Part of a backup is none.
    if (!(error instanceof FileExistsError)) await rm(file, { force: true });
    throw error;
  }
}

/** Removes all backups of a folder but the newest. */
export async function keepNewest(folder: string, count: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of names.slice(0, -count)) await rm(path.join(folder, name));
}

class FileExistsError extends InputError {}

/** Tells of a file that cannot be read or written. */
export function fileProblem(error: NodeJS.ErrnoException): never {
  if (error.code === 'EEXIST') throw new FileExistsError('The file already exists.');
  throw new InputError(error.message);
}
