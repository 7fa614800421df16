import type { VNode } from 'preact';
import { PASSWORD_MIN_LENGTH } from '../../lib/accounts/password-rule.ts';
import { useTexts } from './rendering.tsx';

/** The username of the person at the browser, which fills it in. */
export function UsernameField({ username }: { username: string }): VNode {
  return (
    <label>
      {useTexts().common.username}
      <input name="username" value={username} autocomplete="username" required autofocus />
    </label>
  );
}

/** An existing password. */
export function PasswordField({ name = 'password', label }: { name?: string; label: string }): VNode {
  return (
    <label>
      {label}
      <input name={name} type="password" autocomplete="current-password" required />
    </label>
  );
}

/** A new password. Browsers offer to generate one. A `maxlength` would cut a pasted one without a word. */
export function NewPasswordField({ label, required = true }: { label: string; required?: boolean }): VNode {
  return (
    <label>
      {label} <span class="faint">{useTexts().common.passwordRule}</span>
      <input
        name="password"
        type="password"
        autocomplete="new-password"
        minlength={PASSWORD_MIN_LENGTH}
        required={required}
      />
    </label>
  );
}
