/**
 * Calls the functions one after the other until one returns an answer; resolves to null when none does. The next one
 * starts when the previous one returns null, or after `overlapMs` while the previous one is still running. The first
 * answer wins.
 */
export function firstAnswer<T>(
  asks: readonly (() => Promise<T | null>)[],
  overlapMs = Number.POSITIVE_INFINITY,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let underWay = 0;
    let timer: NodeJS.Timeout | undefined;

    const askNext = () => {
      clearTimeout(timer);
      const ask = asks[next++];
      if (!ask) {
        if (underWay === 0) resolve(null);
        return;
      }
      underWay += 1;
      if (next < asks.length && Number.isFinite(overlapMs)) timer = setTimeout(askNext, overlapMs);
      ask().then((answer) => {
        underWay -= 1;
        if (answer === null) return askNext();
        clearTimeout(timer);
        next = asks.length;
        resolve(answer);
      }, reject);
    };
    askNext();
  });
}
