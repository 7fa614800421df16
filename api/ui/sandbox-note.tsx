import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../../lib/accounts/session-store.ts';
import { useTexts } from './rendering.tsx';
import { SandboxUrl } from './sandbox-url.ts';

/** Tells administrators that the results are not real, and how to change that: nobody else can. */
export function SandboxNote({ session }: { session: Session }): VNode | null {
  const texts = useTexts().common;
  if (useContext(SandboxUrl) === '' || !session.admin) return null;
  const [what, example, or, without] = texts.sandboxNote;
  return (
    <aside class="sandbox" aria-label={texts.sandbox}>
      {what}
      <code>.env</code>
      {example}
      <code>BRAVE_API_KEY=…</code>
      {or}
      <code>ENGINES=keyless</code>
      {without}
    </aside>
  );
}
