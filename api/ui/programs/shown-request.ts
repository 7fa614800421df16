import { z } from 'zod';
import { newFormId } from '../../../lib/accounts/sent-forms.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { AuthorizationRequest } from '../../../lib/oauth/authorization-request.ts';
import { connectorScopes } from '../../../lib/oauth/oauth-server.ts';
import { openWithAny } from '../../../lib/seal.ts';
import type { Services } from '../../services.ts';
import { PageError } from '../page-error.ts';

/** The clock is that of Redis: another process may get the form. */
type Sealing = Pick<Services, 'secret' | 'health'>;

/** How long a person may look at the page. */
const SHOWN_MS = 30 * 60_000;

const shownRequest = z.object({
  client: z.object({ id: z.string(), name: z.string(), redirects: z.array(z.string()) }),
  redirect: z.string(),
  state: z.string().optional(),
  challenge: z.string(),
  scopes: z.array(z.enum(connectorScopes)),
  /** Identifies the form, so that it makes one key only. */
  form: z.string(),
  shownAt: z.number(),
});
/** A request for access as a person saw it. */
export type ShownRequest = z.infer<typeof shownRequest>;

/**
 * Seals what the page shows into its form, for this session. So what a person agrees to is what they saw, whatever happens to
 * the client's record meanwhile, and no form that somebody else prepared is accepted.
 */
export async function sealRequest(
  request: AuthorizationRequest,
  { id }: Session,
  { secret, health }: Sealing,
): Promise<string> {
  const shown: ShownRequest = {
    ...request,
    client: { ...request.client, redirects: [...request.client.redirects] },
    form: newFormId(),
    shownAt: health.clock.now(),
  };
  return (await secret.load()).seal(JSON.stringify(shown), placeOf(id)).toString('base64url');
}

/** Opens what a form says was shown. Throws a 403 if it was not shown to this session, or too long ago. */
export async function openRequest(sealed: string, { id }: Session, { secret, health }: Sealing): Promise<ShownRequest> {
  const seals = await secret.loadAll();
  const outdated = new PageError(403, ({ outdatedForm }) => outdatedForm);
  let text: string;
  try {
    text = openWithAny(seals, Buffer.from(sealed, 'base64url'), placeOf(id)).text;
  } catch {
    // Sealed for another session, by another instance, before yesterday, or not at all.
    throw outdated;
  }
  const shown = shownRequest.parse(JSON.parse(text));
  if (shown.shownAt + SHOWN_MS < health.clock.now()) throw outdated;
  return shown;
}

function placeOf(session: string): string {
  return `consent of session ${session}`;
}
