import type { VNode } from 'preact';
import type { Account } from '../../../lib/accounts/account-store.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { NewPasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { When } from '../when.tsx';

/** What an administrator can do with an account. It is also the last part of the form's path. */
export type AccountAction = 'disable' | 'enable' | 'password' | 'promote' | 'demote';

/** The values typed into the form for a new account, without the password. */
export interface NewAccountFields {
  username: string;
  admin: boolean;
}

/** A page of the accounts, with the actions on each. */
export function AccountTable({ accounts, session }: { accounts: readonly Account[]; session: Session }): VNode {
  const { accounts: texts, common } = useTexts();
  return (
    <Table label={texts.title} columns={[common.username, texts.role, texts.state, texts.created, texts.change]}>
      {accounts.map((account) => (
        <AccountRow key={account.username} account={account} session={session} />
      ))}
    </Table>
  );
}

function AccountRow({ account, session }: { account: Account; session: Session }): VNode {
  const { username, kind, admin, disabled, isSuspended, hasPassword, isLinked, createdAt } = account;
  const own = username === session.username;
  const isTeam = kind === 'team';
  const { accounts: texts, account: accountTexts, singleSignOn: sso } = useTexts();
  const act = (action: AccountAction, looks = 'quiet') => (
    <ActionButton session={session} username={username} action={action} looks={looks} />
  );
  return (
    <tr>
      <RowName>
        <a href={`/admin/users/${encodeURIComponent(username)}`}>{username}</a>
        {own && <span class="below faint">{texts.you}</span>}
      </RowName>
      <Cell of={texts.role}>{isTeam ? accountTexts.team : admin ? texts.administrator : texts.user}</Cell>
      <Cell of={texts.state}>
        <span class={`state ${disabled ? 'disabled' : 'active'}`}>{disabled ? texts.disabled : texts.enabled}</span>
        {isLinked && <span class="below faint">{isSuspended ? sso.suspended : sso.linked}</span>}
        {!hasPassword && !isTeam && !isLinked && <span class="below faint">{texts.noPassword}</span>}
      </Cell>
      <Cell of={texts.created}>
        <When at={createdAt} />
      </Cell>
      <Cell of={texts.change}>
        <div class="actions">
          {disabled ? act('enable') : !own && act('disable', 'danger')}
          {!isTeam && (admin ? act('demote') : act('promote'))}
          {own && <a href="/settings/password">{texts.ownPassword}</a>}
          {!own && !isTeam && <PasswordForm username={username} session={session} />}
        </div>
      </Cell>
    </tr>
  );
}

interface ActionProps {
  session: Session;
  username: string;
  action: AccountAction;
  looks: string;
}

function ActionButton({ session, username, action, looks }: ActionProps): VNode {
  const label = useTexts().accounts.actions[action];
  return (
    <form method="post" action={actionPath(username, action)}>
      <CsrfField session={session} />
      <button type="submit" class={looks} aria-label={`${label}: ${username}`}>
        {label}
      </button>
    </form>
  );
}

function PasswordForm({ username, session }: { username: string; session: Session }): VNode {
  const texts = useTexts().accounts;
  const label = texts.actions.password;
  return (
    <details>
      <summary aria-label={`${label}: ${username}`}>{label}</summary>
      <form method="post" action={actionPath(username, 'password')} class="row">
        <CsrfField session={session} />
        <NewPasswordField label={texts.newPassword(username)} />
        <button type="submit">{label}</button>
      </form>
    </details>
  );
}

function actionPath(username: string, action: AccountAction): string {
  return `/admin/users/${encodeURIComponent(username)}/${action}`;
}

/** The form that creates an account. */
export function NewAccountForm({ session, username, admin }: NewAccountFields & { session: Session }): VNode {
  const { accounts: texts, common } = useTexts();
  return (
    <form method="post" action="/admin/users" class="row">
      <CsrfField session={session} />
      <label>
        {common.username}
        <input name="username" value={username} maxlength={64} autocomplete="off" required />
      </label>
      <label class="check">
        <input name="admin" type="checkbox" checked={admin} /> {texts.isAdministrator}
      </label>
      <button type="submit" name="how" value="invite">
        {texts.sendInvitation}
      </button>
      <details>
        <summary>{texts.typePassword}</summary>
        <div class="row">
          <NewPasswordField label={texts.optionalPassword} required={false} />
          <button type="submit" name="how" value="create" class="quiet">
            {texts.send}
          </button>
        </div>
      </details>
    </form>
  );
}
