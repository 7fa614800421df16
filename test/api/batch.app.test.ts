import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { addWebs, newAccount, searchesOf, untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** `POST /api/v1/batch/`: several searches in one request. */
let app: TestApp;
let webs: Record<'limited', number>;
beforeAll(async () => {
  app = await TestApp.shared();
  webs = await addWebs(app, { limited: { API_THROTTLE_BURST: '3/min' } });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const post = (body: unknown, { key = app.key, web = 0 } = {}) =>
  app.get('/api/v1/batch/', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    key,
    web,
  });
const batch = (requests: unknown[], options = {}) => post({ requests }, options);

const NOT_WRITABLE = 'Give a text, a number, true or false.';

describe('a batch', () => {
  test('has the responses of its requests, in their order, as if each had been sent alone', async () => {
    // Suggestions have less time than the first instant answer takes to load on a busy machine.
    await untilAnswersAreLoaded(app);
    const alone = await Promise.all([
      app.get('/api/v1/web/?q=berlin+batch&engine=engine_a'),
      app.get('/api/v1/news/?q=berlin+batch&safe=off'),
      app.get('/api/v1/instant/?q=2%2B2'),
      app.get('/api/v1/suggest/?q=berl'),
    ]);
    const { status, body } = await batch([
      { endpoint: 'web', params: { q: 'berlin batch', engine: ['engine_a'] } },
      { endpoint: 'news', params: { q: 'berlin batch', safe: false, lang: null } },
      { endpoint: 'instant', params: { q: '2+2' } },
      { endpoint: 'suggest', params: { q: 'berl' } },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({ responses: alone.map((reply) => ({ status: reply.status, body: reply.body })) });
  });

  test('counts each request, but those that fail', async () => {
    const { key } = await newAccount(app);
    const { body } = await batch(
      [
        { endpoint: 'web', params: { q: 'berlin one' } },
        { endpoint: 'images', params: { q: 'berlin two' } },
        { endpoint: 'web', params: { q: '' } },
      ],
      { key },
    );
    expect((body.responses as { status: number }[]).map(({ status }) => status)).toEqual([200, 200, 400]);
    await eventually('two searches are counted', async () => (await searchesOf(app, key)) === 2);
  });

  test('takes a place under the limits, and each of its requests another', async () => {
    const { key } = await newAccount(app);
    const requests = Array.from({ length: 5 }, (_, at) => ({ endpoint: 'web', params: { q: `berlin ${at}` } }));
    const { body, headers } = await batch(requests, { key, web: webs.limited });
    const statuses = (body.responses as { status: number }[]).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 429, 429, 429]);
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual(['"burst";q=3;w=60', null]);
  });

  test('is refused as a whole when no place is left', async () => {
    const { key } = await newAccount(app);
    const requests = [{ endpoint: 'web', params: { q: 'berlin spent' } }];
    const statuses = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await batch(requests, { key, web: webs.limited })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test.each([
    ['no endpoint', {}],
    ['parameters that are none', { endpoint: 'web', params: 'q' }],
    ['a bad parameter', { endpoint: 'web', params: { q: '' } }],
  ])('takes a place for each request with %s', async (_name, bad) => {
    const { key } = await newAccount(app);
    const first = await batch([bad, bad], { key, web: webs.limited });
    const second = await batch([bad], { key, web: webs.limited });
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(first.body.responses).toMatchObject([{ status: 400 }, { status: 400 }]);
  });

  test.each<[name: string, item: unknown, body: object]>([
    [
      'an unknown endpoint',
      { endpoint: 'webb', params: {} },
      { endpoint: [expect.stringMatching(/^Use one of web, /)] },
    ],
    ['an endpoint that does not search', { endpoint: 'key' }, { endpoint: [expect.any(String)] }],
    ['no object', 'web', { endpoint: [expect.any(String)] }],
    ['parameters that are none', { endpoint: 'web', params: ['q'] }, { params: ['Give an object.'] }],
    ['a bad parameter', { endpoint: 'web', params: { q: 'a', page: 0 } }, { page: ['Use a number from 1 to 50.'] }],
    ['a parameter that is an object', { endpoint: 'web', params: { q: { text: 'cats' } } }, { q: [NOT_WRITABLE] }],
    ['one without a text of its own', { endpoint: 'web', params: { q: { toString: 1 } } }, { q: [NOT_WRITABLE] }],
    ['a list of lists', { endpoint: 'web', params: { q: 'a', engine: [['engine_a']] } }, { engine: [NOT_WRITABLE] }],
    ['an endpoint without a text', { endpoint: { toString: 1 } }, { endpoint: [expect.any(String)] }],
  ])('has a 400 for %s, and answers the others', async (_name, item, problem) => {
    const { body } = await batch([item, { endpoint: 'web', params: { q: 'berlin others' } }]);
    expect(body.responses).toMatchObject([{ status: 400, body: problem }, { status: 200 }]);
  });

  test.each<[name: string, body: unknown, problem: object]>([
    [
      'more than twenty',
      { requests: Array(21).fill({ endpoint: 'web', params: { q: 'a' } }) },
      { requests: ['Give at most 20 requests.'] },
    ],
    ['none', { requests: [] }, { requests: ['Give at least one request.'] }],
    ['no list', { requests: 'web' }, { requests: ['Give a list of requests.'] }],
    ['nothing', {}, { requests: ['Give a list of requests.'] }],
    ['no JSON', '{', { detail: 'The body is not a form, nor a JSON object.' }],
  ])('of %s is refused as a whole', async (_name, given, problem) => {
    const reply = await post(given);
    expect([reply.status, reply.body]).toEqual([400, problem]);
    expect(await app.calls('brave')).toEqual([]);
  });

  test('needs a key', async () => {
    expect((await batch([{ endpoint: 'web', params: { q: 'a' } }], { key: '' })).status).toBe(401);
  });
});
