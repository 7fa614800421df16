import type { Browser } from 'playwright-core';
import { isSetUpToken } from '../../lib/accounts/set-up.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { Stack } from '../harness/stack.ts';
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
  /** Paths of links that were followed. */
  followed: Set<string>;
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
  readonly stack: Stack;
  readonly root: Site;
  /** The site below a path, or null without nginx. */
  readonly below: Site | null;
  /** The member at the root, in the ways of the walk. */
  readonly ways: Ways;

  private constructor(browser: Browser, stack: Stack, root: Site, below: Site | null, ways: Ways) {
    this.browser = browser;
    this.stack = stack;
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
    const stack = await Stack.start({ env: { ...SETTINGS, ...proxy } });
    if (hasNginx) await stack.addWeb({ PUBLIC_URL: addresses[1], SANDBOX_URL: stack.sandboxUrl });
    await stack.untilReady();
    const browser = await openBrowser();
    const scene = await prepareScene(stack);

    const siteAt = async (web: 0 | 1, basePath: string): Promise<Site> => {
      const address = stack.urls[web] as string;
      const url = hasNginx ? addresses[web] : address;
      const nginx = hasNginx ? await Nginx.start({ port: ports[web], webs: [address], basePath }) : null;
      const people = new People(browser, url, stack.client);
      const seen = { people, german: new GermanPages(people), scene, followed: new Set<string>() };
      return { url, basePath, nginx, web: stack.webs[web] as LogReader, ...seen };
    };
    const root = await siteAt(0, '');
    const below = hasNginx ? await siteAt(1, PATH) : null;
    return new Sites(browser, stack, root, below, new Ways(root.people));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    for (const site of [this.root, this.below]) await site?.nginx?.stop();
    await this.stack.stop();
  }
}

/** Makes what the listed pages show: a member with a key that was used, a call that failed, and the set-up link. */
async function prepareScene(stack: Stack): Promise<Scene> {
  await createUser(stack.client, 'member', { password: PASSWORD });
  const { key, prefix } = await createKey(stack.client, 'member', { name: 'laptop' });
  for (const path of ['web/?q=linux', 'images/?q=linux']) await stack.get(`/api/v1/${path}`, { key });
  await untilAnswersAreLoaded(stack);
  // A call that failed, for the queue dashboard to show.
  await stack.knobs('brave', { status: 500, times: 1 });
  await stack.get('/api/v1/web/?q=failing&engine=engine_a', { key });
  return { stack, setUp: await setUpPath(stack), prefix: `trib_${prefix}`, key };
}

/** Each web process prints a set-up link, and the last one is valid. */
async function setUpPath({ client, webs }: Stack): Promise<string> {
  const tokens = await eventually('every set-up link is printed', () => {
    const printed = webs.flatMap(({ output }) => /\/setup\?token=([\w-]+)/.exec(output)?.[1] ?? []);
    return printed.length === webs.length && printed;
  });
  for (const token of tokens) if (await isSetUpToken(client, token)) return `/setup?token=${token}`;
  throw new Error('No set-up link is valid.');
}
