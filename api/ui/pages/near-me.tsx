import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { CsrfField } from '../csrf-field.tsx';
import { useTexts } from '../rendering.tsx';
import { catalogues } from '../texts/language.ts';

/** What people write for it: the words of the button, in every language of the pages. */
const PHRASES = Object.values(catalogues).map(({ maps }) => maps.nearMe.toLowerCase());

/** A query without "near me" at its end; null if it has no such words. */
export function withoutNearMe(q: string): string | null {
  const phrase = PHRASES.find((words) => ` ${q.toLowerCase()}`.endsWith(` ${words}`));
  return phrase === undefined ? null : q.slice(0, q.length - phrase.length).trim();
}

/**
 * A button that searches near the visitor. It needs a script, which asks the browser for the position and shows it. The
 * position is sent by POST: it stays out of addresses, histories and logs.
 */
export function NearMe({ session }: { session: Session }): VNode {
  const texts = useTexts().maps;
  return (
    <form class="near" method="post" action="/near" data-phrases={PHRASES.join('|')} hidden>
      <CsrfField session={session} />
      <input type="hidden" name="q" />
      <input type="hidden" name="lat" />
      <input type="hidden" name="lon" />
      <button class="quiet" type="submit">
        <svg class="icon" viewBox="0 0 24 24" width={18} height={18} aria-hidden="true">
          <circle cx={12} cy={12} r={6} fill="none" stroke="currentColor" stroke-width={2} />
          <path d="M12 2v4M12 18v4M2 12h4M18 12h4" stroke="currentColor" stroke-width={2} />
        </svg>{' '}
        {texts.nearMe}
      </button>
      <output class="faint" />
    </form>
  );
}
