import { createHash, randomInt } from 'node:crypto';

const CODES = 10;
const GROUPS = 4;
const GROUP_CHARS = 4;
/** Digits and letters of which none looks like another. */
const SIGNS = '23456789abcdefghjkmnpqrstvwxyz';

/** Makes ten codes such as `7k2m-q9xd-4hfa-w3zp`, for a person who has lost their factors. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_CHARS }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/**
 * What is stored of a code. A code has 78 random bits, so that a fast hash hides it: nobody can try them all, as they could
 * with passwords.
 */
export function codeDigest(code: string): string {
  return createHash('sha256').update(plain(code)).digest('hex');
}

/** Whether a text looks like a recovery code, however it was typed. */
export function isRecoveryCode(text: string): boolean {
  return plain(text).length === GROUPS * GROUP_CHARS;
}

function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^\da-z]/g, '');
}
