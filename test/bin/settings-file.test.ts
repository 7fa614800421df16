import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runNode } from '../harness/command-line.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tributary-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `doctor` says of the first slot, run in a folder with this `.env`. */
async function engineA(dotEnv: string, env: Record<string, string> = {}): Promise<string> {
  writeFileSync(path.join(folder, '.env'), dotEnv);
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', ...env };
  const { stdout } = await runNode([path.resolve('dist/bin/cli.js'), 'doctor', '--json'], {
    cwd: folder,
    env: settings,
  });
  const findings = JSON.parse(stdout) as { what: string; text: string }[];
  return findings.find(({ what }) => what === 'engine_a')?.text ?? '';
}

test('settings are read from a .env file in the working directory', async () => {
  expect(await engineA('BRAVE_API_KEY=x\nENGINE_A_NAME="From the file"\n')).toContain('From the file');
});

test('the real environment wins over the .env file', async () => {
  const dotEnv = 'BRAVE_API_KEY=x\nENGINE_A_NAME="From the file"\n';
  expect(await engineA(dotEnv, { ENGINE_A_NAME: 'From outside' })).toContain('From outside');
});

test.each(['dist/api/server.js', 'dist/workers/main.js'])('a bad value in it stops %s and is named', async (entry) => {
  writeFileSync(path.join(folder, '.env'), 'CACHE_TTL_S=soon\n');
  const { code, stderr } = await runNode([path.resolve(entry)], { cwd: folder });
  expect(code).toBe(1);
  expect(stderr).toMatch(/CACHE_TTL_S: must be a whole number/);
});
