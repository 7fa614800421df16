import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { wrongBy } from '../credential-fields.tsx';
import { Problems } from '../form-field.tsx';
import { useTexts } from '../rendering.tsx';

interface CodeFieldProps {
  name: string;
  label: string;
  digitsOnly?: boolean;
  /** Whether it is the field to go on with. */
  isNext?: boolean;
  /** Why the last one was refused. */
  problems?: readonly string[];
}

/** A code of an authenticator app, or a recovery code. Phones offer digits, and what they have read in a message. */
export function CodeField({ name, label, digitsOnly, isNext = true, problems = [] }: CodeFieldProps): VNode {
  const problemId = useId();
  return (
    <div class="field">
      <label>
        {label}
        <input
          name={name}
          autocomplete="one-time-code"
          inputmode={digitsOnly ? 'numeric' : undefined}
          autocapitalize="none"
          spellcheck={false}
          maxlength={40}
          required
          autofocus={isNext || problems.length > 0}
          {...wrongBy(problemId, problems)}
        />
      </label>
      <Problems id={problemId} problems={problems} />
    </div>
  );
}

interface PasskeyButtonProps {
  purpose: string;
  field: string;
  label: string;
  /** Whether it is the way to go, and not one beside others. */
  isFirst?: boolean;
}

/** Asks a passkey, in place of typing something. It is there only with scripts, and in browsers that have passkeys. */
export function PasskeyButton({ purpose, field, label, isFirst }: PasskeyButtonProps): VNode {
  const texts = useTexts().security;
  return (
    <>
      <input type="hidden" name={field} value="" />
      <button
        type="button"
        class={isFirst ? 'passkey' : 'quiet passkey'}
        data-purpose={purpose}
        data-field={field}
        data-failed={texts.passkeyFailed}
        hidden
      >
        {label}
      </button>
      <p class="wrong passkey-said" role="alert" />
    </>
  );
}
