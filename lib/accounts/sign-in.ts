import type { Redis } from 'ioredis';
import type { InstanceSecret } from '../instance-secret.ts';
import { checkPassword, getUser } from './account-store.ts';
import { limitGuess } from './guess-limits.ts';
import { knownDevice, newDeviceToken } from './known-device.ts';

/** A sign-in with a password. */
export interface SignInAttempt {
  name: string;
  password: string;
  address: string;
  /** What an earlier sign-in left in the browser; may be empty or forged. */
  deviceToken: string;
}

/** The outcome of a sign-in. It does not reveal why a sign-in failed. */
export type SignIn =
  | { outcome: 'welcome'; username: string; deviceToken: string }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; waitS: number };

/** Signs in with a password. Every failure takes the same work and gives the same answer. Failures are limited. */
export async function signIn(redis: Redis, secret: InstanceSecret, attempt: SignInAttempt): Promise<SignIn> {
  const { name, password, address, deviceToken } = attempt;
  const username = name.trim().toLowerCase().slice(0, 64);
  const signer = await secret.load();
  const device = knownDevice(signer, username, deviceToken);
  const guess = await limitGuess(redis, username, device === null ? { address } : { device }, async () => {
    if (!(await checkPassword(redis, username, password))) return false;
    return (await getUser(redis, username))?.disabled === false;
  });
  if (guess.outcome !== 'right') return guess;
  return {
    outcome: 'welcome',
    username,
    deviceToken: device === null ? newDeviceToken(signer, username) : deviceToken,
  };
}
