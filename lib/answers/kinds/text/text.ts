import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { yesOrNo } from '../../phrases.ts';
import { asSpoken } from '../../reading/command.ts';
import { oneLine } from '../../reading/folded.ts';
import type { TextCommand } from './form.ts';
import { forms } from './forms.ts';

const ANY =
  /case|caps|capital|to ?(?:upper|lower)|slug|latin|l33t|1337|leet|nato|phonetic|military|icao|spell|phone|digits|reverse|flip|invert|mirror|backward|upside|length|letters|char|num|count|how many|how long|strlen|\blen\b|word|alphabeti|sort|repeat|write|palindrom|anagram/i;

const wantedIn = memoizeLast(({ q }): TextCommand | null => {
  if (!ANY.test(q) || /^how (?:to|do i|can i) (?:reverse|lower|upper|sort|count|title|camel|capital)/i.test(q))
    return null;
  // A final question mark is part of the text, unless the whole query is a question.
  const spoken =
    q.endsWith('?') && /^(?:how|what|count|num(?:ber)?)\b/i.test(q) ? q.replace(/\s*\?+$/, '') : asSpoken(q);
  for (const form of forms) {
    const wanted = form(spoken);
    if (wanted) return wanted;
  }
  return null;
});

const Data = z.object({
  op: z
    .string()
    .describe('Operation: length, words, upper, lower, title, reverse, nato, sort, palindrome, repeat, slug …'),
  input: z.string().describe('The original text.'),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('The resulting text; a number for counts; true or false for yes-or-no questions.'),
});

/** Transforms texts and answers questions about them. */
export const text = inlineKind<z.infer<typeof Data>>({
  type: 'text',
  lasting: true,
  example: 'uppercase hello',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const wanted = wantedIn(query);
    const value = wanted?.run() ?? null;
    if (!wanted || value === null || oneLine(String(value)) === '') return null;
    const answer = typeof value === 'boolean' ? yesOrNo(value, query.lang) : oneLine(String(value));
    return { answer, data: { op: wanted.op, input: wanted.input, value } };
  },
});
