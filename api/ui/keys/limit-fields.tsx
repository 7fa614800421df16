import type { VNode } from 'preact';
import { type BindingLimits, type LimitName, type LimitStates, limitNames } from '../../../lib/limits/key-limits.ts';
import type { OwnerLimits } from '../../../lib/limits/limits.ts';
import type { Rate } from '../../../lib/limits/rate.ts';
import { Field, type FieldProblems } from '../form-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { countText } from '../number-text.ts';
import { windowName } from '../pages/usage-tables.tsx';
import { useLocale, useTexts } from '../rendering.tsx';
import type { LimitForm } from './key-form.ts';

interface LimitFieldsProps {
  form: LimitForm;
  problems: FieldProblems;
  /** What the instance sets for whoever has no limits of their own. */
  instance: OwnerLimits;
  /** What is left now; null for a key that is not made yet. */
  states: BindingLimits | LimitStates | null;
  /** Whether a heading above says already what they are. */
  hasHeading?: boolean;
}

/** The limits of a key or of an account, and beside each what it is otherwise, what is left, and whose limit binds. */
export function LimitFields({ form, problems, instance, states, hasHeading }: LimitFieldsProps): VNode {
  const texts = useTexts().keyFields;
  return (
    <fieldset class="columns">
      <legend class={hasHeading ? 'unseen' : undefined}>{texts.limits}</legend>
      {limitNames.map((name) => (
        <Field key={name} name={name} label={texts.limit[name]} value={form[name]} problems={problems[name]}>
          {states && <Left state={states[name]} />}
          <InlineText text={texts.limitNote[name]} /> <OfInstance name={name} instance={instance} />
        </Field>
      ))}
    </fieldset>
  );
}

function OfInstance({ name, instance }: { name: LimitName; instance: OwnerLimits }): VNode {
  const texts = useTexts().keyFields;
  const limitText = useLimitText();
  const own = name === 'max_parallel' ? null : instance[name];
  return <>{texts.instance(own === null ? texts.noLimit : limitText(own))}</>;
}

/** What a limit leaves now, and whose it is. */
function Left({ state }: { state: BindingLimits[LimitName] | LimitStates[LimitName] }): VNode {
  const { key: texts, account } = useTexts();
  const limitText = useLimitText();
  if (!state) return <span class="now">{texts.unlimited}</span>;
  const { limit, windowMs } = state;
  const left = texts.left(state.left, limitText(windowMs === null ? limit : { limit, windowMs }));
  return <span class="now">{'binds' in state ? texts.leftFor[state.binds](left) : account.leftNow(left)}</span>;
}

/** How a limit is written: `60 per minute`, or only a number. */
export function useLimitText(): (limit: number | Rate) => string {
  const { key, usage } = useTexts();
  const locale = useLocale();
  return (limit) =>
    typeof limit === 'number'
      ? countText(limit, locale)
      : key.rate(limit.limit, windowName(limit.windowMs, usage.windows));
}
