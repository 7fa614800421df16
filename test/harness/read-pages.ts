import { cannedAnswers } from './canned-answers.ts';
import { PageServer } from './page-server.ts';
import { TestApp } from './test-app.ts';
import type { TestSystem } from './test-system.ts';
import { warm } from './warm-searches.ts';

/** An application that may read the pages of a server on loopback. */
export interface PageReadingApp {
  app: TestApp;
  pages: PageServer;
  stop(): Promise<void>;
}

/** Starts an application and a server with pages. */
export async function pageReadingApp(
  env: Record<string, string> | ((sandboxUrl: string) => Record<string, string>) = {},
  queue: 'memory' | 'redis' = 'memory',
): Promise<PageReadingApp> {
  const pages = await PageServer.start();
  const app = await TestApp.start({
    queue,
    env: (sandboxUrl) => ({
      EXTRACT_ALLOW: '127.0.0.1',
      REQUEST_DEADLINE_MS: '60000',
      CACHE_TTL_S: '86400',
      ...(typeof env === 'function' ? env(sandboxUrl) : env),
    }),
  });
  const stop = async () => {
    await app.stop();
    await pages.close();
  };
  return { app, pages, stop };
}

/** Makes a web search find these pages, and nothing else. */
export async function findPages(
  app: TestSystem,
  q: string,
  urls: readonly string[],
  params: Record<string, string> = {},
): Promise<void> {
  const results = urls.map((url, index) => ({ title: `Result ${index + 1}`, url, description: 'A page.' }));
  await cannedAnswers.brave(app, results);
  await cannedAnswers.mojeek(app, []);
  await cannedAnswers.marginalia(app, []);
  await warm(app, q, params);
  await app.healUpstreams();
}
