import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openBrowser } from '../e2e/browser.ts';
import { createUser } from '../harness/as-tester.ts';
import { hasOpenssl, makeCertificates } from '../harness/certificates.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { httpsSite, type Site } from '../harness/page-sites.ts';
import { Stack } from '../harness/stack.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { agreeAt, Listener, Provider } from './connecting-program.ts';

const isMissing = browserPath === null || nginxProgram === null || !hasOpenssl;

/**
 * The official client is known by its metadata document, to two web processes that nginx serves below a path, with the rule
 * for programs that sign in.
 */
describe.skipIf(isMissing)('an instance below a path, behind nginx', { timeout: 180_000 }, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-connector-'));
  const asked: string[] = [];
  let stack: Stack;
  let nginx: Nginx;
  let site: Site;
  let browser: Browser;
  let id: string;
  beforeAll(async () => {
    makeCertificates(dir);
    const [key, cert] = ['server.key', 'server.crt'].map((name) => readFileSync(path.join(dir, name)));
    site = await httpsSite({ key, cert }, ({ url = '' }, reply) => {
      asked.push(url);
      const redirects = ['http://localhost/callback', 'http://127.0.0.1/callback'];
      const document = { client_id: id, client_name: 'Test program', redirect_uris: redirects };
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    });
    id = `https://localhost:${site.port}/program`;
    const port = await Nginx.port();
    stack = await Stack.start({
      web: 2,
      env: {
        PUBLIC_URL: `https://127.0.0.1:${port}/search`,
        TRUST_PROXY: '127.0.0.1',
        EXTRACT_ALLOW: 'localhost',
        NODE_EXTRA_CA_CERTS: path.join(dir, 'ca.crt'),
      },
    });
    const rule = /location ~ \^[\s\S]*?\n}\n/.exec(readFileSync('docs/deploy.md', 'utf8'))?.[0] ?? '';
    const edit = (configuration: string) =>
      configuration.replace('    location /search/ {', `${rule}    location /search/ {`);
    nginx = await Nginx.start({ port, webs: stack.urls, basePath: '/search', edit });
    await createUser(stack.client, 'ada', { password: PASSWORD });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await nginx?.stop();
    await stack?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('the official client goes the whole way without registering itself', async () => {
    const url = `${nginx.origin}/search`;
    const program = await Listener.start();
    const provider = new Provider(program.address, id);
    // nginx has a certificate that no authority has signed.
    const fetch = (address: string | URL, init?: RequestInit) =>
      nginx.fetch(String(address).slice(nginx.origin.length), init as never) as unknown as Promise<Response>;
    const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider, fetch });
    const first = transport();
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    expect(new URL(provider.sentTo).searchParams.get('client_id')).toBe(id);
    const page = await agreeAt(browser, url, provider.sentTo);
    await page.waitForURL(`${program.address}**`);
    await first.finishAuth(program.answer.searchParams);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('web_search');
    await client.close();
    expect(asked).toEqual(['/program']);
    expect(await stack.client.keys('*oauth-client:*')).toEqual([]);
    await program.close();
  });
});
