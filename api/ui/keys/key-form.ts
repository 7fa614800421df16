import { z } from 'zod';
import { InputError } from '../../../lib/accounts/account-store.ts';
import { FieldError } from '../../../lib/keys/authority.ts';
import { parseExpiry } from '../../../lib/keys/expiry.ts';
import { type KeyChanges, keyChanges } from '../../../lib/keys/key-fields.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { limitNames } from '../../../lib/limits/key-limits.ts';
import { type LimitChanges, limitChanges } from '../../../lib/limits/limit-changes.ts';
import type { OwnLimits } from '../../../lib/limits/limits.ts';
import { type Rate, rateText } from '../../../lib/limits/rate.ts';
import { fieldProblems } from '../field-problems.ts';
import type { FieldProblems } from '../form-field.tsx';
import type { Texts } from '../texts/en.ts';

const text = (most: number) => z.string().max(most).default('');
const ticks = z
  .union([
    z
      .string()
      .max(50)
      .transform((one) => [one]),
    z.array(z.string().max(50)).max(20),
  ])
  .default([]);

/** The fields of the limits in a form. Empty ones inherit. */
export const limitFormFields = {
  burst: text(100),
  sustained: text(100),
  monthly: text(100),
  max_parallel: text(100),
};

/** The fields of a key in a form. Empty ones inherit. */
export const keyFormFields = {
  name: text(1_000),
  expires: text(100),
  ...limitFormFields,
  scopes: ticks,
  engines: ticks,
  addresses: text(5_000),
  labels: text(5_000),
  note: text(5_000),
};

const limitForm = z.object(limitFormFields);
const keyForm = z.object(keyFormFields);

/** What a form says of limits, as it was typed. */
export type LimitForm = z.infer<typeof limitForm>;
/** What a form says of a key, as it was typed. */
export type KeyForm = z.infer<typeof keyForm>;

/** The form of a key that inherits everything. */
export const emptyKeyForm: KeyForm = keyForm.parse({});

const DAY_CHARS = '2027-01-31'.length;

/** The form with what limits are. */
export function formOfLimits({ burst, sustained, monthly, maxParallel }: OwnLimits): LimitForm {
  const rate = (value: Rate | 'off' | undefined) =>
    value === undefined || value === 'off' ? (value ?? '') : rateText(value);
  return {
    burst: rate(burst),
    sustained: rate(sustained),
    monthly: String(monthly ?? ''),
    max_parallel: String(maxParallel ?? ''),
  };
}

/** The form with what a key is. */
export function formOfKey(key: KeyRecord): KeyForm {
  return {
    name: key.name,
    expires: key.expiresAt.slice(0, DAY_CHARS),
    ...formOfLimits(key.limits),
    scopes: key.scopes,
    engines: key.engines,
    addresses: key.addresses.join('\n'),
    labels: Object.entries(key.labels)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    note: key.note,
  };
}

/** What is wrong with fields, in the words of the page. */
type Wrong = Texts['keyFields']['wrong'];

/** What a form changes, or what is wrong with its fields. */
export type Read<T> = { changes: T; problems?: undefined } | { changes?: undefined; problems: FieldProblems };

/**
 * What a form changes of limits that were shown so. A field that is as it was shown is left out: somebody may have been
 * given more than they could set themselves.
 */
export function limitChangesIn(typed: LimitForm, shown: LimitForm, { keyFields }: Texts): Read<LimitChanges> {
  return checked(limitChanges, rawLimits(typed, shown), keyFields.wrong);
}

/** What a form changes of a key that was shown so. */
export function keyChangesIn(typed: KeyForm, shown: KeyForm, { keyFields: { wrong } }: Texts): Read<KeyChanges> {
  const isChanged = (name: keyof KeyForm) => plain(typed[name]) !== plain(shown[name]);
  const raw: Record<string, unknown> = {};
  const problems: Record<string, string[]> = {};
  for (const name of ['name', 'note', 'scopes', 'engines'] as const) {
    if (isChanged(name)) raw[name] = name === 'note' ? plain(typed.note) : typed[name];
  }
  if (isChanged('addresses')) raw.addresses = typed.addresses.split(/[\s,]+/).filter(Boolean);
  if (isChanged('labels')) {
    const lines = linesOf(typed.labels);
    const unnamed = lines.filter((line) => line.indexOf('=') < 1);
    if (unnamed.length > 0) problems.labels = unnamed.map(wrong.label);
    else raw.labels = Object.fromEntries(lines.map(cut));
  }
  if (isChanged('expires')) {
    try {
      raw.expires_at = typed.expires === '' ? null : parseExpiry(typed.expires).toISOString();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.expires = [error.message];
    }
  }
  const limits = rawLimits(typed, shown);
  if (Object.keys(limits).length > 0) raw.limits = limits;
  const read = checked(keyChanges, raw, wrong);
  if (Object.keys(problems).length === 0) return read;
  return { problems: { ...read.problems, ...problems } };
}

/** A refusal as a problem of its field; null if it is not about one. */
export function problemsOf(error: InputError): FieldProblems | null {
  if (!(error instanceof FieldError)) return null;
  return { [fieldOf(error.field.split('.'))]: [error.message] };
}

function rawLimits(typed: LimitForm, shown: LimitForm): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const name of limitNames) {
    const value = typed[name].trim();
    if (value === shown[name]) continue;
    const isCount = (name === 'monthly' || name === 'max_parallel') && /^\d{1,15}$/.test(value);
    raw[name] = value === '' ? null : isCount ? Number(value) : value;
  }
  return raw;
}

function checked<T>(schema: z.ZodType<T>, raw: unknown, wrong: Wrong): Read<T> {
  const { data, error } = schema.safeParse(raw);
  if (!error) return { changes: data };
  const problems = fieldProblems(error, fieldOf);
  // The API tells programs how limits are parsed; people are told what to write.
  for (const name of limitNames) if (problems[name]) problems[name] = [wrong[name]];
  return { problems };
}

/** The field of a form that a path in the changes is about. */
function fieldOf(path: readonly PropertyKey[]): string {
  const [first, second] = path.map(String);
  if (first === 'limits') return second ?? '';
  return first === 'expires_at' ? 'expires' : (first ?? '');
}

/** A browser ends lines in its own way, and the order of ticks says nothing. */
const plain = (value: string | readonly string[]) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : [...value].sort().join(',');

const linesOf = (value: string) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function cut(line: string): [name: string, value: string] {
  const at = line.indexOf('=');
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
