import type { VNode } from 'preact';
import { scopes } from '../../../lib/keys/scopes.ts';
import type { BindingLimits } from '../../../lib/limits/key-limits.ts';
import type { OwnerLimits } from '../../../lib/limits/limits.ts';
import type { Slot } from '../../../lib/providers/roster.ts';
import { Field, type FieldProblems, Ticks } from '../form-field.tsx';
import { useTexts } from '../rendering.tsx';
import type { Texts } from '../texts/en.ts';
import type { KeyForm } from './key-form.ts';
import { LimitFields } from './limit-fields.tsx';

const DAY_MS = 86_400_000;

/** What this instance sets for keys. */
export interface KeyDefaults {
  limits: OwnerLimits;
  /** How many days a secret may live; null if that is not bounded. */
  maxDays: number | null;
  slots: readonly Slot[];
}

interface KeyFieldsProps {
  form: KeyForm;
  problems: FieldProblems;
  defaults: KeyDefaults;
  /** What the key has left; null if it is not made yet. */
  states: BindingLimits | null;
  /** Whether the visitor may make a key of this account that manages. */
  mayManage: boolean;
}

/** Everything about a key but its name. Empty fields inherit. */
export function KeyFields({ form, problems, defaults, states, mayManage }: KeyFieldsProps): VNode {
  const texts = useTexts().keyFields;
  const { limits, maxDays, slots } = defaults;
  const lastDay = maxDays === null ? undefined : dayIn(maxDays - 1);
  return (
    <>
      <p class="faint">{texts.inherits}</p>
      <LimitFields form={form} problems={problems} instance={limits} states={states} />
      <div class="columns">
        <ScopeTicks form={form} problems={problems} mayManage={mayManage} />
        <Ticks
          name="engines"
          legend={texts.engines}
          choices={slots
            .filter(({ slug, engines }) => engines.length > 0 || form.engines.includes(slug))
            .map(({ slug, label }) => [slug, label])}
          ticked={form.engines}
          problems={problems.engines}
        >
          {texts.enginesNote}
        </Ticks>
        <Field name="addresses" label={texts.addresses} value={form.addresses} rows={3} problems={problems.addresses}>
          {texts.addressesNote}
        </Field>
        <Field name="labels" label={texts.labels} value={form.labels} rows={3} problems={problems.labels}>
          {texts.labelsNote}
        </Field>
        <Field
          name="expires"
          type="date"
          label={texts.expires}
          value={form.expires}
          max={lastDay}
          problems={problems.expires}
        >
          {maxDays === null ? texts.expiresNote : texts.expiresWithin(maxDays)}
        </Field>
        <Field name="note" label={texts.note} value={form.note} rows={3} problems={problems.note} />
      </div>
    </>
  );
}

/** What a key may do. A key that manages does nothing else. */
function ScopeTicks({ form, problems, mayManage }: Pick<KeyFieldsProps, 'form' | 'problems' | 'mayManage'>): VNode {
  const texts = useTexts().keyFields;
  const offered = scopes.filter((scope) => scope !== 'manage' || mayManage || form.scopes.includes(scope));
  return (
    <Ticks
      name="scopes"
      legend={texts.scopes}
      choices={offered.map((scope) => [scope, texts.scope[scope]])}
      ticked={form.scopes}
      problems={problems.scopes}
    >
      {texts.scopesNote}
    </Ticks>
  );
}

/** All problems in one line, each with the name of its field. */
export function problemText(problems: FieldProblems, { keyFields: texts }: Texts, heading = texts.problems): string {
  const names: Record<string, string> = { ...texts.limit };
  for (const name of ['name', 'expires', 'scopes', 'engines', 'addresses', 'labels', 'note'] as const) {
    names[name] = texts[name];
  }
  const lines = Object.entries(problems).map(([field, messages]) =>
    names[field] ? `${names[field]}: ${messages.join(' ')}` : messages.join(' '),
  );
  return `${heading} ${lines.join(' ')}`;
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
