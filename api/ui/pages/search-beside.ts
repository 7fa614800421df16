import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import type { AnswerKind } from '../../../lib/answers/kind.ts';
import { besideResults, PLACE_KEPT_MS } from '../../ask/in-time.ts';
import { web } from '../../endpoints/web.ts';
import { askForCards, type Cards, cardsOf } from '../../lookups/cards.ts';
import { askForRelated } from '../../lookups/suggestions.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import { pageAnswer } from '../instant/page-answer.ts';
import { localeOf } from '../texts/language.ts';
import type { TabContext } from './search-tab-content.ts';

interface Beside {
  instant: InstantAnswer | null;
  cards: Cards;
  /** Related searches; null if they were not waited for. */
  related: string[] | null;
  /** The same, once they are known: what may help when nothing was found. */
  suggested: Promise<string[]>;
}

/** Hears of the instant answer before the rest is there. */
interface OnInstant {
  /** Its kind is known, and it takes a while. */
  onAsked(kind: AnswerKind): void;
  /** It is there; null if there is none. */
  onAnswer(answer: InstantAnswer | null): void;
}

/**
 * Gets the instant answer, the cards and the related searches of a first page. They must not fail or delay the results, so
 * late ones are left out. Their calls still finish, so that the next visitor gets them from the cache.
 */
export async function askBeside(
  tab: TabContext,
  results: Promise<{ answers: readonly EngineOutcome<unknown>[] }>,
  { onAsked, onAnswer }: OnInstant,
): Promise<Beside> {
  // What fails beside results is not worth asking for again at each view.
  const context = { ...tab, sparesFailed: true };
  const { address } = context;
  if ((address.params.page ?? 1) > 1)
    return { instant: null, cards: cardsOf([]), related: [], suggested: Promise.resolve([]) };
  const inTime = besideResults(results);
  // Who sees the results already sees the place of the answer, too.
  const answerInTime = context.show ? besideResults(results, PLACE_KEPT_MS) : inTime;
  // Answers are in the language and the formats of the page, unless the search is in another language.
  const query = { q: address.q, tz: context.tz, lang: address.params.lang || localeOf(context.request), onAsked };
  const answering = (async () => {
    await context.admitted;
    // First, the calls leave.
    await nextTurn();
    await nextTurn();
    return pageAnswer(query, context.services, context);
  })();
  const besides = Promise.all([
    answerInTime(answering, null).then((found) => {
      onAnswer(found);
      return found;
    }),
    ...cardsInParts(context, results).map((answers) => inTime(answers, [])),
  ]);
  // Related searches are below everything else, which does not wait for them: only for those that are in the cache.
  const closing = Promise.all([results, besides]).then(() => nextTurn<string[] | null>(null));
  const asked = relatedTo(context);
  // A failed call is in the log already.
  const related = Promise.race([asked, closing]).catch(() => null);
  // As above: there is nothing to suggest then.
  const suggested = asked.catch(() => []);
  const [instant, ...cards] = await besides;
  return { instant, cards: cardsOf(cards.flat()), related: await related, suggested };
}

function relatedTo(context: TabContext): Promise<string[]> {
  const { q, params } = context.address;
  return askForRelated({ q, lang: params.lang }, context.services.providers, context);
}

function cardsInParts(
  context: TabContext,
  results: Promise<{ answers: readonly EngineOutcome<unknown>[] }>,
): ReturnType<typeof askForCards> {
  const params = { q: context.address.q, ...context.address.params };
  const search = { input: web.inputOf(params), answers: results.then(({ answers }) => answers) };
  // The reply to the search tells of its own failure.
  search.answers.catch(() => {});
  try {
    return askForCards(params, context.services.providers, context, search);
  } catch {
    // The selected engines are not configured. The search itself reports that.
    return [];
  }
}
