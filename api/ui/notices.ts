import type { Notice } from './page.tsx';

/** The notice for a code in a redirect's URL. Unknown codes have none, so that a link cannot show a text of its own. */
export function noticeOf(texts: Readonly<Record<string, string>>, code: string): Notice | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text === undefined ? undefined : { kind: 'done', text };
}

/** A notice about a problem. */
export function problem(text: string): Notice {
  return { kind: 'problem', text };
}
