import { dateLexicons } from './date-lexicons.ts';

/**
 * Translates date questions from other languages into English word by word, so that the English questions can read
 * them. Names of months and holidays are already recognised in every language.
 */

/** Words that a date question needs and that do not occur in English. */
const SIGNS: Readonly<Record<string, string>> = {
  de: 'tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|stunden|heute|heutiges|datum|wochentag|schaltjahr|kalenderwoche|kw|wievielten?',
  fr: "jours?|sommes-nous|semaines?|mois|ans|années?|heures|aujourd'hui|bissextile",
  es: 'd[ií]as?|semanas?|meses|años?|horas|hoy|bisiesto|fecha',
  it: 'giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|oggi|bisestile',
  pt: 'dias?|semanas?|m[eê]s|meses|anos?|horas|hoje|bissexto',
  nl: 'dag|dagen|weken|maanden?|jaar|jaren|uur|vandaag|schrikkeljaar|datum|weeknummer',
};
const whole = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u');
const signs = new Map(Object.entries(SIGNS).map(([language, words]) => [language, whole(words)]));
const ANY_SIGN = whole(Object.values(SIGNS).join('|'));

/** Cheap check whether a question may be in another language. `text` is in lower case. */
export const mayBeForeign = (text: string) => ANY_SIGN.test(text);

const MAX_PHRASE_WORDS = 5;
const MAX_WORDS = 20;
const phrasesOf = new Map<string, ReadonlyMap<string, string>>();

/** Phrase → English. The names of weekdays come from Intl. */
function phrasesIn(language: string): ReadonlyMap<string, string> {
  const known = phrasesOf.get(language);
  if (known) return known;
  const phrases = new Map<string, string>();
  const names = (locale: string) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  for (let day = 1; day <= 7; day++) {
    const at = Date.UTC(2024, 0, day);
    phrases.set(names(language).format(at).toLowerCase(), names('en').format(at).toLowerCase());
  }
  for (const [english, list] of Object.entries(dateLexicons[language] ?? {})) {
    for (const phrase of list.split('|')) phrases.set(phrase, english);
  }
  phrasesOf.set(language, phrases);
  return phrases;
}

/** The possible English readings of a question: one for each language that it may be in. */
export function inEnglish(text: string): string[] {
  // `l'an 2000`, `¿qué día es hoy`: separates prefixes that have no space after them.
  const words = text.replace(/(?<=^| )(l'|¿|d'(?!aujourd|ici)) ?/g, '$1 ').split(' ');
  if (words.length > MAX_WORDS) return [];
  return Object.keys(dateLexicons)
    .filter((language) => signs.get(language)?.test(text))
    .map((language) => translated(words, phrasesIn(language)));
}

/** Openings that may precede the question. */
const ASKING = new Set(['what date', 'what day', 'what day of the week', 'is', 'was', 'is it']);

/** Translates the longest phrases first; words that are not in the lexicon stay unchanged. */
function translated(words: readonly string[], phrases: ReadonlyMap<string, string>): string {
  const english: string[] = [];
  for (let at = 0; at < words.length; ) {
    let taken = Math.min(MAX_PHRASE_WORDS, words.length - at);
    let found: string | undefined;
    for (; taken > 0; taken--) {
      const phrase = words.slice(at, at + taken).join(' ');
      found =
        (english.every((each) => ASKING.has(each)) ? phrases.get(`^${phrase}`) : undefined) ?? phrases.get(phrase);
      if (found !== undefined) break;
    }
    if (found === undefined) english.push(words[at] as string);
    else if (found !== '-') english.push(found);
    at += Math.max(taken, 1);
  }
  const line = english.join(' ');
  // `vor 3 Wochen`, `il y a 3 semaines`: `ago` precedes the number, but follows it in English. `heute in 2 Wochen` is
  // `in 2 weeks`.
  return line.replace(/^(.*?)ago: (.+)$/, '$1$2 ago').replace(/^today in /, 'in ');
}
