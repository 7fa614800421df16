import type { z } from 'zod';
import type { AnswerContent, InlineKind, InstantQuery, LookUp, ProviderKind, ThreadKind } from './answer.ts';

/** A kind of answer, as its file describes it: what a query asks of it, and the answer to that. */
interface Description<Asked, Data> {
  type: string;
  data: z.ZodType<Data>;
  example: string;
  lasting?: true;
  words?(): Iterable<string>;
  signs?: RegExp;
  /** What a query asks of this kind; null if nothing. Cheap and linear: it runs in the web process, and in a thread. */
  read(query: InstantQuery): Asked | null;
}

type Answer<Data> = AnswerContent<NoInfer<Data>> | null;

interface Inline<Asked, Data> extends Description<Asked, Data> {
  personal?: boolean;
  answer(asked: Asked, query: InstantQuery): Answer<Data>;
}

interface Threaded<Asked, Data> extends Description<Asked, Data> {
  isCheap?(asked: Asked, query: InstantQuery): boolean;
  answer(asked: Asked, query: InstantQuery): Answer<Data> | Promise<Answer<Data>>;
}

interface Provided<Asked, Data> extends Description<Asked, Data> {
  answer(asked: Asked, query: InstantQuery, lookUp: LookUp): Promise<Answer<Data>>;
}

/** A kind whose work is bounded by the length of the query, so that the web process does it itself. */
export function inlineAnswer<Asked, Data>({ read, answer, ...kind }: Inline<Asked, Data>): InlineKind<Data> {
  const askedIn = memoizeLast(read);
  return {
    runs: 'inline',
    ...kind,
    match: (query) => askedIn(query) !== null,
    work(query) {
      const asked = askedIn(query);
      return asked === null ? null : answer(asked, query);
    },
  };
}

/** A kind whose work may take long even for a short query, so that a thread does it. */
export function threadAnswer<Asked, Data>({ read, answer, isCheap, ...kind }: Threaded<Asked, Data>): ThreadKind<Data> {
  const askedIn = memoizeLast(read);
  return {
    runs: 'thread',
    ...kind,
    match: (query) => askedIn(query) !== null,
    isCheap(query) {
      const asked = askedIn(query);
      return asked !== null && (isCheap?.(asked, query) ?? false);
    },
    work(query) {
      const asked = askedIn(query);
      return asked === null ? null : answer(asked, query);
    },
  };
}

/** A kind that needs an upstream provider, called through its queue. */
export function providerAnswer<Asked, Data>({ read, answer, ...kind }: Provided<Asked, Data>): ProviderKind<Data> {
  const askedIn = memoizeLast(read);
  return {
    runs: 'provider',
    ...kind,
    match: (query) => askedIn(query) !== null,
    async work(query, lookUp) {
      const asked = askedIn(query);
      return asked === null ? null : answer(asked, query, lookUp);
    },
  };
}

/** Keeps what the last query asks, because `match`, `isCheap` and `work` run one after the other. */
export function memoizeLast<Asked>(read: (query: InstantQuery) => Asked): (query: InstantQuery) => Asked {
  let last: { query: InstantQuery; asked: Asked } | undefined;
  return (query) => {
    if (last?.query !== query) last = { query, asked: read(query) };
    return last.asked;
  };
}
