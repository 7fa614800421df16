/** Before it there was no web. */
const FIRST_YEAR = 1991;
const LAST_YEAR = 2100;

/**
 * The first date in a text as an ISO date, or as an ISO date and time if it is written so. Empty if there is none, or
 * if day and month cannot be told apart. The names of months are those of English and of the page's language.
 */
export function isoDate(text: string, lang: string): string {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?/i.exec(text);
  if (iso !== null) return written(iso[1], iso[2], iso[3]) && iso[0].replace(/ (?=\d)/, 'T').replace(' ', '');
  const parts =
    /\b(?<y>\d{4})[./年년]\s?(?<m>\d{1,2})[./月월]\s?(?<d>\d{1,2})(?!\d)/.exec(text) ??
    /\b(?<y>\d{4})(?<m>[01]\d)(?<d>[0-3]\d)\b/.exec(text) ??
    /(?<!\d)(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4})\b/.exec(text);
  if (parts?.groups) return written(parts.groups.y, parts.groups.m, parts.groups.d);
  return withMonthName(text, lang);
}

function withMonthName(text: string, lang: string): string {
  const months = monthNames(lang);
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const month = months.get(word);
    if (month === undefined) continue;
    const near = words.slice(Math.max(0, at - 3), at + 7);
    const year = near.find((other) => /^\d{4}$/.test(other));
    const isDay = (other: string | undefined) => /^\d{1,2}$/.test(other ?? '');
    // 18 March, 18th March, 18 de marzo; March 18.
    const day = [words[at + 1], words[at - 1], words[at - 2]].find(isDay);
    if (year !== undefined && day !== undefined) return written(year, String(month), day);
  }
  return '';
}

const monthsByLang = new Map<string, Map<string, number>>();

function monthNames(lang: string): Map<string, number> {
  const key = /^[a-z]{2,3}/i.exec(lang)?.[0].toLowerCase() ?? 'en';
  const known = monthsByLang.get(key);
  if (known !== undefined) return known;
  const names = new Map<string, number>();
  for (const locale of new Set(['en', key])) {
    for (const style of ['long', 'short'] as const) {
      // With a day, because many languages then use another form of the name.
      for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month++) {
          const part = format.formatToParts(Date.UTC(2020, month - 1, 1)).find(({ type }) => type === 'month');
          const name = part?.value.toLowerCase().replace(/\.$/, '') ?? '';
          if (/^\p{L}{3,}$/u.test(name)) names.set(name, month);
        }
      }
    }
  }
  // Pages can name many languages; the table is small for those that exist.
  if (monthsByLang.size < 200) monthsByLang.set(key, names);
  return names;
}

/** The date if there is such a day. */
function written(year = '', month = '', day = ''): string {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isReal = y >= FIRST_YEAR && y <= LAST_YEAR && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isReal ? date.toISOString().slice(0, 10) : '';
}
