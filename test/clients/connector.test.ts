import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser, visitor } from '../e2e/browser.ts';
import { createUser } from '../harness/as-tester.ts';
import { bareEnvironment } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';

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

  /** Signs in where the program has sent the person, and agrees. */
  async function agreeAt(address: string): Promise<Page> {
    const page = await visitor(browser, url);
    await page.goto(address);
    await page.fill('[name=username]', 'ada');
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button[type=submit]');
    await page.getByRole('button', { name: 'Allow' }).click();
    return page;
  }

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
    const page = await agreeAt(provider.sentTo);
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
    await page.getByText('You have connected no programs.').waitFor();
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
    await agreeAt(address);
    await ended;
    const words = stripVTControlCharacters(output);
    const checks = [...words.matchAll(/\[([\w-]+) *\] (SUCCESS|FAILURE|WARNING|SKIPPED)/g)];
    expect(
      checks.map(([, name, outcome]) => `${name} ${outcome}`),
      words,
    ).toEqual(['authorization-server-metadata-endpoint SUCCESS', 'authorization-code-grant SUCCESS']);
  });
});

/** What a program keeps of its sign-in, as the official client asks for it. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl: string;
  sentTo = '';
  saved: OAuthTokens | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = '';

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata() {
    return { client_name: 'Test program', redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none' };
  }

  clientInformation() {
    return this.#client;
  }

  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client;
  }

  tokens() {
    return this.saved;
  }

  saveTokens(tokens: OAuthTokens) {
    this.saved = tokens;
  }

  invalidateCredentials(scope: string) {
    if (scope !== 'verifier') this.saved = undefined;
  }

  redirectToAuthorization(address: URL) {
    this.sentTo = address.href;
  }

  codeVerifier() {
    return this.#verifier;
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
}

/** A program on the person's own machine that waits for its answer. */
class Listener {
  readonly address: string;
  answer = new URL('none:');
  readonly close: () => Promise<void>;

  private constructor(address: string, close: () => Promise<void>) {
    this.address = address;
    this.close = close;
  }

  static async start(): Promise<Listener> {
    const server = createServer((request, reply) => {
      if (request.url?.startsWith('/callback')) listener.answer = new URL(request.url, listener.address);
      reply.end('You can go back to the program.');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const listener = new Listener(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, async () => {
      server.closeAllConnections();
      server.close();
    });
    return listener;
  }
}
