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
const MAX_COST = { N: 1_048_576, r: 16, p: 4 };
const TAG_BYTES = 16;
const MAX_TEXT_BYTES = 2 ** 30;
export const MIN_PASSPHRASE = 12;

const headerFields = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  salt: z.base64(),
  iv: z.base64(),
  N: z.number().int().max(MAX_COST.N),
  r: z.number().int().max(MAX_COST.r),
  p: z.number().int().max(MAX_COST.p),
});

/** Seals a text for a file. */
export async function sealFile(text: string, passphrase: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
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
  if (header.version !== FORMAT_VERSION) {
    throw new InputError(`The file is a backup of format ${header.version}, which a newer Tributary made.`);
  }
  const key = await keyOf(passphrase, Buffer.from(header.salt, 'base64'), header);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(header.iv, 'base64'))
    .setAAD(file.subarray(0, end))
    .setAuthTag(file.subarray(-TAG_BYTES));
  try {
    const opened = Buffer.concat([decipher.update(file.subarray(end, -TAG_BYTES)), decipher.final()]);
    return (await promisify(gunzip)(opened, { maxOutputLength: MAX_TEXT_BYTES })).toString('utf8');
  } catch {
    // AES-GCM cannot tell a wrong key from changed bytes.
    throw new InputError('Either the passphrase is wrong, or the file is damaged.');
  }
}

function readHeader(line: string): z.infer<typeof headerFields> {
  try {
    return headerFields.parse(JSON.parse(line));
  } catch {
    // The message says it for the operator.
    throw new InputError('The file is not a backup of Tributary.');
  }
}

function keyOf(passphrase: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
