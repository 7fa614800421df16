/** Returns a function that shares a check among all who ask within this time. */
export function checkedAtMostEvery<T>(ms: number, check: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= ms) last = { at: now, result: check() };
    return last.result;
  };
}
