import { randomBytes, randomInt } from 'node:crypto';

/** Version 7 of RFC 9562: sorts by time, to the millisecond. */
export function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return identifier(bytes, 7);
}

/** Units of 100 ns between the start of the Gregorian calendar and the Unix epoch. */
const SINCE_1582 = 0x01b21dd213814000n;

/** Version 1 of RFC 9562: a time, and a random node that is not a real computer. */
export function uuidV1(now: number): string {
  const bytes = randomBytes(16);
  const time = BigInt(Math.floor(now)) * 10_000n + BigInt(randomInt(10_000)) + SINCE_1582;
  bytes.writeUInt32BE(Number(time & 0xffffffffn), 0);
  bytes.writeUInt16BE(Number((time >> 32n) & 0xffffn), 4);
  bytes.writeUInt16BE(Number(time >> 48n), 6);
  bytes.writeUInt8(bytes.readUInt8(10) | 1, 10);
  return identifier(bytes, 1);
}

/** Sets the version and variant bits and formats the bytes as a UUID. */
export function identifier(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
