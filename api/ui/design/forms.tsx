import type { VNode } from 'preact';
import { NewPasswordField, PasswordField, UsernameField } from '../credential-fields.tsx';
import { Field, Ticks } from '../form-field.tsx';
import { CodeField } from '../security/code-field.tsx';
import { Part } from './part.tsx';

/** Every form and field, on the page of all components. */
export function DesignForms(): VNode {
  return (
    <Part name="Form">
      <form class="sheet">
        <div class="columns">
          <Field name="name" label="Field" value="what was typed">
            Explains the field.
          </Field>
          <Field name="wrong" label="Field with a problem" value="fast" problems={['Use a rate such as 10/min.']} />
        </div>
        <Ticks
          name="ticks"
          legend="Choices"
          choices={[
            ['one', 'One'],
            ['two', 'Two'],
          ]}
          ticked={['one']}
        />
      </form>
      <form class="sheet" aria-label="Sign in">
        <UsernameField username="ada" />
        <PasswordField label="Password" />
        <NewPasswordField label="New password" problems={['Too easy to guess.']} />
        <CodeField name="code" label="Code" digitsOnly isNext={false} />
      </form>
      <form class="row filter-row" aria-label="Filter">
        <label>
          Who
          <input name="who" />
        </label>
        <label>
          What
          <select name="what">
            <option>Everything</option>
          </select>
        </label>
        <button type="button">Show</button>
      </form>
      <form class="stack choices">
        <label>
          A setting, and beside it the choice
          <select name="choice">
            <option>As usual</option>
          </select>
        </label>
      </form>
    </Part>
  );
}
