import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
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

test.concurrent('settings are read from a .env file in the working directory, and the real environment wins', async () => {
  const cwd = folderWith(
    'BRAVE_API_KEY=x\nENGINE_A_NAME="From the file"\nMOJEEK_API_KEY=x\nENGINE_B_NAME="Not this"\n',
  );
  const env = { REDIS_URL: 'redis://127.0.0.1:1', ENGINE_B_NAME: 'From outside' };
  const { stdout } = await runNode([path.resolve('dist/bin/cli.js'), 'doctor', '--json'], { cwd, env });
  const findings = JSON.parse(stdout) as { what: string; text: string }[];
  const textOf = (slot: string) => findings.find(({ what }) => what === slot)?.text;
  expect(textOf('engine_a')).toContain('From the file');
  expect(textOf('engine_b')).toContain('From outside');
});

test.concurrent.each(['dist/api/server.js', 'dist/workers/main.js'])(
  'a bad value in it stops %s and is named',
  async (entry) => {
    const { code, stderr } = await runNode([path.resolve(entry)], { cwd: folderWith('CACHE_TTL_S=soon\n') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/CACHE_TTL_S: must be a whole number \(from \.env\)/);
  },
);

test.concurrent('a misspelt setting is named at start, wherever it comes from', async ({ onTestFinished }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  // The port is taken, so that the process ends after it has said what it had to say.
  const env = { PORT: String(port), HOST: '127.0.0.1', REDIS_URL: 'redis://127.0.0.1:1', BRAVE_APIKEY: 'x' };
  const { stdout } = await runNode([path.resolve('dist/api/server.js')], { cwd: folderWith('CACHE_TTL=5\n'), env });
  expect(stdout).toContain('BRAVE_APIKEY is not a setting. Did you mean BRAVE_API_KEY? (from environment)');
  expect(stdout).toContain('CACHE_TTL is not a setting. Did you mean CACHE_TTL_S? (from .env)');
});
