import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { NewPasswordField } from '../credential-fields.tsx';
import { CsrfField } from '../csrf-field.tsx';
import { Field, type FieldProblems } from '../form-field.tsx';
import { useTexts } from '../rendering.tsx';
import { ACCOUNTS } from './account-paths.ts';

/** What was typed into the form for a new account, without the password, and what is wrong with it. */
export interface NewAccountFields {
  username: string;
  admin: boolean;
  problems: FieldProblems;
}

interface NewAccountProps {
  session: Session;
  typed: NewAccountFields | undefined;
  /** Whether people sign in with passwords. */
  hasPasswords: boolean;
}

/** The form that creates an account; it is open if what was typed was refused. */
export function NewAccountForm({ session, typed, hasPasswords }: NewAccountProps): VNode {
  const { accounts: texts, common } = useTexts();
  return (
    <details class="card" open={typed !== undefined}>
      <summary>{texts.create}</summary>
      <p>{hasPasswords ? texts.createNote : texts.createWithoutPassword}</p>
      <form method="post" action={ACCOUNTS} class="row">
        <CsrfField session={session} />
        <Field
          name="username"
          label={common.username}
          value={typed?.username ?? ''}
          maxlength={64}
          required
          problems={typed?.problems.username}
        />
        <label class="check">
          <input name="admin" type="checkbox" checked={typed?.admin ?? false} /> {texts.isAdministrator}
        </label>
        {hasPasswords ? (
          <>
            <button type="submit" name="how" value="invite">
              {texts.sendInvitation}
            </button>
            <details open={typed?.problems.password !== undefined}>
              <summary>{texts.typePassword}</summary>
              <div class="row">
                <NewPasswordField label={texts.optionalPassword} required={false} problems={typed?.problems.password} />
                <button type="submit" name="how" value="create" class="quiet">
                  {texts.send}
                </button>
              </div>
            </details>
          </>
        ) : (
          <button type="submit">{texts.send}</button>
        )}
      </form>
    </details>
  );
}
