import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientInformationMixed, OAuthClientProvider, OAuthTokens } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { visitor } from '../e2e/browser.ts';
import { PASSWORD } from '../harness/visitor.ts';

/** Signs ada in where the program has sent her, and agrees. */
export async function agreeAt(browser: Browser, url: string, address: string): Promise<Page> {
  const page = await visitor(browser, url);
  await page.goto(address);
  await page.fill('[name=username]', 'ada');
  await page.fill('[name=password]', PASSWORD);
  await page.click('main button[type=submit]');
  await page.getByRole('button', { name: 'Allow' }).click();
  return page;
}

/** What a program keeps of its sign-in, as the official client asks for it. */
export class Provider implements OAuthClientProvider {
  readonly redirectUrl: string;
  /** The address of the metadata document by which the program is known; without one it registers itself. */
  readonly clientMetadataUrl?: string;
  sentTo = '';
  saved: OAuthTokens | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = '';

  constructor(redirectUrl: string, clientMetadataUrl?: string) {
    this.redirectUrl = redirectUrl;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
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
export class Listener {
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
