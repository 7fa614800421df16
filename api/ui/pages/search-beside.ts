import { setTimeout as sleep } from 'node:timers/promises';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import { instantAnswer } from '../../instant/instant-answer.ts';
import { askForCards, type Cards, cardsOf } from '../../lookups/cards.ts';
import type { TabContext } from './search-tab-content.ts';

/** What stands above and beside the results is waited for at least as long as the results, and this long. */
const BESIDE_WITHIN_MS = 1_500;

interface Beside {
  instant: InstantAnswer | null;
  cards: Cards;
}

/**
 * An instant answer and the cards of a first page. None of them may fail or hold up the results: what is not there in
 * time is left out. It is asked for all the same, so that the next visitor finds it in the cache.
 */
export async function askBeside(context: TabContext, results: Promise<unknown>): Promise<Beside> {
  const { address } = context;
  if ((address.params.page ?? 1) > 1) return { instant: null, cards: cardsOf([]) };
  const patience = sleep(BESIDE_WITHIN_MS, undefined, { ref: false });
  const closing = Promise.all([results.catch(() => {}), patience]);
  const inTime = <T>(answer: Promise<T>, otherwise: T): Promise<T> =>
    Promise.race([answer.catch(() => otherwise), closing.then(() => otherwise)]);
  const query = { q: address.q, ...address.params, tz: context.tz };
  const [instant, ...cards] = await Promise.all([
    inTime(instantAnswer(query, context.services, context), null),
    ...cardsInParts(context).map((answers) => inTime(answers, [])),
  ]);
  return { instant: instant?.answer ?? null, cards: cardsOf(cards.flat()) };
}

function cardsInParts(context: TabContext): ReturnType<typeof askForCards> {
  try {
    return askForCards({ q: context.address.q, ...context.address.params }, context.services.providers, context);
  } catch {
    // The engines asked for are not configured: the search itself says so.
    return [];
  }
}
