import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Arrivals, FirstPaint, isEnough, listAt } from '../../api/ui/first-paint.ts';
import { UsualTimes } from '../../api/ui/usual-times.ts';

const when = (arrivals: Partial<Arrivals>) => listAt({ resultsAt: 100, enoughAt: null, answer: 'none', ...arrivals });

/** How many of the engines have to end before a list is shown, in the order of their usual times. */
function waitedFor(...usualMs: (number | undefined)[]): number {
  const isEnoughWith = (ended: number) => isEnough(usualMs.map((ms, at) => ({ usualMs: ms, hasEnded: at < ended })));
  return [0, ...usualMs.keys()].findIndex((_, ended) => isEnoughWith(ended));
}

test('two of three engines make a list, and both of two, while their usual times are unknown', () => {
  const unknown = (count: number) => Array.from({ length: count }, () => undefined);
  expect([1, 2, 3, 4, 6].map((count) => waitedFor(...unknown(count)))).toEqual([1, 2, 2, 3, 4]);
  expect(waitedFor(100, undefined, undefined)).toBe(2);
});

test('a list waits for the engines that are usually in time, and for no other', () => {
  expect(waitedFor(100, 400, 1_500)).toBe(2);
  expect(waitedFor(100, 400, 650)).toBe(3);
  expect(waitedFor(100, 1_500, 1_500)).toBe(1);
  expect(waitedFor(1_500, 1_500, 1_500)).toBe(0);
  // One that is not usually in time does not replace one that is.
  const ended = [
    { usualMs: 1_500, hasEnded: true },
    { usualMs: 300, hasEnded: false },
  ];
  expect(isEnough(ended)).toBe(false);
});

test('usual times are those of the last calls that asked the engine', () => {
  const times = new UsualTimes();
  const took = (ms: number, cached = false) => times.learn('web a', { ok: true, cached, ms, value: null });
  expect(times.of('web a')).toBeUndefined();
  took(400);
  took(1, true);
  times.learn('web a', { ok: false, failure: { code: 'suspended', reason: '' }, ms: 0 });
  expect(times.of('web a')).toBe(400);
  times.learn('web a', { ok: false, failure: { code: 'timeout', reason: '' }, ms: 3_000 });
  expect(times.of('web a')).toBe(1_700);
  for (let call = 0; call < 20; call++) took(400);
  expect(times.of('web a')).toBeLessThan(430);
});

test('a list is shown with enough engines, or when their time is up', () => {
  expect(when({ enoughAt: 450 })).toBeGreaterThanOrEqual(450);
  expect(when({ enoughAt: 450 })).toBeLessThan(500);
  expect(when({ resultsAt: 100 })).toBe(700);
  expect(when({ resultsAt: 900 })).toBe(900);
  expect(when({ resultsAt: null, enoughAt: 450 })).toBe(Number.POSITIVE_INFINITY);
});

test('a list waits for the instant answer above it, for one from elsewhere longer than for one from here', () => {
  expect(when({ enoughAt: 100, answer: 'local' })).toBe(250);
  expect(when({ enoughAt: 100, answer: 'network' })).toBe(600);
  expect(when({ enoughAt: 650, answer: 'network' })).toBe(when({ enoughAt: 650 }));
  expect(when({ enoughAt: 100, answer: 'there' })).toBe(when({ enoughAt: 100 }));
});

describe('of three engines', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const ENGINES = ['a', 'b', 'c'];
  /** What was painted by when: with a list or without. */
  function painting() {
    const painted: boolean[] = [];
    const usualMs = new Map(ENGINES.map((engine) => [engine, undefined]));
    return { painted, paint: new FirstPaint(usualMs, (hasList) => painted.push(hasList)) };
  }

  test('nothing is painted before two have ended, and the list again after the third', () => {
    const { painted, paint } = painting();
    vi.advanceTimersByTime(300);
    paint.engineEnded('a', true);
    vi.advanceTimersByTime(150);
    expect(painted).toEqual([]);
    paint.engineEnded('b', true);
    vi.advanceTimersByTime(50);
    expect(painted).toEqual([true]);
    expect(paint.left).toBe(1);
    vi.advanceTimersByTime(300);
    paint.engineEnded('c', false);
    vi.advanceTimersByTime(50);
    expect(painted).toEqual([true, true]);
  });

  test('one makes a list after 700 ms; one that is skipped is not waited for', () => {
    const late = painting();
    late.paint.engineEnded('a', true);
    vi.advanceTimersByTime(690);
    expect(late.painted).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(late.painted).toEqual([true]);
    const { painted, paint } = painting();
    paint.engineSkipped('a');
    paint.engineSkipped('b');
    paint.engineEnded('c', true);
    vi.advanceTimersByTime(50);
    expect(painted).toEqual([true]);
  });

  test('an answer is painted alone after 200 ms, and the list below it in its time', () => {
    const { painted, paint } = painting();
    paint.answer = 'local';
    paint.answer = 'there';
    paint.engineEnded('a', true);
    vi.advanceTimersByTime(250);
    expect(painted).toEqual([false]);
    vi.advanceTimersByTime(500);
    expect(painted).toEqual([false, true]);
  });

  test('a timer that is early paints nothing', () => {
    // The clock stands still, so that every timer is early.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { painted, paint } = painting();
    paint.answer = 'network';
    for (const engine of ENGINES) paint.engineEnded(engine, true);
    vi.advanceTimersByTime(700);
    expect(painted).toEqual([]);
  });

  test('the last that ends is painted with the page, if that is complete at once', () => {
    const { painted, paint } = painting();
    for (const engine of ENGINES) paint.engineEnded(engine, true);
    paint.stop();
    vi.advanceTimersByTime(1_000);
    expect(painted).toEqual([]);
  });
});
