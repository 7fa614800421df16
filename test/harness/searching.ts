import { readStoredHealth } from '../../lib/providers/health.ts';
import { createKey, createUser } from './as-tester.ts';
import { eventually } from './processes.ts';
import { TestSystem } from './test-system.ts';

/** Settings of a web process without any provider. */
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
 * Starts further web applications, each with its own settings; returns name → index in `system.urls`. They start one
 * after the other, because on a small machine many at once would never become ready.
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
 * Like `reset()`, but refreshes the health only if a breaker was open: it then waits until every web application and
 * worker has seen the breaker close.
 */
export async function startAfresh(system: TestSystem): Promise<void> {
  await system.healUpstreams();
  const health = await system.keys('{trib:health*');
  const records = [...(await readStoredHealth(system.client)).values()];
  for (const key of [...health, ...(await system.keys('{trib:cache*'))]) await system.client.del(key);
  if (records.some(({ health: { openUntil, pausedUntil } }) => openUntil + pausedUntil > 0))
    await system.refreshHealth();
}

/** Searches for new things until every engine answers one of them: on a busy machine, an answer may come too late. */
export async function untilEveryEngineAnswers(system: TestSystem): Promise<void> {
  let searches = 0;
  await eventually('every engine answers', async () => {
    searches += 1;
    const outcomes = TestSystem.outcomes(await system.search(`every engine ${searches}`));
    return ['engine_a', 'engine_b', 'engine_c'].every((engine) => outcomes[engine] === 'ok');
  });
}

/** Waits until a failure of this provider is recorded. The reply can arrive first, and a reset before the record. */
export async function untilFailureIsRecorded(system: TestSystem, slug: string, group = 'web'): Promise<void> {
  await eventually(`the failure of ${slug} is recorded`, async () => {
    const providers: Record<string, string>[] = (await system.get('/api/v1/status/')).body.providers;
    return providers.find((row) => row.slug === slug && row.group === group)?.last_error;
  });
}

/**
 * Waits until this question has an instant answer. The first one loads all kinds of answers, and the first about a place
 * all places: on a busy machine, that takes longer than Redis may take to answer a search beside it.
 */
export async function untilAnswersAreLoaded(system: TestSystem, q = '2+2'): Promise<void> {
  const path = `/api/v1/instant/?q=${encodeURIComponent(q)}`;
  await eventually('instant answers are loaded', async () => (await system.get(path)).status === 200, 40_000);
}

/** Searches counted on this key this month. */
export async function searchesOf(system: TestSystem, key: string): Promise<number> {
  return (await system.get('/api/v1/key/', { key })).body.usage.searches;
}

let accounts = 0;

export interface TestAccount {
  username: string;
  key: string;
  /** The key's public part, without its label. */
  prefix: string;
}

/** Creates an account and adds its key to a list of what must not be logged. */
export async function secretAccount(system: TestSystem, secrets: string[]): Promise<TestAccount> {
  const account = await newAccount(system);
  secrets.push(account.key);
  return account;
}

/** Creates an account with one key and no usage. */
export async function newAccount(
  system: TestSystem,
  options: Parameters<typeof createKey>[2] = {},
): Promise<TestAccount> {
  accounts += 1;
  const username = `account-${accounts}`;
  await createUser(system.client, username);
  return { username, ...(await createKey(system.client, username, options)) };
}
