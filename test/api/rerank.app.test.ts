import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { addWebs, newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** Ranking texts: by words, by a model, and in the formats of rerankers. */
let app: TestApp;
let webs: Record<'model', number>;
beforeAll(async () => {
  app = await TestApp.start({
    env: { ENGINE_A: 'brave', API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '3000' },
  });
  const RERANK_URL = `${app.sandboxUrl}/rerank`;
  app.addWorker({ RERANK_URL, RERANK_MODEL: 'some-model' });
  webs = await addWebs(app, { model: { RERANK_URL, RERANK_MODEL: 'some-model' } });
  await app.workers[0]?.stop();
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const DOCUMENTS = ['Bread is baked.', 'A salmon and its river.', 'A salmon.'];
const post = (
  path: string,
  body: unknown,
  options: { web?: number; key?: string; headers?: Record<string, string> } = {},
) =>
  app.get(path, {
    method: 'POST',
    body: JSON.stringify(body),
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
const rerank = (body: unknown, web = 0, key?: string) =>
  post('/api/v1/rerank/', body, { web, ...(key !== undefined && { key }) });
const orderIn = (body: { results: { index: number }[] }) => body.results.map(({ index }) => index);

describe('/api/v1/rerank/', () => {
  test('orders texts by their words, costs one search and takes top_n', async () => {
    const { key } = await newAccount(app);
    const { status, body } = await rerank({ query: 'salmon river', documents: DOCUMENTS }, 0, key);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['query', 'by', 'results']);
    expect([body.query, body.by, orderIn(body)]).toEqual(['salmon river', 'lexical', [1, 2, 0]]);
    expect(body.results[2].score).toBe(0);
    expect(await searchesOf(app, key)).toBe(1);
    expect(orderIn((await rerank({ query: 'salmon river', documents: DOCUMENTS, top_n: 1 })).body)).toEqual([1]);
  });

  test('takes a thousand documents, and says what is wrong with others', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `document ${at} ${'word '.repeat(300)}`);
    const { status, body: whole } = await rerank({ query: 'document 7', documents: many });
    expect({ status, ...(status === 200 ? {} : whole) }).toEqual({ status: 200 });
    expect(orderIn(whole)[0]).toBe(7);
    const refused = async (body: unknown) => {
      const reply = await rerank(body);
      expect(reply.status).toBe(400);
      return reply.body;
    };
    expect(await refused({ query: 'x', documents: [...many, 'x'] })).toEqual({
      documents: ['Give at most 1000 documents.'],
    });
    expect(await refused({ documents: ['x'] })).toEqual({ query: ['This field is required.'] });
    expect(await refused({ query: 'x' })).toEqual({ documents: ['This field is required.'] });
    expect(await refused({ query: 'x', documents: [] })).toEqual({ documents: ['This field is required.'] });
    expect(Object.keys(await refused({ query: 'x', documents: [1] }))).toEqual(['documents']);
    expect(await refused({ query: 'x', documents: ['x'], top_n: 0 })).toEqual({
      top_n: ['Use a number from 1 to 1000.'],
    });
  });
});

describe('with a model', () => {
  test('workers ask it in parts of 32, and its order holds', async () => {
    const documents = Array.from({ length: 70 }, (_, at) => `text ${at}`);
    const { body, headers } = await rerank({ query: 'by the model', documents }, webs.model);
    expect(body.by).toBe('model');
    expect(headers.get('server-timing')).toMatch(/^rerank;dur=\d+;desc="ok"$/);
    const calls = (await app.calls('rerank')).map(({ body: sent }) => JSON.parse(sent ?? '{}'));
    expect(calls.map((call) => call.documents.length).sort()).toEqual([32, 32, 6].sort());
    for (const call of calls) expect(call).toMatchObject({ model: 'some-model', top_n: call.documents.length });
    expect([...orderIn(body)].sort((a, b) => a - b)).toEqual(documents.map((_, at) => at));
    // The stand-in likes the last of each part.
    expect(orderIn(body)[0]).toBe(31);
  });

  test('a server that wants texts, as TEI does, gets them', async () => {
    await app.knobs('rerank', { status: 422, body: '{"error":"missing field `texts`"}', times: 1 });
    const { body } = await rerank({ query: 'texts', documents: DOCUMENTS }, webs.model);
    expect([body.by, orderIn(body)]).toEqual(['model', [2, 1, 0]]);
    const [, second] = await app.calls('rerank');
    expect(JSON.parse(second?.body ?? '{}')).toEqual({ query: 'texts', texts: DOCUMENTS, truncate: true });
  });

  test('long documents are cut before they leave', async () => {
    await rerank({ query: 'long', documents: ['x'.repeat(5_000)] }, webs.model);
    const [call] = await app.calls('rerank');
    expect(JSON.parse(call?.body ?? '{}').documents[0]).toHaveLength(2_000);
  });

  test.each([
    ['refused', { status: 401 }, 'error'],
    ['of the wrong length', { status: 200, body: '{"results":[]}' }, 'error'],
    ['of an unknown index', { status: 200, body: '{"results":[{"index":9,"relevance_score":1}]}' }, 'error'],
    ['garbage', { mode: 'garbage' as const }, 'error'],
    ['too slow', { mode: 'hang' as const }, 'timeout'],
  ])('an answer that is %s leaves the lexical order, and Server-Timing says so', async (name, knobs, word) => {
    await app.knobs('rerank', knobs);
    const { status, body, headers } = await rerank({ query: `salmon ${name}`, documents: DOCUMENTS }, webs.model);
    expect([status, body.by]).toEqual([200, 'lexical']);
    expect(orderIn(body).at(-1)).toBe(0);
    expect(headers.get('server-timing')).toMatch(
      new RegExp(`^rerank;dur=\\d+;desc="${word}", lexical;desc="fallback"$`),
    );
  });
});

describe('rerank=on', () => {
  const rows = ['bread', 'salmon', 'salmon river'].map((title) => ({
    url: `https://${title.replace(' ', '-')}.example/`,
    title,
    description: '',
  }));
  const search = async (params: string, web = 0) => {
    const { body, headers } = await app.get(`/api/v1/web/?engine=engine_a&q=salmon+river&${params}`, { web });
    return {
      titles: (body.results as { title: string }[]).map(({ title }) => title),
      timing: headers.get('server-timing'),
    };
  };

  test('orders the merged list before rules and pages', async () => {
    await cannedAnswers.brave(app, rows);
    expect((await search('')).titles).toEqual(['bread', 'salmon', 'salmon river']);
    expect((await search('rerank=off')).titles).toEqual(['bread', 'salmon', 'salmon river']);
    expect((await search('rerank=on')).titles).toEqual(['salmon river', 'salmon', 'bread']);
    expect((await search('rerank=on&limit=1&page=2')).titles).toEqual(['salmon']);
    expect((await search('limit=1&page=2')).titles).toEqual(['salmon']);
    expect((await search('limit=1')).titles).toEqual(['bread']);
    expect((await search(`rerank=on&rules=${encodeURIComponent('$pin,site=bread.example')}`)).titles).toEqual([
      'bread',
      'salmon river',
      'salmon',
    ]);
    expect(await app.calls('brave')).toHaveLength(1);
    expect((await app.get('/api/v1/web/?q=x&rerank=yes')).body).toEqual({ rerank: ['Use on or off.'] });
  });

  test('asks the model, and says what became of it', async () => {
    await cannedAnswers.brave(app, rows);
    const { titles, timing } = await search('rerank=on', webs.model);
    expect(titles[0]).toBe('salmon river');
    expect(timing).toMatch(/^engine_a;.*, rerank;dur=\d+;desc="ok"$/);
    const [call] = await app.calls('rerank');
    expect(JSON.parse(call?.body ?? '{}').documents).toEqual(['bread\n', 'salmon\n', 'salmon river\n']);
  });

  test('a failed model leaves the lexical order, which is not kept', async () => {
    await cannedAnswers.brave(app, rows);
    await app.knobs('rerank', { status: 500 });
    for (const params of ['rerank=on', 'rerank=on&limit=3']) {
      for (let time = 0; time < 2; time++) {
        const { titles, timing } = await search(params, webs.model);
        expect(titles).toEqual(['salmon river', 'salmon', 'bread']);
        expect(timing).toContain('lexical;desc="fallback"');
      }
    }
  });
});

describe.each([
  '/compat/rerank/v1/rerank',
  '/compat/rerank/v2/rerank',
  '/compat/rerank/rerank',
  '/compat/jina/v1/rerank',
])('%s', (path) => {
  const bearer = () => ({ key: '', headers: { authorization: `Bearer ${app.key}` } });

  test('answers in the form that its clients read', async () => {
    const asked = { model: 'any', query: 'salmon river', documents: DOCUMENTS, top_n: null, unknown: 1 };
    const { status, body } = await post(path, asked, bearer());
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['id', 'meta', 'model', 'object', 'results', 'usage']);
    expect(body).toMatchObject({ model: 'any', object: 'list', usage: { total_tokens: expect.any(Number) } });
    // One entry for each document, without its text.
    expect(orderIn(body)).toEqual([1, 2, 0]);
    for (const entry of body.results) expect(Object.keys(entry)).toEqual(['index', 'relevance_score']);
  });

  test('top_n, texts as objects and return_documents', async () => {
    const documents = DOCUMENTS.map((text) => ({ text }));
    const asked = { query: 'salmon river', documents, return_documents: true };
    const { body } = await post(path, { ...asked, top_n: 1 }, bearer());
    expect(body.results).toEqual([{ index: 1, relevance_score: expect.any(Number), document: { text: DOCUMENTS[1] } }]);
    expect((await post(path, { ...asked, top_n: 99 }, bearer())).body.results).toHaveLength(3);
    expect((await post(path, { ...asked, top_n: 0 }, bearer())).body.results).toHaveLength(3);
  });

  test('texts get the bare list of TEI', async () => {
    const { body } = await post(path, { query: 'salmon river', texts: DOCUMENTS, return_text: true }, bearer());
    expect(body.map(({ index }: { index: number }) => index)).toEqual([1, 2, 0]);
    expect(body[0]).toEqual({ index: 1, score: expect.any(Number), text: DOCUMENTS[1] });
  });

  test('errors have words for every client, and name the field', async () => {
    const { status, body } = await post(path, { query: 'x' }, bearer());
    expect(status).toBe(400);
    const words = 'documents: This field is required.';
    expect(body).toEqual({ message: words, error: { message: words }, detail: words });
    expect((await post(path, { query: 'x', documents: ['x'] }, { key: '' })).status).toBe(401);
  });
});
