import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { InstantPool } from '../../../api/instant/pool.ts';
import { createServices } from '../../../api/services.ts';
import { addDashboard } from '../../../api/ui/dashboard-app.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { createLog } from '../../../lib/log/log.ts';
import { setUpPages } from './account-pages.ts';
import { notPages, pages } from './page-list.ts';

/** Every GET route of the application, as it is registered, and of the dashboard, which its first request builds. */
async function registeredRoutes(): Promise<string[]> {
  const urls: string[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      if ([method].flat().includes('GET')) urls.push(url);
    });
  };
  subscribe('fastify.initialization', listen);
  const services = createServices(readConfig({}), createLog('routes', 'silent'), new InstantPool(1));
  try {
    const app = await buildApp(services);
    await app.close();
    const dashboard = fastify();
    await addDashboard(dashboard, '/admin/queues', services);
    await dashboard.close();
  } finally {
    unsubscribe('fastify.initialization', listen);
    await services.close();
  }
  return urls;
}

test('files that look at pages in place of the walk are there', () => {
  const files = new Set(pages.flatMap(({ lookedAtIn }) => lookedAtIn ?? []));
  expect(files.size).toBeGreaterThan(0);
  for (const file of files) expect([file, existsSync(`test/e2e/${file}`)]).toEqual([file, true]);
});

test('the list has every page that is registered, and no other', async () => {
  const registered = (await registeredRoutes()).filter((url) => !notPages.some((other) => other.test(url)));
  const listed = [...setUpPages, ...pages].map(({ route }) => route).filter((route) => route !== '*');
  expect([...new Set(listed)].sort()).toEqual([...new Set(registered)].sort());
});
