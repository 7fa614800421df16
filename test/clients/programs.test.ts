import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment, runNode } from '../harness/command-line.ts';
import { article } from '../harness/page-server.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../harness/read-pages.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { node24 } from '../node-24/node.js';
import { json, PROGRAMS, RERANKERS } from './replayed-programs.ts';

/** Where programs are that need a newer Node than the product does. */
const NODE_24 = path.resolve('test/node-24');

let reading: PageReadingApp;
let key = '';
let river = '';
beforeAll(async () => {
  reading = await pageReadingApp({}, 'redis');
  key = (await newAccount(reading.app)).key;
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  await findPages(reading.app, 'rivers', [river]);
});
afterAll(() => reading?.stop());

test.each(RERANKERS)('%s ranks the passages that it has read', async (_name, address, options) => {
  const documents = ['Bread is baked.', 'A river flows to the sea.'];
  const reply = await fetch(`${reading.app.urls[0]}/compat/${address}`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: 'rivers', documents, ...options }),
  });
  expect(reply.status).toBe(200);
  const { results } = (await reply.json()) as { results: { index: number; relevance_score: number }[] };
  expect(results.map(({ index }) => index)).toEqual([1, 0]);
  for (const { relevance_score } of results) expect(relevance_score).toBeGreaterThanOrEqual(0);
});

test.each(PROGRAMS)('$name finds what it reads', async ({ path: address, headers, body, read }, text) => {
  const withKey = (value: string) => value.replace('KEY', key);
  const reply = await fetch(`${reading.app.urls[0]}/compat/${withKey(address)}`, {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withKey(value)])),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(reply.status).toBe(200);
  expect(read(await reply.json())).toEqual([river, text]);
});

/** What a program in `test/node-24/programs/` prints. It calls nobody else. */
async function printed(program: string, apiKey = key) {
  const env = {
    TRIBUTARY_URL: reading.app.urls[0] ?? '',
    TRIBUTARY_API_KEY: apiKey,
    MASTRA_TELEMETRY_DISABLED: '1',
  };
  const file = path.join(NODE_24, 'programs', `${program}.js`);
  const { code, stdout, stderr } = await runNode([file], { node: node24, env, withinMs: 60_000 });
  return { code, stderr, reply: code === 0 ? JSON.parse(stdout) : stdout };
}

describe.each(['openai-agents', 'mastra'])('%s', (program) => {
  test('has the tools, and its agent reads what one of them found', async () => {
    const before = await searchesOf(reading.app, key);
    const { reply } = await printed(program);
    expect(reply.tools).toBe(13);
    expect(JSON.stringify(reply.output)).toContain(river);
    expect(await searchesOf(reading.app, key)).toBe(before + 1);
  });

  test('shows the words of a bad key', async () => {
    const { code, stderr } = await printed(program, 'nonsense');
    expect(code).not.toBe(0);
    expect(stderr).toContain('Invalid or revoked API key.');
  });
});

test('LibreChat finds pages, reads them and ranks their passages, as SearXNG and as Tavily', async () => {
  const { reply, stderr } = await printed('librechat');
  expect(stderr).toBe('');
  expect(reply).toHaveLength(2);
  for (const content of reply) {
    expect(content).toContain(`URL: ${river}`);
    // It shows what it has read only if it was ranked.
    expect(content).toMatch(/## Highlights.*A river flows to the sea\./s);
  }
});

test('firecrawl-mcp searches, reads a page, maps a site, and says what is not offered', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const cli = path.join(NODE_24, 'node_modules/firecrawl-mcp/dist/index.js');
  const url = `${reading.app.urls[0]}/compat/firecrawl`;
  const env = bareEnvironment({ FIRECRAWL_API_URL: url, FIRECRAWL_API_KEY: key });
  await client.connect(new StdioClientTransport({ command: node24, args: [cli], env }));
  const call = async (name: string, args: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name: `firecrawl_${name}`, arguments: args }));
  try {
    expect(await call('search', { query: 'rivers', limit: 2 })).toContain(river);
    expect(await call('scrape', { url: river, formats: ['markdown'] })).toContain('A river flows to the sea.');
    expect(await call('map', { url: river })).toContain(river);
    const data = { url: river, formats: ['json'], jsonOptions: { prompt: 'x' } };
    expect(await call('scrape', data)).toContain('not supported');
  } finally {
    await client.close();
  }
});
