import { inlineKind } from '../../answer.ts';
import { localNumber, numbersWith } from '../../local-formats.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { translate } from '../../phrases.ts';
import { interest, loan } from './interest.ts';
import { amountOf, BILL, cents, FinanceData, MONEY, PERCENT, tidy } from './money.ts';

const SPLIT =
  '(?:,? (?:split|divided|shared)? ?(?:by|between|among|for|with|in)? ?(?<people>\\d{1,3})(?: (?:people|persons|ways|guests|friends))?)?';
/** A rate and an amount as named groups, because wordings have them in either order. */
const RATE = PERCENT.replace('(', '(?<rate>');
const AMOUNT = BILL.replace('(\\d', '(?<amount>\\d').replace('(k|m)', '(?<scale>k|m)');
const TAXES = '(?:(?:sales |income )?tax|vat|gst|hst|mwst\\.?|ust\\.?|tva|iva|btw)';
const TIPS =
  '(?:tip|gratuity|trinkgeld|(?:de )?pourboire|(?:de )?propina|(?:di )?mancia|(?:de )?gorjeta|(?:de )?gorgeta|fooi)';
const DISCOUNTS =
  '(?:off|discount|sale|rabatt|nachlass|(?:de )?remise|(?:de )?descuento|(?:di )?sconto|(?:de )?desconto|korting)';
const ON = '(?: (?:on|of|for|from|to|auf|von|sur|de|en|sobre|su|di|em|op|van))?';
const forms = (...wordings: string[]) => wordings.map((wording) => new RegExp(`^${wording}$`));

const TIP = forms(
  `(?:an? )?${RATE} ${TIPS}${ON} ${AMOUNT}${SPLIT}`,
  `${TIPS}(?: calculator)?(?: (?:of|von|de|di|del|do|van))? ${RATE}${ON} ${AMOUNT}${SPLIT}`,
  `(?:how much (?:to|should i) )?tip (?:on|for) ${AMOUNT} (?:at|with) ${RATE}`,
  `(?:tip|gratuity)(?: calculator)?:? ${AMOUNT},? ${RATE}${SPLIT}`,
  `${AMOUNT},? (?:(?:with|plus|and|\\+) )?(?:an? )?(?:${RATE} (?:tip|gratuity)|(?:tip|gratuity)(?: of)? ${RATE.replace('rate', 'other')})${SPLIT}`,
);
const TAX = forms(`(?:an? )?${RATE} ${TAXES}${ON} ${AMOUNT}`, `${TAXES}(?: of)? ${RATE}${ON} ${AMOUNT}`);
/** `100 plus 20% VAT` asks for the total. */
const PLUS_TAX = forms(
  `${AMOUNT} (?:plus|with|\\+|and|mit|con|avec|zzgl\\.?) ${RATE} ${TAXES}`,
  `${AMOUNT} (?:plus|with|\\+|and) ${TAXES} (?:at|of|@) ${RATE}`,
  `add ${RATE} ${TAXES} (?:to|on) ${AMOUNT}`,
);
const WITHOUT_TAX = forms(`(?:remove|subtract|deduct|take off|exclude) ${RATE} ${TAXES} (?:from|of) ${AMOUNT}`);
const DISCOUNT = forms(
  `(?:an? )?${RATE} ${DISCOUNTS}${ON} ${AMOUNT}`,
  `discount(?: of)? ${RATE} (?:on|off|of|from) ${AMOUNT}`,
  `${AMOUNT} (?:(?:with|at|minus|less|after|mit|con|avec|com|met) )?(?:an? )?${RATE} ${DISCOUNTS}`,
);
const WHAT_PERCENT = [
  new RegExp(`^what (?:percent|percentage|%) (?:of|is) ${MONEY} (?:is|of) ${MONEY}$`),
  new RegExp(`^${MONEY} is what (?:percent|percentage|%) of ${MONEY}$`),
  new RegExp(`^${MONEY} (?:as|in) (?:an? )?(?:percent(?:age)?|%) of ${MONEY}$`),
  new RegExp(`^percentage of ${MONEY} (?:in|out of|to) ${MONEY}$`),
];

/** Reads the numbers in a query; returns null if no wording matches. */
function namedIn(plain: string, wordings: readonly RegExp[]): { rate: number; amount: number; people: number } | null {
  for (const wording of wordings) {
    const groups = wording.exec(plain)?.groups;
    if (groups) {
      const { rate, other, amount, scale, people = '1' } = groups;
      return { rate: Number(rate ?? other), amount: amountOf(amount, scale), people: Number(people) };
    }
  }
  return null;
}

function tip(plain: string): FinanceData | null {
  const named = TIP_WORDS.test(plain) ? namedIn(plain, TIP) : null;
  if (!named || named.people < 1) return null;
  const { rate, amount, people } = named;
  const value = tidy((amount * rate) / 100);
  const total = tidy(amount + value);
  const each = people > 1 ? { tip_each: cents(value / people), total_each: cents(total / people) } : {};
  return {
    kind: 'tip',
    inputs: { amount, rate, ...(people > 1 && { people }) },
    value,
    breakdown: { total, ...each },
  };
}

function tax(plain: string): FinanceData | null {
  if (!TAX_WORDS.test(plain)) return null;
  const [only, whole] = [namedIn(plain, TAX), namedIn(plain, PLUS_TAX)];
  const { rate, amount } = only ?? whole ?? {};
  if (rate === undefined || amount === undefined) return withoutTax(plain);
  const added = tidy((amount * rate) / 100);
  const total = tidy(amount + added);
  return { kind: 'tax', inputs: { amount, rate }, value: only ? added : total, breakdown: { tax: added, total } };
}

function withoutTax(plain: string): FinanceData | null {
  const { rate, amount } = namedIn(plain, WITHOUT_TAX) ?? {};
  if (rate === undefined || amount === undefined) return null;
  const net = cents(amount / (1 + rate / 100));
  return { kind: 'tax', inputs: { amount, rate }, value: net, breakdown: { tax: cents(amount - net), net } };
}

function discount(plain: string): FinanceData | null {
  const { rate, amount } = (DISCOUNT_WORDS.test(plain) && namedIn(plain, DISCOUNT)) || {};
  if (rate === undefined || amount === undefined || rate > 100) return null;
  const saved = tidy((amount * rate) / 100);
  return { kind: 'discount', inputs: { amount, rate }, value: tidy(amount - saved), breakdown: { saved } };
}

function percent(plain: string): FinanceData | null {
  for (const [at, form] of WHAT_PERCENT.entries()) {
    const parts = form.exec(plain);
    if (!parts) continue;
    const [one, other] = [amountOf(parts[1], parts[2]), amountOf(parts[3], parts[4])];
    // `what percent of 50 is 10` and `what percent is 10 of 50` have the numbers in opposite order.
    const [part, whole] = at === 0 && /^what \S+ of/.test(plain) ? [other, one] : [one, other];
    return whole === 0
      ? null
      : { kind: 'percent', inputs: { part, whole }, value: tidy((part / whole) * 100), breakdown: {} };
  }
  return null;
}

const TIP_WORDS = new RegExp(TIPS);
const TAX_WORDS = new RegExp(TAXES);
const DISCOUNT_WORDS = new RegExp(DISCOUNTS);
/** Every financial question contains a percentage. */
const PERCENTAGE = /%|per ?cent/;

const wantedIn = memoizeLast(({ plain }): FinanceData | null => {
  if (plain.length > 160 || !/\d/.test(plain) || !PERCENTAGE.test(plain)) return null;
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

function labelOf({ kind, value, breakdown }: FinanceData): string {
  if (kind !== 'tax' || value === breakdown.tax) return LABELS[kind];
  return value === breakdown.net ? 'Without tax' : 'With tax';
}

/** Everyday calculations with money. */
export const finance = inlineKind<FinanceData>({
  type: 'finance',
  lasting: true,
  example: '20% tip on $50',
  data: FinanceData,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const data = wantedIn(query);
    if (!data) return null;
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, query.lang)} %`, data };
    const money = (amount: number) => toTheCent(amount, query.lang);
    // The line already begins with this amount.
    const others = Object.entries(breakdown).filter(([, amount]) => amount !== value);
    const rest = others.map(([name, amount]) => `${translate(name.replace('_', ' '), query.lang)} ${money(amount)}`);
    return {
      answer: `${translate(labelOf(data), query.lang)} ${money(value)}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`,
      data,
    };
  },
});
