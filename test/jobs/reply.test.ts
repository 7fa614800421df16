import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReply, encodeReply, packReplies, type Reply, unpackReplies } from '../../jobs/reply.ts';
import { failureCodes } from '../../lib/outcome.ts';
import { runs } from '../harness/fuzz.ts';

const head = { key: fc.string(), waitedMs: fc.nat(), tookMs: fc.option(fc.nat()) };
const replies: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ ok: fc.constant(true as const), ...head, output: fc.uint8Array().map((bytes) => Buffer.from(bytes)) }),
  fc.record({
    ok: fc.constant(false as const),
    ...head,
    failure: fc.record({ code: fc.constantFrom(...failureCodes), reason: fc.string() }),
  }),
);

describe('replies', () => {
  it('arrive as they were sent, several in one message', () => {
    fc.assert(
      fc.property(fc.array(replies, { maxLength: 5 }), (sent) => {
        const received = unpackReplies(packReplies(sent.map(encodeReply))).map(decodeReply);
        expect(received).toEqual(sent);
      }),
      { numRuns: runs() },
    );
  });

  it('that are damaged or foreign are ignored, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const reply of unpackReplies(Buffer.from(bytes)))
          expect([null, 'object']).toContain(decodeReply(reply) && 'object');
      }),
      { numRuns: runs() },
    );
    expect(decodeReply(Buffer.from('{"key":"k"}'))).toBeNull();
  });
});
