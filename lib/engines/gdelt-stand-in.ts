import type { FoundArticle, StandIn, StandInReply } from '../providers/stand-in.ts';
import { isoToTheSecond } from '../providers/wire-wording.ts';

const MIN_QUERY_CHARS = 3;
const MAX_QUERY_CHARS = 250;
const UNIT_DAYS: Readonly<Record<string, number>> = { min: 1 / 1_440, h: 1 / 24, d: 1, w: 7, m: 31 };
/** GDELT searches the last three months unless the request says otherwise. */
const DEFAULT_DAYS = 93;
const COUNTRIES: Readonly<Record<string, string>> = { de: 'Germany', es: 'Spain', fr: 'France', ja: 'Japan' };
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Stand-in for GDELT's article search without its rate limit. */
export const gdeltStandIn: StandIn = {
  everyWord: true,
  answer({ path, query }, find) {
    if (path !== '/api/v2/doc/doc') return { ...sentence('Not Found'), status: 404 };
    if (query.get('mode') !== 'artlist' || query.get('format') !== 'json') return sentence('Invalid mode.');
    const asked = query.get('query') ?? '';
    const text = asked.replace(/\bsourcelang:\S+/g, '').trim();
    if (text.length < MIN_QUERY_CHARS || asked.length > MAX_QUERY_CHARS) {
      return sentence('Your query was too short or too long.');
    }
    if (/[()]/.test(text.replace(/\([^()]+ OR [^()]+\)/g, '')))
      return sentence("Parentheses may only be used around OR'd statements.");
    const span = /^(\d+)(min|h|d|w|m)$/.exec(query.get('timespan') ?? '93d');
    if (!span) return sentence('Invalid timespan.');
    const withinDays = Math.min(DEFAULT_DAYS, Number(span[1]) * (UNIT_DAYS[span[2] ?? ''] ?? 0));
    const language = /\bsourcelang:(\S+)/.exec(asked)?.[1];
    const found = find.articles({ text, withinDays });
    const shown = found
      .slice(0, found.total)
      .filter(({ lang }) => language === undefined || nameOf(lang).toLowerCase() === language)
      .slice(0, Number(query.get('maxrecords') ?? 75));
    // The real service omits the list if it is empty.
    return { status: 200, body: shown.length > 0 ? { articles: shown.map(row) } : {} };
  },
};

function row({ url, title, date, thumbnail, lang }: FoundArticle) {
  return {
    url,
    url_mobile: '',
    title,
    seendate: isoToTheSecond(date).replace(/[-:]/g, ''),
    socialimage: thumbnail,
    domain: new URL(url).hostname.replace(/^www\./, ''),
    language: nameOf(lang),
    sourcecountry: COUNTRIES[lang] ?? 'United States',
  };
}

function nameOf(lang: string): string {
  return languageNames.of(lang) ?? lang;
}

/** A refusal: a sentence that claims to be a web page, with HTTP 200. */
function sentence(text: string): StandInReply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: `${text}\n` };
}
