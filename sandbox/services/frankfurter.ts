import { ecbCurrencies, exchangeRates, RATES_DATE } from '../corpus/exchange-rates.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';

/** Stand-in for Frankfurter, both versions of its API over one table of rates. */
export const frankfurter: Upstream = {
  slug: 'frankfurter',
  handle(request) {
    const path = request.path.replace(/(?<=.)\/$/, '');
    const v2 = /^\/v2(\/.*)?$/.exec(path);
    if (v2) return second(v2[1] ?? '', request);
    const v1 = /^\/v1(\/.*)?$/.exec(path);
    if (v1) return first(v1[1] ?? '', request);
    return { status: 404, body: { message: 'not found' } };
  },
};

function rateOf(from: string, to: string): number {
  const [a = 1] = exchangeRates[from] ?? [];
  const [b = 1] = exchangeRates[to] ?? [];
  const rate = b / a;
  // Five figures that mean something, as the service rounds.
  return Number(rate.toPrecision(rate >= 100 ? 7 : 5));
}

function failure(status: number, message: string): SandboxResponse {
  return { status, body: { status, message } };
}

function second(path: string, { query }: SandboxRequest): SandboxResponse {
  if (path === '') return { status: 200, body: { version: 'v2', status: 'current', docs: 'https://frankfurter.dev' } };
  const pair = /^\/rate\/([^/]+)\/([^/]+)$/.exec(path);
  const allowed = pair ? ['date', 'providers'] : ['base', 'quotes', 'date', 'from', 'to', 'providers', 'group'];
  const unknown = [...query.keys()].find((name) => !allowed.includes(name));
  if (unknown) return failure(422, `unknown parameter: ${unknown}`);
  const date = query.get('date') ?? RATES_DATE;
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return failure(422, 'invalid date');
  if (path === '/currencies') {
    const list = Object.entries(exchangeRates).map(([iso_code, [, name]]) => ({
      iso_code,
      name,
      start_date: '1999-01-04',
      end_date: RATES_DATE,
    }));
    return { status: 200, body: list };
  }
  const base = (pair?.[1] ?? query.get('base') ?? 'EUR').toUpperCase();
  const wanted = pair?.[2] ?? query.get('quotes');
  const quotes = wanted?.toUpperCase().split(',') ?? Object.keys(exchangeRates).filter((code) => code !== base);
  if (!pair && path !== '/rates') return failure(404, 'not found');
  const bad = [base, ...quotes].find((code) => !Object.hasOwn(exchangeRates, code));
  if (bad !== undefined) return failure(422, `invalid currency: ${bad}`);
  const rows = quotes.map((quote) => ({ date, base, quote, rate: rateOf(base, quote) }));
  return { status: 200, body: pair ? rows[0] : rows };
}

function first(path: string, { query }: SandboxRequest): SandboxResponse {
  if (path === '/currencies') {
    const names = [...ecbCurrencies].map((code) => [code, exchangeRates[code]?.[1] ?? code]);
    return { status: 200, body: Object.fromEntries(names) };
  }
  if (path !== '/latest' && !/^\/\d{4}-\d\d-\d\d$/.test(path)) return { status: 404, body: { message: 'not found' } };
  const base = (query.get('base') ?? query.get('from') ?? 'EUR').toUpperCase();
  const wanted = query.get('symbols') ?? query.get('to');
  const symbols = wanted?.toUpperCase().split(',') ?? [...ecbCurrencies].filter((code) => code !== base);
  const known = symbols.filter((code) => ecbCurrencies.has(code));
  if (!ecbCurrencies.has(base) || known.length === 0) return { status: 404, body: { message: 'not found' } };
  if (symbols.includes(base)) return { status: 422, body: { message: 'bad currency pair' } };
  const amount = Number(query.get('amount') ?? 1);
  if (!Number.isFinite(amount) || amount <= 0) return { status: 422, body: { message: 'invalid amount' } };
  const rates = Object.fromEntries(known.map((code) => [code, amount * rateOf(base, code)]));
  return { status: 200, body: { amount, base, date: path === '/latest' ? RATES_DATE : path.slice(1), rates } };
}
