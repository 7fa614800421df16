import type { Notice } from './page.tsx';

/** The text of a code that a redirect carries in its address; nothing for any other: nobody else writes our notices. */
export function noticeOf(texts: Readonly<Record<string, string>>, code: string): Notice | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text === undefined ? undefined : { kind: 'done', text };
}

export function problem(text: string): Notice {
  return { kind: 'problem', text };
}
