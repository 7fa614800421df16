import { type BestAnswer, bestAnswerLookupSchema } from '../cards/cards.ts';
import type { Operations } from '../providers/adapter.ts';
import { asObject, objectsIn } from '../providers/loose-json.ts';
import { isoDate } from '../search/age.ts';
import { lookupInputSchema } from '../search/query.ts';
import { cleanLines, cleanText, queryFor } from '../search/text.ts';
import { apiRequest, isId, MAX_QUERY_CHARS, postUrl, readItems, SITE } from './stackexchange-wire.ts';

const ANSWER_MAX_CHARS = 3_000;
const LICENSE = 'CC BY-SA 4.0';
/**
 * The fields of a reply: the default ones, and the answers of each question with their texts, so that one call is enough.
 * Filters are permanent; this is the name that `/filters/create?base=default&unsafe=false` gives for
 * `include=question.body;question.answers;answer.body`.
 */
const WITH_ANSWERS = '!20aKG._8Oscv*6djs8Pgm';

type Item = Readonly<Record<string, unknown>>;

/** The accepted answer to the most similar question. */
export const answer: Operations['answer'] = {
  input: lookupInputSchema,
  output: bestAnswerLookupSchema,
  request: (input, settings) =>
    apiRequest(
      '/search/advanced',
      SITE,
      {
        q: queryFor(input.q, MAX_QUERY_CHARS),
        accepted: 'True',
        order: 'desc',
        sort: 'relevance',
        pagesize: '1',
        filter: WITH_ANSWERS,
      },
      settings,
    ),
  parse(response) {
    const [question = {}] = readItems(response).items;
    const id = question.accepted_answer_id;
    const accepted = objectsIn(question.answers).find(({ answer_id }) => answer_id === id);
    return { card: isId(id) && accepted ? cardFrom(question, id, accepted) : null };
  },
};

function cardFrom(question: Item, answerId: number, answer: Item): BestAnswer | null {
  const text = cleanLines(answer.body, ANSWER_MAX_CHARS);
  const title = cleanText(question.title, 300);
  if (text === '' || title === '') return null;
  return {
    question: title,
    url: postUrl(SITE, 'a', answerId),
    answer: text,
    score: Number.isSafeInteger(answer.score) ? (answer.score as number) : 0,
    accepted: answer.is_accepted === true,
    author: cleanText(asObject(answer.owner).display_name, 100),
    tags: (Array.isArray(question.tags) ? question.tags : [])
      .map((tag) => cleanText(tag, 50))
      .filter(Boolean)
      .slice(0, 10),
    answered_at: isoDate(answer.creation_date),
    site: SITE,
    license: cleanText(answer.content_license, 40) || LICENSE,
  };
}
