import { describe, expect, it, vi } from 'vitest';
import { askInStages, type Cascade } from '../../../api/ask/cascade.ts';
import { Deadline } from '../../../lib/deadline.ts';
import type { Outcome } from '../../../lib/outcome.ts';
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
  const stages: string[][] = [];
  const deadlines: Deadline[] = [];
  const spared: string[] = [];
  const all = [...new Set([other, ...cascades.flatMap(({ stages }) => stages.flat())])];
  const outcomes = askInStages<number>(all, {
    cascades,
    deadline: Deadline.in(leftMs, 2 * leftMs),
    until: Deadline.in(leftMs),
    ask(providers, deadline) {
      asked.push(providers.map(({ id }) => id));
      deadlines.push(deadline);
      return providers.map(async (one): Promise<Outcome<number>> => (await answers[one.id]) ?? failed);
    },
    found: (value) => value,
    onStage: (providers) => stages.push(providers.map(({ id }) => id)),
    onSpared: ({ id }) => spared.push(id),
  });
  return { outcomes, asked, spared, stages, deadlines };
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

describe('a later stage', () => {
  const cascades = [{ stages: [[free], [paid, dear]], enough: 5 }];

  it('is asked at once, and told of before it answers', async () => {
    const { outcomes, asked, stages } = ask(cascades, { free: ok(1), other: ok(1), paid: never, dear: ok(3) });
    expect(await outcomes[3]).toEqual(ok(3));
    expect(asked).toEqual([
      ['other', 'free'],
      ['paid', 'dear'],
    ]);
    expect(stages).toEqual([['paid', 'dear']]);
  });

  it('has a deadline that begins with its turn: half of the time of the first may be over', async () => {
    const { outcomes, deadlines } = ask(cascades, { free: ok(1), other: ok(1), paid: ok(2), dear: ok(3) }, 5_000);
    await Promise.all(outcomes);
    const [first, later] = deadlines as [Deadline, Deadline];
    expect(first.isHalfOver).toBe(true);
    expect(later.isHalfOver).toBe(false);
    expect(later.leftMs()).toBeLessThanOrEqual(5_000);
  });

  it('begins after an equal share of the time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const { asked } = ask([{ stages: [[free], [paid], [dear]], enough: 5 }], { free: never, paid: never }, 6_000);
      const begun: number[] = [];
      for (let ms = 0; ms < 6_000; ms += 500) {
        await vi.advanceTimersByTimeAsync(500);
        begun.push(asked.length);
      }
      expect(begun).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
    } finally {
      vi.useRealTimers();
    }
  });
});
