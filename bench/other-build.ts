import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this checkout. */
export const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** Checks a commit out and builds it, with the packages of this checkout. `remove` must be called in the end. */
export function buildOf(commit: string): { dir: string; remove(): void } {
  const dir = path.join(mkdtempSync(path.join(tmpdir(), 'tributary-compare-')), 'code');
  const remove = () => {
    execFileSync('git', ['worktree', 'remove', '--force', dir], { cwd: HERE, stdio: 'inherit' });
    rmSync(path.dirname(dir), { recursive: true, force: true });
  };
  execFileSync('git', ['worktree', 'add', '--detach', '--force', dir, commit], { cwd: HERE, stdio: 'inherit' });
  try {
    symlinkSync(path.join(HERE, 'node_modules'), path.join(dir, 'node_modules'));
    const redis = path.join(HERE, '.data/redis-server');
    if (existsSync(redis)) cpSync(redis, path.join(dir, '.data/redis-server'), { recursive: true });
    // Before 0.7.0, it was set-up that built.
    const builder = existsSync(path.join(dir, 'bin/run.js')) ? ['bin/run.js', 'build'] : ['bin/setup.js', '--build'];
    execFileSync(process.execPath, builder, { cwd: dir, stdio: 'inherit' });
    return { dir, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
