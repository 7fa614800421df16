import type { Seal } from '../lib/seal.ts';
import { WIRE_VERSION } from '../lib/wire-version.ts';
import type { InFlightCall } from './in-flight-call.ts';
import { type FanOut, inputName, type JobQuestion, sealInput } from './job.ts';
import type { Question } from './joint-start.ts';

/** What a job is made of. */
export interface FanOutParts {
  id: string;
  questions: readonly Question[];
  /** Those of their calls that this job makes; other jobs make the others. */
  made: readonly InFlightCall[];
  shared: boolean;
  replyTo: string;
  traceparent: string | undefined;
  /** The time of the Redis clock. */
  now: number;
}

/** The data of a job. */
export function fanOutData(
  seal: Seal,
  { id, questions, made, shared, replyTo, traceparent, now }: FanOutParts,
): FanOut {
  const [{ request }] = questions as [Question];
  const asked = questions
    .map(({ request: of, calls }) => ({ ...of, calls: calls.filter((call) => made.includes(call)) }))
    .filter(({ calls }) => calls.length > 0);
  const [question, ...more] = asked.map(
    ({ operation, input, deadline, calls }, at): JobQuestion => ({
      operation,
      input: sealInput(seal, input, inputName(id, at)),
      deadlineAt: now + deadline.leftMs(),
      calls: calls.map(({ target: { provider, key, cache } }) => ({ provider: provider.id, key, cache })),
    }),
  ) as [JobQuestion, ...JobQuestion[]];
  return {
    kind: 'fan-out',
    v: WIRE_VERSION,
    requestId: request.requestId,
    traceparent,
    account: request.account,
    replyTo,
    shared,
    addedAt: now,
    ...(request.isTest && { isTest: true }),
    ...question,
    ...(more.length > 0 && { more }),
  };
}
