import { z } from 'zod';

/** Amounts and percentages as people write them, and the schema of the results. */

export const FinanceData = z.object({
  kind: z.enum(['tip', 'loan', 'compound', 'simple', 'tax', 'discount', 'percent']).describe('Type of calculation.'),
  inputs: z.record(z.string(), z.number()).describe('The inputs: amount, rate (in per cent), years …'),
  value: z
    .number()
    .describe(
      'The result: the tip, the monthly payment, the amount with interest, the requested tax or amount with or without tax, the price after the discount, or the percentage.',
    ),
  breakdown: z.record(z.string(), z.number()).describe('Other results: total, interest, share per person …'),
});
export type FinanceData = z.infer<typeof FinanceData>;

export const MONEY = String.raw`(?:us)?[$€£¥₹]? ?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,12},\d{1,2}(?!\d)|\d{1,12}(?:\.\d+)?)(k|m)?(?: ?(?:[$€£¥₹]|usd|eur|gbp|dollars?|euros?|pounds?|bucks))?`;
export const PERCENT = String.raw`(\d{1,3}(?:\.\d{1,4})?) ?(?:%|percent|per cent)`;
export const BILL = `(?:an? |the |my )?${MONEY}(?: (?:bill|meal|dinner|check|tab|purchase|item|order|price|restaurant bill))?`;

/** 1,299.50, or 1.299,50 as in continental Europe. */
const plainDigits = (digits: string) =>
  /,\d{1,2}$/.test(digits) ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
/** The value of an amount with an optional suffix: 300k, 1.5m. */
export const amountOf = (digits = '', scale = '') => Number(plainDigits(digits)) * ({ k: 1e3, m: 1e6 }[scale] ?? 1);
/** Removes floating-point noise from products of decimals. */
export const tidy = (value: number) => Number(value.toPrecision(14));
/** Rounds to hundredths. */
export const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;
