import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { OidcConfig } from '../config/config-oidc.ts';
import type { Seal } from '../seal.ts';

/**
 * Seals the tokens with which the provider is asked after people. Unlike what searches seal, it opens on any later day. It
 * is sealed for one account, provider and client: with other settings it does not open, and nobody is taken for gone.
 */
type Place = Pick<OidcConfig, 'issuer' | 'clientId'> & { person: string };

const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** Seals a token; an empty one stays empty. */
export function sealToken(seal: Seal, place: Place, token: string): string {
  if (token === '') return '';
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(seal), nonce).setAAD(textOf(place));
  const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Opens a token with the first of the seals that can; null if none can. */
export function openToken(seals: readonly Seal[], place: Place, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const seal of seals) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(seal), bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(textOf(place)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    } catch {
      // It was sealed with another secret or for another place.
    }
  }
  return null;
}

function keyOf(seal: Seal): Buffer {
  return createHash('sha256').update(seal.fingerprint('key of the tokens of single sign-on')).digest();
}

function textOf({ issuer, clientId, person }: Place): Buffer {
  return Buffer.from(JSON.stringify([issuer, clientId, person]));
}
