import { LRUCache } from 'lru-cache';
import type { InstantAnswer } from '../lib/answers/answer.ts';
import { RenderedReply } from './endpoint.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const KEEP_MS = 60_000;

/**
 * Instant answers that depend on nothing but the query and its language, kept as they were sent. Asked again within a minute
 * they are sent again: who repeats a query, by mistake or with intent, does not have it worked out again.
 */
export class HotAnswers {
  readonly #replies = new LRUCache<string, RenderedReply>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }, key) => json.length + key.length,
    ttl: KEEP_MS,
  });
  readonly #onHit: () => void;

  /** `onHit` is told whenever an answer is sent again. */
  constructor(onHit: () => void = () => {}) {
    this.#onHit = onHit;
  }

  get(q: string, lang: string): RenderedReply | undefined {
    const hot = this.#replies.get(keyOf(q, lang));
    if (hot) this.#onHit();
    return hot;
  }

  keep(q: string, lang: string, answer: InstantAnswer): RenderedReply {
    // Bytes, not text: text would be encoded again each time it is sent.
    const reply = new RenderedReply(Buffer.from(JSON.stringify(answer)));
    this.#replies.set(keyOf(q, lang), reply);
    return reply;
  }
}

const keyOf = (q: string, lang: string) => `${lang}\n${q}`;
