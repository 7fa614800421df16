import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { lookupInputSchema } from '../search/query.ts';
import { SUGGEST_MAX_CHARS, suggestionsFrom, suggestionsSchema } from '../search/suggestions.ts';
import { queryFor } from '../search/text.ts';

/** A region such as `us-en`; `wt-wt` is the whole world. */
function regionOf(lang: string): string {
  const [language = '', ...rest] = lang.toLowerCase().split('-');
  const country = rest.find((part) => /^[a-z]{2}$/.test(part));
  return country && /^[a-z]{2}$/.test(language) ? `${country}-${language}` : 'wt-wt';
}

/** `["q", ["…"]]`, or a list of objects if the server ignores `type`. */
const listSchema = z.union([
  z.tuple([z.string(), z.array(z.unknown())], z.unknown()).transform(([, texts]) => texts),
  z.array(z.looseObject({})),
]);

/** DuckDuckGo's suggestions only: it has no search API, and we do not scrape its pages. */
export const duckduckgo: Adapter = {
  slug: 'duckduckgo',
  name: 'DuckDuckGo',
  defaultUrl: 'https://duckduckgo.com',
  apiKey: 'none',
  operations: {
    suggest: {
      input: lookupInputSchema,
      output: suggestionsSchema,
      request(input, { url }) {
        const params = new URLSearchParams({
          q: queryFor(input.q, SUGGEST_MAX_CHARS),
          type: 'list',
          kl: regionOf(input.lang),
        });
        return { url: `${url}/ac/?${params}`, headers: { accept: 'application/json' } };
      },
      parse(response) {
        requireOk(response);
        return suggestionsFrom(readJson(response, listSchema));
      },
    },
  },
};
