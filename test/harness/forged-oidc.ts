// Loading it takes a busy machine so long that the first command of Redis beside would be late.
import 'openid-client';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { CLIENT } from './oidc.ts';
import { close } from './ports.ts';

/** What the provider answers to the next exchange of a code. */
export interface Answer {
  /** Claims beside those of a correct token; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Signs in place of the provider. */
  sign?(claims: JWTPayload, issuer: string): Promise<string>;
  /** By how many seconds the provider's clock is off. */
  clockS?: number;
  userInfo?: Record<string, unknown>;
}

/** A provider made by hand that answers whatever a test says: no real one signs wrong tokens. */
export class ForgedProvider {
  issuer = '';
  /** What the next exchange of a code is answered with; it never is if null. */
  answer: Answer | null = {};
  /** The issuer that the provider says it is. */
  saysItIs = '';
  readonly #key: CryptoKey;
  readonly #jwk: Record<string, unknown>;
  readonly #server: Server;
  #nonce = '';

  private constructor(key: CryptoKey, jwk: Record<string, unknown>) {
    this.#key = key;
    this.#jwk = jwk;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
  }

  static async start(): Promise<ForgedProvider> {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const provider = new ForgedProvider(privateKey, jwk);
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`;
    return provider;
  }

  get settings(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
  }

  stop(): Promise<unknown> {
    return close(this.#server);
  }

  /** Where the provider leads the browser back to that was led here, with this answer to its code. */
  leadBack(address: URL, answer: Answer | null): URL {
    this.answer = answer;
    this.#nonce = address.searchParams.get('nonce') ?? '';
    const back = new URL(address.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'a-code');
    back.searchParams.set('state', address.searchParams.get('state') ?? '');
    return back;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return void send({
          issuer: this.saysItIs || this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return void send({ keys: [this.#jwk] });
      case '/token':
        if (!this.answer) return;
        return void send({ access_token: 'a-token', token_type: 'Bearer', id_token: await this.#token(this.answer) });
      case '/userinfo':
        return void send({ sub: this.answer?.claims?.sub ?? 'subject', ...this.answer?.userInfo });
      default:
        response.writeHead(404).end();
    }
  }

  async #token({ claims = {}, sign, clockS = 0 }: Answer): Promise<string> {
    const iat = Math.floor(Date.now() / 1_000) + clockS;
    const right = { iss: this.issuer, sub: 'subject', aud: CLIENT.id, nonce: this.#nonce, iat, exp: iat + 60 };
    const given = Object.fromEntries(
      Object.entries({ ...right, ...claims }).filter(([, value]) => value !== undefined),
    );
    return sign ? sign(given, this.issuer) : this.sign(given);
  }

  /** Signs as the provider does. */
  sign(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(this.#key);
  }
}
