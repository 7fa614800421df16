import { z } from 'zod';
import { backendCode } from '../../../translate/language-codes.ts';
import { type LookUp, ProviderAway } from '../../answer.ts';
import { jsonFile, once } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { providerAnswer } from '../../kind.ts';
import { isQuoted, unquoted } from '../../reading/command.ts';
import { foldedWord, oneLine, tidied } from '../../reading/folded.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords, phraseLength, phraseLengthBefore, phrasesSchema } from '../../reading/phrase-matching.ts';

/** What may precede a text and what links it to a language, by the language of the question. */
const translationWords = jsonFile(
  new URL('./data/translation-words.json', import.meta.url),
  z.object({
    languages: z.array(z.string()),
    links: z.record(z.string(), z.array(z.string())),
    sources: z.record(z.string(), z.array(z.string())),
    asking: z.record(z.string(), z.array(z.string())),
    questions: z.record(z.string(), z.array(z.string())),
  }),
);
const greetings = lexiconFile(new URL('../../reading/data/greetings.json', import.meta.url));

/** For each language of a question: its words, and the codes of the languages that it names. */
const questions = once(() => {
  const { languages, links, sources, asking, questions: asked } = translationWords();
  return Object.keys(links).map((language) => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    const phrases = (lists: Record<string, string[]>) => phrasesSchema.parse({ [language]: lists[language] });
    const codes = new Map(languages.map((code) => [foldedWord(names.of(code) ?? code), code]));
    const lists = { links: phrases(links), sources: phrases(sources), asking: phrases(asking), asked: phrases(asked) };
    return { language, codes, ...lists };
  });
});
const names = () => questions().flatMap(({ codes }) => [...codes.keys()]);
const languageNames = (lang: string) => new Intl.DisplayNames(lang || 'en', { type: 'language' });

/** The text as typed, and the languages. Without a word for it, the text is quoted, a greeting or one word in a question. */
function askedIn(q: string) {
  const typed = tidied(q).split(' ');
  const words = typed.map((word) => foldedWord(word).replace(/[,:]$/, ''));
  for (const { language, codes, links, sources, asking, asked } of questions()) {
    // `ins Spanische`
    const codeOf = (name = '') => codes.get(name) ?? codes.get(name.replace(/en?$/, ''));
    const target = codeOf(words.at(-1));
    const link = target ? phraseLengthBefore(words, words.length - 1, links) : 0;
    const end = words.length - 1 - link;
    const told = phraseLength(words, 0, asking, end - 1);
    const start = told || phraseLength(words, 0, asked, end - 1);
    // `from english to german`
    const before = phraseLengthBefore(words, end - 1, sources);
    const from = before > 0 ? codeOf(words[end - 1]) : undefined;
    const text = typed.slice(start, from ? end - 1 - before : end).join(' ');
    const said = foldedWord(unquoted(text));
    if (!target || link === 0 || text === '' || codes.has(said)) continue;
    const isAsked = told > 0 || (start > 0 && /^\p{L}+$/u.test(text));
    if (isAsked || isQuoted(text) || greetings().read(said.split(' '))?.includes('greeting'))
      return { text: unquoted(text), language: from ?? language, target };
  }
  return null;
}

/** Translates by the configured backend. Null if it knows no such language, or gives the text back. */
async function translated({ text, language, target }: NonNullable<ReturnType<typeof askedIn>>, lookUp: LookUp) {
  const { languages } = await lookUp('languages', {});
  const [from, to] = [backendCode(language, languages, 'source'), backendCode(target, languages, 'target')];
  // A text is in the language of the question, unless that has no other words for it: `translate hola to french`.
  for (const source of new Set([from === to ? '' : (from ?? ''), ''])) {
    const found = to ? await lookUp('translate', { text, source, target: to }) : null;
    const value = oneLine(found?.text ?? '');
    if (found && value && foldedWord(value) !== foldedWord(text)) return { value, from: source || found.detected };
  }
  return null;
}

/** A short text in another language. */
export const translation = providerAnswer({
  type: 'translation',
  example: 'how do you say good morning in French',
  data: z.object(texts('text', 'from', 'to', 'language', 'value')),
  words: () => callingWords([...names(), ...names().map((name) => `${name}e`)]),
  read: ({ q }) => askedIn(q),
  async answer(asked, { lang }, lookUp) {
    const found = await translated(asked, lookUp).catch((error: unknown) => {
      // Without a backend that answers, the query is one for pages.
      if (error instanceof ProviderAway) return null;
      throw error;
    });
    const { text, target: to } = asked;
    const [name = to, language = to] = [lang, 'en'].map((each) => languageNames(each).of(to));
    return found && { answer: `${text} → ${found.value} (${name})`, data: { text, to, language, ...found } };
  },
});
