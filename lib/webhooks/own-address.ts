import type { AuditSource } from '../audit/audit-entry.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import type { Endpoint } from './endpoint.ts';
import { createEndpoint, deleteEndpoint, listEndpoints } from './endpoint-store.ts';

/** The mail address to which a person's own alerts go; null if they get no mail. */
export async function readOwnAddress(redis: Redis, username: string): Promise<Endpoint | null> {
  return (await listEndpoints(redis, username)).findLast(({ kind }) => kind === 'mail') ?? null;
}

/** Sets the mail address of a person; empty removes it. */
export async function setOwnAddress(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  source: AuditSource,
  { username, address, language }: { username: string; address: string; language: string },
): Promise<void> {
  const former = (await listEndpoints(redis, username)).filter(({ kind }) => kind === 'mail');
  if (address !== '') {
    const wanted = { kind: 'mail', target: address, events: [], owner: username, madeBy: username, language } as const;
    await createEndpoint(redis, secrets, source, wanted, { action: 'alert address set', target: username });
  }
  for (const one of former)
    await deleteEndpoint(redis, source, one, { action: 'alert address removed', target: username });
}
