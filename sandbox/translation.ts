import { type PhraseLanguage, phraseLanguages, phrases } from './corpus.ts';

/** The detected language of a text. */
export interface Detected {
  language: PhraseLanguage;
  /** 0 to 100. */
  confidence: number;
}

/** A sentence without its final punctuation mark. */
const SENTENCE = /\p{L}[^.!?…\r\n。！？]*(?<!\s)/gu;
/** Letters that only one of the languages uses, checked when no sentence is in the table. */
const TELLING_LETTERS: readonly (readonly [RegExp, PhraseLanguage])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, 'ja'],
  [/[äöüß]/i, 'de'],
  [/[ñ¿¡]/i, 'es'],
  [/[ãõ]/i, 'pt'],
  [/[ąćęłńśźż]/i, 'pl'],
  [/[ìò]/i, 'it'],
  [/[çœèêëîûù]/i, 'fr'],
];

const tables = new Map<string, Map<string, string>>();

/**
 * Translates a text sentence by sentence with the phrase table. A sentence that is not in the table is returned inside
 * a marker, so that it cannot be mistaken for a translation.
 */
export function translate(text: string, from: PhraseLanguage, to: PhraseLanguage): string {
  if (from === to) return text;
  const table = tableOf(from, to);
  return text.replace(SENTENCE, (sentence) => {
    const found = table.get(sentence.toLowerCase());
    if (found === undefined) return `⟦untranslated: ${sentence}⟧`;
    const first = sentence.charAt(0);
    return first === first.toLowerCase() ? found : found.charAt(0).toUpperCase() + found.slice(1);
  });
}

/** The language with the most sentences in the table, otherwise the language of the text's letters. */
export function detectLanguage(text: string): Detected | null {
  const sentences = text.match(SENTENCE) ?? [];
  let best: Detected | null = null;
  for (const language of phraseLanguages) {
    const table = tableOf(language, 'en');
    const known = sentences.filter((sentence) => table.has(sentence.toLowerCase())).length;
    const confidence = Math.round((100 * known) / sentences.length);
    if (confidence > (best?.confidence ?? 0)) best = { language, confidence };
  }
  const [, language] = TELLING_LETTERS.find(([letters]) => letters.test(text)) ?? [];
  return best ?? (language ? { language, confidence: 50 } : null);
}

/** Whether the phrase table has a column for a language. */
export function isPhraseLanguage(code: string): code is PhraseLanguage {
  return (phraseLanguages as readonly string[]).includes(code);
}

/** Maps each phrase to its translation; of two identical phrases, the first counts. */
function tableOf(from: PhraseLanguage, to: PhraseLanguage): Map<string, string> {
  const pair = `${from} ${to}`;
  const table =
    tables.get(pair) ??
    new Map(
      phrases()
        .toReversed()
        .map((phrase) => [phrase[from].toLowerCase(), phrase[to]]),
    );
  tables.set(pair, table);
  return table;
}
