import { z } from 'zod';
import { type Failure, failureSchema } from '../lib/outcome.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';
import type { FanOut } from './job.ts';

/*
 * What Tributary 0.1.0 writes and reads otherwise, as version 0, so that it can be upgraded without an outage, in either
 * order. It can go, with its uses, once nobody upgrades from 0.1.0. `test/faults/release-upgrade.system.test.ts` runs both.
 */

/** Completes a job for workers of 0.1.0, which refuse one without `request` and ignore what else they do not know. */
export function readableByFirst(job: FanOut): FanOut {
  return { ...job, request: null };
}

/** A reply has a head, as JSON, and the bytes of the output of a success. */
const headSchema = z.object({
  key: z.string(),
  waitedMs: z.number(),
  tookMs: z.number().nullable(),
  failure: failureSchema.optional(),
});

type Head = Omit<z.infer<typeof headSchema>, 'failure'>;
type FirstReply = Head & ({ ok: true; output: Buffer } | { ok: false; failure: Failure });

const LENGTH_BYTES = 4;

/** Whether a message is one of version 0: it begins with a length, and no list in MessagePack begins with a zero. */
export function isOfFirst(message: Buffer): boolean {
  return message[0] === 0;
}

/** Encodes replies for a web process of 0.1.0: each after its length, with its head after the length of that. */
export function encodeForFirst(replies: readonly FirstReply[]): Buffer {
  return Buffer.concat(
    replies.map(({ key, waitedMs, tookMs, ...reply }) => {
      const failure = reply.ok ? undefined : reply.failure;
      const head = sized(Buffer.from(JSON.stringify({ key, waitedMs, tookMs, failure })));
      return sized(reply.ok ? Buffer.concat([head, reply.output]) : head);
    }),
  );
}

/** Decodes a message from a worker of 0.1.0. Throws if it is not one. */
export function decodeOfFirst(message: Buffer): (FirstReply & { v: 0 })[] {
  const replies: ReturnType<typeof decodeOfFirst> = [];
  for (let rest = message; rest.length > 0; ) {
    const [reply, others] = split(rest);
    const [head, output] = split(reply);
    const { failure, ...fields } = headSchema.parse(JSON.parse(head.toString('utf8')));
    replies.push(failure ? { ok: false, v: 0, ...fields, failure } : { ok: true, v: 0, ...fields, output });
    rest = others;
  }
  return replies;
}

/**
 * Ends the claim of a request: web processes of 0.1.0 share whole jobs, and wait for the replies until the job has ended.
 * Returns the channels of those that wait besides the one that added the job.
 */
export async function endRequest(redis: Redis, queue: string, request: string): Promise<string[]> {
  const tag = redisKeys.queuePrefix(queue);
  const waiters = redisKeys.jobWaiters(tag) + request;
  // First the end, then the list: whoever has seen the claim is on it.
  const [, channels] = await Promise.all([redis.del(redisKeys.jobClaim(tag, request)), redis.smembers(waiters)]);
  if (channels.length > 0) await redis.del(waiters);
  return channels;
}

function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Splits bytes into a part that follows its length, and the rest. */
function split(bytes: Buffer): [part: Buffer, rest: Buffer] {
  const end = LENGTH_BYTES + bytes.readUInt32BE();
  if (end > bytes.length) throw new RangeError('A reply is shorter than it says.');
  return [bytes.subarray(LENGTH_BYTES, end), bytes.subarray(end)];
}
