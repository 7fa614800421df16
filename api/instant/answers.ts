import { setImmediate } from 'node:timers/promises';
import { instantQuery } from '../../lib/answers/answer.ts';
import type { AnswerKind } from '../../lib/answers/kind.ts';

type Answers = typeof import('../../lib/answers/instant.ts');

let answers: Answers | undefined;

/** Loads the code of the instant answers. It takes 30 MB and a third of a second, with other requests in between. */
export async function loadAnswers(): Promise<Answers> {
  answers ??= await import('../../lib/answers/instant.ts');
  return answers;
}

let warm: Promise<void> | undefined;

/**
 * Loads the answers and reads one query of every kind, so that nobody's first question has to wait for their tables. Calls
 * no provider and no thread.
 */
export function warmAnswers(): Promise<void> {
  warm ??= readExamples().catch((error) => {
    warm = undefined;
    throw error;
  });
  return warm;
}

/** Reads one query of every kind, a kind at a turn. */
export async function readExamples(): Promise<void> {
  const { answerKinds, kindsFor } = await loadAnswers();
  const asker = { lang: '', tz: 'UTC', now: Date.now(), ip: '127.0.0.1', userAgent: '' };
  for (const { example } of answerKinds) {
    const query = instantQuery({ q: example, ...asker });
    for (const kind of kindsFor(query)) {
      const claim = kind.claim(query);
      if (claim?.isCheap()) await claim.answer();
      await setImmediate();
    }
  }
}

/** Whether it is known at once which queries have an answer. */
export function hasAnswers(): boolean {
  return answers !== undefined;
}

/** Every kind of answer. Call `loadAnswers` first. */
export function loadedKinds(): readonly AnswerKind[] {
  if (!answers) throw new Error('The instant answers are not loaded.');
  return answers.answerKinds;
}
