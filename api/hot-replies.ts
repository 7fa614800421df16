import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type NamedAnswer, serverTiming } from './ask.ts';
import { RenderedReply } from './endpoint.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const KEEP_MS = 10_000;

interface HotReply {
  /** Bytes, not text: text would be encoded again each time it is sent. */
  json: Buffer;
  timing: string;
}

/**
 * Replies made of cached slices alone, kept as they were sent. Asked again within ten seconds they are sent again,
 * without another look at the cache: a slice may be shown for that much longer than `CACHE_TTL_S`, and an age lag by it.
 */
export class HotReplies {
  readonly #replies: LRUCache<string, HotReply>;
  readonly #onHit: () => void;

  /** `onHit` is told whenever a reply is sent again. */
  constructor(cacheTtlS: number, onHit: () => void = () => {}) {
    this.#onHit = onHit;
    this.#replies = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ json }, key) => json.length + key.length,
      // A cache that is off keeps nothing anywhere; 0 would mean "for ever" here, but nothing is then ever stored.
      ttl: Math.min(KEEP_MS, cacheTtlS * 1_000),
    });
  }

  /** Answers a search: from memory, or by asking and writing what was answered. Sets `Server-Timing`. */
  async reply<Asked extends NamedAnswer, Body>(
    search: readonly unknown[],
    reply: FastifyReply,
    ask: () => Promise<Asked[]>,
    write: (answers: Asked[]) => Body,
  ): Promise<Body | RenderedReply> {
    const key = JSON.stringify(search);
    const hot = this.#replies.get(key);
    if (hot) {
      this.#onHit();
      reply.header('server-timing', hot.timing);
      return new RenderedReply(hot.json);
    }
    const answers = await ask();
    const timing = serverTiming(answers);
    reply.header('server-timing', timing);
    const body = write(answers);
    if (!allCached(answers)) return body;
    const json = Buffer.from(JSON.stringify(body));
    this.#replies.set(key, { json, timing });
    return new RenderedReply(json);
  }
}

function allCached(answers: readonly NamedAnswer[]): boolean {
  const asked = answers.filter(({ answer }) => !('skipped' in answer));
  return asked.length > 0 && asked.every(({ answer }) => answer.ok && answer.cached);
}
