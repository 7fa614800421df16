import { unavailable } from '../errors.ts';

/** Each hash takes a core and 19 MiB while it runs: more at a time would leave searches without both. */
const MAX_AT_A_TIME = 2;
let running = 0;

/** The library takes 3 MB, and only sign-ins need it. */
const argon2 = () => import('@node-rs/argon2');

/** The hash to compare with if the account has no password. */
let noPassword: string | undefined;

/** Hashes a new password with argon2id and the library's defaults, which follow OWASP (19 MiB, 2 passes). */
export function hashPassword(password: string): Promise<string> {
  return compute(async () => (await argon2()).hash(password));
}

/** Compares a password with a stored hash. Without one it takes the same work and returns false. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return compute(async () => {
    const { hash, verify } = await argon2();
    noPassword ??= await hash('the hash of no password');
    const right = await verify(stored ?? noPassword, password);
    return right && stored !== null;
  });
}

/** Refuses work beyond the limit at once: in a queue, the guesses of an attacker would delay everyone's sign-in. */
async function compute<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_A_TIME) {
    throw unavailable('The server is busy checking other passwords. Try again in a moment.');
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
  }
}
