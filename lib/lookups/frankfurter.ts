import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import { looseObject } from '../providers/loose-json.ts';
import type { Adapter, UpstreamResponse } from '../providers/provider.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { type ExchangeRate, rateInputSchema, rateSchema } from './instant-lookups.ts';

/** Rates are set once a day. */
const KEEP_S = 3_600;
const JSON_HEADERS = { accept: 'application/json' };

/** `{date, base, quote, rate}` of its second version; `{date, base, rates}` of its first. */
const answerSchema = z.union([
  z.looseObject({ rate: z.number(), date: z.string() }),
  z.looseObject({ rates: looseObject, date: z.string() }),
]);

/** A currency that it does not know: 422 and its name in the second version, 404 in the first. */
function isUnknown({ status, body }: UpstreamResponse): boolean {
  return status === 404 || (status === 422 && /invalid currency|bad currency pair/i.test(body.slice(0, 500)));
}

/** Frankfurter: reference rates of central banks. Keyless; can be run by oneself. */
export const frankfurter: Adapter = {
  slug: 'frankfurter',
  name: 'Frankfurter',
  defaultUrl: 'https://api.frankfurter.dev',
  apiKey: 'none',
  operations: {
    rate: {
      input: rateInputSchema,
      output: rateSchema,
      cacheTtlS: KEEP_S,
      request: ({ from, to }, { url }) => ({ url: `${url}/v2/rate/${from}/${to}`, headers: JSON_HEADERS }),
      // An older server has no second version at all.
      followUp(response, { from, to }, { url }) {
        if (response.status !== 404) return null;
        return { url: `${url}/v1/latest?${new URLSearchParams({ base: from, symbols: to })}`, headers: JSON_HEADERS };
      },
      parse(response, { to }): ExchangeRate {
        if (isUnknown(response)) return { quote: null };
        requireOk(response);
        const answer = readJson(response, answerSchema);
        const rate = 'rates' in answer ? (answer.rates as Record<string, unknown>)[to] : answer.rate;
        const date = /^\d{4}-\d\d-\d\d/.exec(String(answer.date))?.[0];
        if (typeof rate !== 'number' || !(rate > 0) || rate > 1e12 || !date) {
          throw new UpstreamFailure('upstream', 'answered without a rate');
        }
        return { quote: { rate, as_of: date } };
      },
    },
  },
  probe: {
    request: ({ url }) => ({ url: `${url}/v2`, headers: JSON_HEADERS }),
    parse(response) {
      requireOk(response);
      readJson(response, z.looseObject({ version: z.string() }));
    },
  },
};
