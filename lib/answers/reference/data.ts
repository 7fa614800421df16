import { z } from 'zod';
import type { AnswerContent, InstantQuery } from '../answer.ts';

/** An entry of any of the tables. */
export const ReferenceData = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('http_status'),
    code: z.number(),
    meaning: z.string(),
    value: z.string().describe('The name of the status, such as Not Found; its code when the name was given.'),
  }),
  z.object({
    kind: z.literal('port'),
    port: z.number(),
    protocol: z.string().describe('tcp, udp or tcp/udp'),
    service: z.string(),
    value: z.string().describe('The service of a port, or the port of a service; several with commas.'),
  }),
  z.object({
    kind: z.literal('country_code'),
    name: z.string(),
    alpha2: z.string(),
    alpha3: z.string(),
    numeric: z.string(),
    value: z.string().describe('The code that was asked for; the name when a code was given.'),
  }),
  z.object({
    kind: z.literal('currency_symbol'),
    code: z.string().describe('ISO 4217'),
    name: z.string(),
    value: z.string().describe('The sign.'),
  }),
  z.object({
    kind: z.literal('unicode'),
    char: z.string(),
    code: z.string().describe('U+ and at least four hexadecimal digits.'),
    decimal: z.number(),
    html: z.string().describe('As a numeric entity.'),
    utf8: z.string().describe('Its bytes in hexadecimal.'),
    category: z.string(),
    value: z.string().describe('The character of a code, or the code of a character.'),
  }),
  z.object({
    kind: z.literal('chmod'),
    octal: z.string(),
    symbolic: z.string(),
    value: z.string().describe('The letters of a number, or the number of letters.'),
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
/** Looks a query up in one table. */
export type Look = (query: InstantQuery) => AnswerContent<ReferenceData> | null;
