import { LRUCache } from 'lru-cache';
import { NO_TIMING, type Timing } from '../ask/timing.ts';

/** A serialised reply: its bytes, JSON unless it is a page, and how providers took part in it. */
export class RenderedReply {
  readonly json: Buffer;
  readonly timing: Timing;

  constructor(json: Buffer, timing: Timing) {
    this.json = json;
    this.timing = timing;
  }

  /** The same object with more fields at its end: those that differ between requests for the same reply. */
  with(fields: Readonly<Record<string, unknown>>): RenderedReply {
    const end = Buffer.from(`,${JSON.stringify(fields).slice(1)}`);
    return new RenderedReply(Buffer.concat([this.json.subarray(0, -1), end]), this.timing);
  }
}

/** Approximate memory of an entry besides its bytes and its key. */
const OVERHEAD_BYTES = 500;

/** Caches serialised replies in the memory of this process for a short time. */
export class ReplyCache {
  readonly #replies: LRUCache<string, RenderedReply>;
  readonly #onHit: () => void;

  /** A `ttlMs` of 0 disables the cache. */
  constructor({ maxBytes, ttlMs, onHit = () => {} }: { maxBytes: number; ttlMs: number; onHit?: () => void }) {
    this.#onHit = onHit;
    this.#replies = new LRUCache({
      maxSize: ttlMs > 0 ? maxBytes : 1,
      sizeCalculation: ({ json }, key) => json.length + key.length + OVERHEAD_BYTES,
      ttl: ttlMs,
    });
  }

  /** The key must contain everything that the reply depends on. */
  get(key: readonly unknown[]): RenderedReply | undefined {
    const reply = this.#replies.get(JSON.stringify(key));
    if (reply) this.#onHit();
    return reply;
  }

  clear(): void {
    this.#replies.clear();
  }

  /** Serialises and caches a reply, and returns it. */
  set(key: readonly unknown[], body: unknown, timing = NO_TIMING): RenderedReply {
    const text = JSON.stringify(body);
    // Not from Node's buffer pool: a small pooled buffer would keep the larger one that it is part of in memory.
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    return this.keep(key, json, timing);
  }

  /** Caches the bytes of a reply, and returns it. */
  keep(key: readonly unknown[], bytes: Buffer, timing = NO_TIMING): RenderedReply {
    const reply = new RenderedReply(bytes, timing);
    this.#replies.set(JSON.stringify(key), reply);
    return reply;
  }
}

/** All parameters that are given, by name: a key of the cache that lacks none, whatever is added to a schema. */
export function inOrder(params: object): [name: string, value: unknown][] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
