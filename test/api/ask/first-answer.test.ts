import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAnswer } from '../../../api/ask/first-answer.ts';

const PATIENCE = 100;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A provider that answers on command and records whether it was called. */
function someone() {
  const settled = withResolvers<string | null>();
  const ask = vi.fn(() => settled.promise);
  return { ask, answer: settled.resolve, fail: settled.reject };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** The current result; undefined until there is one. */
function watching(answer: Promise<string | null>): { result: string | null | undefined } {
  const seen: { result: string | null | undefined } = { result: undefined };
  // A rejection fails the test as unhandled.
  void answer.then((value) => {
    seen.result = value;
  });
  return seen;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('firstAnswer', () => {
  it('resolves to null without providers', async () => {
    await expect(firstAnswer([], PATIENCE)).resolves.toBeNull();
  });

  it('returns the first provider’s answer and never calls another', async () => {
    const [a, b] = [someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask], PATIENCE);
    a.answer('a');
    await expect(answer).resolves.toBe('a');
    expect(vi.getTimerCount()).toBe(0);
    await pass(10 * PATIENCE);
    expect(a.ask).toHaveBeenCalledTimes(1);
    expect(b.ask).not.toHaveBeenCalled();
  });

  it('calls only the first provider until its time is up', async () => {
    const [a, b] = [someone(), someone()];
    void firstAnswer([a.ask, b.ask], PATIENCE);
    await pass(PATIENCE - 1);
    expect(b.ask).not.toHaveBeenCalled();
    await pass(1);
    expect(b.ask).toHaveBeenCalledTimes(1);
  });

  it('calls the next provider immediately when one has no answer', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask, c.ask], PATIENCE);
    a.answer(null);
    await pass(0);
    expect(b.ask).toHaveBeenCalledTimes(1);
    expect(c.ask).not.toHaveBeenCalled();
    b.answer('b');
    await expect(answer).resolves.toBe('b');
  });

  it('gives every provider the same time, also after an empty answer', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    void firstAnswer([a.ask, b.ask, c.ask], PATIENCE);
    await pass(PATIENCE - 10);
    a.answer(null);
    await pass(PATIENCE - 1);
    expect(c.ask).not.toHaveBeenCalled();
    await pass(1);
    expect(c.ask).toHaveBeenCalledTimes(1);
  });

  it('returns the next provider’s answer when the first is slow', async () => {
    const [a, b] = [someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask], PATIENCE);
    await pass(PATIENCE);
    b.answer('b');
    await expect(answer).resolves.toBe('b');
    a.answer('a');
    await pass(10 * PATIENCE);
    await expect(answer).resolves.toBe('b');
  });

  it('still returns the slow provider’s answer when it arrives first', async () => {
    const [a, b] = [someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask], PATIENCE);
    await pass(PATIENCE);
    a.answer('a');
    await expect(answer).resolves.toBe('a');
  });

  it('waits for the slow provider when the others have no answer', async () => {
    const [a, b] = [someone(), someone()];
    const seen = watching(firstAnswer([a.ask, b.ask], PATIENCE));
    await pass(PATIENCE);
    b.answer(null);
    await pass(10 * PATIENCE);
    expect(seen.result).toBeUndefined();
    a.answer('a');
    await pass(0);
    expect(seen.result).toBe('a');
  });

  it('calls the third provider when a slow first one has no answer', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    void firstAnswer([a.ask, b.ask, c.ask], PATIENCE);
    await pass(PATIENCE + 1);
    a.answer(null);
    await pass(0);
    expect(c.ask).toHaveBeenCalledTimes(1);
  });

  it('resolves to null once the last provider has no answer', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    const seen = watching(firstAnswer([a.ask, b.ask, c.ask], PATIENCE));
    await pass(2 * PATIENCE);
    c.answer(null);
    a.answer(null);
    await pass(10 * PATIENCE);
    expect(seen.result).toBeUndefined();
    b.answer(null);
    await pass(0);
    expect(seen.result).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
    for (const { ask } of [a, b, c]) expect(ask).toHaveBeenCalledTimes(1);
  });

  it('rejects when a provider throws, because providers report failures as null', async () => {
    const a = someone();
    const answer = firstAnswer([a.ask], PATIENCE);
    a.fail(new Error('a bug'));
    await expect(answer).rejects.toThrow('a bug');
  });
});
