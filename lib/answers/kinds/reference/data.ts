import { z } from 'zod';
import type { AnswerContent, InstantQuery } from '../../answer.ts';

/** An entry of any of the tables. */
export const ReferenceData = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http_status'),
    code: z.number(),
    meaning: z.string(),
    value: z.string().describe('The name of the status, such as Not Found; the code if the query gives the name.'),
  }),
  z.object({
    kind: z.literal('port'),
    port: z.number(),
    protocol: z.string().describe('tcp, udp or tcp/udp'),
    service: z.string(),
    value: z.string().describe('The service of a port, or the ports of a service, separated by commas.'),
  }),
  z.object({
    kind: z.literal('country_code'),
    name: z.string(),
    alpha2: z.string(),
    alpha3: z.string(),
    numeric: z.string(),
    value: z.string().describe('The requested code; the name if the query gives a code.'),
  }),
  z.object({
    kind: z.literal('calling_code'),
    name: z.string(),
    alpha2: z.string(),
    calling: z.string().describe('The prefix of international calls, such as +33.'),
    value: z.string().describe('The calling code; the name of the country if the query gives a code.'),
  }),
  z.object({
    kind: z.literal('currency_symbol'),
    code: z.string().describe('ISO 4217'),
    name: z.string(),
    value: z.string().describe('The symbol.'),
  }),
  z.object({
    kind: z.literal('unicode'),
    char: z.string(),
    code: z.string().describe('U+ and at least four hexadecimal digits.'),
    decimal: z.number(),
    html: z.string().describe('Numeric HTML entity.'),
    utf8: z.string().describe('UTF-8 bytes in hexadecimal.'),
    category: z.string(),
    value: z.string().describe('The character of a code, or the code of a character.'),
  }),
  z.object({
    kind: z.literal('chmod'),
    octal: z.string(),
    symbolic: z.string(),
    value: z.string().describe('The letters for a number, or the number for letters.'),
  }),
  z.object({
    kind: z.literal('emoji'),
    emoji: z.string(),
    name: z.string(),
    value: z.string().describe('The emoji of a name, or the name of an emoji.'),
  }),
  z.object({
    kind: z.literal('mime'),
    extension: z.string(),
    value: z.string().describe('The media type of an extension, or the extension of a media type.'),
  }),
]);
export type ReferenceData = z.infer<typeof ReferenceData>;
/** Looks up a query in one table. */
export type Look = (query: InstantQuery) => AnswerContent<ReferenceData> | null;
