import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knobs } from '../../sandbox/knobs.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { upstreams } from '../../sandbox/upstreams.ts';

let sandbox: Sandbox;
let url: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  url = `http://127.0.0.1:${sandbox.port}`;
});
afterAll(() => sandbox?.close());
beforeEach(async () => {
  for (const what of ['knobs', 'calls']) await fetch(`${url}/_sandbox/${what}`, { method: 'DELETE' });
});

const turn = (slug: string, knobs: Knobs) =>
  fetch(`${url}/_sandbox/knobs/${slug}`, { method: 'PUT', body: JSON.stringify(knobs) });

test.each(upstreams.map(({ slug }) => slug))('the knobs of %s apply to the requested number of calls', async (slug) => {
  await turn(slug, { status: 503, times: 1 });
  expect((await fetch(`${url}/${slug}/`)).status).toBe(503);
  expect((await fetch(`${url}/${slug}/`)).status).not.toBe(503);
});

test('the knobs of one upstream do not affect the others', async () => {
  await turn('mojeek', { mode: 'reset' });
  await expect(fetch(`${url}/mojeek/search`)).rejects.toThrow();
  expect((await fetch(`${url}/duckduckgo/ac/?q=node`)).status).toBe(200);
});

test.each<[Knobs, Partial<Response>, RegExp]>([
  [{ status: 429, headers: { 'retry-after': '7' }, body: '{"slow":"down"}' }, { status: 429 }, /^{"slow":"down"}$/],
  [{ mode: 'garbage' }, { status: 200 }, /\{"results":\[\[\[$/],
  [{ mode: 'html' }, { status: 200 }, /^<!doctype html>/],
  [{ mode: 'redirect', location: '/elsewhere' }, { status: 302 }, /^$/],
])('%j produces the fault', async (knobs, expected, body) => {
  await turn('brave', knobs);
  const response = await fetch(`${url}/brave/`, { redirect: 'manual' });
  expect(response).toMatchObject(expected);
  expect(await response.text()).toMatch(body);
});

test('a recorded call has its method, path, query and body', async () => {
  const recorded = async (slug: string) => (await fetch(`${url}/_sandbox/calls/${slug}`)).json();
  const body = JSON.stringify({ q: 'redis' });
  await fetch(`${url}/serper/news`, { method: 'POST', headers: { 'x-api-key': 'x' }, body });
  await fetch(`${url}/searxng/search?q=redis&format=json`);
  expect(await recorded('serper')).toMatchObject([
    { method: 'POST', path: '/news', query: {}, headers: { 'x-api-key': 'x' }, body },
  ]);
  expect(await recorded('searxng')).toMatchObject([
    { method: 'GET', path: '/search', query: { q: 'redis', format: 'json' }, body: '' },
  ]);
  await fetch(`${url}/_sandbox/calls/serper`, { method: 'DELETE' });
  expect(await recorded('serper')).toEqual([]);
});
