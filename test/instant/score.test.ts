import { expect, test } from 'vitest';
import { answerHere } from './in-process.ts';
import { type InstantCase, isRight, readCases } from './judges.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

/**
 * The share of right answers by kind and tier, in this process. KINDS=math,unit looks at some kinds only; MISSES=20 prints
 * what went wrong. The floors are in floor.test.ts, against a running instance.
 */
const { KINDS, MISSES = '0' } = process.env;
const only = KINDS?.split(',');

test('the score is printed', async () => {
  const rows = new Map<string, { right: number; of: number }>();
  const misses: string[] = [];
  for (const wanted of readCases()) {
    if (only && !only.includes(wanted.kind)) continue;
    const body = await answer(wanted);
    const right = isRight(body, wanted);
    const row = `${wanted.kind} ${wanted.expect === null ? '(must be null)' : wanted.tier}`;
    const { right: before, of } = rows.get(row) ?? { right: 0, of: 0 };
    rows.set(row, { right: before + Number(right), of: of + 1 });
    if (!right) misses.push(JSON.stringify({ ...wanted, got: body }).slice(0, 400));
  }
  for (const [row, { right, of }] of [...rows].sort()) process.stdout.write(`${row.padEnd(30)} ${right} / ${of}\n`);
  for (const miss of misses.slice(0, Number(MISSES))) process.stdout.write(`${miss}\n`);
  expect(rows.size).toBeGreaterThan(0);
});

async function answer(wanted: InstantCase): Promise<unknown> {
  try {
    return await answerHere(wanted.query, {
      lookUp: sandboxLookUp,
      ...(wanted.tz ? { tz: wanted.tz } : {}),
      ...(wanted.clock ? { now: Date.parse(wanted.clock) } : {}),
    });
  } catch (error) {
    return String(error);
  }
}
