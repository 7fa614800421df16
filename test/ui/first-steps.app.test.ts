import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { changeHealth } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { codeIn, PASSWORD, unescaped, Visitor } from '../harness/visitor.ts';

/** An administrator's first hour, without scripts: from the set-up link to the first request. */

const OFFER = '<a href="/admin/first-steps">';

describe('the first steps', () => {
  let app: TestApp;
  let root: Visitor;
  beforeAll(async () => {
    const env = { REQUEST_DEADLINE_MS: '20000', ENGINE_C: 'kagi', KAGI_API_KEY: '', TRANSLATE: '' };
    app = await TestApp.start({ env });
    root = new Visitor(app.urls[0] as string);
  });
  afterAll(() => app?.stop());

  test('begin after the set-up link', async () => {
    // The next link ends the one before.
    await eventually('a set-up link is offered', () => app.webs[0]?.output.includes('/setup?token='));
    const token = await newSetUpToken(app.client);
    const reply = await root.post('/setup', { token, username: 'root', password: PASSWORD }, { csrf: null });
    expect([reply.status, reply.location]).toEqual([303, '/admin/first-steps']);
  });

  test('say which engines are configured, and what the others lack', async () => {
    const { status, text } = await root.get('/admin/first-steps');
    expect(status).toBe(200);
    expect(text).toMatch(/Brave<\/th>.*?>configured</s);
    expect(text).toMatch(/Kagi<\/th>.*?>not configured<.*?<code>KAGI_API_KEY<\/code>/s);
    expect(text).toContain('<code>TRANSLATE</code>');
    expect(text).toContain('not tested');
  });

  test('test every engine through a worker, and say how each fared', async () => {
    await app.knobs('mojeek', { status: 500, times: 1 });
    const { status, text } = await root.post('/admin/first-steps');
    expect(status).toBe(200);
    expect(text).toMatch(/Brave<\/th>.*?answered, [\d.]+\sm?s/s);
    expect(text).toMatch(/Mojeek<\/th>.*?failure of the service, [\d.]+\sm?s/s);
    expect((await app.calls('brave')).length).toBe(1);
  });

  test('are offered on the overview, also after a search on the page', async () => {
    expect((await root.get('/?q=linux')).status).toBe(200);
    await eventually('the search is counted', async () =>
      /Searches today<\/dt><dd><span class="value">[1-9]/.test((await root.get('/admin')).text),
    );
    expect((await root.get('/admin')).text).toContain(OFFER);
  });

  test('test them again as often as one asks, also those whose breaker is open', async () => {
    await changeHealth(app.client, 'mojeek', { state: 'down', failures: 3, openUntil: Date.now() + 600_000 });
    await app.forgetCalls();
    const { text } = await root.post('/admin/first-steps');
    expect(text).toMatch(/Brave<\/th>.*?answered, [\d.]+\sm?s/s);
    expect(text).toMatch(/Mojeek<\/th>.*?answered, [\d.]+\sm?s/s);
    expect([(await app.calls('brave')).length, (await app.calls('mojeek')).length]).toEqual([1, 1]);
  });

  test('make a key, give the lines to copy, and wait for the first request', async () => {
    const form = /name="form" value="([\w-]{22})"/.exec((await root.get('/admin/first-steps/key')).text)?.[1] ?? '';
    const { status, text } = await root.post('/admin/first-steps/key', { name: 'first key', form });
    expect(status).toBe(200);
    const key = /id="new-key" class="key">(trib_[^<]+)</.exec(text)?.[1] ?? '';
    const shown = codeIn(text);
    expect(shown).toContain(`-H 'Authorization: Api-Key ${key}'`);
    expect(shown).toContain(`headers: { authorization: 'Api-Key ${key}' }`);
    expect(shown).toContain(`headers={"Authorization": "Api-Key ${key}"}`);
    expect(shown).toContain(`claude mcp add --transport http tributary ${root.url}/mcp`);

    const waiting = unescaped(/data-awaits="([^"]+)"/.exec(text)?.[1] ?? '');
    expect((await root.get(waiting)).text).toContain('Waiting for the first request');
    expect((await app.get('/api/v1/web/?q=node.js', { key })).status).toBe(200);
    const arrived = await root.get(waiting);
    await eventually('they are offered no more', async () => !(await root.get('/admin')).text.includes(OFFER));
    expect(arrived.text).toContain('Your first request has arrived.');
    expect(arrived.text).not.toContain('data-awaits');
    expect(arrived.text).not.toContain('Skip, and do this later');
    // The form makes one key, however often it is sent.
    const again = await root.post('/admin/first-steps/key', { name: 'first key', form });
    expect([again.status, again.location]).toEqual([303, '/settings/api-keys?done=sent']);
  });

  test('are for administrators, and show nobody else’s key', async () => {
    const ada = await Visitor.signedIn(app, 'ada');
    for (const path of ['', '/key', '/request?key=trib_00000000']) {
      expect((await ada.get(`/admin/first-steps${path}`)).status).toBe(403);
    }
    for (const key of ['', 'x', 'trib_00000000']) {
      expect((await root.get(`/admin/first-steps/request?key=${key}`)).status).toBe(404);
    }
    expect((await root.post('/admin/first-steps', {}, { csrf: 'x' })).status).toBe(403);
  });
});

test('without an engine, the first steps say so and how to begin', async () => {
  const app = await TestApp.start({
    env: { BRAVE_API_KEY: '', MOJEEK_API_KEY: '', KAGI_API_KEY: '', ENGINE_C: 'kagi' },
  });
  try {
    const root = await Visitor.signedIn(app, 'root', { admin: true });
    const { text } = await root.get('/admin/first-steps');
    expect(text).toContain('<code>BRAVE_API_KEY</code>');
    expect(text).toContain('<code>ENGINES=keyless</code>');
    expect(text).not.toContain('Test all engines');
  } finally {
    await app.stop();
  }
});
