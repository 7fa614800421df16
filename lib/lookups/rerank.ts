import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { BAD_KEY, bearerKey, jsonObject } from '../providers/stand-in.ts';
import { type RerankInput, rerankInputSchema, rerankOutputSchema } from '../rerank/rerank-operation.ts';

const MODEL = 'RERANK_MODEL';
/** The server of Hugging Face (TEI) answers so to a request without `texts`, which all others call `documents`. */
const UNREADABLE = 422;

/** The entries of a reply: a list, or a list in an object. Each is checked for itself. */
const replySchema = z.union([z.array(z.unknown()), z.looseObject({ results: z.array(z.unknown()) })]);
const entrySchema = z.union([
  z.looseObject({ index: z.int().nonnegative(), relevance_score: z.number() }),
  z.looseObject({ index: z.int().nonnegative(), score: z.number() }),
]);

/** A server of a ranking model, in the form of Cohere and Jina that vLLM, llama.cpp and Infinity speak too, or of TEI. */
export const rerank: Adapter = {
  slug: 'rerank',
  name: 'Reranker',
  defaultUrl: null,
  apiKey: 'optional',
  ownSettings: {
    [MODEL]: { about: 'The name of the model, if the server has several.', standard: '', schema: z.string().max(200) },
  },
  operations: {
    rerank: {
      input: rerankInputSchema,
      output: rerankOutputSchema,
      request: ({ query, documents }, settings) => {
        const model = settings.own[MODEL];
        return post(settings, { ...(model && { model }), query, documents, top_n: documents.length });
      },
      followUp: (response, { query, documents }, settings) =>
        response.status === UNREADABLE ? post(settings, { query, texts: documents, truncate: true }) : null,
      parse(response, input) {
        requireOk(response);
        const reply = readJson(response, replySchema);
        return { scores: scoresIn(Array.isArray(reply) ? reply : reply.results, input) };
      },
    },
  },
  standIn: {
    answer({ method, body, headers }) {
      const { query, documents, texts } = jsonObject<Partial<RerankInput> & { texts?: string[] }>(body) ?? {};
      const given = documents ?? texts;
      if (method !== 'POST' || typeof query !== 'string' || !Array.isArray(given)) {
        return { status: 400, body: { message: 'invalid request' } };
      }
      if (bearerKey(headers) === BAD_KEY) return { status: 401, body: { message: 'invalid api token' } };
      // It likes what is written last: nobody takes that for the lexical order.
      const scores = given.map((_, index) => ({ index, score: (index + 1) / (given.length + 1) })).reverse();
      if (texts) return { status: 200, body: scores };
      const results = scores.map(({ index, score }) => ({ index, relevance_score: score }));
      return { status: 200, body: { model: 'sandbox', results } };
    },
  },
};

function post({ url, apiKey }: ProviderSettings, body: object): UpstreamRequest {
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  };
}

/** The score of each document. Throws if one is missing, given twice or of no document: the order would mean nothing. */
function scoresIn(entries: readonly unknown[], { documents }: RerankInput): number[] {
  const scores = new Map<number, number>();
  for (const given of entries) {
    const entry = entrySchema.safeParse(given);
    if (!entry.success) throw new UpstreamFailure('upstream', 'answered with an entry without index or score');
    const { index } = entry.data;
    if (index >= documents.length || scores.has(index)) {
      throw new UpstreamFailure('upstream', 'answered with an index of no document, or twice with the same');
    }
    scores.set(index, Number(entry.data.relevance_score ?? entry.data.score));
  }
  if (scores.size < documents.length) throw new UpstreamFailure('upstream', 'answered without some of the documents');
  const values = documents.map((_, index) => scores.get(index) ?? 0);
  // Some models give what a sigmoid would make a number from 0 to 1.
  const isBounded = values.every((score) => score >= 0 && score <= 1);
  return isBounded ? values : values.map((score) => 1 / (1 + Math.exp(-score)));
}
