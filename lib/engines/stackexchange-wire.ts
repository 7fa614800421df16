import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';

/** The API of Stack Exchange, version 2.3. */

/** The site whose answers are shown as cards: the one for programmers. */
export const SITE = 'stackoverflow.com';
/** The longest query that we send. */
export const MAX_QUERY_CHARS = 200;
/** Stack Exchange may ask for a day; we try again after an hour, as with every provider. */
const MAX_WAIT_S = 3_600;

const itemsSchema = z.object({ items: z.array(looseObject), has_more: z.boolean().catch(false) });
const errorSchema = z.object({ error_id: z.number(), error_name: z.string().catch('') });

/** A request to a method of the API about a site, which its address names. */
export function apiRequest(
  path: string,
  site: string,
  params: Record<string, string>,
  { url, apiKey }: ProviderSettings,
): UpstreamRequest {
  const query = new URLSearchParams({ site, ...params, ...(apiKey ? { key: apiKey } : {}) });
  return { url: `${url}${path}?${query}`, headers: { accept: 'application/json' } };
}

/** The items of a reply, and whether there are more. Every error is HTTP 400; the name in the body says which. */
export function readItems(response: UpstreamResponse): z.infer<typeof itemsSchema> {
  if (response.status === 400) {
    const error = errorOf(response);
    if (error?.error_name === 'throttle_violation') {
      const wait = /(\d{1,6}) seconds/.exec(response.body)?.[1];
      const waitMs = wait ? Math.min(Number(wait), MAX_WAIT_S) * 1_000 : undefined;
      throw new UpstreamFailure('rate_limited', 'our share there is used up', waitMs);
    }
    if (/key|access|auth/.test(error?.error_name ?? '')) throw new UpstreamFailure('refused', 'refused our key');
    if ((error?.error_id ?? 0) >= 500) throw new UpstreamFailure('upstream', 'reports an error of its own');
  }
  requireOk(response);
  return readJson(response, itemsSchema);
}

function errorOf(response: UpstreamResponse): z.infer<typeof errorSchema> | null {
  try {
    return readJson(response, errorSchema);
  } catch {
    // Another body than the documented one: the status decides.
    return null;
  }
}

/** How long Stack Exchange asks us to wait before the next call, which it may do after any call. */
export function pauseMs(response: UpstreamResponse): number {
  const { backoff } = asObject(readJson(response, z.unknown()));
  return typeof backoff === 'number' && backoff > 0 ? backoff * 1_000 : 0;
}

/** Whether a value is the id of a post. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** The short address of a question (`q`) or an answer (`a`). */
export function postUrl(site: string, kind: 'q' | 'a', id: number): string {
  return `https://${site}/${kind}/${id}`;
}
