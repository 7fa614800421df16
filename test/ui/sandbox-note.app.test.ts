import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { summariseSettings } from '../../lib/providers/settings-summary.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

const NOTE = 'Sandbox: demonstration data';

let app: TestApp;
let root: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ env: (sandboxUrl) => ({ SANDBOX_URL: sandboxUrl, MOJEEK_URL: 'http://127.0.0.1:9' }) });
  await app.addWeb({ SANDBOX_URL: '' });
  root = await Visitor.signedIn(app, 'root', { admin: true });
});
afterAll(() => app?.stop());

const HTML = { accept: 'text/html' };

test('the home page says once that the sandbox answers, and how to add an engine; other pages do not', async () => {
  for (const path of ['/', '/?tab=images']) {
    const { text } = await root.get(path);
    expect([path, text.split(NOTE).length - 1, text.includes('BRAVE_API_KEY=')]).toEqual([path, 1, true]);
  }
  for (const path of [
    '/?q=linux',
    '/settings/preferences',
    '/settings/api-keys',
    '/settings/password',
    '/admin/engines',
  ]) {
    const { text } = await root.get(path);
    expect([path, text.includes('<main'), text.includes(NOTE)]).toEqual([path, true, false]);
  }
  const nobody = new Visitor(root.url);
  for (const path of ['/login', '/nothing/here']) expect((await nobody.get(path, HTML)).text).not.toContain(NOTE);
});

test('those who cannot add one are not told', async () => {
  const member = await Visitor.signedIn(app, 'member');
  expect((await member.get('/')).text).not.toContain(NOTE);
});

test('names carry "(sandbox)" where the sandbox stands in', async () => {
  const { text } = await root.get('/?q=linux');
  expect(text).toContain('<li>Brave (sandbox)</li>');
  expect(text).toMatch(/<li>Brave \(sandbox\) answered/);
  expect(text).toContain('<option value="engine_a">Brave (sandbox)</option>');
  expect(text).not.toMatch(/Brave (?!\(sandbox\))/);
  expect(text).toContain('<option value="engine_b">Mojeek</option>');
  expect((await root.get('/?q=space&tab=videos')).text).toContain('Brave (sandbox) answered');
  expect((await root.get('/admin/engines')).text).toContain('Brave (sandbox)');
  expect(text).not.toContain('(sandbox) (sandbox)');
});

test('names carry it in the API, in the status and on the command line too', async () => {
  const { body } = await app.get('/api/v1/web/?q=linux&engine=engine_a&detail=full');
  expect(body.results[0].source_label).toBe('Brave (sandbox)');
  expect(body.results[0].engines[0].label).toBe('Brave (sandbox)');
  expect(body.engines[0].label).toBe('Brave (sandbox)');
  const { providers } = (await app.get('/api/v1/status/')).body;
  const names = new Map(providers.map(({ slug, name }: { slug: string; name: string }) => [slug, name]));
  expect(names.get('engine_a')).toBe('Brave (sandbox)');
  expect(names.get('engine_b')).toBe('Mojeek');
  expect(names.get('nominatim')).toBe('Nominatim (sandbox)');
  const { slots, services } = summariseSettings(readConfig(app.env));
  expect(slots.map(({ label }) => label)).toEqual(['Brave (sandbox)', 'Mojeek', 'Marginalia (sandbox)']);
  expect(services.find(({ group }) => group === 'maps')?.name).toBe('Nominatim (sandbox)');
});

test('SearXNG names have no mark, because clients send them back', async () => {
  const { body } = await app.get('/compat/searxng/search?q=linux&format=json&engines=brave');
  expect(body.results[0].engines).toEqual(['brave']);
});

test('pages load pictures only from the sandbox, and none if the visitor wants none', async () => {
  // Mojeek names no favicon, so that its results have the one at their own address.
  const { text } = await root.get('/?q=linux');
  const pictures = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src ?? '');
  expect(pictures.filter((src) => !src.startsWith(`${app.sandboxUrl}/`))).toEqual([]);
  const policy = async () => (await root.get('/?q=linux')).headers.get('content-security-policy');
  expect(await policy()).toContain(`img-src 'self' data: ${app.sandboxUrl};`);
  const { cookie } = root;
  root.cookie = `${cookie}; tributary_preferences=pictures%3Doff`;
  expect(await policy()).toContain("img-src 'self' data:;");
  root.cookie = cookie;
});

test('without a sandbox, no page mentions it', async () => {
  const visitor = new Visitor(app.urls[1] as string);
  await visitor.signIn('root', PASSWORD);
  const { text, headers } = await visitor.get('/?q=linux');
  expect(text.toLowerCase()).not.toContain('(sandbox)');
  expect(text).not.toContain(NOTE);
  expect(headers.get('content-security-policy')).toContain("img-src 'self' data:;");
});
