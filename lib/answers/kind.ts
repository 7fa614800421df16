import type { z } from 'zod';
import type { AnswerContent, InstantQuery, LookUp } from './answer.ts';
import { type Shaped, shaped, shapedSchema } from './shape.ts';

/** A kind of answer: what a query asks of it, and the answer to that. */
interface Description<Asked, Data> {
  /** `type` of the answer. */
  type: string;
  /** Schema of `data`. It documents the shape, and the tests check every answer against it. */
  data: z.ZodType<Data>;
  /** A query that this kind answers, for the documentation and the tests. */
  example: string;
  /** A value that consists of digits is a decimal number, and not a text or a code. */
  decimal?: true;
  /** Answers depend only on the query and its language: not on the time, the requester or chance. */
  lasting?: true;
  /** Answers are about the requester, and are never cached. */
  personal?: true;
  /** Words and signs, folded, that call this kind: every query of it has one. Without them, it reads every query. */
  words?(): Iterable<string>;
  signs?: RegExp;
  /** What a query asks of this kind; null if nothing. Cheap and linear: it runs in the web process. */
  read(query: InstantQuery): Asked | null;
  answer(asked: Asked, query: InstantQuery, lookUp: LookUp): Given<NoInfer<Data>> | Promise<Given<NoInfer<Data>>>;
}

type Given<Data> = AnswerContent<Data> | null;

interface InlineDescription<Asked, Data> extends Description<Asked, Data> {
  answer(asked: Asked, query: InstantQuery): Given<NoInfer<Data>>;
}

interface ThreadDescription<Asked, Data> extends Description<Asked, Data> {
  /** Whether the work surely ends within a millisecond: a round trip to a thread takes longer. False when in doubt. */
  isCheap?(asked: Asked, query: InstantQuery): boolean;
}

/** A kind of instant answer, as others use it. */
export interface AnswerKind<Data = unknown>
  extends Omit<Description<never, Data>, 'data' | 'decimal' | 'read' | 'answer'> {
  data: z.ZodType<Shaped<Data>>;
  /**
   * Where the work is done. `inline`: in the web process, because the length of the query bounds it. `thread`: in a
   * thread that is stopped after 500 ms, because even a short query may take long. `provider`: in its queue.
   */
  runs: 'inline' | 'thread' | 'provider';
  /** The query, if this kind may answer it. */
  claim(query: InstantQuery): Claim<Shaped<Data>> | null;
}

/** A query that a kind may answer. */
export interface Claim<Data = unknown> {
  isCheap(): boolean;
  /** In the shape of all answers. Only work in a thread or by a provider returns a promise. */
  answer(lookUp?: LookUp): Given<Data> | Promise<Given<Data>>;
}

const nobody: LookUp = () => Promise.reject(new Error('There is nobody to ask.'));

function kind<Asked, Data>(
  runs: AnswerKind['runs'],
  { read, answer, isCheap, data, decimal, ...description }: ThreadDescription<Asked, Data>,
): AnswerKind<Data> {
  const { type } = description;
  const shape = (given: Given<Data>) => given && { ...given, data: shaped(type, given.data, decimal) };
  return {
    ...description,
    runs,
    data: shapedSchema(type, data, runs === 'provider', decimal) as z.ZodType<Shaped<Data>>,
    claim(query) {
      const asked = read(query);
      if (asked === null) return null;
      return {
        isCheap: () => isCheap?.(asked, query) ?? runs === 'inline',
        answer(lookUp = nobody) {
          const given = answer(asked, query, lookUp);
          return given instanceof Promise ? given.then(shape) : shape(given);
        },
      };
    },
  };
}

export const inlineAnswer = <Asked, Data>(description: InlineDescription<Asked, Data>) => kind('inline', description);
export const threadAnswer = <Asked, Data>(description: ThreadDescription<Asked, Data>) => kind('thread', description);
export const providerAnswer = <Asked, Data>(description: Description<Asked, Data>) => kind('provider', description);
