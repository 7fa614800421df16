import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { codeDigest, isRecoveryCode, newRecoveryCodes } from '../../../lib/accounts/factors/recovery-codes.ts';
import { relyingPartyOf } from '../../../lib/accounts/factors/relying-party.ts';
import { newTotpSecret, stepOfCode, totpAddress } from '../../../lib/accounts/factors/totp.ts';

describe('a code of an authenticator app', () => {
  // From RFC 6238, appendix B: the secret `12345678901234567890`, SHA-1; of its eight digits the last six.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  it.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 37_037_036],
    [2_000_000_000_000, '279037', 66_666_666],
  ])('is the one of RFC 6238 at %i', (now, code, step) => {
    expect(stepOfCode(secret, code, now)).toBe(step);
  });

  it('is right in its step and the steps beside it, and in no other', () => {
    const now = 1_800_000_015_000;
    const at = (steps: number) => new TOTP({ secret }).generate({ timestamp: now + steps * 30_000 });
    const step = Math.floor(now / 30_000);
    const found = [-3, -2, -1, 0, 1, 2, 3].map((steps) => stepOfCode(secret, at(steps), now));
    expect(found).toEqual([null, null, step - 1, step, step + 1, null, null]);
    expect(stepOfCode(secret, `${at(0).slice(0, 3)} ${at(0).slice(3)}`, now)).toBe(step);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5000'])('is not %j', (code) => {
    expect(stepOfCode(secret, code, 59_000)).toBeNull();
  });

  it('is made from a secret of 160 bits, which apps read with its issuer and its account', () => {
    const fresh = newTotpSecret();
    expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(totpAddress(fresh, 'Tributary search.example.org', 'ada'));
    expect(address.protocol).toBe('otpauth:');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Tributary search.example.org',
      secret: fresh,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('are ten that differ, and are found however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/);
      expect(isRecoveryCode(code)).toBe(true);
      expect(codeDigest(` ${code.toUpperCase().replaceAll('-', '')} `)).toBe(codeDigest(code));
    }
    expect(isRecoveryCode('123456')).toBe(false);
  });
});

describe('the site of passkeys', () => {
  it.each([
    ['https://search.example.org', { id: 'search.example.org', origin: 'https://search.example.org' }],
    ['https://example.org:8443/search', { id: 'example.org', origin: 'https://example.org:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://search.localhost', { id: 'search.localhost', origin: 'http://search.localhost' }],
    ['', 'no address'],
    ['http://search.example.org', 'no encryption'],
    ['http://127.0.0.1:3000', 'no name'],
    ['https://[::1]:3000', 'no name'],
  ])('of "%s"', (publicUrl, site) => {
    expect(relyingPartyOf(publicUrl)).toEqual(site);
  });
});
