import { parse } from 'node:querystring';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { cards } from '../../api/endpoints/cards.ts';
import { images } from '../../api/endpoints/images.ts';
import { news } from '../../api/endpoints/news.ts';
import { similar } from '../../api/endpoints/similar.ts';
import { suggest } from '../../api/endpoints/suggest.ts';
import { videos } from '../../api/endpoints/videos.ts';
import { web } from '../../api/endpoints/web.ts';
import { invalidValues } from '../../lib/errors.ts';
import { searchParameterCases, TAB, type Takes } from './shared-parameter-cases.ts';

const undated = { ...TAB, date: false };
const ENDPOINTS: [endpoint: { path: string; query: z.ZodType }, takes: Takes][] = [
  [web, TAB],
  [images, undated],
  [similar, { ...undated, q: 'caption', page: false }],
  [news, TAB],
  [videos, TAB],
  [cards, { ...undated, engine: 'unlisted', page: false }],
  [suggest, { ...undated, engine: false, safe: false, page: false }],
];

/** As shared-parameters.app.test.ts for a whole request: each endpoint reads the shared parameters alike. */
describe.each(ENDPOINTS.map(([endpoint, takes]) => ({ ...endpoint, takes })))(
  'the shared parameters of $path',
  ({ query: schema, takes }) => {
    test.each(searchParameterCases(takes))('$name', ({ query, bad, reply = {} }) => {
      const { data, error } = schema.safeParse({ ...parse(query) });
      if (bad === undefined) {
        expect(error?.issues ?? []).toEqual([]);
        const { q, page } = data as { q?: string; page?: number };
        if (takes.q === 'required' && reply.query !== undefined) expect(q).toBe(reply.query);
        // The first page needs no number.
        if (reply.page !== undefined) expect(page ?? 1).toBe(reply.page);
        return;
      }
      const { body } = invalidValues(error?.issues ?? []);
      const some = [expect.stringMatching(/\S/)];
      const expected = Object.entries(bad).map(([field, messages]) => [field, messages === 'some' ? some : messages]);
      expect(body).toEqual(Object.fromEntries(expected));
    });
  },
);
