import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { TestApp } from './test-app.ts';
import { unescaped } from './visitor.ts';

/** Makes the provider's word on somebody due, and asks. */
export async function askAfter({ client, webs }: TestApp, username: string, web = 0): Promise<void> {
  await client.zadd(redisKeys.ssoChecks, 0, username);
  // A look that had already begun has taken nobody who became due since. The second one is later.
  for (let look = 0; look < 2; look++) await webs[web]?.running.checks?.look();
}

/** A page after all redirects. */
export interface Arrived {
  url: URL;
  status: number;
  text: string;
  /** The text of the notice; empty without one. */
  notice: string;
}

/** A browser without scripts that keeps the cookies of each site and follows redirects from one to the other. */
export class SsoVisitor {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  cookies(host: string): Map<string, string> {
    const known = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, known);
    return known;
  }

  /** Takes on the cookies of another browser for a site, as a thief would. */
  take(other: SsoVisitor, host: string): void {
    this.#cookies.set(host, new Map(other.cookies(host)));
  }

  get(path: string): Promise<Arrived> {
    return this.#follow(new URL(path, `${this.#base}/`));
  }

  /** One request, without following where it leads. */
  async step(
    address: string | URL,
    body?: URLSearchParams,
  ): Promise<{ status: number; location: URL | null; text: string }> {
    const url = new URL(address, `${this.#base}/`);
    const jar = this.cookies(url.host);
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { origin: url.origin } : {}),
      },
      ...(body ? { body } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return { status: response.status, location: location ? new URL(location, url) : null, text: await response.text() };
  }

  send(address: string | URL, fields: Record<string, string>): Promise<Arrived> {
    return this.#follow(new URL(address, `${this.#base}/`), new URLSearchParams(fields));
  }

  /** Signs in at the provider as this person, from the page of the instance on; all the way, or until its `before`. */
  async signIn(name: string, next = '/settings/api-keys'): Promise<Arrived> {
    return this.atProvider(await this.get(`/login/sso?next=${encodeURIComponent(next)}`), name);
  }

  /** Goes on from a page of the provider. */
  async atProvider(page: Arrived, name: string): Promise<Arrived> {
    while (page.url.pathname.startsWith('/interaction/')) page = await this.send(page.url, { name });
    return page;
  }

  /** Signs in at the provider, and stops before the browser goes back: returns the address that it would go to. */
  async almostSignIn(name: string): Promise<URL> {
    let { location } = await this.step('/login/sso?next=/settings/api-keys');
    for (let steps = 0; location && steps < 20; steps++) {
      if (location.pathname === '/login/sso/callback') return location;
      const form = location.pathname.startsWith('/interaction/') ? new URLSearchParams({ name }) : undefined;
      if (form) await this.step(location);
      ({ location } = await this.step(location, form));
    }
    throw new Error('The provider does not lead back.');
  }

  async #follow(url: URL, body?: URLSearchParams): Promise<Arrived> {
    let answer = await this.step(url, body);
    for (let steps = 0; answer.location && steps < 20; steps++) {
      url = answer.location;
      answer = await this.step(url);
    }
    const [, notice = ''] = /<p class="notice \w+"[^>]*>([^<]*)</.exec(answer.text) ?? [];
    return { url, status: answer.status, text: answer.text, notice: unescaped(notice) };
  }
}
