import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { parseBudget } from '../budgets/budget.ts';
import { parseRate } from '../limits/rate.ts';
import { parseRules } from '../rules/parse.ts';

/** Schemas for the text of a setting. Error messages follow the setting's name: "PORT: must be a whole number". */

/** A whole number within bounds. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
/** How much something counts: a number above 0, at most 10. */
export const weight = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number such as 0.5')
  .transform(Number)
  .refine((value) => value > 0 && value <= 10, 'must be above 0 and at most 10');
/** A switch: `on` or `off`, also written `true` or `false`, `1` or `0`, in any case. */
export const onOff = z
  .string()
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off'))
  .transform((value) => ['on', 'true', '1'].includes(value));
/** An HTTP address, without its trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''));
/** The address of a map tile, with its zoom, column and row as `{z}`, `{x}` and `{y}`. They cannot choose the host. */
export const tileTemplate = z
  .string()
  .refine(isTileTemplate, 'must be an http:// or https:// address with {z}, {x} and {y} in its path or query');
/** An address in which browsers reach this instance. Its path becomes part of links, cookies and redirects. */
export const publicAddress = httpUrl.refine(
  (url) => /^https?:\/\/[^/?#]+(\/(?!\.{1,2}(\/|$))[\w.~-]+)*$/i.test(url),
  'must have no query, and only letters, digits and - . _ ~ in its path',
);
/** What a function makes of a text. The message of what it throws is the message of the check. */
export const parsedWith =
  <T>(parse: (text: string) => T) =>
  (text: string, context: z.core.$RefinementCtx<string>): T => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  };
/** A rate limit such as `60/min`, or `off`. */
export const rate = z.string().transform(parsedWith(parseRate));
/** What may be spent at a service, such as `100/day,2000/month`. */
export const budgetOf = z.string().transform(parsedWith(parseBudget));
/** An amount of money. */
export const amount = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount such as 5 or 0.75')
  .transform(Number);
/** A list of rules for sites. */
export const ruleLines = z.string().transform(
  parsedWith((text) => {
    parseRules(text);
    return text;
  }),
);
/** A positive number, or `off` for no limit. */
export const cap = z.union(
  [z.literal('off').transform(() => null), integer(1, 1_000_000_000)],
  'must be a number or off',
);
/** IP addresses or ranges, separated by commas or spaces. */
export const addressList = z.string().transform((text, context) => {
  const list = text.split(/[\s,]+/).filter(Boolean);
  for (const entry of list) {
    if (!isAddressOrRange(entry)) {
      context.addIssue({ code: 'custom', message: `"${entry}" is not an IP address or range (10.0.0.0/8)` });
    }
  }
  return list;
});
/** Origins of websites, separated by commas or spaces; or `*`, alone, for all. */
export const originList = z.string().transform((text, context) => {
  const list = text.split(/[\s,]+/).filter(Boolean);
  if (list.length === 1 && list[0] === '*') return list;
  for (const entry of list) {
    const message = originProblem(entry);
    if (message) context.addIssue({ code: 'custom', message });
  }
  return list;
});
/** Names from a list, in the given order and without duplicates; `off` is an empty list. */
export const namesFrom = (known: readonly string[]) =>
  z.string().transform((text, context) => {
    const names = text.toLowerCase() === 'off' ? [] : text.split(/[\s,]+/).filter(Boolean);
    for (const [index, name] of names.entries()) {
      if (!known.includes(name)) {
        context.addIssue({ code: 'custom', message: `"${name}" is not one of ${known.join(', ')}` });
      } else if (names.indexOf(name) < index) {
        context.addIssue({ code: 'custom', message: `"${name}" is listed twice` });
      }
    }
    return names;
  });
/** A point in time. Production refuses it, because it stops the clock of instant answers. */
export const instantFor = (nodeEnv: string | undefined): z.ZodType<number | null, string> =>
  z
    .string()
    .refine(() => nodeEnv !== 'production', 'stops the clock; not allowed in production')
    .transform((text) => Date.parse(text))
    .refine((ms) => !Number.isNaN(ms), 'must be an instant such as 2026-01-31T12:00:00Z');
/** One name from a list. */
export const oneOf = (known: readonly string[]): z.ZodType<string | null, string> =>
  z.string().refine((name) => known.includes(name), `must be one of ${known.join(', ')}`);
/**
 * One or more names from a list, joined by `+`, each once. The name of a group stands for its members, those that are
 * named besides it included.
 */
export const groupOf = (
  known: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): z.ZodType<readonly string[], string> =>
  z
    .string()
    .transform((text) => text.split('+').map((name) => name.trim()))
    .refine(
      (names) => names.every((name) => known.includes(name) || Object.hasOwn(groups, name)),
      `must be one of ${known.join(', ')}, a group (${Object.keys(groups).join(', ')}), or several joined by +`,
    )
    .refine((names) => new Set(names).size === names.length, 'lists an engine twice')
    .transform((names) => [...new Set(names.flatMap((name) => groups[name] ?? name))]);
/** Lists that are asked one after the other, separated by `>`; nothing is in two of them. */
export const stagesOf = (
  list: z.ZodType<readonly string[], string>,
): z.ZodType<readonly (readonly string[])[], string> =>
  z
    .string()
    .transform((text) => text.split('>').map((stage) => stage.trim()))
    .pipe(z.array(list))
    .refine(
      (stages) => new Set(stages.flat()).size === stages.reduce((sum, stage) => sum + new Set(stage).size, 0),
      'lists an engine in two stages',
    );
/** What stands in samples in place of a secret: `change-me-0000`, `your-key`, `<token>`, `${TOKEN}`, `xxxx`. */
const PLACEHOLDER =
  /change[-_ ]?(me|this)|replace[-_ ]?(me|this)|placeholder|^your[-_ ]|^<.*>$|^\$\{.*\}$|^(.)\3{3,}$/i;
/** Whether a text is the placeholder of a secret, which anyone may know. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);
const NOT_REPLACED = 'is a placeholder: replace it with your own';
/** A shared secret of at least 16 characters. */
export const secret = z
  .string()
  .min(16, 'must have at least 16 characters')
  .refine((text) => !isPlaceholder(text), NOT_REPLACED);
/** The address of a service, or `off` to disable it. */
export const serviceUrl = z.union([z.literal('off').transform(() => ''), httpUrl], {
  error: 'must be an http:// or https:// address, or off',
});
/** The API key of an upstream; it must fit into an HTTP header. */
export const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .refine((text) => !isPlaceholder(text), NOT_REPLACED);

function isTileTemplate(text: string): boolean {
  const [origin = ''] = /^https?:\/\/[^/?#@{}]+(?=[/?])/i.exec(text) ?? [];
  const names = text.slice(origin.length).match(/\{[^}]*\}/g) ?? [];
  return origin !== '' && URL.canParse(text) && ['{x}', '{y}', '{z}'].join() === names.sort().join();
}

/** What is wrong with an origin, which must be as browsers send it; null if nothing is. */
function originProblem(entry: string): string | null {
  if (entry === '*') return '* means every origin, so it must be the only entry';
  const origin = /^https?:[^*]+$/i.test(entry) && URL.canParse(entry) ? new URL(entry).origin : null;
  if (origin === null) return `"${entry}" is not an origin such as https://app.example.org, or *`;
  return origin === entry ? null : `"${entry}" is not an origin: write ${origin}`;
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4');
    return /^\d+$/.test(bits);
  } catch {
    // The message of the check says it.
    return false;
  }
}
