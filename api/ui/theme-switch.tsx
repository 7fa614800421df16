import type { VNode } from 'preact';
import type { Session } from '../../lib/accounts/session-store.ts';
import { CsrfField } from './csrf-field.tsx';
import { themes } from './preferences.ts';
import { useLooks, useTexts } from './rendering.tsx';

/** Icons of 16 units: a half-filled disc, a sun and a moon. */
const ICONS = {
  system: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.6v10.8A5.4 5.4 0 0 1 8 2.6Z',
  light:
    'M8 4.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM7.2.6h1.6v2.2H7.2Zm0 12.6h1.6v2.2H7.2ZM.6 7.2h2.2v1.6H.6Zm12.6 0h2.2v1.6h-2.2ZM2.2 3.3l1.1-1.1 1.6 1.6-1.1 1.1Zm8.9 8.9 1.1-1.1 1.6 1.6-1.1 1.1Zm1.6-10 1.1 1.1-1.6 1.6-1.1-1.1Zm-8.9 8.9 1.1 1.1-1.6 1.6-1.1-1.1Z',
  dark: 'M13.9 9.9A6.4 6.4 0 0 1 6.1 2.1a6.4 6.4 0 1 0 7.8 7.8Z',
};

/** Chooses the colours of the pages: a form, which app.js sends without leaving the page. `path` is the page's. */
export function ThemeSwitch({ session, path }: { session: Session | null; path: string }): VNode {
  const texts = useTexts().theme;
  const { theme = 'system', address } = useLooks();
  return (
    <form method="post" action="/theme" class="theme">
      {session && <CsrfField session={session} />}
      <input type="hidden" name="next" value={address ?? path} />
      {(['system', ...themes] as const).map((choice) => (
        <button
          key={choice}
          type="submit"
          name="theme"
          value={choice}
          aria-label={texts[choice]}
          title={texts[choice]}
          aria-pressed={choice === theme}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={ICONS[choice]} />
          </svg>
        </button>
      ))}
    </form>
  );
}
