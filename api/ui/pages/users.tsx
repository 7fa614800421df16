import type { VNode } from 'preact';
import { z } from 'zod';
import { type AccountChanges, changeAccount } from '../../../lib/accounts/account-changes.ts';
import { type AccountQuery, accountOrders, readAccountPage } from '../../../lib/accounts/account-page.ts';
import { type Account, createUser, getUser, InputError, requireUser } from '../../../lib/accounts/account-store.ts';
import { newPasswordProblem } from '../../../lib/accounts/password-rule.ts';
import { waysIn } from '../../../lib/accounts/ways-in.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { actorIn } from '../keys/acting.ts';
import { nameProblem, noticeOf, problem } from '../notices.ts';
import { type Notice, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { PageLinks, pageField } from '../page-links.tsx';
import { definePage, fieldText, type PageContext, type PageRoute, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { useTexts } from '../rendering.tsx';
import { requirePasswords } from '../require-passwords.ts';
import type { Texts } from '../texts/en.ts';
import { textsFor } from '../texts/language.ts';
import { EveryoneForm, linkPage } from './account-access.tsx';
import { type AccountAction, AccountTable, listPath } from './account-list.tsx';
import { ACCOUNTS } from './account-paths.ts';
import { type NewAccountFields, NewAccountForm } from './new-account.tsx';

interface View {
  notice?: Notice | undefined;
  typed?: NewAccountFields;
  query?: AccountQuery;
}

const START: AccountQuery = { page: 1, search: '', order: 'name' };

async function usersPage(context: PageContext<unknown>, { notice, typed, query = START }: View): Promise<VNode> {
  const session = signedIn(context);
  const { redis, records, health, config } = context.services;
  // The list tells how much each account searches.
  await recordReading(records, pageSource(context), 'all accounts');
  const accounts = await readAccountPage(redis, query, health.clock.today());
  const texts = textsFor(context.request).accounts;
  return (
    <Page title={texts.title} session={session} path={ACCOUNTS} notice={notice} wide>
      <h1>{texts.title}</h1>
      <NewAccountForm session={session} typed={typed} hasPasswords={config.passwordLogin} />
      <FindForm query={query} total={accounts.total} />
      {accounts.total === 0 ? (
        <p class="empty">
          {texts.noneFound(query.search)} <a href={ACCOUNTS}>{texts.showAll}</a>
        </p>
      ) : (
        <AccountTable accounts={accounts.rows} session={session} query={query} />
      )}
      <PageLinks page={accounts.page} hasNext={accounts.hasNext} hrefOf={(page) => listPath({ ...query, page })} />
      <EveryoneForm session={session} />
    </Page>
  );
}

/** Finds accounts by a part of their names. */
function FindForm({ query: { search, order }, total }: { query: AccountQuery; total: number }): VNode {
  const texts = useTexts().accounts;
  return (
    <search>
      <form method="get" action={ACCOUNTS} class="row find">
        <label>
          {texts.find}
          <input name="q" type="search" value={search} maxlength={64} autocomplete="off" autocapitalize="none" />
        </label>
        {order !== 'name' && <input type="hidden" name="sort" value={order} />}
        <button type="submit" class="quiet">
          {texts.findSend}
        </button>
        <p class="faint" role="status">
          {texts.found(total)}
        </p>
      </form>
    </search>
  );
}

/** Makes a change and redirects to the list. If the input is refused, shows the problem and the typed values. */
async function attempt(
  context: PageContext<unknown>,
  work: () => Promise<Account>,
  done: keyof Texts['accounts']['done'],
  typedIn?: (problem: string) => Promise<NewAccountFields>,
): Promise<VNode | Redirect> {
  try {
    await work();
    return new Redirect(`${ACCOUNTS}?done=${done}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    context.reply.code(400);
    const typed = await typedIn?.(error.message);
    return usersPage(context, { notice: problem(error.message), ...(typed ? { typed } : {}) });
  }
}

const showUsers = definePage({
  method: 'GET',
  path: ACCOUNTS,
  for: 'administrator',
  input: z.object({ done: fieldText, page: pageField, q: fieldText, sort: z.enum(accountOrders).catch('name') }),
  handle(context) {
    const { page, q, sort, done: code } = context.input;
    const { accounts, access } = textsFor(context.request);
    const done = { ...accounts.done, deleted: access.done.deleted };
    const query = { page, search: q.trim().toLowerCase(), order: sort };
    return usersPage(context, { notice: noticeOf(done, code), query });
  },
});

const addUser = definePage({
  method: 'POST',
  path: ACCOUNTS,
  for: 'administrator',
  input: z.strictObject({
    csrf: z.string(),
    username: z.string(),
    password: z.string().default(''),
    admin: z.enum(['on', 'true']).optional(),
    /** The button: with an invitation, nobody but its person knows the password. */
    how: z.enum(['invite', 'create']).default('create'),
  }),
  // What outlives a browser that was left open: a role, and a password that somebody there has chosen.
  confirms: ({ admin, how, password }) => admin !== undefined || how === 'invite' || password !== '',
  async handle(context) {
    const { username, password, how } = context.input;
    if (how === 'invite' || password !== '') requirePasswords(context);
    const admin = context.input.admin !== undefined;
    const options = password === '' ? { admin } : { admin, password, mustChange: true };
    const badName = nameProblem(username, '', textsFor(context.request));
    const create = async () => {
      if (badName !== '') throw new InputError(badName);
      return createUser(context.services.records, pageSource(context), username, options);
    };
    const answer = await attempt(context, create, 'created', async (text) => {
      const isOfPassword = password !== '' && (await newPasswordProblem(password, username)) === text;
      return { username, admin, problems: { [isOfPassword ? 'password' : 'username']: [text] } };
    });
    if (how === 'create' || !(answer instanceof Redirect)) return answer;
    return linkPage(context, await requireUser(context.services.redis, username));
  },
});

type Change<Input> = (context: PageContext<Input>, username: string) => Promise<Account>;

/** What needs a confirmed session: whoever has it at an open browser would keep what it gives. */
const CONFIRMED: readonly AccountAction[] = ['promote', 'demote'];

/** Defines a form that changes one account. An unknown account gets a 404. */
function changePage<Input extends z.ZodType>(
  action: AccountAction,
  input: Input,
  change: Change<z.infer<Input>>,
): PageRoute<Input> {
  return definePage({
    method: 'POST',
    path: `${ACCOUNTS}/:username/${action}`,
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
  changePage(action, onlyToken, async (context, username) => {
    const { records, config } = context.services;
    return changeAccount(records, await actorIn(context), username, wished, undefined, waysIn(config));
  });

const changes = [
  setting('disable', { disabled: true }),
  setting('enable', { disabled: false }),
  setting('promote', { admin: true }),
  setting('demote', { admin: false }),
];

export const userPages = [showUsers, addUser, ...changes];
