import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staticFolder } from '../../api/ui/static-files.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
});
afterAll(() => app?.stop());

test('a page names its files with the hash of their content, and browsers keep them for ever', async () => {
  const { text } = await app.get('/login');
  const addresses = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    const plainName = address.replace(/\.[\da-f]{10}\./, '.');
    expect(plainName).not.toBe(address);
    const [hashed, plain] = [await app.get(address), await app.get(plainName)];
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/(svg\+xml|png))/);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(plain.text).toBe(hashed.text);
  }
});

test('a file of another version is the current one, and is not kept for long', async () => {
  const { status, headers } = await app.get('/static/style.0123456789.css');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
});

test('a file that the browser has is not sent again', async () => {
  const etag = (await app.get('/static/app.js')).headers.get('etag') ?? '';
  const again = await app.get('/static/app.js', { headers: { 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('other names are not found', async () => {
  for (const name of ['nothing.js', '../page.tsx', '%2e%2e/page.tsx', '__proto__', '']) {
    expect([name, (await app.get(`/static/${name}`)).status]).toEqual([name, 404]);
  }
});

test('colours follow the chosen theme: a stylesheet that asks for the system also asks for the theme', () => {
  const ours = readdirSync(staticFolder).filter((name) => name.endsWith('.css') && name !== 'docs.css');
  expect(ours).toContain('style.css');
  const asking = ours.map((name) => [name, readFileSync(`${staticFolder}/${name}`, 'utf8')] as const);
  expect(
    asking
      .filter(([, text]) => text.includes('prefers-color-scheme') && !text.includes('[data-theme='))
      .map(([name]) => name),
  ).toEqual([]);
});
