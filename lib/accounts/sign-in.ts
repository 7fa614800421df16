import type { InstanceSecret } from '../instance-secret.ts';
import { addressGroups } from '../limits/address-group.ts';
import type { Redis } from '../redis/redis.ts';
import { type Account, checkPassword, getUser } from './account-store.ts';
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

/**
 * The outcome of a sign-in. It does not reveal why a sign-in failed. `target` is for the log: the account that was named,
 * if there is one. A name that no account has is often a password.
 */
export type SignIn =
  | { outcome: 'welcome'; account: Account; deviceToken: string }
  | { outcome: 'wrong'; target: string | undefined }
  | { outcome: 'wait'; waitS: number; target: string | undefined };

/** Signs in with a password. Every failure takes the same work and gives the same answer. Failures are limited. */
export async function signIn(redis: Redis, secret: InstanceSecret, attempt: SignInAttempt): Promise<SignIn> {
  const { name, password, address, deviceToken } = attempt;
  const username = name.trim().toLowerCase().slice(0, 64);
  const signer = await secret.load();
  // Read before the password is checked: a session begins in the generation in which its password was right.
  const account = await getUser(redis, username);
  const device = account && knownDevice(signer, account, deviceToken);
  // The widest network, so that one client has one turn.
  const stranger = device === null ? addressGroups(address).at(-1) : undefined;
  const guess = await limitGuess(redis, signer, username, device === null ? { address } : { device }, async () => {
    return (await checkPassword(redis, username, password, stranger)) && account?.disabled === false;
  });
  const target = account?.username;
  if (guess.outcome !== 'right') return { ...guess, target };
  if (!account) return { outcome: 'wrong', target };
  return {
    outcome: 'welcome',
    account,
    deviceToken: device === null ? newDeviceToken(signer, account) : deviceToken,
  };
}
