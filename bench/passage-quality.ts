import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { chunks } from '../lib/pages/chunks.ts';
import { ndcg } from './ranking/judged.ts';

/** Passages in several languages, and questions with what each passage is worth to whoever asks. */
const FOLDER = 'test/passages';
/** The least grade of a passage that answers a question. */
const ANSWERS = 2;

const fileSchema = z.strictObject({
  lang: z.string(),
  /** Heading and text by name. All of them together are one page. */
  passages: z.record(z.string(), z.tuple([z.string(), z.string()])),
  /** Passages by their grade: 3 answers the question, 2 in part, 1 is related. A passage without one is worth nothing. */
  questions: z.array(
    z.strictObject({ q: z.string(), grades: z.partialRecord(z.enum(['1', '2', '3']), z.array(z.string())) }),
  ),
});

/** A question, and how well it was answered. */
export interface PassageScore {
  lang: string;
  question: string;
  /** The ranking was not tuned to it. */
  heldOut: boolean;
  ndcg: number;
  /** Whether the first passage answers it. */
  isFirst: boolean;
}

/** Ranks the blocks of a page for a question. */
type Rank = (blocks: readonly string[], question: string, count: number, lang: string) => { text: string }[];

/** How well each question is answered. Every second one is held out. */
export function passageScores(rank: Rank = chunks): PassageScore[] {
  const files = readdirSync(FOLDER).sort();
  return files.flatMap((file) => {
    const { lang, passages, questions } = fileSchema.parse(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')));
    const blocks = Object.values(passages).flatMap(([heading, text]) => [`# ${heading}`, text]);
    const names = new Map(Object.entries(passages).map(([name, [, text]]) => [text, name]));
    return questions.map(({ q, grades }, at) => {
      const graded = new Map(
        Object.entries(grades).flatMap(([grade, some]) => some.map((name) => [name, Number(grade)] as const)),
      );
      const order = rank(blocks, q, 10, lang).map(({ text }) => names.get(text) ?? '');
      const isFirst = (graded.get(order[0] ?? '') ?? 0) >= ANSWERS;
      return { lang, question: q, heldOut: at % 2 === 1, ndcg: ndcg(order, graded), isFirst };
    });
  });
}

/** The means over some questions: nDCG@10, and the share of those whose first passage answers (P@1). */
export function meansOf(scores: readonly PassageScore[]): { ndcg: number; first: number } {
  const mean = (value: (score: PassageScore) => number) =>
    scores.reduce((sum, score) => sum + value(score), 0) / scores.length;
  return { ndcg: mean((score) => score.ndcg), first: mean(({ isFirst }) => Number(isFirst)) };
}

/** What `npm run bench:passages` prints: a line for all questions, for those held out, and for each language. */
export function passageReport(): string {
  const scores = passageScores();
  const languages = [...new Set(scores.map(({ lang }) => lang))];
  const groups: [string, PassageScore[]][] = [
    ['all', scores],
    ['held out', scores.filter(({ heldOut }) => heldOut)],
    ...languages.map((lang): [string, PassageScore[]] => [lang, scores.filter((score) => score.lang === lang)]),
  ];
  const lines = groups.map(([name, some]) => {
    const { ndcg: mean, first } = meansOf(some);
    return `${name.padEnd(9)} ${String(some.length).padStart(3)} questions: nDCG@10 ${mean.toFixed(3)}, P@1 ${first.toFixed(3)}`;
  });
  return ['Passages', ...lines].join('\n');
}
