import { isoDate as dateOnPage } from '../pages/page-date.ts';
import { isoDate, timeAgo } from './age.ts';
import { languageOf } from './language-tag.ts';

/** Longer texts are sentences. */
const MAX_CHARS = 40;

/** The date of an engine's date or age in words, English or in the language of the search; empty if it is neither. */
export function localDate(text: string, lang: string): string {
  const english = isoDate(text);
  if (english !== '' || text.length > MAX_CHARS || !/\d/.test(text)) return english;
  const language = languageOf(lang);
  if (!/^[a-z]{2,3}$/.test(language)) return '';
  // All languages but English put the day or the year first, and what comes before a number may be a word of a sentence.
  return timeAgo(text, language) || (/^\d/.test(text) ? isoDate(dateOnPage(text, language)) : '');
}

/** What engines write between the date of a page and its description. */
const AFTER_DATE = /\s(?:[·—–…-]|\.{3})(?:\s|$)/;

/** Divides a description that begins with the date of its page: `3 days ago · …`, `Apr 17, 2024 — …`. */
export function withoutDate(description: string, lang: string): { date: string; description: string } {
  const separator = AFTER_DATE.exec(description.slice(0, MAX_CHARS));
  const date = separator ? localDate(description.slice(0, separator.index), lang) : '';
  if (separator === null || date === '') return { date: '', description };
  return { date, description: description.slice(separator.index + separator[0].length).trimStart() };
}
