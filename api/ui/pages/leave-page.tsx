import type { FastifyReply } from 'fastify';
import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { Departure } from '../follow-bangs.ts';
import { Page } from '../page.tsx';
import { useTexts } from '../rendering.tsx';
import { OutsideLink } from './search-parts.tsx';

/**
 * Leads to a well-known site. A redirect would have to be in the policy of every page: browsers apply it to the redirects
 * of a form. The browser puts the site in the place of this page in its history.
 */
export function LeavePage({ session, reply, title, to }: Departure & { session: Session; reply: FastifyReply }): VNode {
  const { going } = useTexts().bangs;
  reply.header('refresh', `0;url=${to}`);
  return (
    <Page title={going(title)} session={session} path="/">
      <h1>{going(title)}</h1>
      <p>
        <OutsideLink href={to}>{to}</OutsideLink>
      </p>
    </Page>
  );
}
