import { untilHealthIsKnown } from './health-views.ts';
import { untilSearching } from './searching.ts';
import { Stack, type StackOptions } from './stack.ts';

/**
 * A deployment whose settings depend on where the sandbox listens: a second geocoder, a geocoder that counts calls. Every
 * web process has been seen to answer.
 */
export async function startServing(
  settings: (sandboxUrl: string) => Record<string, string>,
  { web = 1, workers = 1, ...options }: StackOptions = {},
): Promise<Stack> {
  const stack = await Stack.start({ ...options, web: 0, workers: 0 });
  try {
    Object.assign(stack.env, settings(stack.sandboxUrl));
    for (let i = 0; i < workers; i++) stack.addWorker();
    for (let i = 0; i < web; i++) await stack.addWeb();
    for (const at of stack.urls.keys()) await untilSearching(stack, at);
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}

/** These upstreams are healthy and remember no call; nothing is cached, no breaker is open, and every process knows. */
export async function startAfresh(stack: Stack, upstreams: readonly string[]): Promise<void> {
  for (const upstream of upstreams) {
    await fetch(`${stack.sandboxUrl}/_sandbox/knobs/${upstream}`, { method: 'DELETE' });
  }
  const health = await stack.client.keys('{trib:health*');
  const failures = await Promise.all(health.map((key) => stack.client.hmget(key, 'failures', 'open_until')));
  for (const key of [...health, ...(await stack.client.keys('{trib:cache*'))]) await stack.client.del(key);
  // A closed breaker that is forgotten is still a closed one.
  if (failures.flat().some((field) => Number(field) > 0)) await untilHealthIsKnown(stack);
  await forgetCalls(stack, upstreams);
}

export async function forgetCalls(stack: Stack, upstreams: readonly string[]): Promise<void> {
  for (const upstream of upstreams) {
    await fetch(`${stack.sandboxUrl}/_sandbox/calls/${upstream}`, { method: 'DELETE' });
  }
}
