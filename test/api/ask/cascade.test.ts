import { describe, expect, it } from 'vitest';
import { askInStages, type Cascade, type Turn } from '../../../api/ask/cascade.ts';
import { notInJob } from '../../../jobs/in-flight-call.ts';
import { Deadline } from '../../../lib/deadline.ts';
import { type Outcome, skipped } from '../../../lib/outcome.ts';
import type { Provider } from '../../../lib/providers/provider.ts';

const provider = (id: string) => ({ id, adapter: { name: id } }) as Provider;
const [free, other, paid, dear] = ['free', 'other', 'paid', 'dear'].map(provider) as [
  Provider,
  Provider,
  Provider,
  Provider,
];
const ok = (results: number): Outcome<number> => ({ ok: true, value: results, ms: 1, cached: false });
const failed: Outcome<number> = { ok: false, failure: { code: 'timeout', reason: 'late' }, ms: 1 };
const never = new Promise<Outcome<number>>(() => {});

/** Asks in stages; each provider has an answer. */
function ask(
  cascades: Cascade[],
  answers: Record<string, Outcome<number> | Promise<Outcome<number>>>,
  leftMs = 60_000,
) {
  const asked: string[][] = [];
  const spared: string[] = [];
  const all = [...new Set([other, ...cascades.flatMap(({ stages }) => stages.flat())])];
  const outcomes = askInStages<number>(all, {
    cascades,
    until: Deadline.in(leftMs),
    // A job that cannot make the calls of later stages.
    ask(providers, turns) {
      asked.push(providers.filter((one) => !turns?.has(one)).map(({ id }) => id));
      return providers.map(async (one): Promise<Outcome<number>> => {
        if (turns?.has(one)) return { ok: false, failure: notInJob, ms: 0 };
        return (await answers[one.id]) ?? failed;
      });
    },
    found: (value) => value,
    onSpared: ({ id }) => spared.push(id),
  });
  return { outcomes, asked, spared };
}
const words = async (outcomes: Promise<Outcome<number>>[]) =>
  (await Promise.all(outcomes)).map((outcome) => (outcome.ok ? outcome.value : outcome.failure.code));

describe('engines in stages', () => {
  const two = [{ stages: [[free], [paid]], enough: 5 }];

  it('are not asked if those before have found enough', async () => {
    const { outcomes, asked, spared } = ask(two, { free: ok(5), other: ok(1) });
    expect(await words(outcomes)).toEqual([1, 5, 'skipped']);
    expect(asked).toEqual([['other', 'free']]);
    expect(spared).toEqual(['paid']);
  });

  it.each([
    ['failed', failed],
    ['found too little', ok(4)],
    ['found nothing', ok(0)],
  ])('are asked if those before have %s', async (_, before) => {
    const { outcomes, asked, spared } = ask(two, { free: before, other: ok(9), paid: ok(10) });
    expect((await words(outcomes)).at(-1)).toBe(10);
    expect(asked).toEqual([['other', 'free'], ['paid']]);
    expect(spared).toEqual([]);
  });

  it('are asked if those before have had their share of the time, and a late answer still counts', async () => {
    let answer = (_: Outcome<number>) => {};
    const late = new Promise<Outcome<number>>((resolve) => {
      answer = resolve;
    });
    const { outcomes, asked } = ask(two, { free: late, other: ok(1), paid: ok(7) }, 400);
    expect(await outcomes[2]).toMatchObject({ value: 7 });
    expect(asked).toHaveLength(2);
    answer(ok(3));
    expect(await words(outcomes)).toEqual([1, 3, 7]);
  });

  it('have as many stages as are set, which count together', async () => {
    const three = [{ stages: [[free], [paid], [dear]], enough: 5 }];
    const enough = ask(three, { free: ok(2), paid: ok(3), dear: ok(9) });
    expect(await words(enough.outcomes)).toEqual(['timeout', 2, 3, 'skipped']);
    const few = ask(three, { free: ok(2), paid: failed, dear: ok(9) });
    expect(await words(few.outcomes)).toEqual(['timeout', 2, 'timeout', 9]);
  });

  it('are not asked for a requester that has left', async () => {
    const { outcomes, asked } = ask(two, { free: never, other: ok(1) }, 0);
    expect(await outcomes[2]).toMatchObject({ failure: { code: 'skipped' } });
    expect(asked).toHaveLength(1);
  });
});

describe('engines in stages whose calls one job can make', () => {
  const cascades = [{ stages: [[free], [paid, dear]], enough: 5 }];

  it('are asked for together, each with its turn, and nobody is asked from here', async () => {
    const asked: { ids: string[]; turns: [string, Turn][] }[] = [];
    const spared: string[] = [];
    const outcomes = askInStages<number>([other, free, paid, dear], {
      cascades,
      until: Deadline.in(60_000),
      ask(providers, turns) {
        asked.push({
          ids: providers.map(({ id }) => id),
          turns: [...(turns ?? [])].map(([{ id }, turn]) => [id, turn]),
        });
        return providers.map(async ({ id }) => (id === 'dear' ? skipped('dear was not needed') : ok(2)));
      },
      found: (value) => value,
      onSpared: ({ id }) => spared.push(id),
    });
    expect(await words(outcomes)).toEqual([2, 2, 2, 'skipped']);
    const turn = { before: [free], enough: 5, waitMs: expect.any(Number), untilMs: expect.any(Number) };
    const turns = [
      ['paid', turn],
      ['dear', turn],
    ];
    expect(asked).toEqual([{ ids: ['other', 'free', 'paid', 'dear'], turns }]);
    const [, paidTurn] = asked[0]?.turns[0] ?? expect.fail();
    expect(paidTurn.waitMs).toBeCloseTo(paidTurn.untilMs / 2, 6);
    expect(spared).toEqual(['dear']);
  });

  it('have equal shares of the time', () => {
    const waits: number[] = [];
    askInStages<number>([free, paid, dear], {
      cascades: [{ stages: [[free], [paid], [dear]], enough: 5 }],
      until: Deadline.in(60_000),
      ask(providers, turns) {
        for (const { waitMs, untilMs } of turns?.values() ?? []) waits.push(waitMs / untilMs);
        return providers.map(() => never);
      },
      found: (value) => value,
      onSpared: () => {},
    });
    expect(waits).toEqual([expect.closeTo(1 / 3, 6), expect.closeTo(2 / 3, 6)]);
  });

  it('take as long as from their turn, not from the first', async () => {
    const [first, later] = askInStages<number>([free, paid], {
      cascades: [{ stages: [[free], [paid]], enough: 5 }],
      until: Deadline.in(60_000),
      ask: ([one]) => [one === free ? Promise.resolve(ok(1)) : never, Promise.resolve({ ...ok(2), ms: 30_000 })],
      found: (value) => value,
      onSpared: () => {},
    });
    expect(await first).toMatchObject({ ms: 1 });
    expect((await later)?.ms).toBeLessThan(30_000);
  });

  it('are asked from here, a stage at once, if the job has none of their calls after all', async () => {
    const { outcomes, asked } = ask(cascades, { free: ok(1), other: ok(1), paid: ok(2), dear: ok(3) });
    expect(await words(outcomes)).toEqual([1, 1, 2, 3]);
    expect(asked).toEqual([
      ['other', 'free'],
      ['paid', 'dear'],
    ]);
  });
});
