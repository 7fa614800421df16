import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../e2e/browser.ts';
import { createUser } from '../harness/as-tester.ts';
import { bareEnvironment } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { agreeAt, Listener, Provider } from './connecting-program.ts';

/** The official client and the official suite connect by signing in, each with a person in a real browser. */
describe.skipIf(browserPath === null)('an instance that programs sign in to', { timeout: 120_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    const port = await testPort();
    url = `http://127.0.0.1:${port}`;
    app = await TestApp.start({ web: 0 });
    await app.addWeb({ PUBLIC_URL: url, PORT: String(port) });
    await createUser(app.client, 'ada', { password: PASSWORD });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  test('the official client goes the whole way, refreshes its tokens, and hears that it was disconnected', async () => {
    const program = await Listener.start();
    const provider = new Provider(program.address);
    const connect = async () => {
      const client = new Client({ name: 'test', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider });
      await client.connect(transport);
      return client;
    };
    const first = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider });
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    const page = await agreeAt(browser, url, provider.sentTo);
    await page.waitForURL(`${program.address}**`);
    await first.finishAuth(program.answer.searchParams);

    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('web_search');
    const { content } = await client.callTool({ name: 'web_search', arguments: { query: 'linux' } });
    expect(JSON.stringify(content)).toContain('linux');
    await client.close();

    // With a token that was forgotten, the client refreshes by itself.
    const known = provider.saved;
    await app.client.del(...(await app.client.keys('*oauth-token:*')));
    await (await connect()).close();
    expect(provider.saved?.refresh_token).not.toBe(known?.refresh_token);

    await page.goto(`${url}/settings/programs`);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Disconnect Test program' }).click();
    await page.getByText('No programs are connected yet.').waitFor();
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    await program.close();
  });

  test('the official suite finds its metadata and its code grant in order', async () => {
    const port = await testPort();
    const body = JSON.stringify({ client_name: 'Suite', redirect_uris: ['http://127.0.0.1/callback'] });
    const headers = { 'content-type': 'application/json' };
    const registered = await (await fetch(`${url}/oauth/register`, { method: 'POST', body, headers })).json();
    const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
    const args = ['--import', './node-20-fs.js', suite, 'authorization', '--url', url, '--port', String(port)];
    const own = ['--client-id', String(registered.client_id), '--resource', `${url}/mcp`];
    const child = spawn(process.execPath, [...args, ...own], {
      cwd: path.resolve('test/clients'),
      env: bareEnvironment(),
    });
    let output = '';
    const asked = new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const address = /http\S+\/oauth\/authorize\?\S+/.exec(output)?.[0];
          if (address) resolve(address);
        });
      }
    });
    const ended = once(child, 'close');
    const address = await Promise.race([asked, ended.then(() => '')]);
    expect(address, output).not.toBe('');
    await agreeAt(browser, url, address);
    await ended;
    const words = stripVTControlCharacters(output);
    const scenarios = [...words.matchAll(/=== Running scenario: ([\w-]+) ===/g)].map(([, name]) => name);
    expect(scenarios).toEqual(['authorization-server-metadata-endpoint', 'authorization-code-grant']);
    expect(words).toMatch(/Total: 3 passed, 0 failed\s*$/);
  });
});
