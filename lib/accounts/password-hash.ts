import { unavailable } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';

/** Each hash takes a core and 19 MiB while it runs: more at a time would leave searches without both. */
const MAX_AT_A_TIME = 2;
/** The rest is for known people, so that strangers cannot keep them waiting. */
const MAX_FOR_STRANGERS = 1;
/** A hash takes some 20 ms, so that the last of them waits for some seconds at worst. */
const MAX_WAITING = 100;
/** A stranger's, that is: known people share one row. */
const MAX_WAITING_PER_OWNER = 5;

/** The owner of the hashes for people who are signed in or whose device is known, and for the command line. */
export const KNOWN = 'known';

const waiting = new FairQueue<() => void>();
const running = { known: 0, strangers: 0 };

/** The library takes 3 MB, and only sign-ins need it. */
const argon2 = () => import('@node-rs/argon2');

/** The hash to compare with if the account has no password. */
let noPassword: string | undefined;

/** Hashes a new password with argon2id and the library's defaults, which follow OWASP (19 MiB, 2 passes). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(KNOWN, async () => (await argon2()).hash(password));
}

/**
 * Compares a password with a stored hash. Without one it takes the same work and returns false. Owners take turns;
 * anyone but `KNOWN` is a stranger.
 */
export function verifyPassword(stored: string | null, password: string, owner = KNOWN): Promise<boolean> {
  return inTurn(owner, async () => {
    const { hash, verify } = await argon2();
    noPassword ??= await hash('the hash of no password');
    const right = await verify(stored ?? noPassword, password);
    return right && stored !== null;
  });
}

async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const strangers = waiting.size - waiting.of(KNOWN);
  const isFull = owner === KNOWN ? waiting.of(KNOWN) >= MAX_WAITING : strangers >= MAX_WAITING;
  if (isFull || (owner !== KNOWN && waiting.of(owner) >= MAX_WAITING_PER_OWNER)) {
    throw unavailable('The server is busy checking other passwords. Try again in a moment.');
  }
  await new Promise<void>((resolve) => {
    waiting.add(owner, resolve);
    beginNext();
  });
  try {
    return await work();
  } finally {
    running[kindOf(owner)]--;
    beginNext();
  }
}

function beginNext(): void {
  const mayBegin = (owner: string) => owner === KNOWN || running.strangers < MAX_FOR_STRANGERS;
  while (running.known + running.strangers < MAX_AT_A_TIME) {
    const next = waiting.take(mayBegin);
    if (!next) return;
    running[kindOf(next.owner)]++;
    next.thing();
  }
}

function kindOf(owner: string): keyof typeof running {
  return owner === KNOWN ? 'known' : 'strangers';
}
