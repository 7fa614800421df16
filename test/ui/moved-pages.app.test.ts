import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let below: Visitor;
beforeAll(async () => {
  app = await TestApp.start();
  below = new Visitor(await app.addWeb({ PUBLIC_URL: 'https://search.example.org/find' }));
});
afterAll(() => app?.stop());

const MOVED = [
  ['/preferences', '/settings/preferences'],
  ['/preferences?next=%2F%3Fq%3Dlinux', '/settings/preferences?next=%2F%3Fq%3Dlinux'],
  ['/preferences/rules.txt', '/settings/preferences/rules.txt'],
  ['/admin/providers', '/admin/engines'],
  ['/admin/providers?sort=name', '/admin/engines?sort=name'],
  ['/admin/users', '/admin/accounts'],
  ['/admin/users?page=2', '/admin/accounts?page=2'],
  ['/admin/users/a%20b/delete?x=1', '/admin/accounts/a%20b/delete?x=1'],
] as const;

test.each(MOVED)('%s redirects to %s, also below a path', async (from, to) => {
  const nobody = new Visitor(app.urls[0] ?? '');
  expect(await nobody.get(from)).toMatchObject({ status: 308, location: to });
  expect(await below.get(from)).toMatchObject({ status: 308, location: `/find${to}` });
  expect(await below.get(`/find${from}`)).toMatchObject({ status: 308, location: `/find${to}` });
});

test('a form sent to an old address is sent again to the new one, which checks it', async () => {
  const root = await Visitor.signedIn(app, 'root', { admin: true });
  await createUser(app.client, 'ada', {});
  const reply = await root.post('/admin/users/ada/disable');
  expect(reply).toMatchObject({ status: 308, location: '/admin/accounts/ada/disable' });
  expect(await root.post(reply.location ?? '')).toMatchObject({
    status: 303,
    location: '/admin/accounts?done=disable',
  });
});

test('the sidebar leads only to pages that exist, and shows the place of the page', async () => {
  const root = await Visitor.signedIn(app, 'rita', { admin: true });
  const { text } = await root.get('/admin/accounts');
  const sidebar = /<nav id="menu".*?<\/nav>/s.exec(text)?.[0] ?? '';
  const places = [...sidebar.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(places).toContain('/admin/audit');
  for (const path of places) expect([path, (await root.get(path)).status]).toEqual([path, 200]);
  expect(sidebar.match(/<a href="[^"]+" aria-current="[^"]+"/g)).toEqual([
    '<a href="/admin/accounts" aria-current="page"',
  ]);
  const account = await root.get('/admin/accounts/rita');
  expect(account.text).toContain('<a href="/admin/accounts" aria-current="true"');
  expect(account.text).toMatch(/<nav class="breadcrumb"[^>]*><a href="\/admin\/accounts">/);
});

test('people who are no administrators see no place of the instance', async () => {
  const user = await Visitor.signedIn(app, 'user');
  const { text } = await user.get('/settings/usage');
  expect(text).toContain('href="/settings/preferences"');
  expect(text).not.toContain('/admin');
});
