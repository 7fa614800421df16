import type { VNode } from 'preact';
import { z } from 'zod';
import { type AccountChanges, changeAccount } from '../../../lib/accounts/account-changes.ts';
import { readAccountPage } from '../../../lib/accounts/account-page.ts';
import { type Account, createUser, getUser, InputError, setPassword } from '../../../lib/accounts/account-store.ts';
import { actorIn } from '../keys/acting.ts';
import { noticeOf, problem } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { PageLinks, pageField } from '../page-links.tsx';
import { definePage, fieldText, type PageContext, type PageRoute, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import type { Texts } from '../texts/en.ts';
import { textsFor } from '../texts/language.ts';
import { type AccountAction, AccountTable, type NewAccountFields, NewAccountForm } from './account-list.tsx';

const LIST = '/admin/users';

interface View {
  notice?: Notice | undefined;
  typed?: NewAccountFields;
  /** The page of the list. */
  page?: number;
}

async function usersPage(context: PageContext<unknown>, { notice, typed, page = 1 }: View): Promise<VNode> {
  const session = signedIn(context);
  const accounts = await readAccountPage(context.services.redis, page);
  const texts = textsFor(context.request).accounts;
  return (
    <Page title={texts.title} session={session} path={LIST} notice={notice} wide>
      <h1>{texts.title}</h1>
      <h2>{texts.create}</h2>
      <p>{texts.createNote}</p>
      <NewAccountForm session={session} username={typed?.username ?? ''} admin={typed?.admin ?? false} />
      <h2>{texts.all}</h2>
      <AccountTable accounts={accounts.rows} session={session} />
      <PageLinks page={accounts.page} hasNext={accounts.hasNext} hrefOf={(other) => `${LIST}?page=${other}`} />
    </Page>
  );
}

/** Makes a change and redirects to the list. If the input is refused, shows the problem and the typed values. */
async function attempt(
  context: PageContext<unknown>,
  work: () => Promise<Account>,
  done: keyof Texts['accounts']['done'],
  typed?: NewAccountFields,
): Promise<VNode | Redirect> {
  try {
    await work();
    return new Redirect(`${LIST}?done=${done}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    context.reply.code(400);
    return usersPage(context, { notice: problem(error.message), ...(typed ? { typed } : {}) });
  }
}

const showUsers = definePage({
  method: 'GET',
  path: LIST,
  for: 'administrator',
  input: z.object({ done: fieldText, page: pageField }),
  handle(context) {
    const { done } = textsFor(context.request).accounts;
    return usersPage(context, { notice: noticeOf(done, context.input.done), page: context.input.page });
  },
});

const addUser = definePage({
  method: 'POST',
  path: LIST,
  for: 'administrator',
  input: z.strictObject({
    csrf: z.string(),
    username: z.string().max(1_000),
    password: z.string().default(''),
    admin: z.enum(['on', 'true']).optional(),
  }),
  confirms: ({ admin }) => admin !== undefined,
  handle(context) {
    const { username, password } = context.input;
    const admin = context.input.admin !== undefined;
    const options = password === '' ? { admin } : { admin, password };
    const create = () => createUser(context.services.records, pageSource(context), username, options);
    return attempt(context, create, 'created', { username, admin });
  },
});

type Change<Input> = (context: PageContext<Input>, username: string) => Promise<Account>;

/** What needs a confirmed session: whoever has it at an open browser would keep what it gives. */
const CONFIRMED: readonly AccountAction[] = ['promote', 'demote', 'password'];

/** Defines a form that changes one account. An unknown account gets a 404. */
function changePage<Input extends z.ZodType>(
  action: AccountAction,
  input: Input,
  change: Change<z.infer<Input>>,
): PageRoute<Input> {
  return definePage({
    method: 'POST',
    path: `${LIST}/:username/${action}`,
    for: 'administrator',
    input,
    ...(CONFIRMED.includes(action) && { confirms: true }),
    async handle(context) {
      const { username } = context.request.params as { username: string };
      if (!(await getUser(context.services.redis, username))) throw new PageError(404, (texts) => texts.noAccount);
      return attempt(context, () => change(context, username), action);
    },
  });
}

const onlyToken = z.strictObject({ csrf: z.string() });

const setting = (action: AccountAction, wished: AccountChanges) =>
  changePage(action, onlyToken, async (context, username) =>
    changeAccount(context.services.records, await actorIn(context), username, wished),
  );

const changes = [
  setting('disable', { disabled: true }),
  setting('enable', { disabled: false }),
  setting('promote', { admin: true }),
  setting('demote', { admin: false }),
];

const setAnyPassword = changePage(
  'password',
  z.strictObject({ csrf: z.string(), password: z.string() }),
  async (context, username) => {
    // Changing your own password requires the current one, on the Password page.
    if (username === signedIn(context).username) {
      throw new InputError(textsFor(context.request).accounts.passwordElsewhere);
    }
    return setPassword(context.services.records, pageSource(context), username, context.input.password);
  },
);

export const userPages = [showUsers, addUser, ...changes, setAnyPassword];
