import { createHash, randomBytes } from 'node:crypto';
import type { PageReply, Visitor } from './visitor.ts';

/** The address under which instances in these tests are known. Nothing is reached there. */
export const PUBLIC_URL = 'http://localhost:3999';
export const RESOURCE = `${PUBLIC_URL}/mcp`;
export const CALLBACK = 'https://program.example/callback';

/** An answer of an OAuth endpoint. */
export interface OAuthReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they are about.
  body: any;
}

/** A program that connects, step by step, so that a test can change each of them. */
export class Program {
  readonly url: string;
  readonly verifier = randomBytes(32).toString('base64url');
  readonly challenge = createHash('sha256').update(this.verifier).digest('base64url');
  id = '';
  redirect: string;

  constructor(url: string, redirect = CALLBACK) {
    this.url = url;
    this.redirect = redirect;
  }

  /** A program that has registered itself. */
  static async registered(url: string, metadata: Record<string, unknown> = {}): Promise<Program> {
    const program = new Program(url);
    const { body } = await program.register(metadata);
    program.id = body.client_id;
    program.redirect = body.redirect_uris[0];
    return program;
  }

  register(metadata: Record<string, unknown> = {}): Promise<OAuthReply> {
    const body = JSON.stringify({ client_name: 'Assistant', redirect_uris: [this.redirect], ...metadata });
    return this.#post('/oauth/register', body, 'application/json');
  }

  /** The address that a person opens. Undefined leaves a parameter out. */
  authorizePath(changes: Record<string, string | undefined> = {}): string {
    const params: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: this.redirect,
      state: 'a state',
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      resource: RESOURCE,
      ...changes,
    };
    const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `/oauth/authorize?${new URLSearchParams(given)}`;
  }

  /** Lets a signed-in person open the page and agree. */
  async consent(person: Visitor, fields: [string, string][] = [['scopes', 'search']]): Promise<PageReply> {
    return agree(person, await person.get(this.authorizePath()), fields);
  }

  /** The code that a person's consent gives. */
  async code(person: Visitor, fields?: [string, string][]): Promise<string> {
    const { location, status, text } = await this.consent(person, fields);
    const code = new URL(location ?? 'none:').searchParams.get('code');
    if (!code) throw new Error(`The consent gave ${status}: ${text.slice(0, 500)}`);
    return code;
  }

  exchange(code: string, changes: Record<string, string | undefined> = {}, url = this.url): Promise<OAuthReply> {
    return this.token(
      {
        grant_type: 'authorization_code',
        code,
        client_id: this.id,
        redirect_uri: this.redirect,
        code_verifier: this.verifier,
        resource: RESOURCE,
        ...changes,
      },
      url,
    );
  }

  refresh(refreshToken: string, changes: Record<string, string | undefined> = {}, url = this.url): Promise<OAuthReply> {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: this.id };
    return this.token({ ...fields, ...changes }, url);
  }

  /** Connects: consent and exchange. */
  async connect(
    person: Visitor,
    fields?: [string, string][],
  ): Promise<{ access_token: string; refresh_token: string }> {
    const { status, body } = await this.exchange(await this.code(person, fields));
    if (status !== 200) throw new Error(`The exchange gave ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  revoke(token: string): Promise<OAuthReply> {
    const form = new URLSearchParams({ token, client_id: this.id });
    return this.#post('/oauth/revoke', form.toString(), 'application/x-www-form-urlencoded');
  }

  token(fields: Record<string, string | undefined>, url = this.url): Promise<OAuthReply> {
    const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const form = new URLSearchParams(given).toString();
    return this.#post('/oauth/token', form, 'application/x-www-form-urlencoded', url);
  }

  async #post(path: string, body: string, type: string, url = this.url): Promise<OAuthReply> {
    const response = await fetch(url + path, { method: 'POST', body, headers: { 'content-type': type } });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}

/** Sends the form of a consent page. */
export function agree(
  person: Visitor,
  page: PageReply,
  fields: [string, string][] = [['scopes', 'search']],
): Promise<PageReply> {
  return person.post('/oauth/authorize', [['request', sealedIn(page)], ['decision', 'allow'], ...fields]);
}

/** What a consent page says was shown. */
export function sealedIn({ text, status }: PageReply): string {
  const sealed = /name="request" value="([\w-]+)"/.exec(text)?.[1];
  if (!sealed) throw new Error(`This is no page of consent (${status}): ${text.slice(0, 500)}`);
  return sealed;
}
