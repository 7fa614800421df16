import { z } from 'zod';

/** Amounts and percentages as people write them, and the shape of what comes of them. */

export const FinanceData = z.object({
  kind: z.enum(['tip', 'loan', 'compound', 'simple', 'tax', 'discount', 'percent']).describe('What was worked out.'),
  inputs: z
    .record(z.string(), z.number())
    .describe('The numbers it was worked out from: amount, rate (in per cent), years …'),
  value: z
    .number()
    .describe(
      'The tip; the monthly payment; the amount with interest; the tax, or the amount with or without it, whichever was asked for; the price after the discount; the percentage.',
    ),
  breakdown: z.record(z.string(), z.number()).describe('What else follows: total, interest, each person’s share …'),
});
export type FinanceData = z.infer<typeof FinanceData>;

export const MONEY = String.raw`(?:us)?[$€£¥₹]? ?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,12},\d{1,2}(?!\d)|\d{1,12}(?:\.\d+)?)(k|m)?(?: ?(?:[$€£¥₹]|usd|eur|gbp|dollars?|euros?|pounds?|bucks))?`;
export const PERCENT = String.raw`(\d{1,3}(?:\.\d{1,4})?) ?(?:%|percent|per cent)`;
export const BILL = `(?:an? |the |my )?${MONEY}(?: (?:bill|meal|dinner|check|tab|purchase|item|order|price|restaurant bill))?`;

/** 1,299.50, or 1.299,50 as on the continent. */
const plainDigits = (digits: string) =>
  /,\d{1,2}$/.test(digits) ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
export const amountOf = (digits = '', scale = '') => Number(plainDigits(digits)) * ({ k: 1e3, m: 1e6 }[scale] ?? 1);
/** Products of decimals come out as people write them. */
export const tidy = (value: number) => Number(value.toPrecision(14));
export const cents = (value: number) => Math.round(value * 100 + 1e-7) / 100;
