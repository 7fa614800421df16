import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runNode } from '../harness/command-line.ts';

const root = mkdtempSync(path.join(tmpdir(), 'tributary-settings-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder with this `.env`. */
function folderWith(dotEnv: string): string {
  const folder = mkdtempSync(path.join(root, 'folder-'));
  writeFileSync(path.join(folder, '.env'), dotEnv);
  return folder;
}

/** What `doctor` says of the first slot, run in a folder with this `.env`. */
async function engineA(dotEnv: string, env: Record<string, string> = {}): Promise<string> {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', ...env };
  const { stdout } = await runNode([path.resolve('dist/bin/cli.js'), 'doctor', '--json'], {
    cwd: folderWith(dotEnv),
    env: settings,
  });
  const findings = JSON.parse(stdout) as { what: string; text: string }[];
  return findings.find(({ what }) => what === 'engine_a')?.text ?? '';
}

test.concurrent('settings are read from a .env file in the working directory', async () => {
  expect(await engineA('BRAVE_API_KEY=x\nENGINE_A_NAME="From the file"\n')).toContain('From the file');
});

test.concurrent('the real environment wins over the .env file', async () => {
  const dotEnv = 'BRAVE_API_KEY=x\nENGINE_A_NAME="From the file"\n';
  expect(await engineA(dotEnv, { ENGINE_A_NAME: 'From outside' })).toContain('From outside');
});

test.concurrent.each(['dist/api/server.js', 'dist/workers/main.js'])(
  'a bad value in it stops %s and is named',
  async (entry) => {
    const { code, stderr } = await runNode([path.resolve(entry)], { cwd: folderWith('CACHE_TTL_S=soon\n') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/CACHE_TTL_S: must be a whole number/);
  },
);
