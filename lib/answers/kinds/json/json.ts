import { z } from 'zod';
import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { laidOut } from './syntax.ts';

const Fault = z.object({ line: z.number(), column: z.number(), message: z.string() });
const Data = z.object({ valid: z.boolean(), value: z.string(), error: Fault.optional() });

const lexicon = lexiconFile(new URL('./data/json-words.json', import.meta.url));
const conceptsIn = (text: string) => lexicon().read(text.toLowerCase().match(/[^\s:?-]+/g) ?? []);

/** Next to the word JSON anything with its signs counts, next to a verb what begins like it, alone a valid object. */
function isMeant(text: string, concepts: readonly string[], q: string): boolean {
  if (concepts.includes('json')) return /["\d:,]|^(?:\{\s*\}|\[\s*\])$/.test(text);
  if (concepts.length > 0) return /^(?:\{\s*["'}]|\[\s*[[{"'])/.test(text);
  return text === q && /^(?:\{|\[\s*\{)\s*"/.test(text) && typeof laidOut(text, 0) === 'string';
}

/** Formats JSON, or reports its first syntax error. */
export const json = inlineAnswer({
  type: 'json',
  lasting: true,
  example: 'json {"a":[1,2]}',
  data: Data,
  signs: /[{[]/,
  /** The JSON in a query, which is an object or a list, and whether to minify it. All words around it are known. */
  read({ q }) {
    const [start, end] = [q.search(/[{[]/), Math.max(q.lastIndexOf('}'), q.lastIndexOf(']')) + 1];
    const before = start < 0 ? null : conceptsIn(q.slice(0, start));
    if (!before) return null;
    const after = end > start ? conceptsIn(q.slice(end)) : null;
    const text = after ? q.slice(start, end) : q.slice(start);
    const concepts = [...before, ...(after ?? [])];
    return isMeant(text, concepts, q) ? { text, indent: concepts.includes('minify') ? 0 : 2 } : null;
  },
  answer({ text, indent }, { lang }) {
    const value = laidOut(text, indent);
    if (typeof value === 'string') return { answer: translate('Valid JSON', lang), data: { valid: true, value } };
    const lines = text.slice(0, value.at).split('\n');
    const error = { line: lines.length, column: [...(lines.at(-1) as string)].length + 1, message: value.message };
    return {
      answer: `Not JSON: ${error.message} (line ${error.line}, column ${error.column})`,
      data: { valid: false, value: error.message, error },
    };
  },
});
