/** The locale in which numbers and dates are written. English without a region is British, whose dates nobody misreads. */
export function regional(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}
