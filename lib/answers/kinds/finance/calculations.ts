import { z } from 'zod';
import type { FinanceParts } from './finance-parts.ts';

/** The schema of financial results. */
export const FinanceData = z.object({
  kind: z.enum(['tip', 'loan', 'compound', 'simple', 'tax', 'discount', 'percent']).describe('Type of calculation.'),
  inputs: z.record(z.string(), z.number()).describe('The inputs: amount, rate (in per cent), years …'),
  value: z
    .number()
    .describe(
      'The result: the tip, the monthly payment, the amount with interest, the requested tax or amount with or without tax, the price after the discount, the share of a bill, or the percentage.',
    ),
  breakdown: z.record(z.string(), z.number()).describe('Other results: total, interest, share per person …'),
});
export type FinanceData = z.infer<typeof FinanceData>;

const MAX_RATE = 1_000;
const MAX_MONTHS = 1_200;
const MAX_VALUE = 1e15;

/** The numbers that a calculation takes besides an amount and a rate. */
const MORE_NUMBERS: Readonly<Partial<Record<FinanceParts['calculation'], readonly string[]>>> = {
  loan: ['years', 'down', 'downRate'],
  compound: ['years'],
  simple: ['years'],
  tip: ['people'],
};
const TIMES_PER_YEAR = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

/** Removes floating-point noise from products of decimals. */
export const tidy = (value: number) => Number(value.toPrecision(14));
/** Rounds to hundredths. */
const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;

/** The result of a financial question; null if a number is missing or out of range. */
export function calculated(parts: FinanceParts): FinanceData | null {
  const { amount, rate, ...others } = parts.numbers;
  if (amount === undefined || rate === undefined || rate >= MAX_RATE) return null;
  if (Object.keys(others).some((name) => !MORE_NUMBERS[parts.calculation]?.includes(name))) return null;
  return calculations[parts.calculation](amount, rate, parts);
}

type Calculate = (amount: number, rate: number, parts: FinanceParts) => FinanceData | null;
const calculations: Readonly<Record<FinanceParts['calculation'], Calculate>> = {
  loan,
  compound: interest,
  simple: interest,
  tip(amount, rate, { numbers: { people = 1 }, isShare }) {
    if (people < 1 || !Number.isInteger(people)) return null;
    const tip = tidy((amount * rate) / 100);
    const total = tidy(amount + tip);
    if (people === 1) return { kind: 'tip', inputs: { amount, rate }, value: tip, breakdown: { total } };
    const each = { tip_each: cents(tip / people), total_each: cents(total / people) };
    const value = isShare ? each.total_each : tip;
    return { kind: 'tip', inputs: { amount, rate, people }, value, breakdown: { total, ...each } };
  },
  tax(amount, rate, { said }) {
    const inputs = { amount, rate };
    if (said.has('minus')) {
      const net = cents(amount / (1 + rate / 100));
      return { kind: 'tax', inputs, value: net, breakdown: { tax: cents(amount - net), net } };
    }
    const tax = tidy((amount * rate) / 100);
    const total = tidy(amount + tax);
    return { kind: 'tax', inputs, value: said.has('plus') ? total : tax, breakdown: { tax, total } };
  },
  discount(amount, rate) {
    if (rate > 100) return null;
    const saved = tidy((amount * rate) / 100);
    return { kind: 'discount', inputs: { amount, rate }, value: tidy(amount - saved), breakdown: { saved } };
  },
};

/** Equal monthly payments; the term defaults to thirty years. */
function loan(amount: number, rate: number, { numbers }: FinanceParts): FinanceData | null {
  const { years = 30, downRate = 0 } = numbers;
  const down = numbers.down ?? (amount * downRate) / 100;
  const principal = amount - down;
  const months = Math.round(years * 12);
  if (principal <= 0 || months < 1 || months > MAX_MONTHS) return null;
  const monthly = rate / 1200;
  const payment = monthly === 0 ? principal / months : (principal * monthly) / (1 - (1 + monthly) ** -months);
  const [total, paid] = [payment * months, payment * months - principal];
  return {
    kind: 'loan',
    inputs: { amount, rate, years, down: cents(down) },
    value: cents(payment),
    breakdown: { principal: cents(principal), total: cents(total), interest: cents(paid) },
  };
}

/** The amount with interest after a term that the question names. */
function interest(amount: number, rate: number, parts: FinanceParts): FinanceData | null {
  const { calculation, numbers, frequency } = parts;
  const { years } = numbers;
  const times = TIMES_PER_YEAR[frequency];
  if (years === undefined || (calculation !== 'simple' && calculation !== 'compound')) return null;
  const yearly = rate / 100;
  const factor = calculation === 'simple' ? 1 + yearly * years : (1 + yearly / times) ** (times * years);
  const value = amount * factor;
  if (!(value <= MAX_VALUE)) return null;
  const inputs = { amount, rate, years, times_per_year: times };
  return { kind: calculation, inputs, value: cents(value), breakdown: { interest: cents(value - amount) } };
}
