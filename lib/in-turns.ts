/** How many things are done in a turn of the event loop. Each may take a millisecond or two. */
const IN_A_TURN = 8;

const waiting: (() => void)[] = [];

/**
 * Does something at most some milliseconds' worth of which is done in each turn of the event loop. When hundreds of such
 * things come at once, what comes from Redis meanwhile would otherwise wait until all of them are done.
 */
export function inTurns(act: () => void): void {
  if (waiting.push(act) === 1) setImmediate(takeTurn);
}

/** Resolves when it is the turn of what follows. */
export function myTurn(): Promise<void> {
  return new Promise(inTurns);
}

function takeTurn(): void {
  const now = waiting.splice(0, IN_A_TURN);
  if (waiting.length > 0) setImmediate(takeTurn);
  for (const act of now) act();
}
