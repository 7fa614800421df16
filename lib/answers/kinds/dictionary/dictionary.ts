import { z } from 'zod';
import { providerKind } from '../../answer.ts';
import { folded } from '../../reading/folded.ts';
import { namesTool } from '../../reading/tool-names.ts';

const dictionarySchema = z.object({
  word: z.string().describe('The word as the dictionary writes it.'),
  phonetic: z.string().describe('Pronunciation in the phonetic alphabet; may be empty.'),
  meanings: z
    .array(
      z.object({
        part: z.string().describe('Part of speech.').meta({ example: 'noun' }),
        definitions: z.array(z.string()).describe('Most common first.'),
      }),
    )
    .describe('Meanings by part of speech.'),
  value: z.string().describe('The first definition.'),
});

const WORD = "[\"']?(?<word>\\p{L}[\\p{L}'-]*(?: \\p{L}[\\p{L}'-]*){0,2})[\"']?";
const ASK = "(?:(?:please|can you|could you|tell me|give me|show me|what(?:'s|s| is)) ){0,3}";
const TERM = '(?:the (?:word|term) )?';
const SURE: readonly RegExp[] = [
  new RegExp(`^${ASK}define:? ${TERM}${WORD}$`, 'u'),
  new RegExp(`^${ASK}(?:the )?(?:dictionary |english )?(?:definition|meaning) (?:of|for) ${TERM}${WORD}$`, 'u'),
  new RegExp(`^what (?:does|do|did) ${TERM}${WORD} mean(?: in english)?$`, 'u'),
  new RegExp(`^what(?:'s|s| is) meant by ${TERM}${WORD}$`, 'u'),
  new RegExp(`^what do (?:you|we|they) mean by ${TERM}${WORD}$`, 'u'),
];
/** Names, songs and dreams have meanings too, so these forms accept only one word. */
const UNSURE: readonly RegExp[] = [
  /^(?<word>\p{L}[\p{L}'-]{2,}) (?:meaning|definition|define)(?: in english)?$/u,
  /^(?:definition|meaning):? (?<word>\p{L}[\p{L}'-]{2,})$/u,
];
/** Queries about these are not looking for a dictionary. */
const NO_WORDS =
  /^(?:life|love song|it|this|that|these|my name|your name|you|me|we|he|she|they|i)$|\b(?:lyrics|song|songs|movie|name|names|dream|dreams|emojis?|tattoos?|bible|biblical|hindi|urdu|tamil|telugu|spanish|french|german|arabic|english|my|your|in|for|vs|and|or)\b/;
/** Acts of parliament, sayings and methods. The exceptions are in the dictionary: a class act, a scare quote. */
const NO_ENDING =
  / (?:(?<!\b(?:balancing|class|double|juggling|opening|sex|sexual|speech|warm-up) )acts?|(?<!\b(?:air|block|pull|scare|stock) )quotes?|statutes?|scrum|agile|(?<=s )colou?rs)$/;
const MAX_CHARS = 80;

/** Defines an English word. */
export const dictionary = providerKind({
  type: 'dictionary',
  example: 'define serendipity',
  data: dictionarySchema,
  match: ({ q }) => q.length <= MAX_CHARS && /defin|mean/i.test(q) && wordIn(q) !== null,
  async work({ q }, lookUp) {
    const word = wordIn(q);
    if (!word) return null;
    const { entry } = await lookUp('define', { q: word });
    // The dictionary may return another form of the word, which is not the word in the query.
    if (!entry || entry.word.toLowerCase() !== word) return null;
    const value = entry.meanings[0]?.definitions[0] ?? '';
    const part = entry.meanings[0]?.part;
    return { answer: `${entry.word}${part ? ` (${part})` : ''}: ${value}`, data: { ...entry, value } };
  },
});

function wordIn(q: string): string | null {
  const text = folded(q).replace(/[.!]+$/, '');
  if (!/\b(?:define|definition|mean|meaning|meant)\b/.test(text)) return null;
  for (const pattern of [...SURE, ...UNSURE]) {
    const word = pattern.exec(text)?.groups?.word?.replace(/^(?:an?|the) (?=.)/, '');
    if (word && word.length <= 40 && !NO_WORDS.test(word) && !isTechnicalTerm(word)) return word;
  }
  return null;
}

/**
 * Whether several words name a term that no dictionary has: `define constant php`, `definition of marriage act`. A single
 * word is always looked up: `define python`.
 */
function isTechnicalTerm(text: string): boolean {
  const words = text.split(' ');
  return words.length > 1 && (namesTool(words) || NO_ENDING.test(text));
}
