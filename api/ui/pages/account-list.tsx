import type { VNode } from 'preact';
import type { Account } from '../../../lib/accounts/account-store.ts';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { NewPasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
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
  return (
    <Table label="Accounts" columns={['Username', 'Role', 'State', 'Created', 'Change']}>
      {accounts.map((account) => (
        <AccountRow key={account.username} account={account} session={session} />
      ))}
    </Table>
  );
}

function AccountRow({ account, session }: { account: Account; session: Session }): VNode {
  const { username, admin, disabled, hasPassword, createdAt } = account;
  const own = username === session.username;
  const act = (action: AccountAction, label: string, looks = 'quiet') => (
    <ActionButton session={session} username={username} action={action} label={label} looks={looks} />
  );
  return (
    <tr>
      <RowName>
        {username}
        {own && <span class="below faint">you</span>}
      </RowName>
      <Cell of="Role">{admin ? 'administrator' : 'user'}</Cell>
      <Cell of="State">
        <span class={`state ${disabled ? 'disabled' : 'active'}`}>{disabled ? 'disabled' : 'enabled'}</span>
        {!hasPassword && <span class="below faint">no password</span>}
      </Cell>
      <Cell of="Created">
        <When at={createdAt} />
      </Cell>
      <Cell of="Change">
        <div class="actions">
          {disabled ? act('enable', 'Enable') : !own && act('disable', 'Disable', 'danger')}
          {admin ? act('demote', 'Remove administrator') : act('promote', 'Make administrator')}
          {own ? (
            <a href="/settings/password">Change password</a>
          ) : (
            <PasswordForm username={username} session={session} />
          )}
        </div>
      </Cell>
    </tr>
  );
}

interface ActionProps {
  session: Session;
  username: string;
  action: AccountAction;
  label: string;
  looks: string;
}

function ActionButton({ session, username, action, label, looks }: ActionProps): VNode {
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
  return (
    <details>
      <summary aria-label={`Set password: ${username}`}>Set password</summary>
      <form method="post" action={actionPath(username, 'password')} class="row">
        <CsrfField session={session} />
        <NewPasswordField label={`New password for ${username}`} />
        <button type="submit">Set password</button>
      </form>
    </details>
  );
}

function actionPath(username: string, action: AccountAction): string {
  return `/admin/users/${encodeURIComponent(username)}/${action}`;
}

/** The form that creates an account. */
export function NewAccountForm({ session, username, admin }: NewAccountFields & { session: Session }): VNode {
  return (
    <form method="post" action="/admin/users" class="row">
      <CsrfField session={session} />
      <label>
        Username
        <input name="username" value={username} maxlength={64} autocomplete="off" required />
      </label>
      <NewPasswordField label="Password (optional)" required={false} />
      <label class="check">
        <input name="admin" type="checkbox" checked={admin} /> Administrator
      </label>
      <button type="submit">Create account</button>
    </form>
  );
}
