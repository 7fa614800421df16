import type { AnswerKind } from '../../lib/answers/kind.ts';

type Answers = typeof import('../../lib/answers/instant.ts');

let answers: Answers | undefined;

/**
 * Loads the code of the instant answers. It takes 30 MB and a third of a second, and many deployments never need it, so
 * the first instant query loads it, and not the start of the process.
 */
export async function loadAnswers(): Promise<Answers> {
  answers ??= await import('../../lib/answers/instant.ts');
  return answers;
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
