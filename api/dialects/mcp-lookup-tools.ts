import { z } from 'zod';
import { instant } from '../endpoints/instant.ts';
import { maps } from '../endpoints/maps.ts';
import { suggest } from '../endpoints/suggest.ts';
import { translate } from '../endpoints/translate.ts';
import { answerText, placesText, suggestionsText, translationText } from './mcp-text.ts';
import { langArg, limitArg, plainTool, sameNames, type Tool } from './mcp-tool.ts';

const instantReply = z.object({
  answer: z
    .looseObject({ type: z.string(), query: z.string(), answer: z.string(), data: z.looseObject({}) })
    .nullable()
    .describe('Null if the question has no instant answer.'),
});

const instantAnswer: Tool = {
  name: 'instant_answer',
  title: 'Instant answer',
  description:
    'Answers a short question exactly and without a search: arithmetic, units, currencies, dates, time zones, ' +
    'weather, definitions, colours, hashes, encodings. Returns null for any other question.',
  endpoint: instant,
  args: z.object({
    query: z.string().describe('Such as "15% of 80", "10 km in miles" or "weather in Paris".'),
    lang: langArg,
    tz: z.string().optional().describe('Time zone of the user, such as Europe/Berlin.'),
  }),
  params: { query: 'q', ...sameNames('lang', 'tz') },
  output: instantReply,
  data: (answer) => ({ answer }),
  text: answerText,
  openWorld: false,
};

/** A decimal number without an exponent, to seven places, which is a centimetre. */
const degrees = (max: number) =>
  z
    .number()
    .min(-max)
    .max(max)
    .transform((value) => value.toFixed(7).replace(/\.?0+$/, ''));

/** The tools that look something up. */
export const lookupTools: readonly Tool[] = [
  instantAnswer,
  plainTool(
    {
      name: 'translate',
      title: 'Translate',
      description: 'Translates a text into another language.',
      args: z.object({
        text: z.string().describe('The text to translate.'),
        target: z.string().describe('Code of the target language, such as de.'),
        source: z.string().optional().describe('Code of the source language. Detected if omitted.'),
      }),
      params: sameNames('text', 'target', 'source'),
      text: translationText,
    },
    translate,
  ),
  plainTool(
    {
      name: 'geocode',
      title: 'Find a place',
      description: 'Finds places by name or address. Returns their coordinates and full addresses.',
      args: z.object({ query: z.string().describe('Such as "Eiffel Tower".'), limit: limitArg, lang: langArg }),
      params: { query: 'q', ...sameNames('limit', 'lang') },
      text: placesText,
    },
    maps,
  ),
  plainTool(
    {
      name: 'reverse_geocode',
      title: 'Find the place at a point',
      description: 'Finds the place or address at a pair of coordinates.',
      args: z.object({
        lat: degrees(90).describe('Latitude.'),
        lon: degrees(180).describe('Longitude.'),
        zoom: z.int().min(0).max(18).default(18).describe('3 is a country, 10 a city, 18 a building.'),
        lang: langArg,
      }),
      params: sameNames('lat', 'lon', 'zoom', 'lang'),
      text: placesText,
    },
    maps,
  ),
  plainTool(
    {
      name: 'suggest',
      title: 'Suggestions',
      description: 'Completes the start of a query with popular searches.',
      args: z.object({ query: z.string().describe('The start of the query.'), lang: langArg }),
      params: { query: 'q', lang: 'lang' },
      text: suggestionsText,
    },
    suggest,
  ),
];
