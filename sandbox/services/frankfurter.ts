import { currencies } from '../corpus.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';

/** The date of the rates in the table. */
const RATES_DATE = '2026-08-21';

/** Stand-in for version 2 of Frankfurter's API. */
export const frankfurter: Upstream = {
  slug: 'frankfurter',
  handle({ path }) {
    if (path === '/v2')
      return { status: 200, body: { version: 'v2', status: 'current', docs: 'https://frankfurter.dev' } };
    const [, from, to] = /^\/v2\/rate\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return from && to ? rate(from.toUpperCase(), to.toUpperCase()) : failure(404, 'not found');
  },
};

function rate(base: string, quote: string): SandboxResponse {
  const [one, other] = [base, quote].map((code) => currencies().find((currency) => currency.code === code));
  if (!one || !other) return failure(422, `invalid currency: ${one ? quote : base}`);
  const exact = other.rate / one.rate;
  // Five significant figures, or seven from 100 on, as the real service rounds.
  const rounded = Number(exact.toPrecision(exact >= 100 ? 7 : 5));
  return { status: 200, body: { date: RATES_DATE, base, quote, rate: rounded } };
}

function failure(status: number, message: string): SandboxResponse {
  return { status, body: { status, message } };
}
