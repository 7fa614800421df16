import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayPrefix, generateKey, parseKey, parsePrefix } from '../../../lib/keys/key-format.ts';
import { anyCharacter, runs } from '../../harness/fuzz.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 (IEEE 802.3), bit by bit; independent of the product's implementation. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Base62, most significant digit first, padded to six. */
function base62(value: number): string {
  const digits: string[] = [];
  for (let rest = BigInt(value); rest > 0n; rest /= 62n) digits.unshift(BASE62.charAt(Number(rest % 62n)));
  return digits.join('').padStart(6, '0');
}

function keyFrom(prefix: string, secret: string): string {
  const body = `trib_${prefix}.${secret}`;
  return body + base62(crc32(body));
}

const base62Text = (length: number) =>
  fc
    .array(fc.constantFrom(...BASE62), { minLength: length, maxLength: length })
    .map((characters) => characters.join(''));

describe('the test’s own checksum', () => {
  it('gives the check value of the CRC-32 standard and pads to six digits', () => {
    expect(crc32('123456789')).toBe(0xcbf43926);
    expect(base62(0)).toBe('000000');
    expect(base62(61)).toBe('00000z');
    expect(base62(62)).toBe('000010');
    expect(base62(0xffffffff)).toBe('4gfFC3');
  });
});

describe('a generated key', () => {
  it('has the form trib_<8>.<32 + 6>, all in base62', () => {
    for (let i = 0; i < runs(); i++) {
      const { key, prefix } = generateKey();
      expect(key).toMatch(/^trib_[0-9A-Za-z]{8}\.[0-9A-Za-z]{38}$/);
      expect(key.slice(5, 13)).toBe(prefix);
    }
  });

  it('ends in the CRC-32 of everything before it', () => {
    for (let i = 0; i < runs(); i++) {
      const { key } = generateKey();
      expect(key.slice(-6)).toBe(base62(crc32(key.slice(0, -6))));
    }
  });

  it('has the SHA-256 of the whole key as its digest', () => {
    const { key, digest } = generateKey();
    expect(digest).toBe(createHash('sha256').update(key).digest('hex'));
  });

  it('is unique, and uses the whole alphabet', () => {
    const keys = Array.from({ length: 500 }, () => generateKey().key);
    expect(new Set(keys).size).toBe(500);
    expect(new Set(keys.flatMap((key) => [...key.slice(14, 46)])).size).toBe(62);
  });

  it('is parsed with the same prefix and digest', () => {
    const { key, prefix, digest } = generateKey();
    expect(parseKey(key)).toEqual({ prefix, digest });
  });
});

describe('a presented key', () => {
  it('is accepted with any prefix and secret if the checksum is right', () => {
    fc.assert(
      fc.property(base62Text(8), base62Text(32), (prefix, secret) => {
        const key = keyFrom(prefix, secret);
        expect(parseKey(key)).toEqual({ prefix, digest: createHash('sha256').update(key).digest('hex') });
      }),
      { numRuns: runs() },
    );
  });

  it('is accepted if the checksum needs its leading zeros', () => {
    // Found by search: the CRC-32 of this body is below 62⁵, so without padding the key would be too short.
    const secret = Array.from({ length: 100_000 }, (_, i) => String(i).padStart(32, 'x')).find((candidate) =>
      keyFrom('1a2B3c4D', candidate).slice(-6).startsWith('0'),
    );
    expect(secret).toBeDefined();
    expect(parseKey(keyFrom('1a2B3c4D', secret ?? ''))?.prefix).toBe('1a2B3c4D');
  });

  it('is refused after any change of a single character', () => {
    const { key } = generateKey();
    const survivors: string[] = [];
    for (let at = 0; at < key.length; at++) {
      for (const character of `${BASE62}_.- \n`) {
        if (character === key[at]) continue;
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        if (parseKey(changed)) survivors.push(changed);
      }
    }
    expect(survivors).toEqual([]);
  });

  it('is refused with an extra or a missing character, anywhere', () => {
    const { key } = generateKey();
    for (let at = 0; at <= key.length; at++) {
      expect(parseKey(key.slice(0, at) + key.slice(at + 1) + (at === key.length ? '0' : ''))).toBeNull();
      for (const extra of ['0', 'z', ' ', '\n']) {
        expect(parseKey(key.slice(0, at) + extra + key.slice(at))).toBeNull();
      }
    }
  });

  it('is refused with a valid checksum but a wrong label or shape', () => {
    const sealed = (body: string) => body + base62(crc32(body));
    for (const body of [
      `tribe_1a2B3c4D.${'s'.repeat(32)}`,
      `TRIB_1a2B3c4D.${'s'.repeat(32)}`,
      `1a2B3c4D.${'s'.repeat(32)}`,
      `trib-1a2B3c4D.${'s'.repeat(32)}`,
      `trib_1a2B3c4.${'s'.repeat(33)}`,
      `trib_1a2B3c4D${'s'.repeat(33)}`,
      `trib_1a2B3c4-.${'s'.repeat(32)}`,
      `trib_1a2B3c4D.${'s'.repeat(31)}`,
      `trib_1a2B3c4D.${'é'.repeat(32)}`,
    ]) {
      expect(parseKey(sealed(body))).toBeNull();
    }
  });

  it('is refused without an exception if it is garbage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.base64String()), (text) => {
        expect(parseKey(text)).toBeNull();
        expect(parseKey(`trib_1a2B3c4D.${text}`)).toBeNull();
      }),
      { numRuns: runs() },
    );
    expect(parseKey('')).toBeNull();
    expect(parseKey('trib_'.repeat(200_000))).toBeNull();
  });
});

describe('a prefix', () => {
  it('is shown with the label', () => {
    expect(displayPrefix('1a2B3c4D')).toBe('trib_1a2B3c4D');
  });

  it('is read with and without the label', () => {
    fc.assert(
      fc.property(base62Text(8), (prefix) => {
        expect(parsePrefix(prefix)).toBe(prefix);
        expect(parsePrefix(displayPrefix(prefix))).toBe(prefix);
      }),
      { numRuns: runs() },
    );
  });

  it('is refused if it is anything else, including a whole key', () => {
    for (const text of [
      '',
      'trib_',
      '1a2B3c4',
      '1a2B3c4D5',
      'trib_1a2B3c4',
      'trib_trib_1a2B3c4D',
      'TRIB_1a2B3c4D',
      '1a2B3c4-',
      ' 1a2B3c4D',
      '1a2B3c4D\n',
      generateKey().key,
    ]) {
      expect(parsePrefix(text)).toBeNull();
    }
  });
});
