import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let proxied: string;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  const webs = await addWebs(app, { proxied: { TRUST_PROXY: '127.0.0.1' } });
  proxied = app.urls[webs.proxied] as string;
});
afterAll(() => app?.stop());

test('a person sends 60 forms a minute; the next get a page with the time to wait, and others are not affected', async () => {
  const [busy, other] = [await Visitor.signedIn(app, 'busy'), await Visitor.signedIn(app, 'other')];
  const form = { lang: 'de' };
  const { cookie } = busy;
  const replies = await Promise.all(Array.from({ length: 65 }, () => busy.post('/settings/preferences', form)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  for (const { headers, text } of refused) {
    const waitS = Number(headers.get('retry-after'));
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(60);
    expect(text).toContain('You submitted too many forms. Try again in');
    expect(headers.get('content-type')).toContain('text/html');
  }
  // Pages still work. The form has set cookies of its own.
  busy.cookie = cookie;
  expect((await busy.get('/settings/preferences')).status).toBe(200);
  expect((await other.post('/settings/preferences', form)).status).not.toBe(429);
});

test('visitors without a session have a limit by their address', async () => {
  const from = (address: string) => {
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' };
    return fetch(`${proxied}/logout`, { method: 'POST', headers, body: '', redirect: 'manual' });
  };
  const statuses = await Promise.all(Array.from({ length: 310 }, async () => (await from('203.0.113.1')).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await from('203.0.113.2')).status).toBe(303);
});
