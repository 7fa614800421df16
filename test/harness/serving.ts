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
    await stack.untilReady();
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}
