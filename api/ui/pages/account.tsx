import type { VNode } from 'preact';
import { z } from 'zod';
import { changeAccount } from '../../../lib/accounts/account-changes.ts';
import { InputError, setPassword } from '../../../lib/accounts/account-store.ts';
import { listFactors } from '../../../lib/accounts/factors/factor-store.ts';
import { sessionsOf } from '../../../lib/accounts/session-list.ts';
import { recordReading } from '../../../lib/audit/record-reading.ts';
import { readAccountLimits } from '../../../lib/limits/key-limits.ts';
import { CsrfField } from '../csrf-field.tsx';
import { actorIn, refusalIn } from '../keys/acting.ts';
import { problemText } from '../keys/key-fields.tsx';
import { formOfLimits, type LimitForm, limitChangesIn, limitFormFields } from '../keys/key-form.ts';
import { LimitFields } from '../keys/limit-fields.tsx';
import { type KeysView, keysOf, newKeyPage, OwnerKeys } from '../keys/owner-keys.tsx';
import { noticeOf, problem } from '../notices.ts';
import { Page } from '../page.tsx';
import { pageField } from '../page-links.tsx';
import { definePage, fieldText, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { requirePasswords } from '../require-passwords.ts';
import { AccountFactors } from '../security/account-factors.tsx';
import { teamPath } from '../teams/team-page.tsx';
import { textsFor } from '../texts/language.ts';
import { AccountAccess, AccountEnd, accountIn } from './account-access.tsx';

const LIST = '/admin/accounts';
const PATH = `${LIST}/:username`;

interface View extends KeysView {
  /** Limits that were refused. */
  typedLimits?: LimitForm;
  /** Why a password for the account was refused. */
  passwordProblems?: readonly string[];
}

const pathOf = (username: string) => `${LIST}/${encodeURIComponent(username)}`;

/** An account, as administrators see it: its limits and its keys. */
async function accountPage(context: PageContext<unknown>, view: View): Promise<VNode> {
  const session = signedIn(context);
  const { redis, health, config } = context.services;
  const owner = await accountIn(context);
  const actor = await actorIn(context);
  await recordReading(context.services.records, actor.source, owner.username);
  const [keys, states, sessions, factors] = await Promise.all([
    keysOf(context, owner.username, view),
    readAccountLimits(redis, owner, config.limits, health.clock.today()),
    sessionsOf(redis, owner),
    listFactors(redis, owner.username),
  ]);
  const { account: texts, teams } = textsFor(context.request);
  const path = pathOf(owner.username);
  const isTeam = owner.kind === 'team';
  const heading = isTeam ? teams.heading(owner.username) : texts.heading(owner.username);
  const problems = view.typedLimits ? (view.problems ?? {}) : {};
  return (
    <Page title={heading} session={session} path={LIST} notice={view.notice} parts={view.fresh && ['samples']}>
      <h1 class="wrap">{heading}</h1>
      {isTeam && (
        <p>
          <a href={teamPath(owner.username)}>{texts.teamPage}</a>
        </p>
      )}
      {!isTeam && (
        <AccountAccess
          account={owner}
          session={session}
          sessions={sessions.length}
          hasPasswords={config.passwordLogin}
          passwordProblems={view.passwordProblems}
        />
      )}
      <h2>{isTeam ? teams.setLimits : texts.limits}</h2>
      <p>{isTeam ? texts.teamLimitsNote : texts.limitsNote}</p>
      <form method="post" action={`${path}/limits`} class="sheet">
        <CsrfField session={session} />
        <LimitFields
          form={view.typedLimits ?? formOfLimits(owner.limits)}
          problems={problems}
          instance={config.limits.account}
          states={states}
          hasHeading
        />
        <div class="row">
          <button type="submit">{texts.save}</button>
        </div>
      </form>
      {!isTeam && <AccountFactors session={session} username={owner.username} factors={factors} path={path} />}
      <OwnerKeys
        context={context}
        actor={actor}
        owner={owner}
        keys={keys}
        view={view.typedLimits ? {} : view}
        action={`${path}/keys`}
        path={path}
        texts={
          isTeam
            ? { create: teams.createKey, list: teams.keys, none: teams.noKeys }
            : { create: texts.createKey, list: texts.keys, none: texts.noKeys }
        }
      />
      {!isTeam && <AccountEnd account={owner} session={session} />}
    </Page>
  );
}

const showAccount = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({ done: fieldText, page: pageField }),
  handle(context) {
    const { account, access, accountFactors, apiKeys } = textsFor(context.request);
    const { revoked, sent } = apiKeys.done;
    const done = { ...access.done, saved: account.saved, revoked, sent, factors: accountFactors.taken };
    const notice = noticeOf(done, context.input.done);
    return accountPage(context, { notice, page: context.input.page });
  },
});

const saveLimits = definePage({
  method: 'POST',
  path: `${PATH}/limits`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string(), ...limitFormFields }),
  async handle(context) {
    const { services, reply, request } = context;
    const { csrf: _, ...typedLimits } = context.input;
    const texts = textsFor(request);
    const account = await accountIn(context);
    const { changes, problems } = limitChangesIn(typedLimits, formOfLimits(account.limits), texts);
    if (problems) {
      reply.code(400);
      return accountPage(context, { typedLimits, problems, notice: problem(problemText(problems, texts)) });
    }
    try {
      await changeAccount(services.records, await actorIn(context), account.username, { limits: changes });
    } catch (error) {
      const { message } = refusalIn(error);
      reply.code(400);
      return accountPage(context, { typedLimits, notice: problem(message) });
    }
    return new Redirect(`${pathOf(account.username)}?done=saved`);
  },
});

const addAccountKey = newKeyPage({
  path: `${PATH}/keys`,
  for: 'administrator',
  ownerIn: ({ request }) => (request.params as { username: string }).username,
  placeIn: ({ request }) => pathOf((request.params as { username: string }).username),
  show: accountPage,
});

const setAnyPassword = definePage({
  method: 'POST',
  path: `${PATH}/password`,
  for: 'administrator',
  input: z.strictObject({ csrf: z.string(), password: z.string() }),
  confirms: true,
  async handle(context) {
    requirePasswords(context);
    const { services, reply, request, input } = context;
    const { username } = await accountIn(context);
    // Changing your own password requires the current one, on the Password page.
    if (username === signedIn(context).username) {
      reply.code(400);
      return accountPage(context, { notice: problem(textsFor(request).accounts.passwordElsewhere) });
    }
    try {
      await setPassword(services.records, pageSource(context), username, input.password, { mustChange: true });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reply.code(400);
      return accountPage(context, { passwordProblems: [error.message], notice: problem(error.message) });
    }
    return new Redirect(`${LIST}?done=password`);
  },
});

export const accountPages = [showAccount, saveLimits, addAccountKey, setAnyPassword];
