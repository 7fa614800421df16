import { afterEach, expect, it, vi } from 'vitest';
import { Deadline } from '../../lib/deadline.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a deadline does not move with the clock of the machine', () => {
  const deadline = Deadline.in(60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect(deadline.leftMs()).toBeGreaterThan(50_000);
  vi.setSystemTime(0);
  expect(deadline.leftMs()).toBeLessThanOrEqual(60_000);
});
