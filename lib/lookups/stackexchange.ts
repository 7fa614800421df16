import { z } from 'zod';
import { type BestAnswer, bestAnswerLookupSchema } from '../cards/cards.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { isoDate } from '../search/age.ts';
import { lookupInputSchema } from '../search/query.ts';
import { cleanLines, cleanText, queryFor } from '../search/text.ts';

const SITE = 'stackoverflow';
const MAX_QUERY_CHARS = 200;
const ANSWER_MAX_CHARS = 3_000;
/** Stack Exchange may ask for a day; we try again after an hour, as with every provider. */
const MAX_WAIT_S = 3_600;
const LICENSE = 'CC BY-SA 4.0';

const itemsSchema = z.object({ items: z.array(looseObject) });
const errorSchema = z.object({ error_id: z.number(), error_name: z.string().catch('') });

function apiRequest(path: string, params: Record<string, string>, { url, apiKey }: ProviderSettings): UpstreamRequest {
  const query = new URLSearchParams({ site: SITE, ...params, ...(apiKey ? { key: apiKey } : {}) });
  return { url: `${url}${path}?${query}`, headers: { accept: 'application/json' } };
}

/** Every error is HTTP 400; the name in the body says which. */
function readItems(response: UpstreamResponse): Readonly<Record<string, unknown>>[] {
  if (response.status === 400) {
    const error = errorOf(response);
    if (error?.error_name === 'throttle_violation') {
      const wait = /(\d{1,6}) seconds/.exec(response.body)?.[1];
      const waitMs = wait ? Math.min(Number(wait), MAX_WAIT_S) * 1_000 : undefined;
      throw new UpstreamFailure('rate_limited', 'our share there is used up', waitMs);
    }
    if (/key|access|auth/.test(error?.error_name ?? '')) throw new UpstreamFailure('refused', 'refused our key');
    if ((error?.error_id ?? 0) >= 500) throw new UpstreamFailure('upstream', 'reports an error of its own');
  }
  requireOk(response);
  return readJson(response, itemsSchema).items;
}

function errorOf(response: UpstreamResponse): z.infer<typeof errorSchema> | null {
  try {
    return readJson(response, errorSchema);
  } catch {
    return null;
  }
}

interface FoundQuestion {
  question: Readonly<Record<string, unknown>>;
  answerId: number;
}

/** The first question found, if it has an accepted answer. */
function found(response: UpstreamResponse | undefined): FoundQuestion | null {
  try {
    const [question] = response ? readItems(response) : [];
    const answerId = Number(question?.accepted_answer_id);
    return question && Number.isSafeInteger(answerId) && answerId > 0 ? { question, answerId } : null;
  } catch {
    return null;
  }
}

function cardFrom({ question, answerId }: FoundQuestion, answer: Readonly<Record<string, unknown>>): BestAnswer | null {
  const text = cleanLines(answer.body, ANSWER_MAX_CHARS);
  const title = cleanText(question.title, 300);
  if (text === '' || title === '') return null;
  return {
    question: title,
    url: `https://${SITE}.com/a/${answerId}`,
    answer: text,
    score: Number.isSafeInteger(answer.score) ? (answer.score as number) : 0,
    accepted: answer.is_accepted === true,
    author: cleanText(asObject(answer.owner).display_name, 100),
    tags: (Array.isArray(question.tags) ? question.tags : [])
      .map((tag) => cleanText(tag, 50))
      .filter(Boolean)
      .slice(0, 10),
    answered_at: isoDate(answer.creation_date),
    site: `${SITE}.com`,
    license: cleanText(answer.content_license, 40) || LICENSE,
  };
}

/** Stack Exchange: the accepted answer to the most similar question. Without a key it allows 300 calls a day. */
export const stackexchange: Adapter = {
  slug: 'stackexchange',
  name: 'Stack Exchange',
  defaultUrl: 'https://api.stackexchange.com/2.3',
  apiKey: 'optional',
  operations: {
    answer: {
      input: lookupInputSchema,
      output: bestAnswerLookupSchema,
      request: (input, settings) =>
        apiRequest(
          '/search/advanced',
          {
            q: queryFor(input.q, MAX_QUERY_CHARS),
            accepted: 'True',
            order: 'desc',
            sort: 'relevance',
            pagesize: '1',
          },
          settings,
        ),
      // The search returns the id of the accepted answer, but not its text.
      followUp(response, _input, settings) {
        const hit = found(response);
        return hit && apiRequest(`/answers/${hit.answerId}`, { filter: 'withbody' }, settings);
      },
      parse(response, _input, first) {
        const [item] = readItems(response);
        const hit = found(first);
        return { card: hit && item ? cardFrom(hit, item) : null };
      },
    },
  },
};
