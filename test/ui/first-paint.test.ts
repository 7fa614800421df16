import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Arrivals, enoughOf, FirstPaint, listAt } from '../../api/ui/first-paint.ts';

const when = (arrivals: Partial<Arrivals>) => listAt({ resultsAt: 100, enoughAt: null, answer: 'none', ...arrivals });

test('two of three engines make a list, and both of two', () => {
  expect([1, 2, 3, 4, 6].map(enoughOf)).toEqual([1, 2, 2, 3, 4]);
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

  /** What was painted by when: with a list or without. */
  function painting() {
    const painted: boolean[] = [];
    return { painted, paint: new FirstPaint(3, (hasList) => painted.push(hasList)) };
  }

  test('nothing is painted before two have ended, and the list again after the third', () => {
    const { painted, paint } = painting();
    vi.advanceTimersByTime(300);
    paint.engineEnded(true);
    vi.advanceTimersByTime(150);
    expect(painted).toEqual([]);
    paint.engineEnded(true);
    vi.advanceTimersByTime(50);
    expect(painted).toEqual([true]);
    expect(paint.left).toBe(1);
    vi.advanceTimersByTime(300);
    paint.engineEnded(false);
    vi.advanceTimersByTime(50);
    expect(painted).toEqual([true, true]);
  });

  test('one makes a list after 700 ms; one that is skipped is not waited for', () => {
    const late = painting();
    late.paint.engineEnded(true);
    vi.advanceTimersByTime(690);
    expect(late.painted).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(late.painted).toEqual([true]);
    const { painted, paint } = painting();
    paint.engineSkipped();
    paint.engineSkipped();
    paint.engineEnded(true);
    vi.advanceTimersByTime(50);
    expect(painted).toEqual([true]);
  });

  test('an answer is painted alone after 200 ms, and the list below it in its time', () => {
    const { painted, paint } = painting();
    paint.answer = 'local';
    paint.answer = 'there';
    paint.engineEnded(true);
    vi.advanceTimersByTime(250);
    expect(painted).toEqual([false]);
    vi.advanceTimersByTime(500);
    expect(painted).toEqual([false, true]);
  });

  test('the last that ends is painted with the page, if that is complete at once', () => {
    const { painted, paint } = painting();
    for (const _engine of [1, 2, 3]) paint.engineEnded(true);
    paint.stop();
    vi.advanceTimersByTime(1_000);
    expect(painted).toEqual([]);
  });
});
