import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { type ExchangeRate, rateInputSchema, rateSchema } from './instant-lookups.ts';

/** Central banks publish rates once a day. */
const KEEP_S = 3_600;
const JSON_HEADERS = { accept: 'application/json' };

/** Version 2 replies with `{date, base, quote, rate}`, version 1 with `{date, base, rates}`. */
const answerSchema = z.union([
  z.looseObject({ rate: z.number(), date: z.string() }),
  z.looseObject({ rates: looseObject, date: z.string() }),
]);

/** Whether the currency is unknown: version 2 replies 422 with its name, version 1 replies 404. */
function isUnknown({ status, body }: UpstreamResponse): boolean {
  return status === 404 || (status === 422 && /invalid currency|bad currency pair/i.test(body.slice(0, 500)));
}

/** Frankfurter: reference rates of central banks. It needs no key and can be self-hosted. */
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
      request: ({ from, to, date }, { url }) => ({
        url: `${url}/v2/rate/${from}/${to}${date ? `?date=${date}` : ''}`,
        headers: JSON_HEADERS,
      }),
      // Older servers have only version 1.
      followUp(response, { from, to, date = 'latest' }, { url }) {
        if (response.status !== 404) return null;
        return { url: `${url}/v1/${date}?${new URLSearchParams({ base: from, symbols: to })}`, headers: JSON_HEADERS };
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
