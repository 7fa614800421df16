/**
 * Asks one after the other until someone answers; null when nobody does. Whoever has nothing hands over at once.
 * Whoever is slow goes on, but after `patienceMs` the next one is asked as well, and the first answer wins.
 */
export function firstAnswer<T>(asks: readonly (() => Promise<T | null>)[], patienceMs: number): Promise<T | null> {
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
      if (next < asks.length) timer = setTimeout(askNext, patienceMs);
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
