import type { Browser } from 'playwright-core';
import { isSetUpToken } from '../../lib/accounts/set-up.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { LogReader } from '../harness/test-system.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { openBrowser } from './browser.ts';
import { GermanPages } from './pages/german-pages.ts';
import type { Scene } from './pages/listed-page.ts';
import { People } from './people.ts';
import { SETTINGS } from './site-settings.ts';
import { Ways } from './ways.ts';

/** Where visitors find a deployment. */
export interface Site {
  url: string;
  /** The path of `url`; empty at the root. */
  basePath: string;
  /** The web process that serves it. */
  web: LogReader;
  /** The nginx before it, or null. */
  nginx: Nginx | null;
  people: People;
  german: GermanPages;
  scene: Scene;
}

const PROXY = { TRUST_PROXY: '127.0.0.1' };
const PATH = '/search';

/**
 * One deployment and one browser for all tests in a browser. Nginx serves a web process at the root and another below a
 * path, where pages say that the sandbox answers, and answers 404 for what is not; without nginx, the web process itself
 * serves the root, and there is no other.
 */
export class Sites {
  readonly browser: Browser;
  readonly app: TestApp;
  readonly root: Site;
  /** The site below a path, or null without nginx. */
  readonly below: Site | null;
  /** The member at the root, in the ways of the walk. */
  readonly ways: Ways;

  private constructor(browser: Browser, app: TestApp, root: Site, below: Site | null, ways: Ways) {
    this.browser = browser;
    this.app = app;
    this.root = root;
    this.below = below;
    this.ways = ways;
  }

  /** `proxied`: whether nginx is before it, if there is one. */
  static async start({ proxied = true } = {}): Promise<Sites> {
    const hasNginx = proxied && nginxProgram !== null;
    const ports = [await Nginx.port(), await Nginx.port()] as const;
    const addresses = [`https://127.0.0.1:${ports[0]}`, `https://127.0.0.1:${ports[1]}${PATH}`] as const;
    const proxy = hasNginx ? { ...PROXY, PUBLIC_URL: addresses[0] } : {};
    const app = await TestApp.start({ queue: 'redis', env: { ...SETTINGS, ...proxy } });
    if (hasNginx) await app.addWeb({ PUBLIC_URL: addresses[1], SANDBOX_URL: app.sandboxUrl });
    const browser = await openBrowser();
    const scene = await prepareScene(app);

    const siteAt = async (web: 0 | 1, basePath: string): Promise<Site> => {
      const address = app.urls[web] as string;
      const url = hasNginx ? addresses[web] : address;
      const nginx = hasNginx ? await Nginx.start({ port: ports[web], webs: [address], basePath }) : null;
      const people = new People(browser, url, app.client);
      const seen = { people, german: new GermanPages(people), scene };
      return { url, basePath, nginx, web: app.webs[web] as LogReader, ...seen };
    };
    const root = await siteAt(0, '');
    const below = hasNginx ? await siteAt(1, PATH) : null;
    return new Sites(browser, app, root, below, new Ways(root.people));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    for (const site of [this.root, this.below]) await site?.nginx?.stop();
    await this.app.stop();
  }
}

/** Makes what the listed pages show: a member with a key that was used, a call that failed, and the set-up link. */
async function prepareScene(app: TestApp): Promise<Scene> {
  await createUser(app.client, 'member', { password: PASSWORD });
  const { key, prefix } = await createKey(app.client, 'member', { name: 'laptop' });
  for (const path of ['web/?q=linux', 'images/?q=linux']) await app.get(`/api/v1/${path}`, { key });
  await untilAnswersAreLoaded(app);
  // A call that failed, for the queue dashboard to show.
  await app.knobs('brave', { status: 500, times: 1 });
  await app.get('/api/v1/web/?q=failing&engine=engine_a', { key });
  return { app, setUp: await setUpPath(app), prefix: `trib_${prefix}`, key };
}

/** Each web process prints a set-up link, and the last one is valid. */
async function setUpPath({ client, webs }: TestApp): Promise<string> {
  const tokens = await eventually('every set-up link is printed', () => {
    const printed = webs.flatMap(({ output }) => /\/setup\?token=([\w-]+)/.exec(output)?.[1] ?? []);
    return printed.length === webs.length && printed;
  });
  for (const token of tokens) if (await isSetUpToken(client, token)) return `/setup?token=${token}`;
  throw new Error('No set-up link is valid.');
}
