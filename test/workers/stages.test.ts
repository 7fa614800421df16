import { describe, expect, it } from 'vitest';
import { Stages } from '../../workers/stages.ts';

const after = { calls: ['free', 'other'], enough: 5, waitMs: 60_000, untilMs: 120_000 };
const justNow = () => 0;
const never = new Promise<never>(() => {});

/** The stages of a question whose first calls have found so much; null for one that goes on. */
function stages(found: Record<string, number | null>): Stages {
  const made = new Stages();
  for (const [key, results] of Object.entries(found)) {
    made.begin(key, results === null ? never : Promise.resolve());
    if (results !== null) made.note(key, results);
  }
  return made;
}

describe('a call that comes after others', () => {
  it.each([
    [true, { free: 4, other: 0 }],
    [true, { free: 0, other: 0 }],
    [false, { free: 5, other: 0 }],
    [false, { free: 2, other: 3 }],
  ])('is needed: %s, if they find %o', async (isNeeded, found) => {
    expect(await stages(found).isNeeded(after, justNow)).toBe(isNeeded);
  });

  it('waits for all of them, as long as they may take', async () => {
    const soon = { ...after, waitMs: 30 };
    const of = stages({ free: 1, other: null });
    expect(await of.isNeeded(soon, justNow)).toBe(true);
    // What they have found by then counts.
    expect(await stages({ free: 6, other: null }).isNeeded(soon, justNow)).toBe(false);
  });

  it('counts their time from when the job was added, and is not made when nobody waits any more', async () => {
    expect(await stages({ free: null, other: null }).isNeeded(after, () => 60_001)).toBe(true);
    expect(await stages({ free: 0, other: 0 }).isNeeded(after, () => 120_001)).toBe(false);
  });
});
