import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { OAuthClient } from './client.ts';

const registerScript = scriptFile(new URL('./lua/register-client.lua', import.meta.url), 2);
const returnScript = scriptFile(new URL('./lua/return-clients.lua', import.meta.url), 1);

/** A document that can no longer be fetched is used for so long. */
const DOCUMENT_MS = 7 * 86_400_000;
/** Within these bounds a document says itself for how long it is fresh. */
const FRESH_MS = { least: 60_000, most: 86_400_000 };

const storedClient = z.object({ id: z.string(), name: z.string(), redirects: z.array(z.string()) });
const storedDocument = storedClient.extend({ freshUntil: z.number() });

/** Registers a client under an id that nobody else has. */
export async function registerClient(
  redis: Redis,
  client: Omit<OAuthClient, 'id'>,
  source: AuditSource,
): Promise<OAuthClient> {
  const id = `client-${randomBytes(16).toString('base64url')}`;
  const registered = { id, ...client };
  await registerScript.run(
    redis,
    [redisKeys.oauthClient(id), redisKeys.oauthClients],
    [
      redisKeys.accountsPrefix,
      id,
      JSON.stringify(registered),
      auditText(source, { action: 'program registered', target: id, after: { name: client.name } }),
    ],
  );
  return registered;
}

/** Reads a registered client; null if there is none, or no longer. */
export async function readClient(redis: Redis, id: string): Promise<OAuthClient | null> {
  const text = await redis.get(redisKeys.oauthClient(id));
  return text === null ? null : storedClient.parse(JSON.parse(text));
}

/** Returns clients to those without a grant, because the keys that kept them are gone: see `lua/registered-clients.lua`. */
export async function returnClients(redis: Redis, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await returnScript.run(redis, [redisKeys.oauthClients], [redisKeys.accountsPrefix, ...ids]);
}

/** What is known of a client with a metadata document, and whether that is to be asked for again. */
export interface KnownDocument {
  client: OAuthClient;
  isFresh: boolean;
}

/** Reads what a client's metadata document last said; null if no process has seen it lately. */
export async function readDocument(redis: Redis, id: string, now = Date.now()): Promise<KnownDocument | null> {
  const text = await redis.get(documentKey(id));
  if (text === null) return null;
  const { freshUntil, ...client } = storedDocument.parse(JSON.parse(text));
  return { client, isFresh: freshUntil > now };
}

/** Keeps what a client's metadata document says, for all processes. */
export async function keepDocument(
  redis: Redis,
  client: OAuthClient,
  freshForMs: number,
  now = Date.now(),
): Promise<void> {
  const freshUntil = now + Math.min(FRESH_MS.most, Math.max(FRESH_MS.least, freshForMs));
  await redis.set(documentKey(client.id), JSON.stringify({ ...client, freshUntil }), 'PX', DOCUMENT_MS);
}

function documentKey(id: string): string {
  return redisKeys.oauthDocument(hash('sha256', id, 'base64url'));
}
