import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** `/api/v1/<tab>/stream/`: server-sent events. */
let app: TestApp;
beforeAll(async () => {
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'mojeek' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '20000' } });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

interface Event {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events differ.
  data: any;
}

/** Reads the events of a stream as they come. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      yield { event, data: JSON.parse(data) };
    }
  }
  expect(text).toBe('');
}

const open = (path: string, key = app.key, signal?: AbortSignal) =>
  fetch(`${app.urls[0]}${path}`, { headers: { authorization: `Api-Key ${key}` }, ...(signal && { signal }) });

async function readAll(path: string, key = app.key): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of eventsOf(await open(path, key))) events.push(event);
  return events;
}

/** Ages depend on the moment of the request. */
const ageless = (body: unknown) => JSON.stringify(body).replace(/"age":"[^"]*"/g, '"age":""');

describe.each(['web', 'images', 'news', 'videos'])('the stream of %s', (tab) => {
  test('tells of each engine, shows the list so far, and ends with the body of the plain endpoint', async () => {
    const events = await readAll(`/api/v1/${tab}/stream/?q=climate+change`);
    const engines = events.filter(({ event }) => event === 'engine').map(({ data }) => data);
    expect(engines.map(({ engine }) => engine).sort()).toEqual(['engine_a', 'engine_b', 'engine_c']);
    for (const engine of engines) expect(Object.keys(engine)).toEqual(['engine', 'label', 'outcome', 'ms']);
    const lists = events.filter(({ event }) => event === 'results').map(({ data }) => data.results.length);
    expect(lists.length).toBe(engines.filter(({ outcome }) => outcome === 'ok').length);
    expect(lists).toEqual([...lists].sort((one, other) => one - other));
    const last = events.at(-1) as Event;
    expect(last.event).toBe('done');
    const plain = await app.get(`/api/v1/${tab}/?q=climate+change`);
    expect(ageless(last.data)).toBe(ageless(plain.body));
  });
});

describe('a stream', () => {
  test('sends what an engine found while others are still asked', async () => {
    await app.hold('searxng', 'mojeek');
    const response = await open('/api/v1/web/stream/?q=berlin+first');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = eventsOf(response);
    const next = async () => (await events.next()).value as Event;
    expect(await next()).toMatchObject({
      event: 'engine',
      data: { engine: 'engine_a', label: 'Brave', outcome: 'ok' },
    });
    expect((await next()).data.results.length).toBeGreaterThan(0);
    await app.healUpstreams();
    const rest: string[] = [];
    for await (const { event } of events) rest.push(event);
    expect(rest).toEqual(['engine', 'results', 'engine', 'results', 'done']);
  });

  test('begins with the first engine that answers, and then tells of those that failed before', async () => {
    await app.knobs('brave', { status: 500 });
    await app.hold('mojeek');
    const response = open('/api/v1/web/stream/?q=berlin+failed&engine=engine_a,engine_c');
    await eventually('Brave was asked', async () => (await app.calls('brave')).length === 1);
    await app.knobs('mojeek', {});
    const events: Event[] = [];
    for await (const event of eventsOf(await response)) events.push(event);
    const outcomes = events.filter(({ event }) => event === 'engine').map(({ data }) => data.outcome);
    expect(outcomes.sort()).toEqual(['error', 'ok']);
  });

  test('that no engine answers is the error of the plain endpoint, and does not count', async () => {
    const { key } = await newAccount(app);
    for (const upstream of ['brave', 'searxng', 'mojeek']) await app.knobs(upstream, { status: 500 });
    const response = await open('/api/v1/web/stream/?q=berlin+broken', key);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ detail: 'No search engine answered.' });
    await eventually('the search is given back', async () => (await searchesOf(app, key)) === 0);
  });

  test('is refused like the plain endpoint, and counts like it', async () => {
    const { key } = await newAccount(app);
    expect((await open('/api/v1/web/stream/?q=berlin', 'wrong')).status).toBe(401);
    const bad = await open('/api/v1/web/stream/?page=0', key);
    expect([bad.status, Object.keys((await bad.json()) as object)]).toEqual([400, ['q', 'page']]);
    await readAll('/api/v1/web/stream/?q=berlin+counted', key);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('of a cached reply is one event', async () => {
    await readAll('/api/v1/web/stream/?q=berlin+cached');
    await app.search('berlin cached');
    const events = await readAll('/api/v1/web/stream/?q=berlin+cached');
    expect(events.map(({ event }) => event)).toEqual(['done']);
  });

  test('takes the parameters of the plain endpoint', async () => {
    const events = await readAll('/api/v1/web/stream/?q=berlin+some&limit=2&detail=full&min_engines=3');
    expect(events.filter(({ event }) => event === 'results').every(({ data }) => data.results.length <= 2)).toBe(true);
    expect(events.at(-1)?.data).toMatchObject({ page: 1, has_more: true });
    expect(events.at(-1)?.data.results.length).toBe(2);
  });

  test('that its client leaves leaves its calls', async () => {
    await app.hold('searxng', 'mojeek');
    const left = await app.countLeftJobs();
    const gone = new AbortController();
    const response = await open('/api/v1/web/stream/?q=berlin+left', app.key, gone.signal);
    await eventsOf(response).next();
    gone.abort();
    await eventually('nobody waits for the job', () => left() > 0);
  });
});
