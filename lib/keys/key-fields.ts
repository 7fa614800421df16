import { z } from 'zod';
import { limitChanges, storedLimitFields } from '../limits/limit-changes.ts';
import { parseNetwork } from '../net/network.ts';
import { slotSlugs } from '../providers/slot-slugs.ts';
import { keyNameProblem } from './key-name.ts';
import { scopes } from './scopes.ts';

const MAX_LABELS = 10;
const MAX_ADDRESSES = 50;
const MAX_NOTE_CHARS = 1_000;

const plain = (text: string) => !/\p{Cc}/u.test(text);

const LABEL_NAME_RULE = 'A label’s name has 1 to 32 of a-z 0-9 _ . - and begins with a letter.';
const labelName = /^[a-z][a-z0-9_.-]{0,31}$/;
const network = z.string().transform((text, context): string => {
  const found = parseNetwork(text);
  if (found) return found.name;
  context.addIssue({
    code: 'custom',
    message: `"${text}" is neither an address nor a network; write 203.0.113.0/24 or 2001:db8::/32.`,
  });
  return z.NEVER;
});

/** What can be set on a key. What is absent stays as it is; null, or an empty list, inherits again. */
export const keyChanges = z.strictObject({
  name: z
    .string()
    .trim()
    .superRefine((name, context) => {
      const problem = keyNameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .optional()
    .describe('What people call it.'),
  note: z
    .string()
    .max(MAX_NOTE_CHARS, `A note has at most ${MAX_NOTE_CHARS} characters.`)
    .optional()
    .describe('For its owner.'),
  labels: z
    .record(
      z.string().regex(labelName, LABEL_NAME_RULE),
      z.string().max(100, 'A label has at most 100 characters.').refine(plain, 'A label has no control characters.'),
      { error: ({ code }) => (code === 'invalid_key' ? LABEL_NAME_RULE : undefined) },
    )
    .refine((labels) => Object.keys(labels).length <= MAX_LABELS, `A key has at most ${MAX_LABELS} labels.`)
    .optional()
    .describe('Up to ten, in place of those before.'),
  scopes: z
    .array(z.enum(scopes, `Use ${scopes.join(', ')}.`))
    .refine((list) => !list.includes('manage') || list.length === 1, 'manage stands alone: such a key cannot search.')
    .optional()
    .describe('What it may do. Without any: everything but `manage`.'),
  addresses: z
    .array(network)
    .max(MAX_ADDRESSES, `A key has at most ${MAX_ADDRESSES} networks.`)
    .optional()
    .describe('The addresses and networks that it may be used from. Without any: all.'),
  engines: z
    .array(z.enum(slotSlugs, `Use ${slotSlugs.join(', ')}.`))
    .optional()
    .describe('The engines that it may use. Without any: all.'),
  limits: limitChanges.optional().describe('Its own limits, in place of those of the instance.'),
  disabled: z.boolean().optional().describe('Whether it is refused until it is enabled again.'),
  expires_at: z.iso
    .datetime({ offset: true, error: 'Give a time such as 2027-01-31T00:00:00Z.' })
    .nullable()
    .optional()
    .describe('When it ends, ISO 8601. Null for never.'),
});
export type KeyChanges = z.infer<typeof keyChanges>;

/** Changes as fields of the record in Redis. An empty value removes the field. */
export function storedKeyFields(changes: KeyChanges): Record<string, string> {
  const { name, note, labels, scopes: own, addresses, engines, limits, disabled, expires_at } = changes;
  const fields: Record<string, string | undefined> = {
    name,
    note,
    labels: labels && (Object.keys(labels).length > 0 ? JSON.stringify(labels) : ''),
    scopes: own && [...new Set(own)].join(','),
    addresses: addresses && networksText(addresses),
    engines: engines && [...new Set(engines)].join(','),
    disabled: disabled === undefined ? undefined : disabled ? '1' : '',
    expires_at: expires_at === undefined ? undefined : String(expires_at ? Date.parse(expires_at) : ''),
    ...(limits && storedLimitFields(limits)),
  };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Networks as the admission script compares them. */
function networksText(names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const network = parseNetwork(name);
      return network ? [`${network.digits}/${network.bits}`] : [];
    })
    .join(',');
}
