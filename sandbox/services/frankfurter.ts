import { currencies } from '../corpus.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';

/** The date of the rates in the table. */
const RATES_DATE = '2026-08-21';

/** Stand-in for version 2 of Frankfurter's API. */
export const frankfurter: Upstream = {
  slug: 'frankfurter',
  handle({ path, query }) {
    if (path === '/v2')
      return { status: 200, body: { version: 'v2', status: 'current', docs: 'https://frankfurter.dev' } };
    const [, from, to] = /^\/v2\/rate\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return from && to ? rate(from.toUpperCase(), to.toUpperCase(), query.get('date')) : failure(404, 'not found');
  },
};

/** The last day of trade up to a day; null if it is none, or before the first rates. */
function tradingDay(date: string): string | null {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(Number(day)) || date < '1999-01-04') return null;
  const daysSince = [2, 0, 0, 0, 0, 0, 1][day.getUTCDay()] ?? 0;
  return new Date(Number(day) - daysSince * 86_400_000).toISOString().slice(0, 10);
}

function rate(base: string, quote: string, asked: string | null): SandboxResponse {
  const date = asked === null ? RATES_DATE : tradingDay(asked);
  if (!date) return failure(422, 'invalid date');
  const [one, other] = [base, quote].map((code) => currencies().find((currency) => currency.code === code));
  if (!one || !other) return failure(422, `invalid currency: ${one ? quote : base}`);
  const exact = other.rate / one.rate;
  // Five significant figures, or seven from 100 on, as the real service rounds.
  const rounded = Number(exact.toPrecision(exact >= 100 ? 7 : 5));
  return { status: 200, body: { date, base, quote, rate: rounded } };
}

function failure(status: number, message: string): SandboxResponse {
  return { status, body: { status, message } };
}
