import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf } from '../../lib/answers/kinds/hash/hash.ts';
import { runs } from '../harness/fuzz.ts';
import { answerHere } from './in-process.ts';
import { answers, staysSilent } from './tables.ts';

const SHA256_HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const MD5_HELLO = '5d41402abc4b2a76b9719d911017c592';

answers('hash', [
  ['md5 "hello" hash', '5d41402abc4b2a76b9719d911017c592'],
  ['md5 of hello', MD5_HELLO],
  ['md5 von hello', MD5_HELLO],
  ['hash md5 de hello', MD5_HELLO],
  ['hello md5', MD5_HELLO],
  ['md5: hello', MD5_HELLO],
  ['md5("hello")', MD5_HELLO],
  ['what is the md5 hash of hello?', MD5_HELLO],
  ['hash hello with sha256', SHA256_HELLO],
  ['hello to sha-256', SHA256_HELLO],
  ['SHA 256 hello', SHA256_HELLO],
  ['sha256 of hello in base64', 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='],
  ['base64 sha256 of hello', 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='],
  ['md5 Hello', '8b1a9953c4611296a827abf8c47804d7'],
  ['crc32 hello', '3610a686'],
  ['md5 encode hello', MD5_HELLO],
  ['sha256 encrypt hello', SHA256_HELLO],
  ['what kind of hash is 5d41402abc4b2a76b9719d911017c592', 'md5'],
  ['5d41402abc4b2a76b9719d911017c592 hash type', 'md5'],
  ['md5 this text: hello', MD5_HELLO],
  ['hash md5 hello', MD5_HELLO],
  ['md5 hash von hello', MD5_HELLO],
  ['md5 of password', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['md5 of ""', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['md5 of the empty string', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['blake2s256 abc', '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982'],
  ['hash 5d41402abc4b2a76b9719d911017c592', 'md5'],
  ['md5: good morning', '2b849500e4585dab4196ec9a415edf8f'],
  ['md5 hash of authentication', '6fa691d2c07bea6ae78b7022c80e9d20'],
  ['md5 "sum"', '1d623b89683f9ce4e074de1676d12416'],
]);

staysSilent('hash', [
  'md5 de archivos',
  'sha256 de un archivo',
  'md5 für passwörter',
  'sha256 pour les nuls',
  'hash browns',
  'hash brown recipe',
  'hash',
  'hash 12345',
  'md5',
  'what is md5',
  'md5 generator',
  'md5 hash generator',
  'md5 decrypt online',
  'md5 of a file',
  'md5 in python',
  'sha256 vs md5',
  'sha256 algorithm explained',
  'sha na na',
  'md5 is broken',
  'md5 hash is broken',
  'blake 3 movie',
  'sha1111 abc',
  'whirlpool washing machine',
  'shadow of the colossus',
  'md5 password',
  'md5 for passwords',
  'sha256 of ubuntu iso',
  'md5 encryption algorithm',
  'md5 file checksum',
  'sha1 deprecated',
  'sha256 to base64',
  'sha256 certificate',
  'md5 rainbow table',
  'md5 of large file linux',
  'sha 256 bit encryption',
  'what is sha256 used for',
  'what is md5 used for',
  'what is sha1 good for',
  'is md5 still used',
  'md5 sum',
  'md5 sum check',
  'md5sum mismatch',
  'sha256 certificate fingerprint',
  'sha256 coins list',
  'sha256 public key',
  'sha1 key firebase',
  'firebase sha1',
  'md5 reverse lookup',
  'md5 brute force',
  'md5 authentication ospf',
  'md5 unix',
  'sha1 git commit',
  'crc32 polynomial',
  'md5 svelte',
  'md5 php',
  'md5 hex python',
  'sha256 in python',
  'sha256 with salt',
]);

/** Hashes of "abc", from the standards and the algorithms' own papers. */
const VECTORS: Readonly<Record<string, string>> = {
  md4: 'a448017aaf21d8525fc10ae87aa6729d',
  md5: '900150983cd24fb0d6963f7d28e17f72',
  sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
  sha224: '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  'sha512-256': '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23',
  'sha3-256': '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532',
  'keccak-256': '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
  ripemd160: '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc',
  blake2s: '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982',
  blake3: '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85',
  crc32: '352441c2',
  adler32: '024d0127',
};

test.each(Object.entries(VECTORS))('%s of abc matches the standard', async (name, expected) => {
  expect(await digestOf({ algorithm: name, encoding: 'hex', input: 'abc' })).toBe(expected);
});

test('quoted text is hashed as UTF-8', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), async (text) => {
      const input = text.normalize('NFC');
      const answer = await answerHere(`sha256 "${text}"`);
      expect(answer?.data).toMatchObject({ input, value: createHash('sha256').update(input).digest('hex') });
    }),
    { numRuns: runs() },
  );
});

answers('hash', [
  ['md5 of the quick brown fox', '30f3c93e46436deb58ba70816a8ec124'],
  ['md5 of hello world', '5eb63bbbe01eeed093cb22bb8f5acdc3'],
]);
answers('hash', [
  ['md5 of correct horse battery staple', '9cc2ae8a1ba7a93da39b46fc1019c481'],
  ['md5 of "the secret message"', 'e4d59d84b4c09f5e1727cb568083ab43'],
]);
staysSilent('hash', [
  ...['md5 of a file', 'md5 of the file', 'sha256 of my password', 'md5 of the file i downloaded'],
  ...['sha256 of the ubuntu iso image', 'sha256 of the secret message'],
]);
