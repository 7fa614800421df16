import { LRUCache } from 'lru-cache';
import type { InstantAnswer } from '../lib/answers/answer.ts';
import { RenderedReply } from './endpoint.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const KEEP_MS = 60_000;
/** What keeping one takes beside its bytes, about. */
const BYTES_EACH = 500;

/**
 * Instant answers that depend on nothing but the query and its language, kept as they were sent. Asked again within a minute
 * they are sent again: who repeats a query, by mistake or with intent, does not have it worked out again.
 */
export class HotAnswers {
  readonly #replies = new LRUCache<string, RenderedReply>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }, key) => json.length + key.length + BYTES_EACH,
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
    const text = JSON.stringify(answer);
    // Bytes, not text: text would be encoded again each time it is sent. And bytes of its own: small buffers are parts of
    // larger ones, which would stay as long as any part does.
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    const reply = new RenderedReply(json);
    this.#replies.set(keyOf(q, lang), reply);
    return reply;
  }
}

const keyOf = (q: string, lang: string) => `${lang}\n${q}`;
