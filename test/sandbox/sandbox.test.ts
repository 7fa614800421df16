import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CorpusDocument } from '../../sandbox/corpus/document.ts';
import { corpus } from '../../sandbox/corpus/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { upstreams } from '../../sandbox/upstreams.ts';

let sandbox: Sandbox;
let url: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  url = `http://127.0.0.1:${sandbox.port}`;
});
afterAll(() => sandbox?.close());

interface Row {
  url: string;
  title: string;
  page_age?: string;
  timestamp?: number;
  deep_results?: { buttons: { title: string; url: string }[] };
}

type Search = (q: string) => Promise<Row[]>;

async function json(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(`${url}${path}`, { headers })).json();
}

/** Each stand-in, asked on its own wire format. */
const brave: Search = async (q) => {
  const path = `/brave/res/v1/web/search?count=20&q=${encodeURIComponent(q)}`;
  const body = (await json(path, { 'x-subscription-token': 'x' })) as { web?: { results: Row[] } };
  return body.web?.results ?? [];
};
const mojeek: Search = async (q) => {
  const path = `/mojeek/search?fmt=json&t=40&date=1&api_key=x&q=${encodeURIComponent(q)}`;
  return ((await json(path)) as { response: { results: Row[] } }).response.results;
};
const marginalia: Search = async (q) => {
  const path = `/marginalia/search?count=40&query=${encodeURIComponent(q)}`;
  return ((await json(path, { 'api-key': 'public' })) as { results: Row[] }).results;
};
const engines: [string, Search][] = Object.entries({ brave, mojeek, marginalia });

describe('the corpus', () => {
  test('has a few hundred documents, each at an address of its own, of every kind', () => {
    expect(corpus.length).toBeGreaterThan(300);
    expect(new Set(corpus.map((document) => document.url)).size).toBe(corpus.length);
    for (const document of corpus) expect(new URL(document.url).protocol).toMatch(/^https?:$/);
    expect(new Set(corpus.map(({ kind }) => kind)).size).toBe(7);
  });
});

describe.each(engines)('%s', (_, search) => {
  test('knows nothing of what is not in the corpus', async () => {
    expect(await search('qwrtzpsdfg xyvbnmkl')).toEqual([]);
  });

  test('ranks a page that is about the query above pages that mention it', async () => {
    const known: CorpusDocument[] = [];
    for (const document of corpus) {
      const found = await search(document.title);
      if (found.some((row) => row.url === document.url)) {
        known.push(document);
        const rank = found.findIndex((row) => row.url === document.url);
        expect(rank, document.title).toBeLessThan(5);
      }
    }
    expect(known.length).toBeGreaterThan(100);
  });
});

test('the engines cover different parts of the corpus, which overlap', async () => {
  const covered = await Promise.all(
    engines.map(async ([, search]) => {
      const urls = await Promise.all(corpus.slice(0, 150).map(({ title }) => search(title)));
      return new Set(urls.flat().map((row) => row.url));
    }),
  );
  for (const one of covered) {
    for (const other of covered) {
      if (one === other) continue;
      expect([...one].some((address) => other.has(address))).toBe(true);
      expect([...one].some((address) => !other.has(address))).toBe(true);
    }
  }
});

test('results carry ages and sitelinks on the wire', async () => {
  const fromBrave = (await Promise.all(corpus.slice(0, 60).map(({ title }) => brave(title)))).flat();
  expect(fromBrave.some(({ page_age }) => page_age !== undefined)).toBe(true);
  expect(fromBrave.some(({ deep_results }) => (deep_results?.buttons.length ?? 0) > 0)).toBe(true);
  const fromMojeek = (await Promise.all(corpus.slice(0, 60).map(({ title }) => mojeek(title)))).flat();
  expect(fromMojeek.some(({ timestamp }) => timestamp !== undefined)).toBe(true);
});

test('a misspelt query is corrected and answered as corrected', async () => {
  const headers = { 'x-subscription-token': 'x' };
  const path = '/brave/res/v1/web/search?q=climat%20chnage';
  const body = (await json(path, headers)) as { query: { altered?: string }; web?: { results: Row[] } };
  expect(body.query.altered).toBe('climate change');
  expect(body.web?.results).toEqual((await brave('climate change')).slice(0, 20));
});

describe('the knobs', () => {
  const turn = (knobs: object) => fetch(`${url}/_sandbox/knobs/mojeek`, { method: 'PUT', body: JSON.stringify(knobs) });
  beforeEach(async () => {
    await fetch(`${url}/_sandbox/knobs/mojeek`, { method: 'DELETE' });
  });

  test('turn one upstream and leave the others alone, for as many calls as asked', async () => {
    await turn({ status: 503, times: 1 });
    const ask = () => fetch(`${url}/mojeek/search?fmt=json&api_key=x&q=redis`);
    expect((await ask()).status).toBe(503);
    expect((await ask()).status).toBe(200);
    await turn({ status: 500 });
    expect((await brave('redis')).length).toBeGreaterThan(0);
  });
});

test('a recorded call has its method, path, query and body', async () => {
  await fetch(`${url}/_sandbox/calls/serper`, { method: 'DELETE' });
  const body = JSON.stringify({ q: 'redis' });
  await fetch(`${url}/serper/news`, { method: 'POST', headers: { 'x-api-key': 'x' }, body });
  await json('/searxng/search?q=redis&format=json');
  expect(await json('/_sandbox/calls/serper')).toMatchObject([{ method: 'POST', path: '/news', query: {}, body }]);
  expect(await json('/_sandbox/calls/searxng')).toMatchObject([
    { method: 'GET', path: '/search', query: { q: 'redis', format: 'json' }, body: '' },
  ]);
});

test.each(upstreams.map(({ slug }) => slug))('the knobs of %s turn it', async (slug) => {
  const knobs = `${url}/_sandbox/knobs/${slug}`;
  await fetch(knobs, { method: 'PUT', body: JSON.stringify({ status: 503, times: 1 }) });
  expect((await fetch(`${url}/${slug}/`)).status).toBe(503);
  expect((await fetch(`${url}/${slug}/`)).status).not.toBe(503);
});
