import { z } from 'zod';
import { type Asked, threadKind } from './answer.ts';
import { localNumber } from './wording.ts';

const Data = z.object({
  kind: z.enum(['tip', 'loan', 'compound', 'simple', 'tax', 'discount', 'percent']).describe('What was worked out.'),
  inputs: z
    .record(z.string(), z.number())
    .describe('The numbers it was worked out from: amount, rate (in per cent), years …'),
  value: z
    .number()
    .describe(
      'The tip; the monthly payment; the amount with interest; the tax; the price after the discount; the percentage.',
    ),
  breakdown: z.record(z.string(), z.number()).describe('What else follows: total, interest, each person’s share …'),
});
type FinanceData = z.infer<typeof Data>;

const MONEY = String.raw`(?:us)?[$€£¥₹]? ?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,12}(?:\.\d+)?)(k|m)?(?: ?(?:[$€£¥₹]|usd|eur|gbp|dollars?|euros?|pounds?|bucks))?`;
const PERCENT = String.raw`(\d{1,3}(?:\.\d{1,4})?) ?(?:%|percent|per cent)`;
const BILL = `(?:an? |the |my )?${MONEY}(?: (?:bill|meal|dinner|check|tab|purchase|item|order|price))?`;

const amountOf = (digits = '', scale = '') => Number(digits.replace(/,/g, '')) * ({ k: 1e3, m: 1e6 }[scale] ?? 1);
/** Products of decimals come out as people write them. */
const tidy = (value: number) => Number(value.toPrecision(14));
const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;

const TIP = [
  new RegExp(
    `^${PERCENT} (?:tip|gratuity)(?: (?:on|for|of))? ${BILL}(?:,? (?:split|divided|shared)? ?(?:by|between|among|for|with|in)? ?(\\d{1,3})(?: (?:people|persons|ways|guests|friends))?)?$`,
  ),
  new RegExp(
    `^(?:tip|gratuity)(?: calculator)?(?: of)? ${PERCENT} (?:on|for|of) ${BILL}(?:,? (?:split|divided|shared)? ?(?:by|between|among|for|with|in)? ?(\\d{1,3})(?: (?:people|persons|ways|guests|friends))?)?$`,
  ),
  new RegExp(`^(?:how much (?:to|should i) )?tip (?:on|for) ${BILL} (?:at|with) ${PERCENT}$`),
];
const TAX = [
  new RegExp(`^${PERCENT} (?:sales |income )?(?:tax|vat|gst)(?: (?:on|of|for))? ${BILL}$`),
  new RegExp(`^(?:sales )?(?:tax|vat|gst)(?: of)? ${PERCENT} (?:on|of|for) ${BILL}$`),
];
const PLUS_TAX = new RegExp(`^${BILL} (?:plus|with|\\+|and) ${PERCENT} (?:sales )?(?:tax|vat|gst)$`);
const DISCOUNT = [
  new RegExp(`^${PERCENT} (?:off|discount|sale)(?: (?:of|on|from|for))? ${BILL}$`),
  new RegExp(`^discount(?: of)? ${PERCENT} (?:on|off|of|from) ${BILL}$`),
];
const MINUS_DISCOUNT = new RegExp(`^${BILL} (?:(?:with|at|minus|less) )?(?:a )?${PERCENT} (?:off|discount)$`);
const WHAT_PERCENT = [
  new RegExp(`^what (?:percent|percentage|%) (?:of|is) ${MONEY} (?:is|of) ${MONEY}$`),
  new RegExp(`^${MONEY} is what (?:percent|percentage|%) of ${MONEY}$`),
  new RegExp(`^${MONEY} (?:as|in) (?:an? )?(?:percent(?:age)?|%) of ${MONEY}$`),
  new RegExp(`^percentage of ${MONEY} (?:in|out of|to) ${MONEY}$`),
];

function tip(plain: string): FinanceData | null {
  for (const [at, form] of TIP.entries()) {
    const parts = form.exec(plain);
    if (!parts) continue;
    const [, a, b, c, d] = parts;
    const [rate, amount, people] =
      at === 2 ? [Number(c), amountOf(a, b), 1] : [Number(a), amountOf(b, c), Number(d ?? 1)];
    const value = tidy((amount * rate) / 100);
    const total = tidy(amount + value);
    if (people < 1) return null;
    const each = people > 1 ? { tip_each: cents(value / people), total_each: cents(total / people) } : {};
    return {
      kind: 'tip',
      inputs: { amount, rate, ...(people > 1 && { people }) },
      value,
      breakdown: { total, ...each },
    };
  }
  return null;
}

function tax(plain: string): FinanceData | null {
  const first = TAX.map((form) => form.exec(plain)).find((parts) => parts !== null);
  const after = PLUS_TAX.exec(plain);
  const [rate, amount] = first
    ? [Number(first[1]), amountOf(first[2], first[3])]
    : [Number(after?.[3]), amountOf(after?.[1], after?.[2])];
  if (!first && !after) return null;
  const added = tidy((amount * rate) / 100);
  const total = tidy(amount + added);
  // `100 plus 20% VAT` asks for the whole.
  return { kind: 'tax', inputs: { amount, rate }, value: first ? added : total, breakdown: { tax: added, total } };
}

function discount(plain: string): FinanceData | null {
  const first = DISCOUNT.map((form) => form.exec(plain)).find((parts) => parts !== null);
  const after = MINUS_DISCOUNT.exec(plain);
  const [rate, amount] = first
    ? [Number(first[1]), amountOf(first[2], first[3])]
    : [Number(after?.[3]), amountOf(after?.[1], after?.[2])];
  if ((!first && !after) || rate > 100) return null;
  const saved = tidy((amount * rate) / 100);
  return { kind: 'discount', inputs: { amount, rate }, value: tidy(amount - saved), breakdown: { saved } };
}

function percent(plain: string): FinanceData | null {
  for (const [at, form] of WHAT_PERCENT.entries()) {
    const parts = form.exec(plain);
    if (!parts) continue;
    const [one, other] = [amountOf(parts[1], parts[2]), amountOf(parts[3], parts[4])];
    // `what percent of 50 is 10`, but `what percent is 10 of 50`.
    const [part, whole] = at === 0 && /^what \S+ of/.test(plain) ? [other, one] : [one, other];
    return whole === 0
      ? null
      : { kind: 'percent', inputs: { part, whole }, value: tidy((part / whole) * 100), breakdown: {} };
  }
  return null;
}

const DOWN_PERCENT = new RegExp(`${PERCENT} ?(?:down(?:[- ]?payment)?|deposit)`);
const DOWN_AMOUNT = new RegExp(
  `${MONEY} ?(?:down(?:[- ]?payment)?|deposit)|(?:down(?:[- ]?payment)?|deposit)(?: of)? ${MONEY}`,
);
const TERM = /(\d{1,3}(?:\.\d)?)[- ]?(years?|yrs?|y|months?|mos?)\b/;
const RATE = new RegExp(PERCENT);
const LOAN_WORDS =
  /\b(?:loan|mortgage|payments?|monthly|repayments?|calculator|calculate|for|at|with|of|on|over|and|an?|the|in|to|interest|rate|apr|fixed|down|downpayment|deposit|term|usd|eur|gbp|dollars?|euros?|pounds?|car|home|house|auto|personal|student|my|much|is|are|how|per|month|what|compound(?:ed)?|simple|invest(?:ed|ing|ment)?|savings?|annual(?:ly)?|yearly|quarterly|daily|weekly|after|year|principal)\b/g;
const LEFT_OVER = /[^\s,.$€£¥₹:?-]/;

/** Takes one expression out of a text at a time, so that what is left can be looked at. */
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

/** Equal payments every month; thirty years when nothing is said. */
function loan(plain: string): FinanceData | null {
  if (!/\b(?:loan|mortgage)\b/.test(plain)) return null;
  const { take, isDone } = taker(plain);
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
function interest(plain: string): FinanceData | null {
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

const ANY = /\d/;
const WORDS =
  /\b(?:tip|gratuity|loan|mortgage|compound(?:ed)?|simple interest|tax|vat|gst|off|discount|sale)\b|what (?:percent|%)|percent|%/;

function parse({ plain }: Asked): FinanceData | null {
  if (plain.length > 160 || !ANY.test(plain) || !WORDS.test(plain)) return null;
  return loan(plain) ?? interest(plain) ?? tip(plain) ?? tax(plain) ?? discount(plain) ?? percent(plain);
}

const LABELS: Readonly<Record<FinanceData['kind'], string>> = {
  tip: 'Tip',
  loan: 'Monthly payment',
  compound: 'With compound interest',
  simple: 'With simple interest',
  tax: 'Tax',
  discount: 'Price',
  percent: '',
};

/** Sums that people do with money. */
export const finance = threadKind<FinanceData>({
  type: 'finance',
  example: '20% tip on $50',
  data: Data,
  match: (asked) => parse(asked) !== null,
  work(asked) {
    const data = parse(asked);
    if (!data) return null;
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, asked.lang)} %`, data };
    const money = (amount: number) =>
      localNumber(amount, asked.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const rest = Object.entries(breakdown).map(([name, amount]) => `${name.replace('_', ' ')} ${money(amount)}`);
    return { answer: `${LABELS[kind]} ${money(value)}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`, data };
  },
});
