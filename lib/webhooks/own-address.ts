import { timingSafeEqual } from 'node:crypto';
import type { AuditSource } from '../audit/audit-entry.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import { takeEntries } from '../limits/take-entries.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import type { Seal } from '../seal.ts';
import type { Endpoint } from './endpoint.ts';
import { createPassingEndpoint, deleteEndpoint, keepEndpoint, listEnding, listEndpoints } from './endpoint-store.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';

/**
 * The mail address to which a person's own alerts go. Anybody can enter anybody's address, so one that is new gets a code, and
 * nothing else until its person has entered that code.
 */

/** The only event that an address gets before it is confirmed. */
export const ADDRESS_CODE = 'address.code';
const CODE_DIGITS = 10;
/** How long a code works. */
const CODE_KEPT_MS = 3_600_000;
/** How many codes an account can have sent in that time. */
const CODES = { limit: 3, windowMs: CODE_KEPT_MS };

/** The mail address of a person; null if they get no mail. */
export async function readOwnAddress(
  redis: Redis,
  username: string,
): Promise<{ confirmed: Endpoint | null; unconfirmed: Endpoint | null }> {
  const all = await addressesOf(redis, username);
  const [confirmed = null, unconfirmed = null] = [all.confirmed.at(-1), all.unconfirmed.at(-1)];
  // What was asked for before the confirmed one is of no interest any more.
  return { confirmed, unconfirmed: (unconfirmed?.madeAt ?? 0) > (confirmed?.madeAt ?? 0) ? unconfirmed : null };
}

/** All addresses of a person, the oldest first. */
async function addressesOf(redis: Redis, username: string): Promise<Record<'confirmed' | 'unconfirmed', Endpoint[]>> {
  const found = await Promise.all([listEndpoints(redis, username), listEnding(redis, username, CODE_KEPT_MS)]);
  const all = found.flat().filter(({ kind }) => kind === 'mail');
  const isConfirmed = ({ events }: Endpoint) => !events.includes(ADDRESS_CODE);
  return { confirmed: all.filter(isConfirmed), unconfirmed: all.filter((one) => !isConfirmed(one)) };
}

/** Sends a code to an address. False if too many codes were sent for this person lately. */
export async function sendAddressCode(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  { username, address, language }: { username: string; address: string; language: string },
): Promise<boolean> {
  // Before anything is written: forms that are sent at once would all find room.
  if ((await takeEntries(redis, [{ log: redisKeys.formRateLog(`code:${username}`), rate: CODES }])) > 0) return false;
  const wanted = { kind: 'mail', target: address, owner: username, madeBy: username, language } as const;
  const asked = { ...wanted, events: [ADDRESS_CODE] };
  const { endpoint } = await createPassingEndpoint(redis, secrets, asked, { lifeMs: CODE_KEPT_MS });
  const code = addressCode(await secrets.load(), endpoint).replace(/^(...)(...)/, '$1 $2 ');
  const { id } = endpoint;
  const enqueued = await enqueueDelivery(redis, secrets, {
    endpoint: id,
    stream: id,
    type: ADDRESS_CODE,
    data: { code },
  });
  if (typeof enqueued === 'string') throw new Error(`The code for a mail address is not sent: ${enqueued}.`);
  return true;
}

/** Confirms the address that has got a code, in place of the one before. False if the code is none of this person's. */
export async function confirmAddress(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'loadAll'>,
  source: AuditSource,
  { username, code }: { username: string; code: string },
): Promise<boolean> {
  const digits = code.replaceAll(/\D/g, '');
  if (digits.length !== CODE_DIGITS) return false;
  const seals = await secrets.loadAll();
  const isCodeOf = (endpoint: Endpoint) =>
    seals.some((seal) => timingSafeEqual(Buffer.from(addressCode(seal, endpoint)), Buffer.from(digits)));
  const { confirmed, unconfirmed } = await addressesOf(redis, username);
  const shown = unconfirmed.find(isCodeOf);
  if (!shown) return false;
  await keepEndpoint(redis, source, { ...shown, events: [] }, { action: 'alert address set', target: username });
  await remove(redis, source, confirmed);
  return true;
}

/** Removes the address to which a person's alerts go. */
export async function removeOwnAddress(redis: Redis, source: AuditSource, username: string): Promise<void> {
  await remove(redis, source, (await addressesOf(redis, username)).confirmed);
}

async function remove(redis: Redis, source: AuditSource, addresses: readonly Endpoint[]): Promise<void> {
  for (const one of addresses)
    await deleteEndpoint(redis, source, one, { action: 'alert address removed', target: one.owner });
}

/** The code of an endpoint: it follows from the endpoint's id, so that nobody has to keep it. */
export function addressCode(seal: Pick<Seal, 'fingerprint'>, { id }: Pick<Endpoint, 'id'>): string {
  const bits = Buffer.from(seal.fingerprint(`code for the mail address ${id}`), 'base64url').toString('hex');
  return String(BigInt(`0x${bits}`) % 10n ** BigInt(CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}
