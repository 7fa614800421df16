import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { cleanText, queryFor } from '../search/text.ts';
import { type Definition, defineInputSchema, definitionSchema } from './instant-lookups.ts';

const MAX_WORD_CHARS = 60;
const MAX_MEANINGS = 6;
const MAX_DEFINITIONS = 4;
const DEFINITION_MAX_CHARS = 500;
const KEEP_S = 86_400;

type Meaning = NonNullable<Definition['entry']>['meanings'][number];

function wordIn(q: string): string {
  return queryFor(q.toWellFormed(), MAX_WORD_CHARS);
}

/**
 * Whether the word is not in the dictionary: a 404 with an explanation. A 404 without one means that the address is
 * wrong.
 */
function isMissing(response: UpstreamResponse): boolean {
  if (response.status !== 404) return false;
  try {
    return cleanText(readJson(response, z.looseObject({ title: z.string() })).title, 100) !== '';
  } catch {
    // A 404 of something else than the dictionary.
    return false;
  }
}

/** Merges the entries of a word by part of speech; a word has one entry per origin. */
function meaningsFrom(entries: Readonly<Record<string, unknown>>[]): Meaning[] {
  const byPart = new Map<string, Meaning>();
  for (const raw of entries.flatMap(({ meanings }) => objectsIn(meanings))) {
    const part = cleanText(raw.partOfSpeech, 40);
    const definitions = objectsIn(raw.definitions)
      .map(({ definition }) => cleanText(definition, DEFINITION_MAX_CHARS))
      .filter(Boolean);
    const known = byPart.get(part);
    if (known) known.definitions.push(...definitions);
    else if (definitions.length > 0) byPart.set(part, { part, definitions });
  }
  return [...byPart.values()]
    .slice(0, MAX_MEANINGS)
    .map(({ part, definitions }) => ({ part, definitions: definitions.slice(0, MAX_DEFINITIONS) }));
}

/** The Free Dictionary: English words from Wiktionary. It needs no key and runs on donations. */
export const dictionary: Adapter = {
  slug: 'dictionary',
  name: 'Free Dictionary',
  defaultUrl: 'https://api.dictionaryapi.dev',
  apiKey: 'none',
  operations: {
    define: {
      input: defineInputSchema,
      output: definitionSchema,
      cacheTtlS: KEEP_S,
      // A word of only dots would change the path of the address.
      supports: ({ q }) => !/^\.*$/.test(wordIn(q)) || 'there is no word to look up',
      request({ q }, { url }) {
        return {
          url: `${url}/api/v2/entries/en/${encodeURIComponent(wordIn(q))}`,
          headers: { accept: 'application/json' },
        };
      },
      parse(response) {
        if (isMissing(response)) return { entry: null };
        requireOk(response);
        const entries = objectsIn(readJson(response, z.array(looseObject)));
        const [first] = entries;
        const word = cleanText(first?.word, MAX_WORD_CHARS);
        if (!first || word === '') throw new UpstreamFailure('upstream', 'answered without a word');
        const phonetics = entries.flatMap((entry) => [entry, ...objectsIn(entry.phonetics)]);
        const phonetic = phonetics.map(({ phonetic: said, text }) => cleanText(said ?? text, 100)).find(Boolean) ?? '';
        const meanings = meaningsFrom(entries);
        return { entry: meanings.length > 0 ? { word, phonetic, meanings } : null };
      },
    },
  },
};
