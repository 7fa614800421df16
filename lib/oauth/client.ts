import { z } from 'zod';
import { isLoopbackAddress, isRedirectAddress } from './redirect-address.ts';

const MAX_NAME_CHARS = 100;
const MAX_REDIRECTS = 20;
const MAX_ID_CHARS = 1_000;

/** A program that asks people for access. Everything in it is the program's own word. */
export interface OAuthClient {
  id: string;
  name: string;
  redirects: readonly string[];
}

const redirects = z
  .array(z.string().refine(isRedirectAddress, 'must be https, http on loopback, or a private scheme'))
  .min(1)
  .max(MAX_REDIRECTS);

/** One line that a key can be named after: control characters and those that turn the direction of text are left out. */
const name = z
  .string()
  .transform((text) =>
    text
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_NAME_CHARS),
  )
  .refine((text) => text !== '', 'must not be empty');

/** The metadata with which a client registers itself (RFC 7591), as far as it matters here. */
export const registration = z.looseObject({ redirect_uris: redirects, client_name: name.optional() });

/** The metadata document of a client, at the address that is its id. */
const clientDocument = z.looseObject({
  client_id: z.string(),
  client_name: name,
  redirect_uris: redirects,
  client_secret: z.undefined().optional(),
  token_endpoint_auth_method: z
    .string()
    .refine((method) => !method.startsWith('client_secret'), 'must not need a secret')
    .optional(),
});

/** Whether a client's id is the address of its metadata document: https with a path, and written as a browser would. */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ID_CHARS || !URL.canParse(id)) return false;
  const { href, pathname, hash, username, password } = new URL(id);
  return href === id && pathname !== '/' && hash === '' && !id.includes('#') && username === '' && password === '';
}

/** The client that a metadata document describes; null if it is none, or that of another address. */
export function clientIn(json: string, id: string): OAuthClient | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Not JSON, as the page of a site that answers every address.
    return null;
  }
  const { success, data } = clientDocument.safeParse(value);
  if (!success || data.client_id !== id) return null;
  return { id, name: data.client_name, redirects: data.redirect_uris };
}

/** Whether all answers to a client go to programs on the person's own machine, where anyone's could wait for them. */
export function isLocalOnly({ redirects }: OAuthClient): boolean {
  return redirects.every(isLoopbackAddress);
}
