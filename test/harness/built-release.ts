import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The last release, which deployments upgrade from. */
const LAST_RELEASE = { version: '0.6.0', commit: 'acf339308943520e0305039959aa866d7ccffc4d' } as const;

const BUILD = 'tsconfig.build.json';

/**
 * The folder of the last release, built from the history of this clone with the packages of this checkout. It is built once and
 * kept in `.data`.
 */
export function lastRelease(): string {
  const { version, commit } = LAST_RELEASE;
  const folder = path.resolve('.data', 'builds', commit.slice(0, 12));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    execFileSync('tar', ['-x', '-C', unfinished], { input: archive(commit, version) });
    symlinkSync(path.relative(unfinished, 'node_modules'), path.join(unfinished, 'node_modules'));
    // Its types were checked when it was released, with the packages of that time.
    const project = path.join(unfinished, BUILD);
    const settings = JSON.parse(readFileSync(project, 'utf8'));
    writeFileSync(project, JSON.stringify({ ...settings, compilerOptions: { noCheck: true } }));
    execFileSync(process.execPath, ['bin/setup.js', '--build'], { cwd: unfinished, stdio: 'inherit' });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** The sources of a commit as a tar file. Throws if the history of this clone ends before it. */
function archive(commit: string, version: string): Buffer {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
  } catch {
    // Git only says that it is not a valid object name.
    throw new Error(
      `The upgrade from ${version} cannot be tested: this clone lacks commit ${commit}. Fetch the whole history (git fetch --unshallow).`,
    );
  }
  return execFileSync('git', ['archive', commit], { maxBuffer: 256 * 1024 * 1024 });
}
