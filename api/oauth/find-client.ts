import { admitDocument } from '../../lib/limits/oauth-admission.ts';
import { clientIn, isDocumentAddress, type OAuthClient } from '../../lib/oauth/client.ts';
import { keepDocument, readClient, readDocument } from '../../lib/oauth/client-store.ts';
import type { Requester } from '../ask/call-context.ts';
import type { Services } from '../services.ts';

/** A person waits for it. */
const DEADLINE_MS = 6_000;

/**
 * The client with this id: a registered one, or what the metadata document at the address says, which a worker fetches
 * within its guards. Null if there is none, or its document cannot be fetched and was not seen lately. `requester` is the
 * signed-in person for whom it is fetched: nobody else can make a worker ask for an address.
 */
export async function findClient(
  id: string,
  { redis, providers }: Services,
  requester: Requester,
): Promise<OAuthClient | null> {
  if (!isDocumentAddress(id)) return readClient(redis, id);
  const known = await readDocument(redis, id);
  const { clients } = providers.roster;
  // A host that is down, or answers with something else for a while, disconnects nobody.
  const stale = known?.client ?? null;
  if (!clients || known?.isFresh || (await admitDocument(redis, requester.account)) > 0) return stale;
  const calls = providers.callsFor(requester, DEADLINE_MS);
  const [outcome] = await providers.askAll('client', { url: id }, [clients], calls);
  if (!outcome?.ok || !outcome.value.ok) return stale;
  const client = clientIn(outcome.value.json, id);
  if (!client) return stale;
  await keepDocument(redis, client, outcome.value.freshForMs);
  return client;
}
