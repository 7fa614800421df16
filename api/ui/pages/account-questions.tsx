import { z } from 'zod';
import { CsrfField } from '../csrf-field.tsx';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import { accountIn } from './account-access.tsx';
import type { AccountAction } from './account-list.tsx';
import { ACCOUNTS, accountPath } from './account-paths.ts';

/** What is asked before it is done: it takes an account's access away, or gives or takes a role. */
export const askedActions = ['disable', 'promote', 'demote'] as const satisfies readonly AccountAction[];

/** The question before an account is changed; its form is sent to the same address. */
const questionBefore = (action: (typeof askedActions)[number]) =>
  definePage({
    method: 'GET',
    path: `${ACCOUNTS}/:username/${action}`,
    for: 'administrator',
    input: z.object({}),
    async handle(context) {
      const session = signedIn(context);
      const { username } = await accountIn(context);
      const texts = textsFor(context.request).accounts;
      const { title, note } = texts.questions[action];
      return (
        <Page title={title(username)} session={session} path={ACCOUNTS}>
          <h1 class="wrap">{title(username)}</h1>
          <p>{note}</p>
          <form method="post" action={accountPath(username, action)} class="row">
            <CsrfField session={session} />
            <button class={action === 'promote' ? undefined : 'danger'} type="submit">
              {texts.actions[action]}
            </button>
            <a class="button quiet" href={accountPath(username)}>
              {texts.keep}
            </a>
          </form>
        </Page>
      );
    },
  });

export const accountQuestionPages = askedActions.map(questionBefore);
