import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { jsonFile } from '../../data-file.ts';
import { Lexicon } from '../../reading/lexicon.ts';
import type { Reading } from '../../reading/reading.ts';

const text = z.string();
const entry = <Name extends string, Fields extends z.core.$ZodShape>(kind: Name, fields: Fields, value: string) =>
  z.object({ kind: z.literal(kind), ...fields, value: text.describe(value) });

/** An entry of any of the tables. */
export const ReferenceData = z.discriminatedUnion('kind', [
  entry(
    'http_status',
    { code: z.number(), meaning: text },
    'The name of the status, such as Not Found; the code if the query gives the name.',
  ),
  entry(
    'port',
    { port: z.number(), protocol: text.describe('tcp, udp or tcp/udp'), service: text },
    'The service of a port, or the ports of a service, separated by commas.',
  ),
  entry(
    'country_code',
    { name: text, alpha2: text, alpha3: text, numeric: text },
    'The requested code; the name if the query gives a code.',
  ),
  entry(
    'calling_code',
    { name: text, alpha2: text, calling: text.describe('The prefix of international calls, such as +33.') },
    'The calling code; the name of the country if the query gives a code.',
  ),
  entry('currency_symbol', { code: text.describe('ISO 4217'), name: text }, 'The symbol.'),
  entry(
    'unicode',
    {
      char: text,
      code: text.describe('U+ and at least four hexadecimal digits.'),
      decimal: z.number(),
      html: text.describe('Numeric HTML entity.'),
      utf8: text.describe('UTF-8 bytes in hexadecimal.'),
      category: text,
    },
    'The character of a code, or the code of a character.',
  ),
  entry('chmod', { octal: text, symbolic: text }, 'The letters for a number, or the number for letters.'),
  entry('emoji', { emoji: text, name: text }, 'The emoji of a name, or the name of an emoji.'),
  entry('mime', { extension: text }, 'The media type of an extension, or the extension of a media type.'),
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
