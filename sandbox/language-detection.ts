import { frequentWords, type PhraseLanguage, phraseLanguages, phrases } from './corpus/phrases.ts';

/** A language that a text may be in. */
export interface Detected {
  language: PhraseLanguage;
  /** 0 to 100. */
  confidence: number;
}

/** Letters that only some of the languages use. */
const TELLING_LETTERS: readonly [RegExp, readonly PhraseLanguage[]][] = [
  [/ß/, ['de']],
  [/[äöü]/, ['de']],
  [/[ñ¿¡]/, ['es']],
  [/[ãõ]/, ['pt']],
  [/[œèêëîûù]/, ['fr']],
  [/ç/, ['fr', 'pt']],
  [/[ìò]/, ['it']],
  [/[ąćęłńśźż]/, ['pl']],
];
const MIN_CONFIDENCE = 10;

const weights = wordWeights();

/** The languages a text may be in, best first; empty when nothing in it tells. */
export function detectLanguages(text: string): Detected[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return [];
  const japanese = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu)?.length ?? 0;
  if (japanese > letters / 2) return [{ language: 'ja', confidence: round((100 * japanese) / letters) }];

  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = new Map<PhraseLanguage, number>();
  const add = (language: PhraseLanguage, score: number) => scores.set(language, (scores.get(language) ?? 0) + score);
  let known = 0;
  for (const word of words) {
    const found = weights.get(word);
    for (const [language, weight] of found ?? []) add(language, weight);
    const hints = TELLING_LETTERS.filter(([pattern]) => pattern.test(word));
    for (const [, languages] of hints) for (const language of languages) add(language, 0.8 / languages.length);
    if (found || hints.length > 0) known += 1;
  }
  const sum = [...scores.values()].reduce((total, score) => total + score, 0);
  const certainty = 0.5 + (0.5 * known) / words.length;
  return [...scores]
    .map(([language, score]) => ({ language, confidence: round((100 * score * certainty) / sum) }))
    .sort((a, b) => b.confidence - a.confidence || order(a) - order(b))
    .filter(({ confidence }, i) => i === 0 || confidence >= MIN_CONFIDENCE);
}

function order({ language }: Detected): number {
  return phraseLanguages.indexOf(language);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A word that many languages share says little about which one it is; a frequent one says twice as much. */
function wordWeights(): Map<string, Map<PhraseLanguage, number>> {
  const found = new Map<string, Map<PhraseLanguage, number>>();
  const note = (word: string, language: PhraseLanguage, weight: number) => {
    const languages = found.get(word) ?? new Map<PhraseLanguage, number>();
    languages.set(language, Math.max(weight, languages.get(language) ?? 0));
    found.set(word, languages);
  };
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  for (const language of phraseLanguages) {
    if (language === 'ja') continue;
    for (const phrase of phrases) {
      for (const form of phrase[language]) for (const word of wordsOf(form)) note(word, language, 1);
    }
    for (const frequent of frequentWords[language]) for (const word of wordsOf(frequent)) note(word, language, 2);
  }
  for (const languages of found.values()) {
    for (const [language, weight] of languages) languages.set(language, weight / languages.size ** 1.5);
  }
  return found;
}
