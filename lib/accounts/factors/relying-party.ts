import { isIP } from 'node:net';

/** The site that passkeys are made for, as browsers know it. */
export interface RelyingParty {
  /** A host name. A passkey works at no other. */
  id: string;
  origin: string;
}

/** Why an instance cannot have passkeys: it does not know its address, has no name, or is reached without encryption. */
export type NoPasskeys = 'no address' | 'no name' | 'no encryption';

/**
 * The relying party of an instance with this `PUBLIC_URL`. Browsers make passkeys only for host names, and only over HTTPS
 * or at `localhost`.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | NoPasskeys {
  if (publicUrl === '') return 'no address';
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'no name';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return 'no encryption';
  return { id: hostname, origin };
}
