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
const sample = /^```python\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '';

const run = promisify(execFile);
const python = (...args: string[]) => run('python3', args, { env: bareEnvironment() });
const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );
const hasPython = await succeeds(python('--version'));
const hasHttpx = await succeeds(python('-c', 'import httpx'));

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

test('the document has what the recipe for a generated client relies on', async () => {
  const { body } = await app.get('/api/v1/openapi.json', { key: '' });
  const document = body as {
    openapi: string;
    paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
    components: { securitySchemes: object };
  };
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.values(document.components.securitySchemes)).toEqual([
    expect.objectContaining({ type: 'apiKey', in: 'header', name: 'Authorization' }),
  ]);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const names = operations.map(({ operationId }) => operationId);
  // Modules of Python.
  for (const name of names) expect(name).toMatch(/^[a-z]\w*$/);
  expect(new Set(names).size).toBe(names.length);
  for (const { tags } of operations) expect(tags).toHaveLength(1);
  const [, tag, name] = /`api\.(\w+)\.(\w+)`/.exec(section) ?? [];
  expect(operations.find(({ operationId }) => operationId === name)?.tags?.[0]?.toLowerCase()).toBe(tag);
});
