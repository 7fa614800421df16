import { z } from 'zod';
import { providerAnswer } from '../../kind.ts';
import { unquoted } from '../../reading/command.ts';

const meaning = z.object({ part: z.string(), definitions: z.array(z.string()) });
const Data = z.object({ word: z.string(), phonetic: z.string(), meanings: z.array(meaning), value: z.string() });

/** A word, or a term of up to three words, after one of these openings or between the two halves of one. */
const FORMS: readonly RegExp[] = [
  /^(?:define|(?:(?:dictionary|english) )?(?:definition|meaning) (?:of|for)|meant by):? (?<word>.+)$/,
  /^(?:definition|meaning):? (?<word>\S{3,})$/,
  /^what do (?:you|we|they) mean by (?<word>.+)$/,
  /^what do(?:es)? (?<word>.+) mean(?: in english)?$/,
  // Names, songs and places have meanings too, so that a term before `meaning` is a single word.
  /^(?<word>\S{3,}) (?:meaning|definition|define)(?: in english)?$/,
];
const TERM = /^\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,2}$/u;
/** Pronouns ask about what was said before, and the meaning of life is not in a dictionary. */
const NO_TERM = /^(?:it|this|that|these|those|i|you|he|she|we|they|me|life)$/;

/** Defines an English word. */
export const dictionary = providerAnswer({
  type: 'dictionary',
  example: 'define serendipity',
  data: Data,
  words: () => ['define', 'definition', 'meaning', 'meant', 'mean'],
  /** The term that a query asks the meaning of. The dictionary decides whether there is such a term. */
  read({ reading: { plain, folded } }) {
    for (const text of [plain, folded].map((each) => each.replace(/[.!]+$/, ''))) {
      const given = FORMS.map((form) => form.exec(text)?.groups?.word).find(Boolean);
      const word = unquoted(unquoted(given ?? '').replace(/^(?:the (?:word|term)|an?|the) (?=.)/, ''));
      if (word.length <= 40 && TERM.test(word) && !NO_TERM.test(word)) return word;
    }
    return null;
  },
  async answer(word, _, lookUp) {
    const { entry } = await lookUp('define', { q: word });
    // The dictionary may return another form of the word, which is not the word in the query.
    if (!entry || entry.word.toLowerCase() !== word) return null;
    const { part, definitions: [value = ''] = [] } = entry.meanings[0] ?? {};
    return { answer: `${entry.word}${part ? ` (${part})` : ''}: ${value}`, data: { ...entry, value } };
  },
});
