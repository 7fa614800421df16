import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openwebui, post } from '../../harness/dialects.ts';
import { eventually } from '../../harness/processes.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import { warm } from '../../harness/warm-searches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
  await warm(app, 'redis');
});
afterAll(() => app?.stop());

const search = (body: Record<string, unknown>, path = openwebui.path) => post(app, path, JSON.stringify(body));

describe('a search of Open WebUI', () => {
  test('is a bare list of links with exactly three fields, from the web tab', async () => {
    const own: Record<string, string>[] = (await app.search('redis')).body.results;
    const list = own.map(({ url, title, description }) => ({ link: url, title, snippet: description }));
    expect(list.length).toBeGreaterThan(10);
    for (const path of ['/compat/openwebui/search', '/compat/openwebui', '/compat/openwebui/']) {
      const reply = await search({ query: 'redis', count: 3 }, path);
      expect([reply.status, reply.body]).toEqual([200, list.slice(0, 3)]);
    }
    expect((await search({ query: 'redis' })).body).toEqual(list.slice(0, 10));
    expect((await search({ query: 'redis', count: null })).body).toEqual(list.slice(0, 10));
    expect((await search({ query: 'redis', count: 1_000 })).body).toEqual(list);
  });

  test('that finds nothing is an empty list', async () => {
    await warm(app, 'zxqvblorp');
    expect((await search({ query: 'zxqvblorp', count: 3 })).body).toEqual([]);
  });

  test.each([
    [{ query: 7, count: 3 }, { query: ['Not a valid string.'] }],
    [{ query: 'redis', count: 0 }, { count: ['Use a number from 1.'] }],
    [{ query: 'redis', count: 2.5 }, { count: ['A valid integer is required.'] }],
    [{ query: 'redis', count: 'three' }, { count: ['A valid integer is required.'] }],
    [{ count: -1 }, { query: ['This field is required.'], count: ['Use a number from 1.'] }],
  ])('with %j is a 400: %j', async (body, expected) => {
    const reply = await search(body);
    expect([reply.status, reply.body]).toEqual([400, expected]);
  });

  test('of more than 1,000 characters, counted as people do, is cut', async () => {
    await warm(app, '🦊'.repeat(1_000));
    const whole = await search({ query: '🦊'.repeat(1_000) });
    const cut = await search({ query: '🦊'.repeat(1_001) });
    expect([cut.status, cut.body]).toEqual([200, whole.body]);
  });

  test('neither logs nor passes on what it says about the person', async () => {
    const { key } = await newAccount(app);
    const person = {
      'x-openwebui-user-name': 'Ada%20Lovelace',
      'x-openwebui-user-id': 'person-4711',
      'x-openwebui-user-email': 'ada@example.org',
      'x-openwebui-user-role': 'head-of-engines',
      'x-openwebui-chat-id': 'chat-0815',
      'user-agent': 'Open WebUI (https://github.com/open-webui/open-webui) RAG Bot',
    };
    await app.forgetCalls();
    const body = JSON.stringify({ query: 'someone searches', count: 3 });
    const headers = { ...person, accept: '*/*', 'x-request-id': 'about-a-person' };
    const reply = await post(app, openwebui.path, body, { key, headers });
    const called = await eventually('an engine is called', async () => {
      const calls = await Promise.all(['brave', 'mojeek', 'marginalia'].map((engine) => app.calls(engine)));
      return calls.flat().length > 0 && calls.flat();
    });
    await eventually('the request is logged', () => app.webs.some(({ output }) => output.includes('"about-a-person"')));
    const logs = [...app.webs, ...app.workers].map(({ output }) => output).join('');
    for (const value of [...Object.values(person), 'someone searches']) expect(logs).not.toContain(value);
    for (const value of Object.values(person)) expect(JSON.stringify(called)).not.toContain(value);
    expect(await searchesOf(app, key)).toBe(reply.status === 200 ? 1 : 0);
  });
});
