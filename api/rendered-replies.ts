import { LRUCache } from 'lru-cache';
import { RenderedReply } from './endpoint.ts';
import type { EngineAnswer } from './search.ts';

const MAX_CHARS = 16 * 1024 * 1024;
/** Ages ("3 minutes ago") are worked out when a reply is made; this is how far they may lag behind. */
const KEEP_MS = 10_000;

/**
 * A search whose engines all answered from the cache is the same reply as before, to the letter: it need not be merged
 * and written again. The slices were read from Redis all the same; as soon as one is made anew, so is the reply.
 */
export class RenderedReplies {
  readonly #texts = new LRUCache<string, string>({
    maxSize: MAX_CHARS,
    sizeCalculation: (text) => text.length,
    ttl: KEEP_MS,
  });

  reply<T>(answers: readonly EngineAnswer<unknown>[], make: () => T): T | RenderedReply {
    const key = identity(answers);
    if (key === null) return make();
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = JSON.stringify(make());
      this.#texts.set(key, text);
    }
    return new RenderedReply(text);
  }
}

/** Which slices a reply is made of, in slot order; null when any of it was just fetched or is missing. */
function identity(answers: readonly EngineAnswer<unknown>[]): string | null {
  let key = '';
  for (const { slot, outcome } of answers) {
    if ('skipped' in outcome) continue;
    if (!outcome.ok || outcome.slice === null) return null;
    key += `${slot.slug} ${outcome.slice} `;
  }
  return key === '' ? null : key;
}
