import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ReadingRules, refusalBefore, WEB_PORTS } from '../net/may-read.ts';

/** How an endpoint gets what happens. */
const endpointKinds = ['webhook', 'mail'] as const;
type EndpointKind = (typeof endpointKinds)[number];

/** `gone`: its server has answered 410, so nothing is sent there any more. */
const states = ['active', 'paused', 'gone'] as const;

/** What its requests look like: as Standard Webhooks has it, or as the clients of another service read it. */
const forms = ['standard', 'firecrawl'] as const;
export type WebhookForm = (typeof forms)[number];

/** Where webhooks or mail go. */
export interface Endpoint {
  id: string;
  kind: EndpointKind;
  /** The address of a server, or of a person. */
  target: string;
  /** The types of events that it gets, such as `alert.began`; empty for all. */
  events: readonly string[];
  state: (typeof states)[number];
  form: WebhookForm;
  /** The language of mail. */
  language: string;
  /** The account that it belongs to; empty for the instance. */
  owner: string;
  madeBy: string;
  /** In milliseconds since the epoch. */
  madeAt: number;
}

/** An endpoint as Redis has it, with what signs its requests: sealed for the name of its record. */
const stored = z.object({
  id: z.string(),
  kind: z.enum(endpointKinds),
  target: z.string(),
  events: z.string().transform((text) => text.split(' ').filter(Boolean)),
  state: z.enum(states),
  form: z.enum(forms),
  language: z.string(),
  owner: z.string(),
  made_by: z.string(),
  made_at: z.coerce.number(),
});

/** Reads an endpoint; null if there is none, undefined if it cannot be read: another version may have written it. */
export function endpointOf(fields: Readonly<Record<string, string>>): Endpoint | null | undefined {
  if (fields.id === undefined) return null;
  const { data } = stored.safeParse(fields);
  if (!data) return undefined;
  const { made_by, made_at, ...same } = data;
  return { ...same, madeBy: made_by, madeAt: made_at };
}

/** The fields of an endpoint. */
export function fieldsOf({ madeBy, madeAt, events, ...same }: Endpoint): Record<string, string> {
  return { ...same, events: events.join(' '), made_by: madeBy, made_at: String(madeAt) };
}

/** Whether an endpoint gets events of a type. */
export function wants({ events, state }: Pick<Endpoint, 'events' | 'state'>, type: string): boolean {
  return state === 'active' && (events.length === 0 || events.includes(type));
}

const SECRET_BYTES = 32;

/** A secret of an endpoint, as Standard Webhooks writes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const MAX_URL_CHARS = 2_000;

/** Why an address cannot get webhooks from any instance; null if it can. */
export function addressProblem(text: string): string | null {
  if (text.length > MAX_URL_CHARS) return `Use an address of up to ${MAX_URL_CHARS} characters.`;
  if (!URL.canParse(text)) return 'Use an address, such as https://example.org/hooks.';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'Use an address that begins with https:// or http://.';
  if (username !== '' || password !== '') return 'Use an address without a user name and a password.';
  return null;
}

/**
 * Why this instance would send nothing to an address that is one; null if it may. What the name of its host stands for is
 * known when it is connected to.
 */
export function reachProblem(address: string, rules: ReadingRules): string | null {
  const refusal = refusalBefore(new URL(address), rules);
  if (refusal === null) return null;
  return refusal === 'port'
    ? `Use a port that is one of ${WEB_PORTS.join(', ')}.`
    : 'Use an address that this instance may reach: it is private, or refused (EXTRACT_ALLOW, EXTRACT_DENY).';
}
