import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { yesOrNo } from '../../phrases.ts';
import { oneLine } from '../../reading/folded.ts';
import { textCommandIn } from './text-commands.ts';
import { textQuestionIn } from './text-questions.ts';

const wantedIn = memoizeLast(({ reading }) => textQuestionIn(reading) ?? textCommandIn(reading));

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
