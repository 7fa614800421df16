import { LRUCache } from 'lru-cache';

/** A reply as it is sent: its bytes, and the `Server-Timing` header that belongs to it. */
export class RenderedReply {
  readonly json: Buffer;
  readonly serverTiming: string;

  constructor(json: Buffer, serverTiming: string) {
    this.json = json;
    this.serverTiming = serverTiming;
  }
}

/** What an entry takes beside its bytes, roughly. */
const OVERHEAD_BYTES = 500;

/** Replies of this process, kept in memory as bytes for a short time. */
export class ReplyCache {
  readonly #replies: LRUCache<string, RenderedReply>;
  readonly #onHit: () => void;

  /** With a `ttlMs` of 0 nothing is kept. */
  constructor({ maxBytes, ttlMs, onHit = () => {} }: { maxBytes: number; ttlMs: number; onHit?: () => void }) {
    this.#onHit = onHit;
    this.#replies = new LRUCache({
      maxSize: ttlMs > 0 ? maxBytes : 1,
      sizeCalculation: ({ json }, key) => json.length + key.length + OVERHEAD_BYTES,
      ttl: ttlMs,
    });
  }

  /** The key is everything that the reply depends on. */
  get(key: readonly unknown[]): RenderedReply | undefined {
    const reply = this.#replies.get(JSON.stringify(key));
    if (reply) this.#onHit();
    return reply;
  }

  /** Returns the reply as it will be sent. */
  set(key: readonly unknown[], body: unknown, serverTiming = ''): RenderedReply {
    const text = JSON.stringify(body);
    // A buffer of its own: Node cuts small ones from larger ones, which would stay in memory as long as any part does.
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    const reply = new RenderedReply(json, serverTiming);
    this.#replies.set(JSON.stringify(key), reply);
    return reply;
  }
}
