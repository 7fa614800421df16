import type { ComponentChildren, VNode } from 'preact';
import { z } from 'zod';
import { DeletionRefused, deleteAccount } from '../../../lib/accounts/delete-account.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { soleOwnerships } from '../../../lib/accounts/team-store.ts';
import { waysIn } from '../../../lib/accounts/ways-in.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { problem, problemsIn } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { clearSessionCookie } from '../session-cookie.ts';
import { textsFor } from '../texts/language.ts';
import { accountIn } from './account-access.tsx';

const LIST = '/admin/accounts';

interface DeleteProps {
  session: Session;
  username: string;
  action: string;
  /** What is deleted. */
  note: string;
  /** Where those go who keep the account, if that is a question. */
  keep?: string;
  notice?: Notice | undefined;
  typed?: string | undefined;
  problems?: readonly string[];
  children?: ComponentChildren;
}

/** The form that deletes an account, once its name is typed. */
export function DeleteForm({
  session,
  username,
  action,
  note,
  keep,
  typed = '',
  problems = [],
  children,
}: Omit<DeleteProps, 'notice'>): VNode {
  const texts = useTexts().access;
  return (
    <>
      <p>{note}</p>
      {children}
      <form method="post" action={action} class="stack">
        <CsrfField session={session} />
        <Field name="name" label={texts.typeName(username)} value={typed} maxlength={64} required problems={problems} />
        <div class="row">
          <button class="danger" type="submit">
            {texts.delete}
          </button>
          {keep !== undefined && (
            <a class="button quiet" href={keep}>
              {texts.keep}
            </a>
          )}
        </div>
      </form>
    </>
  );
}

const typedName = z.strictObject({ csrf: z.string(), name: fieldText });
const pathOf = (username: string) => `${LIST}/${encodeURIComponent(username)}`;

async function askPage(context: PageContext<unknown>, view: { notice?: Notice; typed?: string } = {}): Promise<VNode> {
  const session = signedIn(context);
  const { username } = await accountIn(context);
  const teams = await soleOwnerships(context.services.redis, username);
  const texts = textsFor(context.request).access;
  return (
    <Page title={texts.delete} session={session} path={LIST} notice={view.notice}>
      <h1 class="wrap">{texts.deleteHeading(username)}</h1>
      <DeleteForm
        session={session}
        username={username}
        action={`${pathOf(username)}/delete`}
        note={texts.deleteNote}
        keep={pathOf(username)}
        typed={view.typed}
        problems={problemsIn(view.notice)}
      >
        {teams.length > 0 && <p>{texts.noOwnerLeft(teams.join(', '))}</p>}
      </DeleteForm>
    </Page>
  );
}

/** Deletes an account if its name was typed; what is wrong otherwise. */
export async function deleteTyped(
  context: PageContext<{ name: string }>,
  username: string,
  how: { keepsOwners: boolean },
): Promise<Notice | null> {
  const { services, input, request, reply } = context;
  const texts = textsFor(request).access;
  const refuse = (text: string) => {
    reply.code(400);
    return problem(text);
  };
  if (input.name.trim().toLowerCase() !== username) return refuse(texts.otherName);
  try {
    const kept = { keepsAdministrator: waysIn(services.config), ...how };
    await deleteAccount(services.records, pageSource(context), username, kept);
    return null;
  } catch (error) {
    if (!(error instanceof DeletionRefused)) throw error;
    return refuse(texts.refusals[error.why](username, error.team));
  }
}

const askToDelete = definePage({
  method: 'GET',
  path: `${LIST}/:username/delete`,
  for: 'administrator',
  input: z.object({}),
  handle: (context) => askPage(context),
});

const deleteOther = definePage({
  method: 'POST',
  path: `${LIST}/:username/delete`,
  for: 'administrator',
  input: typedName,
  confirms: true,
  async handle(context) {
    const { username } = await accountIn(context);
    // A person deletes their own account on the page of their data.
    if (username === signedIn(context).username) throw new PageError(400, ({ notAllowed }) => notAllowed);
    const notice = await deleteTyped(context, username, { keepsOwners: false });
    return notice ? askPage(context, { notice, typed: context.input.name }) : new Redirect(`${LIST}?done=deleted`);
  },
});

/** Deletes the visitor's own account; `show` renders the page that has the form, with what was wrong. */
export function deleteOwnPage(
  path: string,
  show: (context: PageContext<unknown>, notice: Notice, typed: string) => VNode,
) {
  return definePage({
    method: 'POST',
    path,
    for: 'person',
    input: typedName,
    confirms: true,
    async handle(context) {
      const { username } = signedIn(context);
      const notice = await deleteTyped(context, username, { keepsOwners: true });
      if (notice) return show(context, notice, context.input.name);
      clearSessionCookie(context.request, context.reply);
      return new Redirect('/login?done=deleted');
    },
  });
}

export const deleteAccountPages = [askToDelete, deleteOther];
