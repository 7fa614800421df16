import { expect } from 'vitest';
import { de } from '../../api/ui/texts/de.ts';
import { en } from '../../api/ui/texts/en.ts';
import { type PageReply, unescaped } from '../harness/visitor.ts';

/** Stands for any value in a text that is a function. */
export const VALUE = '§';
/** Shorter pieces of sentences may be part of other words. */
const MIN_PIECE = 12;

/** The texts of a catalogue by their path; functions as the text that they give for `VALUE`. */
function textsIn(catalogue: unknown, path = ''): [path: string, text: string][] {
  if (typeof catalogue === 'string') return [[path, catalogue]];
  if (typeof catalogue === 'function') return [[path, String(catalogue(...Array(catalogue.length).fill(VALUE)))]];
  return Object.entries(catalogue as object).flatMap(([name, part]) => textsIn(part, `${path}.${name}`));
}

export const [english, german] = [textsIn(en), new Map(textsIn(de))];
const translated = english.filter(([path, text]) => german.get(path) !== text).map(([, text]) => text);
/** Some English words are German ones of another text. */
const words = new Set(german.values());
const whole = new Set(translated.map((text) => text.trim()).filter((text) => !words.has(text)));
const pieces = translated.flatMap((text) => text.split(VALUE)).filter((piece) => piece.trim().length >= MIN_PIECE);

/** What people read or hear of a page. */
function readIn({ text }: PageReply): string[] {
  // What the API says itself is English, and says so; code has no language.
  const english = /<(script|style|pre|code)\b.*?<\/\1>|<(\w+)[^>]* lang="en"[^>]*>.*?<\/\2>/gs;
  const page = text.replace(/<html[^>]*>/, '').replace(english, '');
  const attributes = [...page.matchAll(/ (?:aria-label|title|placeholder|alt|data-label|data-confirm)="([^"]+)"/g)];
  return [...attributes, ...page.matchAll(/>([^<]+)</g)].map(([, read = '']) => unescaped(read).trim()).filter(Boolean);
}

/** A page that was asked for in German has this status, and no English left. */
export function expectGerman(shown: PageReply, status = 200): void {
  expect([shown.status, /<html lang="(\w+)"/.exec(shown.text)?.[1]]).toEqual([status, 'de']);
  const read = readIn(shown);
  expect(read.length).toBeGreaterThan(3);
  expect(read.filter((text) => whole.has(text) || pieces.some((piece) => text.includes(piece)))).toEqual([]);
}
