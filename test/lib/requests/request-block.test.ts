import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byClass,
  CLASSES,
  classOf,
  mayHave,
  openBlock,
  packRequests,
  requestsIn,
} from '../../../lib/requests/request-block.ts';
import { sampleRequest, sampleRequests } from './sample-requests.ts';

/** As the script stores a block. */
function stored(block: Buffer, level: number): Buffer {
  return Buffer.concat([block.subarray(0, 13), Buffer.from(String(level)), block.subarray(13)]);
}

const text = fc.string({ maxLength: 40 });
const anyRequest = fc
  .record({
    id: text,
    at: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
    key: fc.option(text),
    labels: fc.dictionary(text, text, { noNullPrototype: true }),
    endpoint: text,
    reason: fc.option(text),
    cached: fc.boolean(),
    engines: fc.array(fc.record({ engine: text, outcome: text, ms: fc.option(fc.nat()) })),
    trace: fc.option(text),
    program: fc.option(text),
  })
  .map(sampleRequest);

test('a block gives back what was packed', () => {
  fc.assert(
    fc.property(
      fc.array(anyRequest, { minLength: 1, maxLength: 20 }),
      fc.nat({ max: CLASSES - 1 }),
      (records, level) => {
        const kept = stored(packRequests(records), level);
        const block = openBlock(kept);
        expect(block).toMatchObject({ at: records[0]?.at, level });
        expect(requestsIn(block, 'ada')).toEqual(records);
        for (const { id } of records) expect(mayHave(kept, id)).toBe(true);
      },
    ),
  );
});

test('a block of one request is small', () => {
  expect(packRequests([sampleRequest()]).length).toBeLessThan(130);
});

test('every second request is of class 0, every fourth of class 1, whoever chooses their ids', () => {
  const COUNT = 40_000;
  for (const given of [{}, { id: 'always the same' }]) {
    const counts = Array.from({ length: CLASSES }, () => 0);
    for (const record of sampleRequests(COUNT, given)) counts[classOf(record)] = (counts[classOf(record)] ?? 0) + 1;
    for (const [at, count] of counts.slice(0, 5).entries()) {
      const expected = COUNT / 2 ** (at + 1);
      expect(Math.abs(count / expected - 1), `class ${at}`).toBeLessThan(0.12);
    }
  }
});

test('a few requests that ended together are one block, and many are a block for each class', () => {
  const few = sampleRequests(16);
  expect(byClass(few).filter((own) => own.length > 0)).toEqual([few]);
  const many = sampleRequests(200);
  for (const [at, own] of byClass(many).entries()) expect(own).toEqual(many.filter((one) => classOf(one) === at));
  expect(byClass([]).flat()).toEqual([]);
});
