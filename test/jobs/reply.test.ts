import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReplies, encodeReplies, type Reply } from '../../jobs/reply.ts';
import { failureCodes } from '../../lib/outcome.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';
import { runs } from '../harness/fuzz.ts';

const head = { v: fc.constant(WIRE_VERSION), key: fc.string(), waitedMs: fc.nat(), tookMs: fc.option(fc.nat()) };
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
        expect(decodeReplies(encodeReplies(sent))).toEqual(sent);
      }),
      { numRuns: runs() },
    );
  });

  it('that are damaged or foreign are refused, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        // The first byte of an empty list, which is a message of no replies.
        fc.pre(bytes[0] !== 0x90 || bytes.length > 1);
        expect(() => decodeReplies(Buffer.from(bytes))).toThrow();
      }),
      { numRuns: runs() },
    );
    expect(() => decodeReplies(Buffer.from('{"key":"k"}'))).toThrow();
    expect(() => decodeReplies(Buffer.concat([encodeReplies([]), Buffer.from([0])]))).toThrow();
  });
});
