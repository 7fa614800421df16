import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { TestApp } from '../harness/test-app.ts';

const run = promisify(execFile);

const PROGRAM = `
import { createClient, TributaryError } from 'tributary-client';

const [baseUrl, apiKey] = process.argv.slice(2);
const tributary = createClient({ baseUrl, apiKey });
const { results } = await tributary.web({ q: 'linux' });
const refused = await tributary.web({ q: '' }).catch((error) => error);
console.log(JSON.stringify({ url: results[0]?.url, fields: refused instanceof TributaryError && refused.fields }));
`;

/** A program whose compiler knows neither browsers nor Node.js. */
const TYPED_PROGRAM = `
import { createClient, TributaryError, type WebResult } from 'tributary-client';

const reply = { ok: true, status: 200, headers: { get: () => null }, text: async () => '{}' };
const tributary = createClient({ baseUrl: '', apiKey: '', fetch: async () => reply });
export const first: WebResult | undefined = (await tributary.web({ q: 'linux' })).results[0];
export const status = (error: unknown): number => (error instanceof TributaryError ? error.status : 0);
// @ts-expect-error: \`q\` is missing.
await tributary.web({});
`;

const COMPILER_OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['ES2022'],
  types: [],
  noEmit: true,
};

describe('tributary-client, packed and installed into an empty folder without a network', () => {
  let folder: string;
  const at = (...names: string[]) => path.join(folder, ...names);
  const installed = (...names: string[]) => at('node_modules', 'tributary-client', ...names);
  const manifest = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary client-'));
    const env = bareEnvironment();
    const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: 'dist-client', env });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    writeFileSync(at('package.json'), '{ "private": true, "type": "module" }');
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--cache', at('cache'), `./${filename}`];
    await run('npm', args, { cwd: folder, env });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('brings no other package', () => {
    const folders = readdirSync(at('node_modules')).filter((name) => !name.startsWith('.'));
    expect(folders).toEqual(['tributary-client']);
    expect(Object.keys(manifest(at('package-lock.json')).packages)).toEqual(['', 'node_modules/tributary-client']);
  });

  test('has the version and the license of the project, and says that it can be shaken', () => {
    const { version, license } = manifest('package.json');
    expect(manifest(installed('package.json'))).toMatchObject({ version, license, type: 'module', sideEffects: false });
    const { main, types } = manifest(installed('package.json'));
    expect([main, types].map((file) => statSync(installed(file)).isFile())).toEqual([true, true]);
    expect(readFileSync(installed('LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
    expect(readFileSync(installed('README.md'), 'utf8')).toMatch(/^# tributary-client\n/);
  });

  test('has at most 10 KB of JavaScript, in one file that imports nothing', () => {
    const scripts = readdirSync(installed(), { recursive: true }).filter((name) => /\.[cm]?js$/.test(String(name)));
    expect(scripts).toEqual(['client.js']);
    expect(statSync(installed('client.js')).size).toBeLessThanOrEqual(10_000);
    expect(readFileSync(installed('client.js'), 'utf8')).not.toMatch(/\bimport\b|\brequire\b/);
  });

  test('has types that need neither those of browsers nor those of Node.js', async () => {
    writeFileSync(at('program.ts'), TYPED_PROGRAM);
    writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['program.ts'] }));
    const args = [path.resolve('node_modules/typescript/bin/tsc'), '-p', '.'];
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error) => error);
    expect(stdout).toBe('');
  });

  test('calls an instance', async () => {
    const app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000' } });
    try {
      writeFileSync(at('program.js'), PROGRAM);
      const { stdout } = await run(process.execPath, ['program.js', app.urls[0] as string, app.key], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual({
        url: expect.stringMatching(/^https?:/),
        fields: { q: ['This field is required.'] },
      });
    } finally {
      await app.stop();
    }
  });
});
