import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Seal } from '../seal.ts';
import type { Account } from './account-store.ts';

type Signer = Pick<Seal, 'fingerprint'>;
/** A device is known for one generation of an account: until its password changes. */
type Owner = Pick<Account, 'username' | 'generation'>;

/**
 * Creates a token for a browser in which a person has signed in. It gives no access: later sign-ins to the same account
 * with it have an allowance of wrong guesses of their own.
 */
export function newDeviceToken(signer: Signer, owner: Owner): string {
  const device = randomBytes(16).toString('base64url');
  return `${device}.${sign(signer, owner, device)}`;
}

/** The device's id if the token was created for this account, or else null. */
export function knownDevice(signer: Signer, owner: Owner, token: string): string | null {
  const [, device = '', signature = ''] = /^([\w-]{22})\.([\w-]{32})$/.exec(token) ?? [];
  if (device === '') return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(signer, owner, device))) ? device : null;
}

function sign(signer: Signer, { username, generation }: Owner, device: string): string {
  return signer.fingerprint(JSON.stringify(['known device', username, generation, device]));
}
