import { readFileSync } from 'node:fs';

/** A question whose answer is known. */
export interface KnownAnswer {
  /** The page from which the question was written. */
  page: string;
  /** Words of that page, exactly. */
  answer: string;
  question: string;
}

/** The questions, which were written before the code that answers them. */
export function knownAnswers(): KnownAnswer[] {
  const [, ...rows] = readFileSync('bench/context/questions.tsv', 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const [page = '', answer = '', question = ''] = row.split('\t');
    return { page, answer, question };
  });
}

/** Whether a text has the answer, however its lines are broken and its words are marked. */
export function hasAnswer(text: string, answer: string): boolean {
  return plain(text).includes(plain(answer));
}

function plain(text: string): string {
  return text
    .replace(/[*`\\|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
