import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageCases } from '../../../bench/page-quality.ts';
import { type ReadablePage, UnreadablePage } from '../../../lib/pages/page.ts';
import { readPage } from '../../../lib/pages/read-page.ts';
import { render } from '../../../lib/pages/render.ts';
import { runs } from '../../harness/fuzz.ts';

const pages = pageCases().filter(({ contentType }) => contentType !== 'application/pdf');
const SEED = 20_261_117;

/** Pieces that change what follows them. */
const PIECES = [
  '<',
  '>',
  '</div>',
  '<div>',
  '<table>',
  '<!--',
  '-->',
  '"',
  "'",
  '&',
  '&#',
  '&#x110000;',
  '<p',
  '<li><ul>',
  '<pre>',
  '\0',
  '<a href=',
  '<script>',
  '<h1>',
  '<svg>',
  '<sup>',
  '<td colspan=99>',
];

const change = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.nat(),
    piece: fc.constantFrom(...PIECES),
    times: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(), length: fc.integer({ min: 1, max: 400 }) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 400 }),
    times: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(body: Buffer, edit: Change): Buffer {
  const at = edit.at % (body.length + 1);
  const [before, after] = [body.subarray(0, at), body.subarray(at)];
  if (edit.kind === 'insert') return Buffer.concat([before, Buffer.from(edit.piece.repeat(edit.times)), after]);
  if (edit.kind === 'remove') return Buffer.concat([before, after.subarray(edit.length)]);
  if (edit.kind === 'byte') return Buffer.concat([before, Buffer.from([edit.byte]), after.subarray(1)]);
  const piece = after.subarray(0, edit.length);
  return Buffer.concat([before, ...new Array<Buffer>(edit.times).fill(piece), after]);
}

test('a page that is changed in any way is read or refused, in every format', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pages),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(
        'text/html',
        'text/html; charset=utf-16',
        '',
        'application/xml',
        'text/plain',
        'application/json',
      ),
      fc.boolean(),
      fc.nat({ max: 3_000 }),
      async (page, edits, contentType, whole, maxChars) => {
        const body = edits.reduce(changed, Buffer.from(page.body));
        let read: ReadablePage;
        try {
          read = await readPage({ url: page.url, contentType, body }, { whole });
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadablePage);
          return;
        }
        for (const format of ['markdown', 'text', 'html'] as const) {
          expect(render(read, format, maxChars).content.length).toBeLessThanOrEqual(maxChars);
        }
        expect(read.html).not.toMatch(/<(script|iframe|form|input|style)|<[^>]* on\w+=|="(?:javascript|data):/i);
        // What was read once reads the same again: the form that is cached is clean.
        expect(read.html.isWellFormed()).toBe(true);
      },
    ),
    { seed: SEED, numRuns: runs(6) },
  );
}, 120_000);
