import { inlineKind } from './answer.ts';
import { interest, loan } from './finance/interest.ts';
import { amountOf, BILL, cents, FinanceData, MONEY, PERCENT, tidy } from './finance/money.ts';
import { localNumber, numbersWith } from './local-formats.ts';
import { remembered } from './remembered.ts';

const TIP = [
  new RegExp(
    `^(?:an? )?${PERCENT} (?:tip|gratuity)(?: (?:on|for|of))? ${BILL}(?:,? (?:split|divided|shared)? ?(?:by|between|among|for|with|in)? ?(\\d{1,3})(?: (?:people|persons|ways|guests|friends))?)?$`,
  ),
  new RegExp(
    `^(?:tip|gratuity)(?: calculator)?(?: of)? ${PERCENT} (?:on|for|of) ${BILL}(?:,? (?:split|divided|shared)? ?(?:by|between|among|for|with|in)? ?(\\d{1,3})(?: (?:people|persons|ways|guests|friends))?)?$`,
  ),
  new RegExp(`^(?:how much (?:to|should i) )?tip (?:on|for) ${BILL} (?:at|with) ${PERCENT}$`),
];
const TAX = [
  new RegExp(`^(?:an? )?${PERCENT} (?:sales |income )?(?:tax|vat|gst)(?: (?:on|of|for))? ${BILL}$`),
  new RegExp(`^(?:sales )?(?:tax|vat|gst)(?: of)? ${PERCENT} (?:on|of|for) ${BILL}$`),
];
const PLUS_TAX = new RegExp(`^${BILL} (?:plus|with|\\+|and) ${PERCENT} (?:sales )?(?:tax|vat|gst)$`);
const DISCOUNT = [
  new RegExp(`^(?:an? )?${PERCENT} (?:off|discount|sale)(?: (?:of|on|from|for))? ${BILL}$`),
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
  if (!/tip|gratuity/.test(plain)) return null;
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
  if (!/tax|vat|gst/.test(plain)) return null;
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
  if (!/off|discount|sale/.test(plain)) return null;
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

const ANY = /\d/;
const WORDS =
  /\b(?:tip|gratuity|loan|mortgage|borrow|compound(?:ed)?|simple interest|tax|vat|gst|off|discount|sale)\b|what (?:percent|%)|percent|%/;

const wantedIn = remembered(({ plain }): FinanceData | null => {
  if (plain.length > 160 || !ANY.test(plain) || !WORDS.test(plain)) return null;
  return loan(plain) ?? interest(plain) ?? tip(plain) ?? tax(plain) ?? discount(plain) ?? percent(plain);
});

const toTheCent = numbersWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

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
export const finance = inlineKind<FinanceData>({
  type: 'finance',
  example: '20% tip on $50',
  data: FinanceData,
  match: (asked) => wantedIn(asked) !== null,
  work(asked) {
    const data = wantedIn(asked);
    if (!data) return null;
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, asked.lang)} %`, data };
    const money = (amount: number) => toTheCent(amount, asked.lang);
    const rest = Object.entries(breakdown).map(([name, amount]) => `${name.replace('_', ' ')} ${money(amount)}`);
    return {
      answer: `${kind === 'tax' && value === breakdown.total ? 'With tax' : LABELS[kind]} ${money(value)}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`,
      data,
    };
  },
});
