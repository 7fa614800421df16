/** The numbers of a financial question. `rate` is in per cent. */
interface Numbers extends Record<'years' | 'people' | 'down', number | undefined> {
  amount: number;
  rate: number;
}
/** The result of a calculation. */
export interface FinanceResult {
  /** What the value is, in the answer line. */
  label: string;
  inputs: Record<string, number>;
  value: number;
  breakdown: Record<string, number>;
}
/** `said` has the roles of all words. */
type Calculate = (numbers: Numbers, said: readonly string[]) => FinanceResult | null;

const MAX_MONTHS = 1_200;
const MAX_VALUE = 1e15;
const DEFAULT_LOAN_YEARS = 30;
/** How often interest is paid. */
export const TIMES_PER_YEAR = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };

/** Removes floating-point noise from products of decimals. */
export const tidy = (value: number) => Number(value.toPrecision(14));
/** Rounds to hundredths. */
const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;

/** Each returns null if a number is missing, out of range or of no use. */
export const calculations = {
  /** Equal monthly payments. */
  loan({ amount, rate, years = DEFAULT_LOAN_YEARS, down = 0 }) {
    const [principal, months, monthly] = [amount - down, Math.round(years * 12), rate / 1200];
    if (principal <= 0 || months < 1 || months > MAX_MONTHS) return null;
    const payment = monthly === 0 ? principal / months : (principal * monthly) / (1 - (1 + monthly) ** -months);
    const total = payment * months;
    const breakdown = { principal: cents(principal), total: cents(total), interest: cents(total - principal) };
    const inputs = { amount, rate, years, down: cents(down) };
    return { label: 'Monthly payment', inputs, value: cents(payment), breakdown };
  },
  compound: interest('With compound interest', (rate, years, times) => (1 + rate / times) ** (times * years)),
  simple: interest('With simple interest', (rate, years) => 1 + rate * years),
  tip({ amount, rate, people = 1 }, said) {
    if (people < 1 || !Number.isInteger(people)) return null;
    const tip = tidy((amount * rate) / 100);
    const total = tidy(amount + tip);
    if (people === 1) return { label: 'Tip', inputs: { amount, rate }, value: tip, breakdown: { total } };
    const each = { tip_each: cents(tip / people), total_each: cents(total / people) };
    // `split a bill` asks for the share of each person.
    const [label, value] = said[0] === 'split' ? ['total each', each.total_each] : ['Tip', tip];
    return { label, inputs: { amount, rate, people }, value, breakdown: { total, ...each } };
  },
  tax({ amount, rate }, said) {
    const net = cents(amount / (1 + rate / 100));
    const tax = tidy((amount * rate) / 100);
    const total = tidy(amount + tax);
    const inputs = { amount, rate };
    if (said.includes('minus'))
      return { label: 'Without tax', inputs, value: net, breakdown: { tax: cents(amount - net), net } };
    const [label, value] = said.includes('plus') ? ['With tax', total] : ['Tax', tax];
    return { label, inputs, value, breakdown: { tax, total } };
  },
  discount({ amount, rate }) {
    if (rate > 100) return null;
    const saved = tidy((amount * rate) / 100);
    return { label: 'Price', inputs: { amount, rate }, value: tidy(amount - saved), breakdown: { saved } };
  },
} satisfies Record<string, Calculate>;

/** The amount with interest after a term that the question names. */
function interest(label: string, factor: (rate: number, years: number, times: number) => number): Calculate {
  return ({ amount, rate, years = Number.NaN }, said) => {
    const times = Object.entries(TIMES_PER_YEAR).find(([name]) => said.includes(name))?.[1] ?? 1;
    const value = amount * factor(rate / 100, years, times);
    const inputs = { amount, rate, years, times_per_year: times };
    return value <= MAX_VALUE
      ? { label, inputs, value: cents(value), breakdown: { interest: cents(value - amount) } }
      : null;
  };
}
