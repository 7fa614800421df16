import { getUser } from '../../lib/accounts/account-store.ts';
import { startSession } from '../harness/as-tester.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/visitor.ts';

/** A page as served to a browser without JavaScript. */
export interface Shown {
  status: number;
  headers: Headers;
  html: string;
}

/** A user with a browser that keeps cookies, follows no redirects and runs no scripts. */
export class Person {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  /** Creates an account, and gives its person a session. */
  static async signedIn(app: TestApp, name: string, web = 0, { admin = false } = {}): Promise<Person> {
    await createPerson(app, name, { admin });
    return Person.at(app, name, web);
  }

  /** An existing user with a session of their own at another web process. */
  static async at(app: TestApp, name: string, web: number): Promise<Person> {
    const person = new Person(app.urls[web] as string);
    const account = await getUser(app.client, name);
    if (!account) throw new Error(`There is no account ${name}.`);
    person.setCookie('tributary', await startSession(app.client, account));
    return person;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** The values of all cookies. */
  cookies(): string[] {
    return [...this.#cookies.values()];
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return this.#request(path, { headers });
  }

  /** Sends a form with exactly these fields. */
  async send(path: string, fields: Record<string, string>): Promise<Shown> {
    const body = new URLSearchParams(fields);
    return this.#request(path, { method: 'POST', body, headers: { origin: this.#base } });
  }

  /** Opens a page and sends its form with the token from the page. */
  async sendFrom(page: string, path: string, fields: Record<string, string>): Promise<Shown> {
    const { html } = await this.get(page);
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    return this.send(path, { csrf, ...fields });
  }

  async #request(path: string, init: RequestInit): Promise<Shown> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.#base}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie, ...(init.headers as Record<string, string> | undefined) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
}
