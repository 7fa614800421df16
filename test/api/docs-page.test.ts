import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';

/** Asks a fresh process, in which no other test has loaded the instant answers. Nothing here needs Redis. */
const SCRIPT = `
  import { buildApp } from './dist/api/app.js';
  import { loadedKinds } from './dist/api/instant/answers.js';
  import { InstantPool } from './dist/api/instant/pool.js';
  import { createServices } from './dist/api/services.js';
  import { readConfig } from './dist/lib/config/config.js';
  import { createLog } from './dist/lib/log/log.js';
  const areLoaded = () => { try { return loadedKinds().length > 0; } catch { return false; } };
  const app = await buildApp(createServices(readConfig({}), createLog('docs', 'silent'), new InstantPool(1)));
  const { swagger } = app;
  let rendered = 0;
  app.swagger = (...options) => { rendered++; return swagger(...options); };
  const seen = [];
  for (const url of process.argv.slice(1)) {
    const { statusCode, headers, body } = await app.inject(url);
    seen.push({ url, statusCode, type: headers['content-type'], bytes: body.length, loaded: areLoaded(), rendered });
  }
  process.stdout.write(JSON.stringify(seen), () => process.exit(0));
`;

function ask(...urls: string[]): Record<string, unknown>[] {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test' };
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT, ...urls], { env, encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Record<string, unknown>[];
}

const FILES = ['/docs', '/docs/static/swagger-initializer.js', '/docs/static/index.css'];
const DOCUMENTS = ['/docs/json', '/docs/json', '/api/v1/openapi.json', '/docs/json'];
let seen: Record<string, unknown>[];
beforeAll(() => {
  seen = ask(...FILES, ...DOCUMENTS, '/docs/yaml');
}, 60_000);

test('the page and its files load no instant answers, the document does', () => {
  const expected = seen.map((_, at) => [200, at >= FILES.length]);
  expect(seen.map(({ statusCode, loaded }) => [statusCode, loaded])).toEqual(expected);
});

test('the document is rendered once, for its two addresses', () => {
  const documents = seen.slice(FILES.length, -1);
  const type = 'application/json; charset=utf-8';
  for (const reply of documents) expect(reply).toMatchObject({ statusCode: 200, type, loaded: true, rendered: 1 });
  const bytes = documents[0]?.bytes as number;
  expect(bytes).toBeGreaterThan(10_000);
  // The one for programs has the address that it was fetched from as well.
  const address = JSON.stringify({ servers: [{ url: 'http://localhost:80' }] }).length - 1;
  expect(new Set(documents.map((reply) => reply.bytes))).toEqual(new Set([bytes, bytes + address]));
});
