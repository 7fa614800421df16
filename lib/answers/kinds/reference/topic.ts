import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { optionalNumbers } from '../../fields.ts';
import { Lexicon } from '../../reading/lexicon.ts';
import type { Reading } from '../../reading/reading.ts';

const text = z.string();
const entry = <Name extends string, Fields extends z.core.$ZodShape>(kind: Name, fields: Fields) =>
  z.object({ kind: z.literal(kind), ...fields, value: text });

/** An entry of any of the tables. */
export const ReferenceData = z.discriminatedUnion('kind', [
  entry('http_status', { code: z.number(), meaning: text, ...optionalNumbers('number') }),
  entry('port', {
    ...{ port: z.number(), protocol: text, service: text, values: z.array(text).optional() },
    ...optionalNumbers('number'),
  }),
  entry('country_code', { name: text, alpha2: text, alpha3: text, numeric: text }),
  entry('calling_code', { name: text, alpha2: text, calling: text, values: z.array(text).optional() }),
  entry('currency_symbol', { code: text, name: text }),
  entry('unicode', { char: text, code: text, decimal: z.number(), html: text, utf8: text, category: text }),
  entry('chmod', { octal: text, symbolic: text }),
  entry('emoji', { emoji: text, name: text }),
  entry('mime', { extension: text }),
]);

/**
 * Looks up in one table what a query asks: `named` are the words that name the topic, and `key` is what remains without
 * the words of the topic: `which port does ssh use` → `ssh`. So every other word belongs to what is looked up, and a
 * foreign word finds nothing. The key is empty unless the query names the topic.
 */
export type Look = (asked: { key: string; named: readonly string[]; reading: Reading }) => Found | null;
type Found = AnswerContent<z.infer<typeof ReferenceData>>;

const words = z.array(text);

/** The things that can be looked up, each with the words that name it and those that stand around it. */
export const topics = jsonFile(
  new URL('./data/topics.json', import.meta.url),
  z
    .object({ common: words, topics: z.record(text, z.object({ names: z.record(text, words), around: words })) })
    .transform(({ common, topics }) =>
      Object.entries(topics).map(([topic, { names, around }]) => ({
        topic,
        names: Object.values(names).flat(),
        lexicon: new Lexicon({ ...names, '': [...common, ...around] }),
      })),
    ),
);
