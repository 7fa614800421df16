import { createUser } from '../../lib/accounts/account-store.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import { untilHealthIsKnown } from './health-views.ts';
import { eventually } from './processes.ts';
import { Stack, type StackOptions } from './stack.ts';

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

/** A deployment whose web processes have each been seen to answer a search; the stack's own key has not been used. */
export async function startSearching(options: StackOptions = {}): Promise<Stack> {
  const stack = await Stack.start(options);
  try {
    for (const web of stack.urls.keys()) await untilSearching(stack, web);
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}

/**
 * Further web processes, each with settings of its own; returns name → place in `stack.urls`. One after the other: many
 * starting at once on a small machine keep each other from ever being ready.
 */
export async function addWebs<Name extends string>(
  stack: Stack,
  settings: Readonly<Record<Name, Record<string, string>>>,
): Promise<Record<Name, number>> {
  const places: Partial<Record<Name, number>> = {};
  for (const [name, env] of Object.entries(settings) as [Name, Record<string, string>][]) {
    places[name] = stack.urls.indexOf(await stack.addWeb(env));
  }
  return places as Record<Name, number>;
}

/** Waits until this web process has seen a worker and answers searches. */
export async function untilSearching(stack: Stack, web: number): Promise<void> {
  await eventually('a search is answered', async () => {
    // A key of its own each time: the limits of a deployment under test may be tight.
    const { key } = await newAccount(stack);
    return (await stack.search('warm up', { key, web })).status === 200;
  });
}

/** `stack.reset()`, and every web process has seen it: each keeps a view of the breakers of its own. */
export async function resetEverywhere(stack: Stack): Promise<void> {
  await stack.reset();
  for (const web of stack.urls.keys()) {
    await eventually('no breaker is seen to be open', async () => {
      const { key } = await newAccount(stack);
      const reply = await stack.search(`reset ${Math.random()}`, { key, web });
      return !reply.headers.get('server-timing')?.includes('suspended');
    });
  }
  await stack.forgetCalls();
}

/**
 * `stack.reset()` for deployments of any engines, without a search: what was seen of the providers is forgotten, and if
 * a breaker was open, every process has seen that it no longer is.
 */
export async function startAfresh(stack: Stack): Promise<void> {
  await stack.healUpstreams();
  const health = await stack.client.keys('{trib:health*');
  const opened = await Promise.all(health.map((key) => stack.client.hget(key, 'open_until')));
  for (const key of [...health, ...(await stack.client.keys('{trib:cache*'))]) await stack.client.del(key);
  if (opened.some((until) => Number(until) > 0)) await untilHealthIsKnown(stack);
}

/** Waits until a failure of this provider is recorded: a reply may overtake that by a moment, and a reset with it. */
export async function untilFailureIsRecorded(stack: Stack, slug: string, group = 'web'): Promise<void> {
  await eventually(`the failure of ${slug} is recorded`, async () => {
    const providers: Record<string, string>[] = (await stack.get('/api/v1/status/')).body.providers;
    return providers.find((row) => row.slug === slug && row.group === group)?.last_error;
  });
}

/** Searches counted on this key in this month. */
export async function searchesOf(stack: Stack, key: string): Promise<number> {
  return (await stack.get('/api/v1/key/', { key })).body.usage.searches;
}

let accounts = 0;

export interface TestAccount {
  username: string;
  key: string;
  /** The key's public part, without the label. */
  prefix: string;
}

/** A new account with one key: nothing used, nothing counted. */
export async function newAccount(stack: Stack, options: Parameters<typeof createKey>[2] = {}): Promise<TestAccount> {
  accounts += 1;
  const username = `account-${accounts}`;
  await createUser(stack.client, username);
  return { username, ...(await createKey(stack.client, username, options)) };
}
