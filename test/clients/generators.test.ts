import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';

/** Generators of clients: each makes one from the document of a running instance, and a program that uses it is run. */

const run = promisify(execFile);
const PACKAGES = path.resolve('test/clients/node_modules');
const COMPILER_OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  skipDefaultLibCheck: true,
  outDir: 'out',
};

/** Reads the address and the key, and prints what the test expects. */
const START = `
declare const process: { argv: string[] };
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const Authorization = \`Api-Key \${apiKey}\`;
`;

const WITH_OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';
${START}
const client = createClient<paths>({ baseUrl, headers: { Authorization } });
const web = await client.GET('/api/v1/web/', { params: { query: { q: 'linux' } } });
const first: components['schemas']['WebResult'] | undefined = web.data?.results[0];
const translated = await client.POST('/api/v1/translate/', { body: { q: 'Good morning', target: 'de' } });
// @ts-expect-error: the language is missing.
const refused = await client.GET('/api/v1/translate/', { params: { query: { q: 'x' } } });
console.log(JSON.stringify({ url: first?.url, target: translated.data?.target, problem: refused.error }));
`;

const WITH_HEY_API = `
import { type WebResult, translate, translatePost, web } from './sdk/index.js';
${START}
if (baseUrl === '') throw new Error('There is no address.');
// The address of the instance is in the document.
const headers = { Authorization };
const first: WebResult | undefined = (await web({ headers, query: { q: 'linux' } })).data?.results[0];
const translated = await translatePost({ headers, body: { q: 'Good morning', target: 'de' } });
// @ts-expect-error: the language is missing.
const refused = await translate({ headers, query: { q: 'x' } });
console.log(JSON.stringify({ url: first?.url, target: translated.data?.target, problem: refused.error }));
`;

const GENERATORS: [name: string, script: string, args: (document: string) => string[], program: string][] = [
  [
    'openapi-typescript with openapi-fetch',
    'openapi-typescript/bin/cli.js',
    (url) => [url, '-o', 'api.d.ts'],
    WITH_OPENAPI_FETCH,
  ],
  [
    '@hey-api/openapi-ts',
    '@hey-api/openapi-ts/bin/run.js',
    (url) => ['-i', url, '-o', 'sdk', '-c', '@hey-api/client-fetch'],
    WITH_HEY_API,
  ],
];

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', env: { REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(() => app?.stop());

describe.each(GENERATORS)('%s', (_name, script, args, program) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-generated-'));
    symlinkSync(PACKAGES, path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
    writeFileSync(path.join(folder, 'program.ts'), program);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const node = (...command: string[]) =>
    run(process.execPath, command, { cwd: folder }).catch(({ stdout, stderr }) => expect.unreachable(stdout + stderr));

  test('makes a client that compiles and calls the instance', { timeout: 600_000 }, async () => {
    const [url = ''] = app.urls;
    await node(path.join(PACKAGES, script), ...args(`${url}/api/v1/openapi.json`));
    await node(path.resolve('node_modules/typescript/bin/tsc'), '-p', '.');
    const { stdout } = await node('out/program.js', url, app.key);
    expect(JSON.parse(stdout)).toEqual({
      url: expect.stringMatching(/^https?:/),
      target: 'de',
      problem: { target: ['This field is required.'] },
    });
  });
});
