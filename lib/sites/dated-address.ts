/** An address that names a date and nothing below it, as the pages of a calendar do. */
export interface DatedAddress {
  year: number;
  /** Whether that cannot be anything else, as `/2031/5` could be the fifth page about number 2031. */
  isCertain: boolean;
}

const YEAR = /^[12]\d{3}$/;
const TWO_DIGITS = /^(?:0[1-9]|[12]\d|3[01])$/;
const DAY_OR_MONTH = /^(?:0?[1-9]|[12]\d|3[01])$/;
/** `2031-05` and `2031-05-12`, with a time or without. */
const DATE = /^([12]\d{3})[-._](?:0?[1-9]|1[0-2])(?:[-._](?:0?[1-9]|[12]\d|3[01]))?(?:T.*)?$/;
/** What programs call a parameter that is a year, or the month or day beside it. */
const YEAR_NAME = /^(?:.*[^a-z])?y(?:ea)?r?$/i;
const WITHIN_YEAR_NAME = /^(?:.*[^a-z])?(?:m(?:on(?:th)?)?|d(?:ay)?|w(?:eek)?)$/i;

/** The date that an address names, in its parameters or at the end of its path; null if it names none. */
export function datedAddress(segments: readonly string[], pairs: readonly string[]): DatedAddress | null {
  return datedPairs(pairs) ?? datedPath(segments);
}

function datedPairs(pairs: readonly string[]): DatedAddress | null {
  const parameters = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return { name: pair.slice(0, Math.max(0, equals)), value: pair.slice(equals + 1) };
  });
  for (const { value } of parameters) {
    const year = DATE.exec(value)?.[1];
    if (year !== undefined) return { year: Number(year), isCertain: true };
  }
  const year = parameters.find(({ value }) => YEAR.test(value));
  const within = parameters.find(({ value }) => DAY_OR_MONTH.test(value));
  if (!year || !within) return null;
  return { year: Number(year.value), isCertain: YEAR_NAME.test(year.name) && WITHIN_YEAR_NAME.test(within.name) };
}

function datedPath(segments: readonly string[]): DatedAddress | null {
  const last = segments.at(-1) ?? '';
  const dated = DATE.exec(last)?.[1];
  if (dated !== undefined) return { year: Number(dated), isCertain: true };
  if (!DAY_OR_MONTH.test(last)) return null;
  const before = segments.at(-2) ?? '';
  if (YEAR.test(before)) return { year: Number(before), isCertain: TWO_DIGITS.test(last) };
  const year = segments.at(-3) ?? '';
  return DAY_OR_MONTH.test(before) && YEAR.test(year) ? { year: Number(year), isCertain: true } : null;
}
