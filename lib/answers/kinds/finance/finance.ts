import { z } from 'zod';
import { jsonFile, meaningsSchema, once, tableFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber, numbersWith } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { currencyAt } from '../../reading/currencies/currencies.ts';
import { AMOUNT, moneyWords } from '../../reading/currencies/money-words.ts';
import { decimal, divide } from '../../reading/numbers/rational.ts';
import type { Reading } from '../../reading/reading.ts';

const amounts = z.record(z.string(), z.number());
const Data = z.object({
  kind: z.enum(['tip', 'loan', 'compound', 'simple', 'tax', 'discount', 'percent', 'salary']),
  ...{ inputs: amounts, breakdown: amounts, value: z.number(), approximate: z.boolean() },
  ...{ currency: z.string().optional(), unit: z.literal('%').optional() },
});
type Asked = Omit<z.infer<typeof Data>, 'unit'> & { label: string };

/** Calculates with the numbers of a question (`part` is the rate of the amount) and the roles of its words. */
type Calculate = (
  numbers: Readonly<Record<string, number>>,
  said: readonly string[],
) => (Pick<Asked, 'label' | 'value' | 'breakdown'> & { inputs?: Asked['inputs']; approximate?: boolean }) | null;

const MAX_RATE = 1_000;
const MAX_MONTHS = 1_200;
const MAX_VALUE = 1e15;
const DEFAULT_LOAN_YEARS = 30;
/** How often interest is paid. */
const TIMES_PER_YEAR = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

/** Removes floating-point noise from products of decimals. */
const tidy = (value: number) => Number(value.toPrecision(14));
/** Rounds to hundredths. */
const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;
const inCents = (value: number) => ({ value: cents(value), approximate: cents(value) !== tidy(value) });

const calculations: Readonly<Record<Exclude<Asked['kind'], 'percent' | 'salary'>, Calculate>> = {
  /** Equal monthly payments. */
  loan({ amount = 0, rate = 0, years = DEFAULT_LOAN_YEARS, down = 0 }) {
    const [principal, months, monthly] = [amount - down, Math.round(years * 12), rate / 1200];
    if (principal <= 0 || months < 1 || months > MAX_MONTHS) return null;
    const payment = monthly === 0 ? principal / months : (principal * monthly) / (1 - (1 + monthly) ** -months);
    const total = payment * months;
    const breakdown = { principal: cents(principal), total: cents(total), interest: cents(total - principal) };
    const inputs = { years, down: cents(down) };
    return { label: 'Monthly payment', ...inCents(payment), breakdown, inputs };
  },
  compound: interest('With compound interest', (rate, years, times) => (1 + rate / times) ** (times * years)),
  simple: interest('With simple interest', (rate, years) => 1 + rate * years),
  tip({ amount = 0, part: tip = 0, people = 1 }) {
    if (people < 1 || !Number.isInteger(people)) return null;
    const total = tidy(amount + tip);
    if (people === 1) return { label: 'Tip', value: tip, breakdown: { total } };
    const each = { tip_each: cents(tip / people), total_each: cents(total / people) };
    return { label: 'Tip', value: tip, breakdown: { total, ...each }, inputs: { people } };
  },
  tax({ amount = 0, rate = 0, part: tax = 0 }, said) {
    const [net, total] = [cents(amount / (1 + rate / 100)), tidy(amount + tax)];
    const without = { tax: cents(amount - net), net };
    if (said.includes('minus'))
      return { label: 'Without tax', ...inCents(amount / (1 + rate / 100)), breakdown: without };
    const [label, value] = said.includes('plus') ? ['With tax', total] : ['Tax', tax];
    return { label, value, breakdown: { tax, total } };
  },
  discount: ({ amount = 0, rate = 0, part: saved = 0 }) =>
    rate > 100 ? null : { label: 'Price', value: tidy(amount - saved), breakdown: { saved } },
};

/** The amount with interest after a term that the question names. */
function interest(label: string, factor: (rate: number, years: number, times: number) => number): Calculate {
  return ({ amount = 0, rate = 0, years: term }, said) => {
    // `5% interest on 1000` is that of a year.
    const years = term ?? (said.includes('simple') || said.includes('compound') ? Number.NaN : 1);
    const [, times] = Object.entries(TIMES_PER_YEAR).find(([name]) => said.includes(name)) ?? ['', 1];
    const value = amount * factor(rate / 100, years, times);
    const breakdown = { interest: cents(value - amount) };
    const inputs = { years, times_per_year: times };
    // Who asks for the interest alone means no other number.
    if (!said.includes('simple') && !said.includes('compound'))
      return { label: 'Interest', ...inCents(value - amount), breakdown: { total: cents(value) }, inputs };
    return value <= MAX_VALUE ? { label, ...inCents(value), breakdown, inputs } : null;
  };
}

const PERCENT = /%|p(?:er ?|ro|ou?r)[cz]ent|[$€£] ?\d/;
/** Words of pay by the hour, or in another period, by their roles. */
const PAID_ROLES = ['hour', 'pay', 'salary', 'yearly', 'monthly'];
const PAID = once(() => new Set([...roles()].flatMap(([word, role]) => (PAID_ROLES.includes(role) ? [word] : []))));

const DROPPED = new Set(['a', 'an', 'the', '-']);
const CALCULATIONS = Object.keys(calculations) as (keyof typeof calculations)[];
/** The roles of words that say what the number before them is. */
const NUMBERS = ['rate', 'years', 'months', 'people', 'down'];
/** Periods of paid work by the roles of their words, as so many in a year of 52 weeks of 40 hours. */
const PERIODS: Readonly<Record<string, readonly [name: string, perYear: number]>> = {
  ...{ hour: ['hour', 2080], daily: ['day', 260], weekly: ['week', 52], months: ['month', 12], monthly: ['month', 12] },
  ...{ years: ['year', 1], yearly: ['year', 1], salary: ['year', 1] },
};
const BEFORE_PERIOD = /^(?:an?|per|\/|each|every|pro|par|por)$/;
const roles = jsonFile(new URL('./data/finance-words.json', import.meta.url), meaningsSchema);
const percentages = tableFile(
  new URL('./data/percentages.tsv', import.meta.url),
  z.object({ first: z.enum(['part', 'whole']), wording: z.string() }),
);

/** Reads the words without currencies, articles and hyphens, with one sign for percentages: `what % of # is #`. */
function askedIn(reading: Reading): Asked | null {
  const isPaid = /\d/.test(reading.folded) && reading.allWords.some((word) => PAID().has(word));
  if (!isPaid && !PERCENT.test(reading.folded)) return null;
  const { words, amounts } = reading.mentions(moneyWords);
  const kept: string[] = [];
  let currency: string | undefined;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const money = word === AMOUNT || roles().has(word) ? null : currencyAt(words, at, reading);
    if (!money && !DROPPED.has(word)) kept.push(roles().get(word) === 'rate' ? '%' : word);
    currency ??= money?.code;
    at += money?.length ?? 1;
  }
  const text = kept.join(' ').replaceAll('per cent', '%');
  const found =
    calculated(text.split(' '), amounts) ?? percentage(text, amounts) ?? salary(words, kept, amounts, !!currency);
  return found && { ...found, ...(currency && { currency }) };
}

/** Pay in one period as pay in another: `$25 an hour per year`. Other things by the hour are counted as well. */
function salary(words: readonly string[], kept: readonly string[], amounts: readonly number[], isMoney: boolean) {
  const said = kept.map((word, at) => {
    if (word === AMOUNT || word === '/' || word === 'each') return 'other';
    // `60k salary hourly`: right behind the amount, the word means that of a year.
    return word === 'salary' && kept[at - 1] !== AMOUNT ? 'pay' : (roles().get(word) ?? '');
  });
  const periods = [...new Set(said.flatMap((role) => PERIODS[role]?.[0] ?? []))];
  const [amount = 0, more] = amounts;
  const at = words.indexOf(AMOUNT);
  const after = words.slice(at + 1).findIndex((word) => PERIODS[roles().get(word) ?? '']);
  const isBy = BEFORE_PERIOD.test(words[at + after] ?? '') || /ly$|^salary$/.test(words[at + after + 1] ?? '');
  const given = PERIODS[roles().get(words[at + 1 + after] ?? '') ?? ''];
  const wanted = Object.values(PERIODS).find(([name]) => periods.includes(name) && name !== given?.[0]);
  const isPay = isMoney || said.includes('pay') || said.includes('salary') || periods.includes('hour');
  if (more !== undefined || said.includes('') || periods.length !== 2 || after < 0 || !isBy || !isPay) return null;
  if (!given || !wanted || said.some((role) => !['other', 'pay', 'tax'].includes(role) && !PERIODS[role])) return null;
  const value = (amount * given[1]) / wanted[1];
  const inputs = { amount, hours_per_week: 40 };
  return { kind: 'salary' as const, label: `Per ${wanted[0]}`, inputs, ...inCents(value), breakdown: {} };
}

function percentage(text: string, amounts: readonly number[]): Asked | null {
  const form = percentages().find(({ wording }) => wording === text);
  const [part = 0, whole = 0] = form?.first === 'whole' ? amounts.toReversed() : amounts;
  if (!form || whole === 0) return null;
  const value = tidy((part / whole) * 100);
  const [{ n, d }, exact] = [decimal(`${value}`), divide(decimal(`${part}e2`), decimal(`${whole}`))];
  const approximate = n !== exact.n || d !== exact.d;
  return { kind: 'percent', label: '', inputs: { part, whole }, value, approximate, breakdown: {} };
}

/** The name of one calculation, and each number once, in any order. An unknown word makes it another query. */
function calculated(words: readonly string[], amounts: readonly number[]): Asked | null {
  const said = words.map((word) => (word === AMOUNT ? AMOUNT : (roles().get(word) ?? '')));
  const [named, ...others] = CALCULATIONS.filter((each) => said.includes(each));
  const kind = named ?? (said.includes('interest') ? 'simple' : undefined);
  if (!kind || others.length > 0 || said.includes('')) return null;
  const numbers: Record<string, number> = {};
  const values = amounts.values();
  for (const [at, role] of said.entries()) {
    if (role !== AMOUNT) continue;
    const name = numberName(said, at, numbers);
    if (name in numbers) return null;
    numbers[name] = (values.next().value ?? 0) / (said[at + 1] === 'months' ? 12 : 1);
  }
  const { amount, rate, downRate, ...more } = numbers;
  if (amount === undefined || rate === undefined || rate >= MAX_RATE) return null;
  if (downRate !== undefined) more.down = (amount * downRate) / 100;
  const part = tidy((amount * rate) / 100);
  const result = calculations[kind]({ amount, rate, part, ...more }, said);
  const inputs = { amount, rate, ...result?.inputs };
  if (!result || !Object.keys(more).every((name) => name in inputs)) return null;
  return { approximate: false, kind, ...result, inputs };
}

/** What a number is, by the word after it or `deposit of` before it; others are the amount, then a number of people. */
function numberName(said: readonly string[], at: number, known: object): string {
  const [next = '', second] = said.slice(at + 1);
  if (next === 'rate' && second === 'down') return 'downRate';
  if (NUMBERS.includes(next)) return next === 'months' ? 'years' : next;
  const down = said.lastIndexOf('down', at);
  const isDown =
    down >= 0 && !said.slice(down, at).includes(AMOUNT) && ![AMOUNT, 'rate'].includes(said[down - 1] ?? '');
  return isDown ? 'down' : 'amount' in known ? 'people' : 'amount';
}

const toTheCent = numbersWith({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Everyday calculations with money. */
export const finance = inlineAnswer({
  type: 'finance',
  lasting: true,
  example: '20% tip on $50',
  data: Data,
  words: PAID,
  signs: PERCENT,
  read: ({ reading }) => askedIn(reading),
  answer({ label, ...data }, { lang }) {
    const { kind, value, breakdown } = data;
    if (kind === 'percent') return { answer: `${localNumber(value, lang)} %`, data: { ...data, unit: '%' as const } };
    const shown = (name: string, amount: number) => `${translate(name, lang)} ${toTheCent(amount, lang)}`;
    // The line already begins with this amount.
    const others = Object.entries(breakdown).filter(([, amount]) => amount !== value);
    const rest = others.map(([name, amount]) => shown(name.replace('_', ' '), amount)).join(', ');
    const line = shown(label, value);
    return { answer: `${line.charAt(0).toUpperCase()}${line.slice(1)}${rest && ` (${rest})`}`, data };
  },
});
