import type { VNode } from 'preact';
import type { Session } from '../../lib/accounts/session-store.ts';

/** A hidden field that proves that a form was sent from a page of this session. */
export function CsrfField({ session }: { session: Session }): VNode {
  return <input type="hidden" name="csrf" value={session.csrf} />;
}
