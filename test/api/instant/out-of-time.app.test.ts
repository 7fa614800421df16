import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InstantPool } from '../../../api/instant/pool.ts';
import type { Services } from '../../../api/services.ts';
import { TestApp } from '../../harness/test-app.ts';
import { Person } from '../../ui/person.ts';

const QUERY = new URLSearchParams({ q: 'blake3 of hang' });
const file = fileURLToPath(new URL('./unruly-thread.mjs', import.meta.url));
const pool = new InstantPool(1, { file, cpuMs: 200 });
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
  (app.webs[0]?.running.services as Services).instantPool = pool;
});
afterAll(async () => {
  await app?.stop();
  await pool.close();
});

test('an instant answer that runs out of time is a 503, because null would mean that there is none', async () => {
  const { status, body, headers } = await app.get(`/api/v1/instant/?${QUERY}`);
  expect([status, body]).toEqual([503, { detail: 'The instant answer took too long to work out.' }]);
  expect(headers.get('retry-after')).toBe('1');
});

test('a search succeeds all the same, without the answer', async () => {
  const { status, body } = await app.get(`/compat/searxng/search?${QUERY}`);
  expect([status, body.answers]).toEqual([200, []]);
});

test('so does the search page', async () => {
  const { status, html } = await (await Person.signedIn(app, 'ada')).get(`/?${QUERY}`);
  expect([status, html.includes('took too long')]).toEqual([200, false]);
});
