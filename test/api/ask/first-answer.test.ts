import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAnswer } from '../../../api/ask/first-answer.ts';

const PATIENCE = 100;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Someone who answers when told to, and remembers whether they were asked. */
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

/** The answer so far. */
function watching(answer: Promise<string | null>): { result: string | null | undefined } {
  const seen: { result: string | null | undefined } = { result: undefined };
  answer.then((value) => {
    seen.result = value;
  });
  return seen;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the first answer', () => {
  it('is nobody’s where nobody is asked', async () => {
    await expect(firstAnswer([], PATIENCE)).resolves.toBeNull();
  });

  it('is that of the first, and then nobody else is asked, however much time passes', async () => {
    const [a, b] = [someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask], PATIENCE);
    a.answer('a');
    await expect(answer).resolves.toBe('a');
    expect(vi.getTimerCount()).toBe(0);
    await pass(10 * PATIENCE);
    expect(a.ask).toHaveBeenCalledTimes(1);
    expect(b.ask).not.toHaveBeenCalled();
  });

  it('leaves the first alone until its time is over', async () => {
    const [a, b] = [someone(), someone()];
    void firstAnswer([a.ask, b.ask], PATIENCE);
    await pass(PATIENCE - 1);
    expect(b.ask).not.toHaveBeenCalled();
    await pass(1);
    expect(b.ask).toHaveBeenCalledTimes(1);
  });

  it('is asked of the next at once where one has nothing', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask, c.ask], PATIENCE);
    a.answer(null);
    await pass(0);
    expect(b.ask).toHaveBeenCalledTimes(1);
    expect(c.ask).not.toHaveBeenCalled();
    b.answer('b');
    await expect(answer).resolves.toBe('b');
  });

  it('gives everyone the same patience, also after a hand-over', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    void firstAnswer([a.ask, b.ask, c.ask], PATIENCE);
    await pass(PATIENCE - 10);
    a.answer(null);
    await pass(PATIENCE - 1);
    expect(c.ask).not.toHaveBeenCalled();
    await pass(1);
    expect(c.ask).toHaveBeenCalledTimes(1);
  });

  it('is the next one’s where the first is slow', async () => {
    const [a, b] = [someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask], PATIENCE);
    await pass(PATIENCE);
    b.answer('b');
    await expect(answer).resolves.toBe('b');
    a.answer('a');
    await pass(10 * PATIENCE);
    await expect(answer).resolves.toBe('b');
  });

  it('is still the slow one’s where it comes first', async () => {
    const [a, b] = [someone(), someone()];
    const answer = firstAnswer([a.ask, b.ask], PATIENCE);
    await pass(PATIENCE);
    a.answer('a');
    await expect(answer).resolves.toBe('a');
  });

  it('waits for the slow one where the others have nothing', async () => {
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

  it('asks the third when a slow first one turns out to have nothing', async () => {
    const [a, b, c] = [someone(), someone(), someone()];
    void firstAnswer([a.ask, b.ask, c.ask], PATIENCE);
    await pass(PATIENCE + 1);
    a.answer(null);
    await pass(0);
    expect(c.ask).toHaveBeenCalledTimes(1);
  });

  it('is nobody’s, once the last has nothing', async () => {
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

  it('is an error where asking is one: whoever is asked reports failures as nothing', async () => {
    const a = someone();
    const answer = firstAnswer([a.ask], PATIENCE);
    a.fail(new Error('a bug'));
    await expect(answer).rejects.toThrow('a bug');
  });
});
