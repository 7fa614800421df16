import { eventually } from './processes.ts';
import { TestSystem } from './test-system.ts';

/**
 * Searches until every engine's answer is cached. The formats of other services end a search after 4.5 seconds, which a
 * busy machine may need for a single call; the API waits for as long as `REQUEST_DEADLINE_MS` says.
 */
export async function warm(
  system: TestSystem,
  q: string,
  { tab = 'web', ...params }: { tab?: 'web' | 'news' | 'images' } & Record<string, string> = {},
): Promise<void> {
  const path = `/api/v1/${tab}/?${new URLSearchParams({ q, ...params })}`;
  await eventually(`the answers to "${q}" are cached`, async () => {
    const outcomes = Object.values(TestSystem.outcomes(await system.get(path)));
    return outcomes.length > 0 && outcomes.every((outcome) => outcome === 'cached' || outcome === 'skipped');
  });
}

/** Asks until there is an instant answer. The first one of its kind may load data for longer than Redis may take. */
export async function warmInstant(system: TestSystem, q: string): Promise<void> {
  const path = `/api/v1/instant/?${new URLSearchParams({ q })}`;
  await eventually(`"${q}" is answered`, async () => (await system.get(path)).status === 200);
}
