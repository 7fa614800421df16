import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { useTexts } from './rendering.tsx';
import { SandboxUrl } from './sandbox-url.ts';

/** Says that the results are not real, and how to change that. */
export function SandboxNote(): VNode | null {
  const texts = useTexts().common;
  if (useContext(SandboxUrl) === '') return null;
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
