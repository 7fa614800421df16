import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { TestApp } from '../harness/test-app.ts';

/** What docs/clients.md says to people who write Python. */
const section = readFileSync('docs/clients.md', 'utf8').split('\n## Python\n')[1] ?? '';
const [sample = '', typedSample = ''] = [...section.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
const generate = /^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '';

const run = promisify(execFile);
const python = (...args: string[]) => run('python3', args, { env: bareEnvironment() });
const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );
const hasPython = await succeeds(python('--version'));
const hasHttpx = await succeeds(python('-c', 'import httpx'));
const hasGenerator = await succeeds(run('datamodel-codegen', ['--version'], { env: bareEnvironment() }));

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tributary-python-'));
  writeFileSync(path.join(folder, 'sample.py'), sample);
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app?.stop();
});

describe('the sample in Python', () => {
  test.skipIf(!hasPython)('is valid', async () => {
    const { stderr } = await python('-m', 'py_compile', path.join(folder, 'sample.py'));
    expect(stderr).toBe('');
  });

  test('sends its key, its parameters and its address as the API wants them', async () => {
    const text = (pattern: RegExp) => pattern.exec(sample)?.[1] ?? '';
    const scheme = text(/"Authorization": "([^"]+)" \+/);
    const address = text(/\+ "(\/[^"]+)",/) + text(/tributary\.get\("([^"]+)"/);
    const [, q = '', name = '', value = ''] = /search\("([^"]+)", (\w+)=(\w+)\)/.exec(sample) ?? [];
    const headers = { authorization: scheme + app.key };
    const reply = await app.get(`${address}?${new URLSearchParams({ q, [name]: value })}`, { key: '', headers });
    expect([address, reply.status]).toEqual(['/api/v1/web/', 200]);
    expect(reply.headers.get('x-tributary-ignored')).toBeNull();
    const fields = [...sample.matchAll(/result\["(\w+)"\]/g)].map(([, field]) => field as string);
    expect(fields.length).toBeGreaterThan(0);
    const { results } = reply.body as { results: Record<string, string>[] };
    for (const field of fields) expect(results[0]?.[field], field).toMatch(/\S/);
    // What it says about refusals.
    expect((await app.get(`${address}?q=`)).body).toEqual({ q: [expect.stringMatching(/\S/)] });
    expect((await app.get(address, { key: '' })).body).toEqual({ detail: expect.stringMatching(/\S/) });
  });

  test.skipIf(!hasHttpx)('finds something', async () => {
    const env = bareEnvironment({ TRIBUTARY_URL: app.urls[0] as string, TRIBUTARY_API_KEY: app.key });
    const { stdout } = await run('python3', [path.join(folder, 'sample.py')], { env });
    expect(stdout.trim().split('\n')).toHaveLength(5);
    expect(stdout).toMatch(/^(https?:\S+ .+\n)+$/);
  });
});

describe('the recipe for generated types', () => {
  test('makes models with which the second sample searches and translates', { timeout: 300_000 }, async ({ skip }) => {
    skip(!hasGenerator || !hasHttpx, 'datamodel-codegen is not installed, or Python has no httpx');
    const url = app.urls[0] as string;
    const env = bareEnvironment({ TRIBUTARY_URL: url, TRIBUTARY_API_KEY: app.key });
    await run('sh', ['-c', generate.replace('http://127.0.0.1:3000', url)], { cwd: folder, env });
    writeFileSync(path.join(folder, 'typed.py'), typedSample);
    const { stdout } = await run('python3', [path.join(folder, 'typed.py')], { cwd: folder, env });
    expect(stdout).toMatch(/^(https?:\S+ .+ \['\w+.*'\]\n){5}.+\n$/);
  });

  test('finds the operations that its models are named after', async () => {
    const { body } = await app.get('/api/v1/openapi.json', { key: '' });
    const { openapi, paths } = body as {
      openapi: string;
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    expect(openapi).toMatch(/^3\.1\./);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    for (const name of names) expect(name).toMatch(/^[a-z]\w*$/);
    expect(new Set(names).size).toBe(names.length);
    const models = [...section.matchAll(/\b([A-Z][a-z]+)Response\b/g)].map(([, name]) => name?.toLowerCase());
    expect(models.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(models));
  });
});
