import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { TestApp } from '../harness/test-app.ts';
import { clientTypes } from './client-types.js';

const run = promisify(execFile);
const TIMEOUT = { timeout: 600_000 };

const PROGRAM = `
import { createClient, TributaryError, type Place, type WebResult } from 'tributary/client';

declare const process: { argv: string[] };
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const tributary = createClient({ baseUrl, apiKey });
const { results } = await tributary.web({ q: 'linux', date: 'y' }, { signal: AbortSignal.timeout(120_000) });
const first: WebResult | undefined = results[0];
const places: Place[] = (await tributary.maps({ q: 'paris' })).places;
const refused: unknown = await tributary.web({ q: '' }).catch((error: unknown) => error);
if (!(refused instanceof TributaryError)) throw new Error('The empty query was not refused.');
console.log(JSON.stringify({ url: first?.url, place: places[0]?.name, fields: refused.fields }));
`;

/** A program whose compiler knows neither browsers nor Node.js: it brings what the client needs. */
const BARE_PROGRAM = `
import { createClient, TributaryError, type WebResult } from 'tributary/client';

const headers = { get: (name: string) => (name === 'x-request-id' ? '1' : null) };
const reply = { ok: true, status: 200, headers, text: async () => '{}' };
const fetch = async (address: string, options: { method: string }) => (address && options.method ? reply : reply);
const signal = { reason: 0, throwIfAborted() {}, addEventListener() {}, removeEventListener() {} };
const { results } = await createClient({ baseUrl: '', apiKey: '', fetch }).web({ q: 'linux' }, { signal });
export const first: WebResult | undefined = results[0];
export const status = (error: unknown): number => (error instanceof TributaryError ? error.status : 0);
`;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', env: { REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(() => app?.stop());

test('the types of the client are those of the document', TIMEOUT, async () => {
  // When this fails: npm run client-types.
  const { body } = await app.get('/api/v1/openapi.json', { key: '' });
  expect(await clientTypes(body)).toBe(readFileSync('lib/client/api-types.ts', 'utf8'));
});

describe('the packed client, in a project without any other package', () => {
  let folder: string;
  const at = (...names: string[]) => path.join(folder, ...names);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary packed-'));
    // Without scripts, because other tests use the build that the script would make again.
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = await run('npm', args, { env: bareEnvironment(), maxBuffer: 16 * 1024 * 1024 });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    mkdirSync(at('node_modules', 'tributary'), { recursive: true });
    const unpack = ['-xzf', at(packed?.filename ?? ''), '--strip-components=1', '-C', at('node_modules', 'tributary')];
    await run('tar', unpack);
    writeFileSync(at('package.json'), '{ "type": "module" }');
    writeFileSync(at('program.ts'), PROGRAM);
    writeFileSync(at('bare-program.ts'), BARE_PROGRAM);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const compilers = {
    'TypeScript 5': 'test/clients/node_modules/typescript',
    'TypeScript 7': 'node_modules/typescript',
  };

  test.each(Object.entries(compilers))('compiles with %s and calls an instance', TIMEOUT, async (_, compiler) => {
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--skipDefaultLibCheck',
      '--outDir',
      'out',
    ];
    const args = [path.resolve(compiler, 'bin/tsc'), ...options, 'program.ts'];
    await run(process.execPath, args, { cwd: folder }).catch(({ stdout }) => expect.unreachable(stdout));
    const { stdout } = await run(process.execPath, ['out/program.js', app.urls[0] as string, app.key], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      url: expect.stringMatching(/^https?:/),
      place: expect.stringMatching(/\S/),
      fields: { q: ['This field is required.'] },
    });
  });

  test.each(Object.entries(compilers))('has types that need no others, with %s', TIMEOUT, async (_, compiler) => {
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['ES2022'],
      types: [],
      skipDefaultLibCheck: true,
      noEmit: true,
    };
    writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['bare-program.ts'] }));
    const args = [path.resolve(compiler, 'bin/tsc'), '-p', '.'];
    await run(process.execPath, args, { cwd: folder }).catch(({ stdout }) => expect.unreachable(stdout));
  });

  test('imports nothing from outside its folder', () => {
    const files = ['client', 'call', 'platform', 'tributary-error', 'api-types'];
    const sources = files.map((name) => readFileSync(at(`node_modules/tributary/dist/lib/client/${name}.js`), 'utf8'));
    const imported = sources.join('\n').matchAll(/(?:from|import\() ?'([^']+)'/g);
    expect([...imported].map(([, name]) => name).filter((name) => !name?.startsWith('./'))).toEqual([]);
  });
});

test(
  'tributary-client is found by a program of the old resolution, which reads `main` and `types` alone',
  TIMEOUT,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary old-'));
    try {
      cpSync('dist-client', path.join(folder, 'node_modules/tributary-client'), { recursive: true });
      writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
      // Such programs know nothing of `exports`, nor of `await` outside of functions.
      writeFileSync(
        path.join(folder, 'program.ts'),
        `import { createClient, type WebResult } from 'tributary-client';
const reply = { ok: true, status: 200, headers: { get: () => null }, text: async () => '{"results":[{"url":"a"}]}' };
const tributary = createClient({ baseUrl: 'http://a.example', apiKey: 'trib_x', fetch: async () => reply });
const first = (results: WebResult[]): string | undefined => results[0]?.url;
tributary.web({ q: 'linux' }).then(({ results }) => console.log(first(results)));
// @ts-expect-error: \`q\` is missing, which only the types of the package say.
tributary.web({}).catch(() => {});
declare const console: { log(text: string | undefined): void };
`,
      );
      const options = ['--strict', '--module', 'es2020', '--moduleResolution', 'node10', '--target', 'es2020'];
      const output = ['--lib', 'es2022', '--outDir', 'out'];
      const compiler = path.resolve('test/clients/node_modules/typescript/bin/tsc');
      await run(process.execPath, [compiler, ...options, ...output, 'program.ts'], { cwd: folder }).catch(
        ({ stdout }) => expect.unreachable(stdout),
      );
      const { stdout } = await run(process.execPath, ['out/program.js'], { cwd: folder });
      expect(stdout).toBe('a\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
