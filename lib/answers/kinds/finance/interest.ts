import { amountOf, cents, type FinanceData, MONEY, PERCENT } from './money.ts';

/** Loans and savings: interest on an amount. */

const DOWN_PERCENT = new RegExp(`${PERCENT} ?(?:down(?:[- ]?payment)?|deposit)`);
const DOWN_AMOUNT = new RegExp(
  `${MONEY} ?(?:down(?:[- ]?payment)?|deposit)|(?:down(?:[- ]?payment)?|deposit)(?: of)? ${MONEY}`,
);
const TERM = /(\d{1,3}(?:\.\d)?)[- ]?(years?|yrs?|y|months?|mos?)\b/;
const RATE = new RegExp(PERCENT);
const LOAN_WORDS =
  /\b(?:loan|mortgage|borrow|payments?|monthly|repayments?|calculator|calculate|amount|for|at|with|of|on|over|and|an?|the|in|to|interest|rate|apr|fixed|down|downpayment|deposit|term|usd|eur|gbp|cad|aud|nzd|chf|inr|jpy|sek|nok|dkk|dollars?|euros?|pounds?|car|home|house|auto|personal|student|my|much|is|are|how|per|month|what|compound(?:ed)?|simple|invest(?:ed|ing|ment)?|savings?|annual(?:ly)?|yearly|quarterly|daily|weekly|after|year|principal)\b/g;
const LEFT_OVER = /[^\s,.$€£¥₹:?-]/;

/** Removes one expression at a time from a text, so that the rest can be checked. */
function taker(text: string) {
  let rest = text;
  return {
    take(form: RegExp): RegExpExecArray | null {
      const parts = form.exec(rest);
      if (parts) rest = `${rest.slice(0, parts.index)} ${rest.slice(parts.index + parts[0].length)}`;
      return parts;
    },
    isDone: () => !LEFT_OVER.test(rest.replace(LOAN_WORDS, '')),
  };
}

const yearsOf = (term: RegExpExecArray | null, otherwise: number) =>
  term ? Number(term[1]) / (term[2]?.startsWith('m') ? 12 : 1) : otherwise;

/** Equal monthly payments; the term defaults to thirty years. */
export function loan(plain: string): FinanceData | null {
  if (!/\b(?:loan|mortgage|borrow|monthly (?:re)?payments?)\b/.test(plain)) return null;
  const { take, isDone } = taker(plain.replace(/(?<=\d) ?million\b/g, 'm').replace(/(?<=\d) ?thousand\b/g, 'k'));
  const downRate = take(DOWN_PERCENT);
  const downAmount = downRate ? null : take(DOWN_AMOUNT);
  const years = yearsOf(take(TERM), 30);
  const rate = take(RATE);
  const price = take(new RegExp(MONEY));
  if (!rate || !price || !isDone()) return null;
  const amount = amountOf(price[1], price[2]);
  const down = downRate
    ? (amount * Number(downRate[1])) / 100
    : amountOf(downAmount?.[1] ?? downAmount?.[3] ?? '0', downAmount?.[2] ?? downAmount?.[4]);
  const principal = amount - down;
  const months = Math.round(years * 12);
  if (principal <= 0 || months < 1 || months > 1200) return null;
  const monthly = Number(rate[1]) / 1200;
  const payment = monthly === 0 ? principal / months : (principal * monthly) / (1 - (1 + monthly) ** -months);
  return {
    kind: 'loan',
    inputs: { amount, rate: Number(rate[1]), years, down: cents(down) },
    value: cents(payment),
    breakdown: {
      principal: cents(principal),
      total: cents(payment * months),
      interest: cents(payment * months - principal),
    },
  };
}

const TIMES: Readonly<Record<string, number>> = {
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  annually: 1,
  yearly: 1,
};

/** `compound interest on 1000 at 5% for 10 years`. */
export function interest(plain: string): FinanceData | null {
  const kind = /\bcompound/.test(plain) ? 'compound' : /\bsimple interest\b/.test(plain) ? 'simple' : null;
  if (!kind) return null;
  const { take, isDone } = taker(plain);
  const term = take(TERM);
  const rate = take(RATE);
  const price = take(new RegExp(MONEY));
  if (!term || !rate || !price || !isDone()) return null;
  const years = yearsOf(term, 1);
  const amount = amountOf(price[1], price[2]);
  const yearly = Number(rate[1]) / 100;
  const times = TIMES[/\b(daily|weekly|monthly|quarterly|annually|yearly)\b/.exec(plain)?.[1] ?? 'yearly'] ?? 1;
  const value = kind === 'simple' ? amount * (1 + yearly * years) : amount * (1 + yearly / times) ** (times * years);
  if (!Number.isFinite(value) || value > 1e15) return null;
  return {
    kind,
    inputs: { amount, rate: Number(rate[1]), years, times_per_year: times },
    value: cents(value),
    breakdown: { interest: cents(value - amount) },
  };
}
