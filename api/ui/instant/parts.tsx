import type { ComponentChildren, VNode } from 'preact';
import { useTexts } from '../rendering.tsx';

/** Longer texts are set smaller. */
const LONG_CHARS = 40;

/** Copies a text, or else what stands before it. Scripts show it: without them, it would do nothing. */
export function Copy({ what, text }: { what?: string | undefined; text?: string | undefined }): VNode {
  const { copy, copyThis } = useTexts().instant;
  return (
    <button class="copy" type="button" data-copy="" data-copy-text={text} title={what && copyThis(what)}>
      {copy}
    </button>
  );
}

/** The main value of an answer, with what was asked above it. */
export function Headline({
  asked,
  isCode = false,
  children,
}: {
  asked?: ComponentChildren;
  /** Whether it is in a monospaced font. */
  isCode?: boolean;
  children: ComponentChildren;
}): VNode {
  const isLong = typeof children === 'string' && children.length > LONG_CHARS;
  return (
    <>
      {asked && (
        <p class="asked" dir="auto">
          {asked}
        </p>
      )}
      <p class={isCode ? 'answer code' : isLong ? 'answer long' : 'answer'}>
        <bdi class="value">{children}</bdi>
        <Copy />
      </p>
    </>
  );
}

/** A row of details: its name, its value, and what is copied if that is less than the value. */
export type Detail = readonly [name: string, value: ComponentChildren, copied?: string];

/** Details as a list. Those without a value are left out. */
export function Details({ rows, isCode = false }: { rows: readonly Detail[]; isCode?: boolean }): VNode | null {
  const known = rows.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl class={isCode ? 'details codes' : 'details'}>
      {known.map(([name, value, copied]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi class="value">{value}</bdi>
            {isCode && <Copy what={name} text={copied} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Small facts below an answer, and who gave it. Empty ones are left out. */
export function Note({ facts }: { facts: readonly (string | null | undefined)[] }): VNode | null {
  const known = facts.filter(Boolean);
  return known.length === 0 ? null : <p class="note faint">{known.join(' · ')}</p>;
}
