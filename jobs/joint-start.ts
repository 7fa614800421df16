import { type CallRequest, type InFlightCall, longest } from './in-flight-call.ts';

/** New calls with the same input, and the request that begins them. */
export interface Question {
  request: CallRequest;
  calls: readonly InFlightCall[];
}

/** Adds a job for questions whose calls are of one queue. */
export type StartJob = (queue: string, questions: readonly Question[]) => void;

/**
 * Lets the questions of one request that begin in the same turn of the event loop be one job: a page knows several of them
 * from the start. A provider is in a job once, because a reply that was missed is looked for by job and provider.
 */
export class JointStart {
  readonly #waiting = new Map<string, Question[]>();

  add(queue: string, question: Question, start: StartJob): void {
    const waiting = this.#waiting.get(queue);
    if (waiting && !waiting.some((other) => haveProviderInCommon(other, question))) waiting.push(question);
    else if (waiting) start(queue, [question]);
    else {
      const questions = [question];
      this.#waiting.set(queue, questions);
      // After all promises that are settled by now, such as the replies that Redis sent together, and before anything else:
      // the job leaves in this turn.
      process.nextTick(() => {
        this.#waiting.delete(queue);
        start(queue, questions);
      });
    }
  }
}

function haveProviderInCommon(one: Question, other: Question): boolean {
  const providers = one.calls.map(({ target }) => target.provider);
  return other.calls.some(({ target }) => providers.includes(target.provider));
}

/** The questions of calls whose job is lost, each for as long as somebody waits for one of its calls. */
export function questionsOf(calls: readonly InFlightCall[]): Question[] {
  const byRequest = new Map<CallRequest, InFlightCall[]>();
  for (const call of calls) byRequest.set(call.request, [...(byRequest.get(call.request) ?? []), call]);
  return [...byRequest].map(([request, asked]) => {
    const deadline = longest(asked.flatMap(({ lastDeadline }) => lastDeadline ?? [])) ?? request.deadline;
    return { request: { ...request, deadline }, calls: asked };
  });
}
