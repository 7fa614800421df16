import { createUser } from '../../lib/accounts/account-store.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import { eventually } from './processes.ts';
import type { TestSystem } from './test-system.ts';

/** Settings of a web process that has nobody to ask. */
export const NOBODY = {
  BRAVE_API_KEY: '',
  MOJEEK_API_KEY: '',
  MARGINALIA_API_KEY: '',
  SUGGEST: 'off',
  WIKIPEDIA_URL: 'off',
  STACKEXCHANGE_URL: 'off',
  NOMINATIM_URL: 'off',
  OPEN_METEO_URL: 'off',
  FRANKFURTER_URL: 'off',
  DICTIONARY_URL: 'off',
  TRANSLATE: '',
};

/**
 * Starts further web applications, each with settings of its own; returns name → place in `system.urls`. One after the
 * other: many starting at once on a small machine keep each other from ever being ready.
 */
export async function addWebs<Name extends string>(
  system: TestSystem,
  settings: Readonly<Record<Name, Record<string, string>>>,
): Promise<Record<Name, number>> {
  const places: Partial<Record<Name, number>> = {};
  for (const [name, env] of Object.entries(settings) as [Name, Record<string, string>][]) {
    places[name] = system.urls.indexOf(await system.addWeb(env));
  }
  return places as Record<Name, number>;
}

/**
 * `reset()` without closed breakers in the way: what was seen of the providers is forgotten, and if a breaker was open,
 * every web application and worker has seen that it no longer is.
 */
export async function startAfresh(system: TestSystem): Promise<void> {
  await system.healUpstreams();
  const health = await system.client.keys('{trib:health*');
  const opened = await Promise.all(health.map((key) => system.client.hget(key, 'open_until')));
  for (const key of [...health, ...(await system.client.keys('{trib:cache*'))]) await system.client.del(key);
  if (opened.some((until) => Number(until) > 0)) await system.refreshHealth();
}

/** Waits until a failure of this provider is recorded: a reply may overtake that by a moment, and a reset with it. */
export async function untilFailureIsRecorded(system: TestSystem, slug: string, group = 'web'): Promise<void> {
  await eventually(`the failure of ${slug} is recorded`, async () => {
    const providers: Record<string, string>[] = (await system.get('/api/v1/status/')).body.providers;
    return providers.find((row) => row.slug === slug && row.group === group)?.last_error;
  });
}

/** Searches counted on this key in this month. */
export async function searchesOf(system: TestSystem, key: string): Promise<number> {
  return (await system.get('/api/v1/key/', { key })).body.usage.searches;
}

let accounts = 0;

export interface TestAccount {
  username: string;
  key: string;
  /** The key's public part, without the label. */
  prefix: string;
}

/** A new account with one key: nothing used, nothing counted. */
export async function newAccount(
  system: TestSystem,
  options: Parameters<typeof createKey>[2] = {},
): Promise<TestAccount> {
  accounts += 1;
  const username = `account-${accounts}`;
  await createUser(system.client, username);
  return { username, ...(await createKey(system.client, username, options)) };
}
