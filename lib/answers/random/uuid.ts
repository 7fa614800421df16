import { randomBytes, randomInt } from 'node:crypto';

/** RFC 9562: in the order of time, to the millisecond. */
export function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return identifier(bytes, 7);
}

/** Hundreds of nanoseconds between the Gregorian calendar and the computers'. */
const SINCE_1582 = 0x01b21dd213814000n;

/** RFC 9562: of a time, and of a computer that there is none of. */
export function uuidV1(now: number): string {
  const bytes = randomBytes(16);
  const time = BigInt(Math.floor(now)) * 10_000n + BigInt(randomInt(10_000)) + SINCE_1582;
  bytes.writeUInt32BE(Number(time & 0xffffffffn), 0);
  bytes.writeUInt16BE(Number((time >> 32n) & 0xffffn), 4);
  bytes.writeUInt16BE(Number(time >> 48n), 6);
  bytes.writeUInt8(bytes.readUInt8(10) | 1, 10);
  return identifier(bytes, 1);
}

/** Bytes with the marks of their version, as identifiers are written. */
export function identifier(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
