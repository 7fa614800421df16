import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { findPages } from '../harness/read-pages.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { Stack } from '../harness/stack.ts';

let stack: Stack;
let account: { key: string };
let pages: PageServer;
beforeAll(async () => {
  pages = await PageServer.start();
  stack = await Stack.start({ env: { EXTRACT_ALLOW: '127.0.0.1', REQUEST_DEADLINE_MS: '60000' } });
  account = await newAccount(stack);
  // The searches of the tests are cached, so that a slow machine does not end them at their deadline.
  for (const q of ['redis', 'python']) await stack.search(q);
  await findPages(stack, 'rivers', [pages.serve('/river', article('Rivers', 'A river flows to the sea.'))]);
});
afterAll(async () => {
  await stack?.stop();
  await pages?.close();
});

const FOLDER = path.join(tmpdir(), 'tributary-remote-');
const info = { name: 'test', version: '1' };
const CLI = path.resolve('dist/bin/cli.js');
const http = () => ({
  url: new URL(`${stack.urls[0]}/mcp`),
  requestInit: { headers: { Authorization: `Bearer ${account.key}` } },
});
const command = () => ({
  command: process.execPath,
  args: [CLI, 'mcp'],
  env: bareEnvironment({ TRIBUTARY_API_KEY: account.key, TRIBUTARY_URL: stack.urls[0] as string }),
  cwd: '/',
});

/** What the tests ask of a client, whichever it is. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function newClient(
  negotiation: 'auto' | '2026-07-28' | 'legacy',
  transport: 'http' | 'stdio',
): Promise<AnyClient> {
  const mode = negotiation === 'auto' || negotiation === 'legacy' ? negotiation : { pin: negotiation };
  const client = new Client(info, { versionNegotiation: { mode } });
  const { url, ...options } = http();
  const over =
    transport === 'http' ? new StreamableHTTPClientTransport(url, options) : new StdioClientTransport(command());
  await client.connect(over);
  return client as AnyClient;
}

async function oldClient(transport: 'http' | 'stdio'): Promise<AnyClient> {
  const client = new OldClient(info);
  const { url, ...options } = http();
  await client.connect(
    (transport === 'http' ? new OldHttpTransport(url, options) : new OldStdioTransport(command())) as never,
  );
  return client as unknown as AnyClient;
}

const CLIENTS: [string, () => Promise<AnyClient>][] = [
  ['version 2 over HTTP, by default', () => newClient('legacy', 'http')],
  ['version 2 over HTTP, with negotiation', () => newClient('auto', 'http')],
  ['version 2 over HTTP, with the new generation only', () => newClient('2026-07-28', 'http')],
  ['version 1 over HTTP', () => oldClient('http')],
  ['version 2 over stdio, with negotiation', () => newClient('auto', 'stdio')],
  ['version 2 over stdio, with the new generation only', () => newClient('2026-07-28', 'stdio')],
  ['version 1 over stdio', () => oldClient('stdio')],
];

describe.each(CLIENTS)('the official client, %s', (_name, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client?.close());

  test('lists the tools and accepts the data of a search, which counts once', async () => {
    const before = await searchesOf(stack, account.key);
    // Clients that have listed the tools refuse data that does not fit the schema.
    expect((await client.listTools()).tools).toHaveLength(13);
    const result = await client.callTool({ name: 'web_search', arguments: { query: 'redis', limit: 3 } });
    expect(result).toMatchObject({ structuredContent: { tab: 'web', results: [{}, {}, {}] } });
    expect(await searchesOf(stack, account.key)).toBe(before + 1);
  });

  test('finds a page, reads it and can cite it', async () => {
    type Found = { structuredContent: { results: { url: string }[] } };
    const found = await client.callTool({ name: 'web_search', arguments: { query: 'rivers' } });
    const [{ url = '' } = {}] = (found as unknown as Found).structuredContent.results;
    const read = await client.callTool({ name: 'read_page', arguments: { url } });
    expect(read).toMatchObject({ structuredContent: { title: 'Rivers', final_url: url, author: 'Ada Lovelace' } });
    expect(JSON.stringify(read)).toContain('A river flows to the sea.');
  });

  test('accepts the data of an instant answer, and of none', async () => {
    const ask = (query: string) => client.callTool({ name: 'instant_answer', arguments: { query } });
    expect(await ask('2+2')).toMatchObject({ content: [{ text: '2 + 2 = 4' }] });
    expect(await ask('zxqv blorp')).toMatchObject({ structuredContent: { answer: null } });
  });

  test('hands wrong arguments to the model, and an unknown tool to the program', async () => {
    const wrong = await client.callTool({ name: 'web_search', arguments: { query: '' } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: 'query: This field is required.' }] });
    await expect(client.callTool({ name: 'write_page', arguments: {} })).rejects.toThrow(
      'There is no tool "write_page"',
    );
  });
});

describe.each(['http', 'stdio'] as const)("LangChain's adapter over %s", (transport) => {
  test('turns the tools into tools of an agent, and calls them', async () => {
    const { url, requestInit } = http();
    const server =
      transport === 'http' ? { transport, url: url.href, headers: requestInit.headers } : { ...command(), transport };
    const client = new MultiServerMCPClient({ mcpServers: { tributary: server } });
    try {
      const tools = await client.getTools();
      expect(tools).toHaveLength(13);
      const search = tools.find(({ name }) => name === 'web_search');
      expect(JSON.stringify(await search?.invoke({ query: 'python', limit: 1 }))).toContain('1. ');
      await expect(search?.invoke({ query: 'x', lang: '!!' })).rejects.toThrow('Use a language tag');
    } finally {
      await client.close();
    }
  });
});

test('mcp-remote connects a program that can only start a command, with the key in a header', async () => {
  const client = new Client(info);
  const remote = path.resolve('test/clients/node_modules/mcp-remote/dist/proxy.js');
  // It replaces the name by the variable. The value of one argument would be cut at its space by some programs.
  const header = ['Authorization:$', '{AUTH}'].join('');
  const args = [remote, http().url.href, '--header', header, '--transport', 'http-only'];
  const env = { ...bareEnvironment({ AUTH: `Bearer ${account.key}` }), MCP_REMOTE_CONFIG_DIR: mkdtempSync(FOLDER) };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const result = await client.callTool({ name: 'instant_answer', arguments: { query: '2+2' } });
  expect(result).toMatchObject({ content: [{ text: '2 + 2 = 4' }] });
  await client.close();
});

test('a client that sends no headers has its key in the path', async () => {
  const client = new Client(info);
  const { url } = http();
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url.pathname}/${account.key}`, url)));
  const result = await client.callTool({ name: 'instant_answer', arguments: { query: '2+2' } });
  expect(result).toMatchObject({ content: [{ text: '2 + 2 = 4' }] });
  await client.close();
});

test('a client without a key sees the words of the 401', async () => {
  const client = new Client(info);
  const transport = new StreamableHTTPClientTransport(http().url);
  await expect(client.connect(transport)).rejects.toThrow('Authentication credentials were not provided.');
});

test('a key that the instance does not know is a result of the tool on stdio', async () => {
  const client = new Client(info);
  const { env, ...rest } = command();
  await client.connect(new StdioClientTransport({ ...rest, env: { ...env, TRIBUTARY_API_KEY: 'nonsense' } }));
  const result = await client.callTool({ name: 'web_search', arguments: { query: 'redis' } });
  expect(result).toMatchObject({ isError: true, content: [{ text: 'Invalid or revoked API key.' }] });
  await client.close();
});
