import { definitions } from '../corpus.ts';
import type { Upstream } from '../upstream.ts';

const NOT_FOUND = {
  title: 'No Definitions Found',
  message: "Sorry pal, we couldn't find definitions for the word you were looking for.",
  resolution: 'You can try the search again at later time or head to the web instead.',
};

/** Stand-in for the Free Dictionary, with a few hundred words. */
export const dictionary: Upstream = {
  slug: 'dictionary',
  handle({ path }) {
    const word = decoded(/^\/api\/v2\/entries\/en\/([^/]+)$/.exec(path)?.[1] ?? '').toLowerCase();
    const senses = definitions().filter((each) => each.word === word);
    if (senses.length === 0) return { status: 404, body: NOT_FOUND };
    const parts = [...new Set(senses.map(({ part }) => part))];
    return {
      status: 200,
      body: [
        {
          word,
          phonetics: [],
          meanings: parts.map((partOfSpeech) => ({
            partOfSpeech,
            definitions: senses
              .filter(({ part }) => part === partOfSpeech)
              .map(({ definition }) => ({ definition, synonyms: [], antonyms: [] })),
            synonyms: [],
            antonyms: [],
          })),
          license: { name: 'CC BY-SA 3.0', url: 'https://creativecommons.org/licenses/by-sa/3.0' },
          sourceUrls: [`https://en.wiktionary.org/wiki/${encodeURIComponent(word)}`],
        },
      ],
    };
  },
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
