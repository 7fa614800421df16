import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { InputError } from '../accounts/account-store.ts';

/**
 * A file that only those who know the passphrase can read or change: a line of JSON that says how it was made, then the
 * compressed text, encrypted with AES-256-GCM and a key that scrypt derives from the passphrase.
 */
const FORMAT = 'tributary-backup';
const FORMAT_VERSION = 1;
/** 64 MB and a fifth of a second for each guess. */
const COST = { N: 65_536, r: 8, p: 1 };
/** What a file may cost that somebody has changed: 256 MB and a few seconds. */
const MAX_COST = { N: 262_144, r: 8, p: 4 };
const [SALT_BYTES, IV_BYTES, TAG_BYTES] = [16, 12, 16];
const MAX_TEXT_BYTES = 2 ** 30;
export const MIN_PASSPHRASE = 12;

/** What the first line has in every format. */
const formatFields = z.object({ format: z.literal(FORMAT), version: z.number().int() });
/** What it has in this one. scrypt takes only powers of two for N. */
const headerFields = z.object({
  salt: bytesOf(SALT_BYTES),
  iv: bytesOf(IV_BYTES),
  N: z
    .int()
    .min(2)
    .max(MAX_COST.N)
    .refine((N) => Number.isInteger(Math.log2(N))),
  r: z.int().min(1).max(MAX_COST.r),
  p: z.int().min(1).max(MAX_COST.p),
});

function bytesOf(length: number) {
  return z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((bytes) => bytes.length === length);
}

/** Seals a text for a file. */
export async function sealFile(text: string, passphrase: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)];
  const header = Buffer.from(
    `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, salt: salt.toString('base64'), iv: iv.toString('base64'), ...COST })}\n`,
  );
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, COST), iv).setAAD(header);
  const sealed = [cipher.update(await promisify(gzip)(text)), cipher.final()];
  return Buffer.concat([header, ...sealed, cipher.getAuthTag()]);
}

/** Opens a sealed file; throws an InputError that says why if it cannot. */
export async function openFile(file: Buffer, passphrase: string): Promise<string> {
  const end = file.indexOf('\n') + 1;
  const header = readHeader(file.subarray(0, end).toString('utf8'));
  const key = await keyOf(passphrase, header.salt, header);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, header.iv)
      .setAAD(file.subarray(0, end))
      .setAuthTag(file.subarray(end).subarray(-TAG_BYTES));
    const opened = Buffer.concat([decipher.update(file.subarray(end, -TAG_BYTES)), decipher.final()]);
    return (await promisify(gunzip)(opened, { maxOutputLength: MAX_TEXT_BYTES })).toString('utf8');
  } catch {
    // AES-GCM cannot tell a wrong key from changed bytes.
    throw new InputError('Either the passphrase is wrong, or the file is damaged.');
  }
}

function readHeader(line: string): z.infer<typeof headerFields> {
  const format = formatFields.safeParse(parsedLine(line));
  if (!format.success) throw new InputError('The file is not a backup of Tributary.');
  if (format.data.version !== FORMAT_VERSION) {
    throw new InputError(`The file is a backup of format ${format.data.version}, which a newer Tributary made.`);
  }
  const header = headerFields.safeParse(parsedLine(line));
  if (!header.success) throw new InputError('The first line of the backup was changed.');
  return header.data;
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Some other file.
    return null;
  }
}

function keyOf(passphrase: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
