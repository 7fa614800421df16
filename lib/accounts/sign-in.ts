import type { Redis } from 'ioredis';
import { checkPassword, getUser } from './account-store.ts';
import { limitGuess } from './guess-limits.ts';

/** The outcome of a sign-in. It does not reveal why a sign-in failed. */
export type SignIn =
  | { outcome: 'welcome'; username: string }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; waitS: number };

/** Signs in with a password. Every failure takes the same work and gives the same answer. Failures are limited. */
export async function signIn(redis: Redis, name: string, password: string, address: string): Promise<SignIn> {
  const username = name.trim().toLowerCase().slice(0, 64);
  const guess = await limitGuess(redis, username, { address }, async () => {
    if (!(await checkPassword(redis, username, password))) return false;
    return (await getUser(redis, username))?.disabled === false;
  });
  return guess.outcome === 'right' ? { outcome: 'welcome', username } : guess;
}
