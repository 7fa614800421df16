import type { Language } from './preferences.ts';

/** A distance in the words of a language: `850 m`, `1.2 km`, `340 km`. */
export function lengthText(km: number, language: Language): string {
  const [value, unit] = km < 1 ? [Math.round(km * 1_000), 'meter'] : [km, 'kilometer'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 && km >= 1 ? 1 : 0,
  }).format(value);
}
