import { LRUCache } from 'lru-cache';

/** Number formats of Intl for each language. Date formats are in `local-times.ts`. */

/** There are few languages, but the caller chooses the tag. */
const MAX_LANGUAGES = 50;

/** Caches one format per language, because building a format takes longer than using it. Invalid tags get English. */
export function perLanguage<Format extends object>(make: (language: string) => Format): (lang: string) => Format {
  const made = new LRUCache<string, Format>({ max: MAX_LANGUAGES, memoMethod: (lang) => make(languageOf(lang)) });
  return (lang) => made.memo(lang);
}

function languageOf(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang || 'en')[0] ?? 'en';
  } catch {
    // A RangeError: not a language tag.
    return 'en';
  }
}

/** Returns a function that formats numbers with these options in any language. */
export function numbersWith(options: Intl.NumberFormatOptions): (value: number | bigint, lang: string) => string {
  const formatFor = perLanguage(
    (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 10, ...options }),
  );
  return (value, lang) => formatFor(lang).format(value);
}

/** Formats a number in the given language. */
export const localNumber = numbersWith({});

/** English counts as American unless the tag names another region. */
export const isAmerican = (lang: string) => lang === '' || /^en(?:-us|-ph)?$/i.test(lang);

const decimalMarks = perLanguage((language) => new Intl.NumberFormat(language).formatToParts(0.5));
/** Digits that are kept as they are, with the decimal mark of a language. */
export const localDigits = (digits: string, lang: string) =>
  digits.replace('.', decimalMarks(lang).find(({ type }) => type === 'decimal')?.value ?? '.');

const shortened = numbersWith({ maximumSignificantDigits: 12 });

/** Formats a result for the answer line in a language: whole numbers in full, others to 12 digits. */
export function shownNumber(value: string, lang: string): string {
  if (/^-?\d+$/.test(value)) return localNumber(BigInt(value), lang);
  const size = Math.abs(Number(value));
  if (size === 0 || (size >= 1e-6 && size < 1e15)) return shortened(Number(value), lang);
  const [mantissa, exponent] = Number(value).toExponential().split('e');
  return `${shortened(Number(mantissa), lang)} × 10^${Number(exponent)}`;
}
