/**
 * Returns a function that shares a check among all who ask within this time. A check that fails is shared only by those who
 * wait for it.
 */
export function checkedAtMostEvery<T>(ms: number, check: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= ms) {
      const own = { at: now, result: check() };
      last = own;
      own.result.catch(() => {
        // Whoever asked hears of it. The next one may have more luck.
        if (last === own) last = undefined;
      });
    }
    return last.result;
  };
}
