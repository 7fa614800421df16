import type { VNode } from 'preact';
import { z } from 'zod';
import { parsePrefix } from '../../../lib/keys/key-format.ts';
import type { RequestFilter } from '../../../lib/requests/read-requests.ts';
import { type RequestReason, requestReasons } from '../../../lib/requests/request-reason.ts';
import { fieldText } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';

const status = z
  .string()
  .regex(/^(?:[1-5]xx|[1-5]\d\d)$/)
  .or(z.literal(''))
  .catch('');

/** The fields of the filter, as they are in an address. */
export const filterFields = z.object({
  account: fieldText,
  key: fieldText,
  status,
  reason: z.enum(requestReasons).or(z.literal('')).catch(''),
  engine: fieldText,
  endpoint: fieldText,
  id: fieldText,
});
export type FilterFields = z.infer<typeof filterFields>;

/** What is read for these fields; whose is said apart. */
export function filterOf({ key, status, reason, engine, endpoint, id }: FilterFields): RequestFilter {
  return {
    // What is no prefix fits nothing.
    key: key.trim() === '' ? undefined : (parsePrefix(key.trim()) ?? key),
    status: status || undefined,
    reason: reason || undefined,
    engine: engine.trim() || undefined,
    endpoint: endpoint.trim() || undefined,
    id: id.trim() || undefined,
  };
}

/** The address of a list with this filter. */
export function listAddress(path: string, fields: Partial<FilterFields>, others: Record<string, string> = {}): string {
  const given = Object.entries({ ...fields, ...others }).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
}

interface FilterFormProps {
  path: string;
  fields: FilterFields;
  /** The accounts to choose from; null if any may be named, and empty if there is nothing to choose. */
  accounts: readonly string[] | null;
  engines: readonly { name: string; label: string }[];
}

/** The form that filters the list. */
export function FilterForm({ path, fields, accounts, engines }: FilterFormProps): VNode {
  const texts = useTexts().requests;
  const isFiltered = Object.values(fields).some(Boolean);
  const statuses = [...new Set([...Object.keys(texts.statuses), ...(fields.status ? [fields.status] : [])])];
  return (
    <details class="filter" open={isFiltered}>
      <summary>{texts.filter}</summary>
      <form method="get" action={path} class="row" aria-label={texts.filter}>
        {accounts === null && <Text name="account" label={texts.account} value={fields.account} />}
        {accounts !== null && accounts.length > 1 && (
          <Choice
            name="account"
            label={texts.account}
            value={fields.account}
            options={accounts.map((one) => [one, one])}
          />
        )}
        <Text name="key" label={texts.key} value={fields.key} />
        <Choice
          name="status"
          label={texts.status}
          value={fields.status}
          options={statuses.map((one) => [one, texts.statuses[one] ?? one])}
        />
        <Choice
          name="reason"
          label={texts.reason}
          value={fields.reason}
          options={requestReasons.map((one: RequestReason) => [one, texts.reasonName(one)])}
        />
        <Choice
          name="engine"
          label={texts.engine}
          value={fields.engine}
          options={engines.map(({ name, label }) => [name, label])}
        />
        <Text name="endpoint" label={texts.endpoint} value={fields.endpoint} />
        <Text name="id" label={texts.id} value={fields.id} />
        <button type="submit">{texts.show}</button>
        {isFiltered && (
          <a class="button quiet" href={path}>
            {texts.reset}
          </a>
        )}
      </form>
    </details>
  );
}

interface FieldProps {
  name: keyof FilterFields;
  label: string;
  value: string;
}

function Text({ name, label, value }: FieldProps): VNode {
  return (
    <label>
      {label}
      <input name={name} value={value} maxlength={100} autocomplete="off" autocapitalize="none" spellcheck={false} />
    </label>
  );
}

function Choice({ name, label, value, options }: FieldProps & { options: readonly (readonly [string, string])[] }) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{useTexts().requests.any}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
