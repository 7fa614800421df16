import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { de } from '../../api/ui/texts/de.ts';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { eventNames } from '../../lib/events.ts';
import { addMember, createKey, createTeam, revokeKey } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';
import { english, expectGerman, german, VALUE } from './german-words.ts';

describe('the catalogues', () => {
  test('have the same texts', () => {
    expect([...german.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    expect([...german].filter(([, text]) => text === '')).toEqual([]);
  });

  test('have the same values in each text', () => {
    const signs = (of = '') => [...of].filter((sign) => sign === VALUE || sign === '#').length;
    expect(english.filter(([path, text]) => signs(german.get(path)) !== signs(text))).toEqual([]);
  });
});

/** A familiar address, and second words for what a page calls gesperrt, abgelehnt, Admin or Warnung. */
const OTHER_WORDS = /\b(du|dich|dir|dein\w*)\b|deaktiviert|abgewiesen|administrator|alarm/i;

test('German pages address people as Sie, and have one word for one thing', () => {
  const actions = eventNames.map((name) => [name, de.audit.actionName(name)] as const);
  expect([...german, ...actions].filter(([, text]) => OTHER_WORDS.test(text))).toEqual([]);
});

describe('in German', () => {
  let app: TestApp;
  let ada: Visitor;
  let nobody: Visitor;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = await Visitor.signedIn(app, 'ada', { admin: true });
    nobody = new Visitor(ada.url);
    for (const visitor of [ada, nobody]) visitor.headers = { 'accept-language': 'de', accept: 'text/html' };
    const { prefix } = await createKey(app.client, 'ada', { name: 'mine', maxKeys: 9 });
    await createKey(app.client, 'ada', { name: '', maxKeys: 9 });
    await revokeKey(app.client, prefix);
    await createTeam(app.client, 'blue');
    await addMember(app.client, 'blue', 'ada', 'owner');
    await createKey(app.client, 'blue', { name: 'soon', expiresAt: new Date(Date.now() + 86_400_000) });
    await ada.get('/?q=linux');
  });
  afterAll(() => app?.stop());

  // Pages as they are without a form that was sent are in `every-page.app.test.ts`.
  test.each([
    '/?tab=translate',
    '/?tab=maps',
    '/settings/preferences?done=saved',
    '/settings/api-keys?done=revoked',
    '/settings/security?done=added',
    '/admin/accounts?done=created',
    '/admin/accounts/ada?done=saved',
    '/settings/teams?done=left',
    '/settings/teams/blue?done=removed',
    '/admin/engines/engine_a?done=paused',
  ])('%s', async (path) => {
    expectGerman(await ada.get(path));
  });

  test('a new key, and the question before it is revoked', async () => {
    const created = await ada.post('/settings/api-keys', { name: 'new' });
    expectGerman(created);
    const revoke = /action="(\/settings\/api-keys\/[^"]+\/revoke)"/.exec(created.text)?.[1] ?? '';
    expectGerman(await ada.get(revoke));
  });

  test('the page of a key, and its new secret', async () => {
    const path =
      /href="(\/settings\/api-keys\/trib_\w{8})"/.exec((await ada.get('/settings/teams/blue')).text)?.[1] ?? '';
    const page = await ada.get(`${path}?done=enabled`);
    expectGerman(page);
    const form = /name="form" value="([\w-]{22})"/.exec(page.text)?.[1] ?? '';
    expectGerman(await ada.post(`${path}/rotate`, { form, hours: '168' }));
    expectGerman(await ada.get(path));
    expectGerman(await ada.post(path, { version: '0' }), 409);
    expectGerman(await ada.post('/settings/api-keys', { scopes: 'manage,search' }), 400);
  });

  test('the first steps: engines that were tested, and a key that waits for its first request', async () => {
    expectGerman(await ada.post('/admin/first-steps'));
    const created = await ada.post('/admin/first-steps/key', { name: 'first' });
    expectGerman(created);
    const waiting = /data-awaits="([^"]+)"/.exec(created.text)?.[1] ?? '';
    expectGerman(await ada.get(waiting));
  });

  test('the reply to a form of the reference', async () => {
    expectGerman(await ada.post('/docs/web', { operation: 'web', 'query.q': 'linux' }));
  });

  test('what was typed wrong', async () => {
    expectGerman(await ada.post('/settings/preferences', { engine: 'all', safe: 'on', lang: '', sites: 'x' }), 400);
    expectGerman(await ada.post('/settings/password', { current: 'wrong', password: 'a new long secret' }), 400);
    expectGerman(await ada.get('/?q=!!nothing'), 400);
    expectGerman(await nobody.post('/login', { username: 'ada', password: 'wrong' }, { csrf: null }), 401);
  });

  test('errors', async () => {
    expectGerman(await nobody.get('/nothing/here'), 404);
    expectGerman(await ada.get('/settings/usage?key=trib_00000000'), 404);
    expectGerman(await ada.get('/settings/teams/none'), 404);
    expectGerman(await ada.post('/settings/api-keys', { name: 'x' }, { csrf: 'x' }), 403);
    expectGerman(await nobody.post('/login', {}, { csrf: null, headers: { origin: 'https://evil.example' } }), 403);
    expectGerman(await nobody.get('/setup'), 403);
  });

  test('signing in, and setting up', async () => {
    expectGerman(await nobody.get('/login'));
    const fresh = await TestApp.start({ workers: 0 });
    try {
      // The next link ends the one before.
      await eventually('a set-up address is offered', () => fresh.webs[0]?.output.includes('/setup?token='));
      const first = Object.assign(new Visitor(fresh.urls[0] as string), { headers: nobody.headers });
      expectGerman(await first.get(`/setup?token=${await newSetUpToken(fresh.client)}`));
      expectGerman(await first.get('/login'));
    } finally {
      await fresh.stop();
    }
  });

  test('what programs read stays English', async () => {
    const suggest = await nobody.get('/suggest.json?q=x');
    expect(JSON.parse(suggest.text)).toEqual({ detail: 'Sign in to get suggestions.' });
  });
});
