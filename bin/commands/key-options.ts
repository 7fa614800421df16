import { InputError } from '../../lib/accounts/account-store.ts';
import { parseExpiry } from '../../lib/keys/expiry.ts';
import { type KeyChanges, keyChanges } from '../../lib/keys/key-fields.ts';
import { type LimitChanges, limitChanges } from '../../lib/limits/limit-changes.ts';
import type { Arguments } from '../command.ts';

/** The options of commands that set what a key may do. `none` inherits again. */
export const KEY_OPTIONS = [
  'name',
  'burst',
  'sustained',
  'monthly',
  'max-parallel',
  'scopes',
  'addresses',
  'engines',
  'note',
  'expires',
] as const;
export const LIMIT_OPTIONS = ['burst', 'sustained', 'monthly', 'max-parallel'] as const;

/** The help of the options that set limits. */
export const LIMIT_HELP: readonly string[] = [
  '--burst 10/min        requests in a short time; off for no limit',
  '--sustained 1000/day  requests in a longer time; off for no limit',
  '--monthly N           searches a month; off for no limit',
  '--max-parallel N      requests at a time',
];

/** The help of all options of a key. */
export const KEY_HELP: readonly string[] = [
  '--team TEAM           the key is the team’s; OWNER is the member who makes it (key create)',
  '--name TEXT           what people call it',
  ...LIMIT_HELP,
  '--scopes a,b          what it may do: search, read, answers, maps, translate, status, or manage alone',
  '--addresses CIDR,...  the networks that it may be used from',
  '--engines a,b         the engines that it may use: engine_a, engine_b, engine_c',
  '--label name=value    up to ten times',
  '--note TEXT           for its owner',
  '--expires DATE        its last day, such as 2027-01-31',
];

/** What the options say of a key. Throws an InputError that names the option. */
export function keyChangesIn(given: Arguments): KeyChanges {
  const text = (name: string) => given.text(name);
  const list = (name: string) => text(name) && (text(name) === 'none' ? [] : text(name)?.split(',').filter(Boolean));
  const expires = text('expires');
  const fields = {
    name: text('name'),
    note: text('note') === 'none' ? '' : text('note'),
    scopes: list('scopes'),
    addresses: list('addresses'),
    engines: list('engines'),
    labels: labelsIn(given.list('label')),
    expires_at: expires === undefined || expires === 'none' ? expires && null : parseExpiry(expires).toISOString(),
    limits: limitFields(given),
  };
  return checked(keyChanges, fields);
}

/** The limits that the options set. */
export function limitChangesIn(given: Arguments): LimitChanges {
  return checked(limitChanges, limitFields(given));
}

function limitFields(given: Arguments): Record<string, string | number | null | undefined> {
  const fields = LIMIT_OPTIONS.map((option) => {
    const text = given.text(option);
    const isCount = option === 'monthly' || option === 'max-parallel';
    const value = text === 'none' ? null : text && isCount && /^\d+$/.test(text) ? Number(text) : text;
    return [option.replace('-', '_'), value] as const;
  });
  return Object.fromEntries(fields);
}

function labelsIn(labels: readonly string[]): Record<string, string> | undefined {
  if (labels.length === 0) return undefined;
  if (labels.length === 1 && labels[0] === 'none') return {};
  return Object.fromEntries(
    labels.map((label) => {
      const at = label.indexOf('=');
      if (at < 1) throw new InputError(`--label: write name=value, not "${label}".`);
      return [label.slice(0, at), label.slice(at + 1)];
    }),
  );
}

/** The checked fields. A problem names the option that it is about. */
function checked<T>(schema: { safeParse(value: unknown): Parsed<T> }, fields: object): T {
  const { data, error } = schema.safeParse(fields);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new InputError(`${optionOf(issue?.path.map(String) ?? [])}: ${issue?.message}`);
}

/** The option that sets a field: `--max-parallel` for `limits.max_parallel`. */
export function optionOf(path: readonly string[]): string {
  const [name = ''] = path.filter((part) => part !== 'limits');
  const option = name.replace('_', '-').replace('labels', 'label').replace('expires-at', 'expires');
  return `--${option}`;
}

interface Parsed<T> {
  data?: T | undefined;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}
