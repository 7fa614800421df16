import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { translate } from '../../phrases.ts';
import { textAfter, textBefore } from '../../reading/command.ts';
import { faultIn, laidOut } from './syntax.ts';

const Data = z.object({
  valid: z.boolean().describe('Whether the input is valid JSON.'),
  value: z.string().nullable().describe('The formatted JSON; null if the input is invalid.'),
  error: z
    .object({
      line: z.number().describe('Line number, starting at 1.'),
      column: z.number().describe('Column in characters, starting at 1.'),
      message: z.string(),
    })
    .optional()
    .describe('The first syntax error.'),
});

const VERB =
  '(format(?:ter|ted)?|pretty(?:[- ]?print(?:er)?)?|prettif(?:y|ier)|prettier|beautif(?:y|ier)|validat(?:e|or|ion)|lint(?:er)?|check(?:er)?|parse(?:r)?|view(?:er)?|minif(?:y|ier)|compact)';
const FRONT = new RegExp(
  `^(?:(?:please|is this|is|check if this is|check if) )?(?:${VERB} )?(?:this )?(?:a )?(?:valid )?json(?: ?${VERB})?(?: valid)?:? ?(?=[{[])`,
  'i',
);
const BARE_VERB = new RegExp(`^${VERB}:? ?(?=[{[])`, 'i');
const BACK = new RegExp(` (?:(?:(?:to|as|in|is) )?(?:an? )?(?:valid )?json(?: ${VERB})?|${VERB}(?: json)?)$`, 'i');
/** The opening of a question that ends after the JSON: `is {…} valid json?` */
const IS = /^(?:is (?:this )?|check if )(?=[{[])/i;

/** The JSON in a query, and whether to minify it. Only objects and lists count. */
const wantedIn = memoizeLast(({ q }): { text: string; isMinified: boolean } | null => {
  if (!/[{[]/.test(q) || /^(?:what|how|why)\b/i.test(q)) return null;
  const bare = q.replace(IS, '');
  const found = textAfter(q, FRONT) ?? textAfter(q, BARE_VERB) ?? (/^[{[]/.test(bare) ? textBefore(bare, BACK) : null);
  // `json [tutorial]` is not JSON and was not meant to be.
  if (found && !/["\d:,]|^(?:\{\s*\}|\[\s*\])$/.test(found.text)) return null;
  // `[2024 edition] check` neither mentions JSON nor looks like it.
  if (found && !/json/i.test(found.parts[0]) && !/^(?:\{\s*["'}]|\[\s*[[{"'])/.test(found.text)) return null;
  if (found) return { text: found.text, isMinified: /minif|compact/i.test(found.parts[0]) };
  // A valid object needs no mention of JSON; a list of numbers could be anything.
  const isObject = /^\{\s*"[\s\S]*\}$/.test(q) || /^\[\s*\{\s*"[\s\S]*\]$/.test(q);
  return isObject && faultIn(q) === null ? { text: q, isMinified: false } : null;
});

/** Formats JSON, or reports its first syntax error. */
export const json = inlineKind<z.infer<typeof Data>>({
  type: 'json',
  lasting: true,
  example: 'json {"a":[1,2]}',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const wanted = wantedIn(query);
    if (!wanted) return null;
    const { text, isMinified } = wanted;
    const fault = faultIn(text);
    if (!fault) {
      const value = laidOut(text, isMinified ? null : 2);
      return { answer: translate('Valid JSON', query.lang), data: { valid: true, value } };
    }
    const lines = text.slice(0, fault.at).split('\n');
    const error = { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1, message: fault.message };
    return {
      answer: `Not JSON: ${error.message} (line ${error.line}, column ${error.column})`,
      data: { valid: false, value: null, error },
    };
  },
});
