import { USERNAME } from '../../lib/accounts/account-store.ts';
import type { FieldProblems } from './form-field.tsx';
import type { Notice } from './page.tsx';
import type { Texts } from './texts/en.ts';

/** The notice for a code in a redirect's URL. Unknown codes have none, so that a link cannot show a text of its own. */
export function noticeOf(texts: Readonly<Record<string, string>>, code: string): Notice | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text === undefined ? undefined : { kind: 'done', text };
}

/** What a notice says about the field that it is about: a refused form says it there as well. */
export function problemsIn(notice: Notice | undefined): string[] {
  return notice?.kind === 'problem' ? [notice.text] : [];
}

/** What is wrong with the name for an account or a team: what it may be, or else why it was refused. */
export function nameProblem(name: string, refusal: string, { common }: Texts): string {
  return USERNAME.test(name.trim().toLowerCase()) ? refusal : common.badName;
}

/** A notice about a problem. */
export function problem(text: string): Notice {
  return { kind: 'problem', text };
}

/** The notice for a refused form: what is wrong with the first of its fields. */
export function firstOf(problems: FieldProblems): Notice | undefined {
  const [text] = Object.values(problems).flat();
  return text === undefined ? undefined : problem(text);
}
