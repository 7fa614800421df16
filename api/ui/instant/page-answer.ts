import type { InstantAnswer } from '../../../lib/answers/answer.ts';
import { type InstantRequester, type InstantServices, instantAnswer } from '../../instant/instant-answer.ts';
import { loadTypesetting } from './mathml.ts';
import { timerFor } from './timer-question.ts';

/** The instant answer that the page shows: the API's, or a timer, which only a page can have. */
export async function pageAnswer(
  query: { q: string; lang?: string | undefined; tz?: string | undefined },
  services: InstantServices,
  requester: InstantRequester,
): Promise<InstantAnswer | null> {
  const found = await instantAnswer({ ...query, pictures: true }, services, requester);
  if (found?.answer.type === 'algebra') await loadTypesetting();
  return found?.answer ?? timerFor(query.q, query.lang ?? '');
}
