import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { PASSWORD_MIN_LENGTH } from '../../lib/accounts/password-rule.ts';
import { Problems } from './form-field.tsx';
import { useTexts } from './rendering.tsx';

/** The username of the person at the browser, which fills it in. Somebody who has written it goes on elsewhere. */
export function UsernameField({ username, problems = [] }: { username: string; problems?: readonly string[] }): VNode {
  const problemId = useId();
  return (
    <div class="field">
      <label>
        {useTexts().common.username}
        <input
          name="username"
          value={username}
          autocomplete="username"
          required
          autofocus={username === '' || problems.length > 0}
          {...wrongBy(problemId, problems)}
        />
      </label>
      <Problems id={problemId} problems={problems} />
    </div>
  );
}

/** What a field says of itself that was refused. */
export function wrongBy(problemId: string, problems: readonly string[]) {
  return problems.length > 0 ? { 'aria-invalid': 'true' as const, 'aria-describedby': problemId } : {};
}

interface PasswordProps {
  name?: string;
  label: string;
  /** Whether it is the field to go on with: the last one was refused. */
  isNext?: boolean;
  required?: boolean;
  /** Why it was refused. */
  problems?: readonly string[] | undefined;
}

/** An existing password. */
export function PasswordField({
  name = 'password',
  label,
  isNext = false,
  required = true,
  problems = [],
}: PasswordProps): VNode {
  const problemId = useId();
  return (
    <div class="secret">
      <label>
        {label}
        <input
          name={name}
          type="password"
          autocomplete="current-password"
          required={required}
          autofocus={isNext || problems.length > 0}
          {...wrongBy(problemId, problems)}
        />
      </label>
      <Problems id={problemId} problems={problems} />
      <Reveal />
    </div>
  );
}

/** Shows what was typed, to find a mistake. `app.js` makes it work; without scripts it is not there. */
function Reveal(): VNode {
  const { showPassword, hidePassword } = useTexts().common;
  return (
    <button class="plain reveal" type="button" data-show={showPassword} data-hide={hidePassword}>
      {showPassword}
    </button>
  );
}

/** A new password. Browsers offer to generate one. A `maxlength` would cut a pasted one without a word. */
export function NewPasswordField({
  label,
  required = true,
  isNext = false,
  problems = [],
}: Omit<PasswordProps, 'name'>): VNode {
  const problemId = useId();
  return (
    <div class="secret">
      <label>
        {label} <span class="faint">{useTexts().common.passwordRule}</span>
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          minlength={PASSWORD_MIN_LENGTH}
          required={required}
          autofocus={isNext || problems.length > 0}
          {...wrongBy(problemId, problems)}
        />
      </label>
      <Problems id={problemId} problems={problems} />
      <Reveal />
    </div>
  );
}
