import { Secret, TOTP } from 'otpauth';

/** Codes of authenticator apps, with what all apps support: SHA-1, six digits, thirty seconds (RFC 6238). */
const PERIOD_S = 30;
const DIGITS = 6;
/** Codes of the steps before and after are taken as well: people type slowly, and the clocks of phones differ. */
const WINDOW = 1;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Makes a secret, in the letters in which people type it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a QR code. */
export function totpAddress(secret: string, issuer: string, username: string): string {
  return totpOf(secret, issuer, username).toString();
}

/** The time step of a code that is right now, or null. Whoever takes the code must take no other of this step or before. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window: WINDOW });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  const rule = { algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S };
  return new TOTP({ ...rule, issuer, label, secret: Secret.fromBase32(secret) });
}
