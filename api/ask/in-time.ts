import { setTimeout as sleep } from 'node:timers/promises';

/** What is shown beside results has at least this long, and at least until the results arrive. */
const BESIDE_WITHIN_MS = 1_500;
/** What has its place on a page that is shown already has this long: the first algebra after a start loads a thread. */
export const PLACE_KEPT_MS = 4_000;

/**
 * Returns a function that waits for something to show beside these results, and gives `otherwise` if it fails or is
 * late. Late calls still finish, so that the next search gets their answers from the cache.
 */
export function besideResults(
  results: Promise<unknown>,
  withinMs = BESIDE_WITHIN_MS,
): <T, Otherwise>(answer: Promise<T>, otherwise: Otherwise) => Promise<T | Otherwise> {
  const patience = sleep(withinMs, undefined, { ref: false });
  // The reply to the search tells of its own failure.
  const closing = Promise.all([results.catch(() => {}), patience]);
  // A failed call is in the log already.
  return (answer, otherwise) => Promise.race([answer.catch(() => otherwise), closing.then(() => otherwise)]);
}
