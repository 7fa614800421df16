import { existsSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

// What a thread does not find, once.
const { UNRULY_LACK, UNRULY_LOAD_MS } = process.env;
if (UNRULY_LACK && existsSync(UNRULY_LACK)) {
  rmSync(UNRULY_LACK);
  throw new Error('cannot load');
}

await setTimeout(Number(UNRULY_LOAD_MS ?? 0));

/** Entry of a thread that does what it is told: it hangs, dies, or gives back what it was asked. */
export function work({ query: { q } }) {
  if (q === 'hang') for (;;);
  if (q === 'die') process.exit(1);
  return q;
}
