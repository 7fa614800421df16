/** How many things of no hurry are done in a turn of the event loop. Each may take most of a millisecond. */
const IN_A_TURN = 8;

const waiting: (() => void)[] = [];

/**
 * Does something that nobody waits for, a few such things in each turn of the event loop. When hundreds of clients leave at
 * once, what comes from Redis meanwhile would otherwise wait until all of them are seen to.
 */
export function withoutHurry(act: () => void): void {
  if (waiting.push(act) === 1) setImmediate(takeTurn);
}

function takeTurn(): void {
  const now = waiting.splice(0, IN_A_TURN);
  if (waiting.length > 0) setImmediate(takeTurn);
  for (const act of now) act();
}
