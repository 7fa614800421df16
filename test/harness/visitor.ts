import type { Account } from '../../lib/accounts/account-store.ts';
import { hashPassword } from '../../lib/accounts/password-hash.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser, startSession } from './as-tester.ts';
import type { TestSystem } from './test-system.ts';

/** A page as the server sent it. */
export interface PageReply {
  status: number;
  headers: Headers;
  text: string;
  /** Target of the redirect, or null. */
  location: string | null;
  cookies: string[];
}

export const PASSWORD = 'a password for tests';

/** The names that the session's cookie may have, by the address of the instance. */
const SESSION_COOKIES = ['tributary', '__Host-tributary', '__Secure-tributary'];
let passwordHash: Promise<string> | undefined;

/** An account with `PASSWORD`, which is hashed once for all. */
export async function createPerson(
  { client }: Pick<TestSystem, 'client'>,
  username: string,
  options: { admin?: boolean } = {},
): Promise<Account> {
  passwordHash ??= hashPassword(PASSWORD);
  const account = await createUser(client, username, { admin: options.admin ?? false });
  await client.hset(redisKeys.user(account.username), 'password', await passwordHash);
  return { ...account, hasPassword: true };
}

/** A browser without JavaScript: keeps its cookie, follows no redirect, and sends forms with their hidden token. */
export class Visitor {
  readonly url: string;
  cookie = '';
  csrf = '';
  /** Sent with every request. */
  headers: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  /** Creates an account, and gives its visitor a session. */
  static async signedIn(system: TestSystem, username: string, options: { admin?: boolean; web?: number } = {}) {
    const session = await startSession(system.client, await createPerson(system, username, options));
    const visitor = new Visitor(system.urls[options.web ?? 0] as string);
    for (const name of SESSION_COOKIES) {
      visitor.cookie = `${name}=${session}`;
      if ((await visitor.get('/settings/api-keys')).status === 200) return visitor;
    }
    throw new Error('The session is not accepted.');
  }

  /** Creates an account and signs in on the page, for tests of what signing in leaves. */
  static async signedInOnPage(system: TestSystem, username: string, options: { admin?: boolean; web?: number } = {}) {
    await createPerson(system, username, options);
    const visitor = new Visitor(system.urls[options.web ?? 0] as string);
    const reply = await visitor.signIn(username, PASSWORD);
    if (reply.status !== 303) throw new Error(`Signing in answered ${reply.status}.`);
    await visitor.get('/settings/api-keys');
    return visitor;
  }

  signIn(username: string, password: string, next = ''): Promise<PageReply> {
    return this.post('/login', { username, password, next }, { csrf: null });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageReply> {
    return this.#send('GET', path, headers);
  }

  /** Sends a form; `csrf: null` omits the token. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
    { csrf = this.csrf, headers = {} }: { csrf?: string | null; headers?: Record<string, string> } = {},
  ): Promise<PageReply> {
    const body = new URLSearchParams(fields);
    if (csrf !== null) body.append('csrf', csrf);
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: this.url };
    return this.#send('POST', path, { ...type, ...headers }, body.toString());
  }

  async #send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<PageReply> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(this.cookie ? { cookie: this.cookie } : {}), ...this.headers, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const cookies = response.headers.getSetCookie();
    if (cookies[0]) this.cookie = cookies[0].split(';', 1)[0] ?? '';
    const token = /name="csrf" value="([\w-]+)"/.exec(text)?.[1];
    if (token) this.csrf = token;
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, text, location, cookies };
  }
}

/** The notice on a page and its kind; null when the page has none. */
export function noticeIn({ text }: PageReply): { kind: string; text: string } | null {
  const [, kind = '', notice = ''] = /<p class="notice (\w+)"[^>]*>([^<]*)</.exec(text) ?? [];
  return kind === '' ? null : { kind, text: unescaped(notice) };
}

/** The text of a page, with code as it is copied: without what gives it its colours. */
export function codeIn(html: string): string {
  return unescaped(html.replaceAll(/<[^>]*>/g, ''));
}

/** Decodes the HTML entities that the pages use. */
export function unescaped(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&(\w+);/g, (whole, name: string) => names[name] ?? whole);
}
