import { z } from 'zod';
import { MAX_DOCUMENT_CHARS, MAX_DOCUMENTS } from '../../lib/rerank/rerank-operation.ts';
import { tellTiming } from '../ask/timing.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { numberParam } from '../contract/page-params.ts';
import { MAX_QUERY_CHARS, queryField, REQUIRED } from '../contract/params.ts';
import { rerank as rerankTexts } from '../rerank/rerank.ts';

/** A thousand documents of two thousand characters, most of which take one byte. */
export const MAX_RERANK_BYTES = 4 * 1024 * 1024;

/** Each document may be an object with a text; a few are left for the other fields, and one to be told that it is too many. */
export const MAX_RERANK_VALUES = 3 * MAX_DOCUMENTS;

const rerankParams = z.object({
  query: queryField.meta({
    description: 'The query that the documents are compared with.',
    minLength: 1,
    maxLength: MAX_QUERY_CHARS,
    example: 'how do salmon find their river',
  }),
  documents: z
    .union([z.string(), z.array(z.string('Give texts.'))], {
      error: ({ input }) => (input === undefined ? REQUIRED : 'Give a list of texts.'),
    })
    .transform((given) => [given].flat())
    .pipe(z.array(z.string()).min(1, REQUIRED).max(MAX_DOCUMENTS, `Give at most ${MAX_DOCUMENTS} documents.`))
    .meta({
      description: `The texts, at most ${MAX_DOCUMENTS.toLocaleString('en')}. The first ${MAX_DOCUMENT_CHARS.toLocaleString('en')} characters of each count. In a query string, repeat the parameter.`,
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: MAX_DOCUMENTS,
      example: ['Salmon smell the water of their river.', 'Rivers flow to the sea.'],
    }),
  top_n: numberParam(1, MAX_DOCUMENTS, 'How many of the best documents are returned. Default: all.'),
});

/** Texts in the order of their relevance to a query. */
export const rerank = defineEndpoint({
  name: 'rerank',
  path: '/api/v1/rerank/',
  searches: () => 1,
  maxBodyBytes: () => MAX_RERANK_BYTES,
  maxValues: MAX_RERANK_VALUES,
  summary: 'Rank texts',
  description:
    'Orders texts by their relevance to a query: by the words that they have in common (BM25), or by the model of this ' +
    'deployment if it has one (`RERANK_URL`). If the model fails, the words decide, and `Server-Timing` says so.',
  query: rerankParams,
  reply: z.object({
    query: z.string(),
    by: z.enum(['model', 'lexical']).describe('What has ranked the documents.'),
    results: z.array(
      z.object({
        index: z.int().describe('Place in `documents`, from 0.'),
        score: z.number().describe('0 to 1; by words, 0 means no common word.'),
      }),
    ),
  }),
  example: {
    query: 'how do salmon find their river',
    by: 'lexical',
    results: [
      { index: 0, score: 0.62 },
      { index: 1, score: 0 },
    ],
  },
  async handle({ params, services, reply, ...requester }) {
    const { query, documents, top_n = documents.length } = params;
    const { requestDeadlineMs } = services.config;
    const { order, by, timing } = await rerankTexts({ query, documents }, services, requester, requestDeadlineMs);
    tellTiming(reply, timing);
    return { query, by, results: order.slice(0, top_n) };
  },
});
