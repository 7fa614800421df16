// Loading it takes a busy machine so long that the first command of Redis beside would be late.
import 'openid-client';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { close, testPort } from './ports.ts';

/** What the provider knows of a person, by the name with which they sign in there. */
export interface Person {
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

export const CLIENT = { id: 'tributary', secret: 'a-secret-of-tests-only' };

/**
 * A real OpenID provider on loopback, in this process. People sign in on its own page by their name alone. It gives tokens
 * that last only to those who ask with consent, and a new one at each refresh.
 */
export class TestProvider {
  readonly issuer: string;
  readonly people = new Map<string, Person>();
  /** What happens while the provider makes tokens. */
  meanwhile = async () => {};
  readonly #port: number;
  readonly #redirects: string[];
  #provider: Provider | undefined;
  #server: Server | undefined;

  private constructor(port: number, redirects: string[]) {
    this.#port = port;
    this.#redirects = redirects;
    this.issuer = `http://127.0.0.1:${port}`;
  }

  /** `addresses`: those of the instances that people come from. */
  static async start(...addresses: string[]): Promise<TestProvider> {
    const provider = new TestProvider(
      await testPort(),
      addresses.map((address) => `${address}/login/sso/callback`),
    );
    await provider.rotateKeys();
    await provider.listen();
    return provider;
  }

  /** The settings of an instance whose people sign in here. */
  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_SCOPES: 'openid profile email offline_access',
    };
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    if (this.#server) await close(this.#server);
    this.#server = undefined;
  }

  /** From now on, everything is signed with a new key, and the old one is forgotten. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: `key-${Date.now()}` };
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: this.#redirects,
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['cookies of tests'] },
      findAccount: (_context: unknown, id: string) => {
        const person = this.people.get(id);
        return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
      },
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email', 'email_verified'] },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      rotateRefreshToken: true,
      ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 3_600, Grant: 3_600 },
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider as Provider;
    if (request.url === '/token') await this.meanwhile();
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' });
      const field = prompt.name === 'login' ? '<label>Name <input name="name" autofocus></label>' : '';
      response.end(
        `<!doctype html><html lang="en"><title>${prompt.name}</title><form method="post">${field}<button>Go on</button></form></html>`,
      );
      return;
    }
    const accountId = new URLSearchParams(await text(request)).get('name') ?? '';
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id });
    grant.addOIDCScope('openid profile email offline_access');
    const consent = grantId ? {} : { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  }
}
