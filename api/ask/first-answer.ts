/**
 * Asks one after the other until one has an answer; null when none has. The next is asked as soon as one has nothing,
 * and after `overlapMs` even while the one before is still busy. The first answer wins.
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
