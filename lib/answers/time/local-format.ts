import type { Temporal } from 'temporal-polyfill';

/** A date as people of this language write it: `Sunday, 12 January 2014`. */
export function localDate(date: Temporal.PlainDate, lang: string, options: Intl.DateTimeFormatOptions = {}): string {
  return formatter(lang, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', ...options }).format(
    epochMs(date),
  );
}

/** A time of day as people of this language write it: `3:30 PM`, `15:30`. */
export function localTime(time: { hour: number; minute: number; second: number }, lang: string): string {
  const at = Date.UTC(2000, 0, 1, time.hour, time.minute, time.second);
  const second = time.second ? ({ second: '2-digit' } as const) : {};
  return formatter(lang, { hour: 'numeric', minute: '2-digit', ...second }).format(at);
}

/** The name of a weekday in this language. */
export function localWeekday(date: Temporal.PlainDate, lang: string): string {
  return formatter(lang, { weekday: 'long' }).format(epochMs(date));
}

/** A number of days, weeks … in words of this language: `40 days`, `40 Tage`. */
export function localCount(value: number, unit: string, lang: string): string {
  const one = unit.replace(/s$/, '');
  if (!/^(?:day|week|month|year|hour|minute|second)$/.test(one))
    return `${value} ${Math.abs(value) === 1 ? one : unit}`;
  const options = { style: 'unit', unit: one, unitDisplay: 'long', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(languageOf(lang), options).format(value);
}

function epochMs(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}

/** Making one takes longer than anything else here: those in use are kept. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 200;

/** A formatter for a language; English for what is none. In UTC unless `options` say otherwise. */
export function formatter(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang} ${JSON.stringify(options)}`;
  const kept = formatters.get(key);
  if (kept) return kept;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const made = new Intl.DateTimeFormat(languageOf(lang), { timeZone: 'UTC', ...options });
  formatters.set(key, made);
  return made;
}

function languageOf(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang || 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}
