import { type Connector, type KeyRecord, keyState } from '../keys/key-record.ts';
import { listKeys } from '../keys/key-store.ts';
import type { Redis } from '../redis/redis.ts';
import { isDocumentAddress } from './client.ts';
import { shownHost } from './redirect-address.ts';

/** A key that a program uses through tokens. */
export type ProgramKey = KeyRecord & { connector: Connector };

/** Whether a key is that of a program that can still use it, or could if it were enabled. */
export function isConnected(key: KeyRecord, now = new Date()): key is ProgramKey {
  const isLive = ['active', 'disabled'].includes(keyState(key, now));
  return isLive && (key.connector?.isConnected ?? false);
}

/** The programs that a person has connected, the latest first. */
export async function connectedPrograms(redis: Redis, username: string): Promise<ProgramKey[]> {
  const keys = await listKeys(redis, username);
  return keys.filter((key): key is ProgramKey => isConnected(key)).reverse();
}

/** The host that a program is known by: that of its metadata document, or else the one that its answers go to. */
export function programHost({ clientId, redirect }: Pick<Connector, 'clientId' | 'redirect'>): string {
  return shownHost(isDocumentAddress(clientId) ? clientId : redirect);
}
