import type { Calculation, FinanceParts } from './finance-parts.ts';

/** The result of a calculation. */
export interface FinanceResult {
  /** What the value is, in the answer line. */
  label: string;
  inputs: Record<string, number>;
  value: number;
  breakdown: Record<string, number>;
}
type Calculate = (amount: number, rate: number, parts: FinanceParts) => FinanceResult | null;

const MAX_RATE = 1_000;
const MAX_MONTHS = 1_200;
const MAX_VALUE = 1e15;
const DEFAULT_LOAN_YEARS = 30;

/** Removes floating-point noise from products of decimals. */
export const tidy = (value: number) => Number(value.toPrecision(14));
/** Rounds to hundredths. */
const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;

/** The result of a financial question; null if a number is missing, out of range or of no use. */
export function calculated(parts: FinanceParts): FinanceResult | null {
  const { amount, rate } = parts.numbers;
  if (amount === undefined || rate === undefined || rate >= MAX_RATE) return null;
  const result = calculations[parts.calculation](amount, rate, parts);
  return result && Object.keys(parts.numbers).every((name) => name in result.inputs) ? result : null;
}

const calculations: Readonly<Record<Calculation, Calculate>> = {
  /** Equal monthly payments. */
  loan(amount, rate, { numbers: { years = DEFAULT_LOAN_YEARS, down = 0 } }) {
    const principal = amount - down;
    const months = Math.round(years * 12);
    if (principal <= 0 || months < 1 || months > MAX_MONTHS) return null;
    const monthly = rate / 1200;
    const payment = monthly === 0 ? principal / months : (principal * monthly) / (1 - (1 + monthly) ** -months);
    const total = payment * months;
    const inputs = { amount, rate, years, down: cents(down) };
    const breakdown = { principal: cents(principal), total: cents(total), interest: cents(total - principal) };
    return { label: 'Monthly payment', inputs, value: cents(payment), breakdown };
  },
  compound: interest('With compound interest', (rate, years, times) => (1 + rate / times) ** (times * years)),
  simple: interest('With simple interest', (rate, years) => 1 + rate * years),
  tip(amount, rate, { numbers: { people = 1 }, isShare }) {
    if (people < 1 || !Number.isInteger(people)) return null;
    const tip = tidy((amount * rate) / 100);
    const total = tidy(amount + tip);
    if (people === 1) return { label: 'Tip', inputs: { amount, rate }, value: tip, breakdown: { total } };
    const each = { tip_each: cents(tip / people), total_each: cents(total / people) };
    const [label, value] = isShare ? ['total each', each.total_each] : ['Tip', tip];
    return { label, inputs: { amount, rate, people }, value, breakdown: { total, ...each } };
  },
  tax(amount, rate, { said }) {
    const inputs = { amount, rate };
    const net = cents(amount / (1 + rate / 100));
    if (said.has('minus')) {
      return { label: 'Without tax', inputs, value: net, breakdown: { tax: cents(amount - net), net } };
    }
    const tax = tidy((amount * rate) / 100);
    const total = tidy(amount + tax);
    const [label, value] = said.has('plus') ? ['With tax', total] : ['Tax', tax];
    return { label, inputs, value, breakdown: { tax, total } };
  },
  discount(amount, rate) {
    const saved = tidy((amount * rate) / 100);
    if (rate > 100) return null;
    return { label: 'Price', inputs: { amount, rate }, value: tidy(amount - saved), breakdown: { saved } };
  },
};

/** The amount with interest after a term that the question names. */
function interest(label: string, factor: (rate: number, years: number, times: number) => number): Calculate {
  return (amount, rate, { numbers: { years }, timesPerYear }) => {
    const value = years === undefined ? Number.NaN : amount * factor(rate / 100, years, timesPerYear);
    if (years === undefined || !(value <= MAX_VALUE)) return null;
    const inputs = { amount, rate, years, times_per_year: timesPerYear };
    return { label, inputs, value: cents(value), breakdown: { interest: cents(value - amount) } };
  };
}
