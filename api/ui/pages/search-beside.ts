import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import { besideResults } from '../../ask/in-time.ts';
import { askForCards, type Cards, cardsOf } from '../../lookups/cards.ts';
import { askForSuggestions, firstSuggestions } from '../../lookups/suggestions.ts';
import { pageAnswer } from '../instant/page-answer.ts';
import type { TabContext } from './search-tab-content.ts';

interface Beside {
  instant: InstantAnswer | null;
  cards: Cards;
  /** Related searches. */
  related: string[];
}

/**
 * Gets the instant answer, the cards and the related searches of a first page. They must not fail or delay the results, so
 * late ones are left out. Their calls still finish, so that the next visitor gets them from the cache.
 */
export async function askBeside(
  tab: TabContext,
  results: Promise<unknown>,
  onInstant: (answer: InstantAnswer) => void,
): Promise<Beside> {
  // After the start of the page, which may be sent as soon as the visitor is admitted. It is compressed outside of the
  // event loop, which takes it back between two turns.
  const afterStart = () => nextTurn().then(() => nextTurn());
  const context = { ...tab, admitted: tab.admitted?.then(afterStart) };
  const { address } = context;
  if ((address.params.page ?? 1) > 1) return { instant: null, cards: cardsOf([]), related: [] };
  const inTime = besideResults(results);
  // Answers are in the language of the page, unless the search is in another.
  const query = { q: address.q, tz: context.tz, lang: address.params.lang || context.language };
  const answering = (async () => {
    await context.admitted;
    return pageAnswer(query, context.services, context);
  })();
  const besides = Promise.all([
    inTime(
      answering.then((found) => {
        if (found) onInstant(found);
        return found;
      }),
      null,
    ),
    ...cardsInParts(context).map((answers) => inTime(answers, [])),
  ]);
  // Related searches are below everything else, which does not wait for them: only for those that are in the cache.
  const closing = Promise.all([results, besides]).then(() => nextTurn<string[]>([]));
  // A failed call is in the log already.
  const related = Promise.race([relatedTo(context), closing]).catch(() => []);
  const [instant, ...cards] = await besides;
  return { instant, cards: cardsOf(cards.flat()), related: await related };
}

/** What people search for who begin with this query, as the instance suggests it while they type. */
async function relatedTo(context: TabContext): Promise<string[]> {
  const { address, services } = context;
  const { q, params } = address;
  return firstSuggestions(await askForSuggestions({ q, lang: params.lang }, services.providers, context), q);
}

function cardsInParts(context: TabContext): ReturnType<typeof askForCards> {
  try {
    return askForCards({ q: context.address.q, ...context.address.params }, context.services.providers, context);
  } catch {
    // The selected engines are not configured. The search itself reports that.
    return [];
  }
}
