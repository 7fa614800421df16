import { createHash, hash } from 'node:crypto';

/** Computes a digest. */
type Digest = (bytes: Uint8Array) => Buffer | Promise<Buffer>;
type Wasm = typeof import('hash-wasm');

/** hash-wasm embeds its WebAssembly programs, so it is loaded only when a digest needs it. */
const wasm =
  (make: (library: Wasm, bytes: Uint8Array) => Promise<string>): Digest =>
  async (bytes) =>
    Buffer.from(await make(await import('hash-wasm'), bytes), 'hex');

/** Digests that Node computes itself, synchronously. */
const nativeNames = [
  ...['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256'],
  ...['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'],
];
const nativeDigests: Readonly<Record<string, Digest>> = {
  ...Object.fromEntries(nativeNames.map((name) => [name, (bytes: Uint8Array) => hash(name, bytes, 'buffer')])),
  shake128: (bytes) => createHash('shake128', { outputLength: 32 }).update(bytes).digest(),
  shake256: (bytes) => createHash('shake256', { outputLength: 64 }).update(bytes).digest(),
};

/** All supported digests by name. */
export const digests: Readonly<Record<string, Digest>> = {
  ...nativeDigests,
  md4: wasm(({ md4 }, bytes) => md4(bytes)),
  'keccak-224': wasm(({ keccak }, bytes) => keccak(bytes, 224)),
  'keccak-256': wasm(({ keccak }, bytes) => keccak(bytes, 256)),
  'keccak-384': wasm(({ keccak }, bytes) => keccak(bytes, 384)),
  'keccak-512': wasm(({ keccak }, bytes) => keccak(bytes, 512)),
  ripemd160: wasm(({ ripemd160 }, bytes) => ripemd160(bytes)),
  whirlpool: wasm(({ whirlpool }, bytes) => whirlpool(bytes)),
  blake2b: wasm(({ blake2b }, bytes) => blake2b(bytes)),
  'blake2b-256': wasm(({ blake2b }, bytes) => blake2b(bytes, 256)),
  'blake2b-384': wasm(({ blake2b }, bytes) => blake2b(bytes, 384)),
  blake2s: wasm(({ blake2s }, bytes) => blake2s(bytes)),
  blake3: wasm(({ blake3 }, bytes) => blake3(bytes)),
  crc32: wasm(({ crc32 }, bytes) => crc32(bytes)),
  crc32c: wasm(({ crc32 }, bytes) => crc32(bytes, 0x82f63b78)),
  adler32: wasm(({ adler32 }, bytes) => adler32(bytes)),
  sm3: wasm(({ sm3 }, bytes) => sm3(bytes)),
  xxhash32: wasm(({ xxhash32 }, bytes) => xxhash32(bytes)),
  xxhash64: wasm(({ xxhash64 }, bytes) => xxhash64(bytes)),
  xxhash3: wasm(({ xxhash3 }, bytes) => xxhash3(bytes)),
  xxhash128: wasm(({ xxhash128 }, bytes) => xxhash128(bytes)),
};

/** Whether Node computes a digest itself, without a library that must be loaded first. */
export const isNative = (algorithm: string) => Object.hasOwn(nativeDigests, algorithm);

/** Digests by number of hexadecimal digits, most likely first. */
export const digestsOfLength: Readonly<Record<number, readonly string[]>> = {
  8: ['crc32', 'crc32c', 'adler32', 'xxhash32'],
  16: ['xxhash64', 'xxhash3'],
  32: ['md5', 'md4', 'ntlm', 'xxhash128'],
  40: ['sha1', 'ripemd160'],
  56: ['sha224', 'sha3-224', 'sha512-224', 'keccak-224'],
  64: ['sha256', 'sha3-256', 'blake3', 'blake2s', 'sha512-256', 'keccak-256', 'sm3'],
  96: ['sha384', 'sha3-384', 'keccak-384'],
  128: ['sha512', 'sha3-512', 'blake2b', 'whirlpool', 'keccak-512'],
};
