import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import type { AnswerKind } from '../../../lib/answers/kind.ts';
import { type InstantRequester, type InstantServices, instantAnswer } from '../../instant/instant-answer.ts';
import { loadCalendar } from './dates.tsx';
import { loadTypesetting } from './mathml.ts';
import { timerFor } from './timer-question.ts';
import { toolFor } from './tools.ts';

/** What the views of some types need, which few pages have. */
const loading = new Map([
  ['algebra', loadTypesetting],
  ['date', loadCalendar],
]);

/** The instant answer that the page shows: the API's, or a timer or an empty tool, which only a page can have. */
export async function pageAnswer(
  query: { q: string; lang?: string | undefined; tz?: string | undefined; onAsked?: (kind: AnswerKind) => void },
  services: InstantServices,
  requester: InstantRequester,
): Promise<InstantAnswer | null> {
  const tool = toolFor(query.q);
  if (tool?.type) return { type: tool.type, query: query.q, answer: query.q, data: {} };
  const found = await instantAnswer({ ...query, q: tool?.opens ?? query.q, pictures: true }, services, requester);
  await loading.get(found?.answer.type ?? '')?.();
  return found?.answer ?? timerFor(query.q, query.lang ?? '');
}
