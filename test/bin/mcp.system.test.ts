import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../harness/command-line.ts';
import { Conversation } from '../harness/conversation.ts';
import { testPort } from '../harness/ports.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
/** A folder of another project, with settings that Tributary would refuse. */
let folder: string;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', env: { REQUEST_DEADLINE_MS: '60000' } });
  folder = mkdtempSync(path.join(tmpdir(), 'another project-'));
  writeFileSync(path.join(folder, '.env'), 'PORT=none\nREDIS_URL=nonsense\n');
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string>, args: string[] = []) =>
  new Conversation(['mcp', ...args], { cwd: folder, env: { TRIBUTARY_API_KEY: app.key, ...env } });
const call = (id: number, name: string, args: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params };

test('tributary mcp answers from any folder, writes nothing but messages, and ends with its input', async () => {
  const { key } = await newAccount(app);
  await app.search('redis');
  const client = start({ TRIBUTARY_API_KEY: key, TRIBUTARY_URL: app.urls[0] as string });
  expect(await client.ask(initialize)).toMatchObject({ id: 0, result: { serverInfo: { name: 'tributary' } } });
  const { result } = await client.ask(call(1, 'web_search', { query: 'redis', limit: 2 }));
  expect(result.structuredContent.results).toHaveLength(2);
  const translated = await client.ask(call(2, 'translate', { text: 'Good morning', target: 'de' }));
  expect(translated.result.content[0].text).toBe('Guten Morgen');
  const wrong = await client.ask(call(3, 'web_search', { query: 'x', lang: '!!', time_range: 'day' }));
  expect(wrong.result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^lang: Use a/) }] });
  expect(await searchesOf(app, key)).toBe(2);
  expect(await client.end()).toMatchObject({ code: 0, stderr: '' });
});

test('--url comes before TRIBUTARY_URL', async () => {
  const client = start({ TRIBUTARY_URL: `http://127.0.0.1:${await testPort()}` }, ['--url', app.urls[0] as string]);
  await client.ask(initialize);
  const { result } = await client.ask(call(1, 'instant_answer', { query: '2+2' }));
  expect(result.content[0].text).toBe('2 + 2 = 4');
  expect((await client.end()).code).toBe(0);
});

test('an instance that is away or does not know the key is a result of the tool, and the process lives', async () => {
  const url = `http://127.0.0.1:${await testPort()}`;
  const away = start({ TRIBUTARY_URL: url });
  await away.ask(initialize);
  for (const id of [1, 2]) {
    const { result } = await away.ask(call(id, 'web_search', { query: 'redis' }));
    expect(result).toMatchObject({ isError: true, content: [{ text: `Tributary did not answer at ${url}.` }] });
  }
  expect((await away.end()).code).toBe(0);
  const stranger = start({ TRIBUTARY_API_KEY: 'nonsense', TRIBUTARY_URL: app.urls[0] as string });
  await stranger.ask(initialize);
  const { result } = await stranger.ask(call(1, 'web_search', { query: 'redis' }));
  expect(result).toMatchObject({ isError: true, content: [{ text: 'Invalid or revoked API key.' }] });
  const { code, stderr } = await stranger.end();
  expect([code, stderr]).toEqual([0, '']);
});

test('without a key or with a bad address it ends with one line', async () => {
  const none = await runCli(['mcp'], { cwd: folder });
  expect(none).toEqual({ code: 1, stdout: '', stderr: 'Set TRIBUTARY_API_KEY to an API key of the instance.\n' });
  const bad = await runCli(['mcp', '--url', 'nonsense'], { cwd: folder, env: { TRIBUTARY_API_KEY: 'x' } });
  expect(bad).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The URL of the instance must .+\n$/),
  });
});
