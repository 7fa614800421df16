import type { VNode } from 'preact';

const MARKED = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A text with `code` and [links](/path) in it, as Markdown writes them. Nothing else of Markdown is read. */
export function InlineText({ text }: { text: string }): VNode {
  const parts: (VNode | string)[] = [];
  let from = 0;
  for (const { 0: all, 1: code, 2: label, 3: address, index } of text.matchAll(MARKED)) {
    parts.push(text.slice(from, index));
    parts.push(
      code === undefined ? (
        <a key={index} href={address}>
          {label}
        </a>
      ) : (
        <code key={index}>{code}</code>
      ),
    );
    from = index + all.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
