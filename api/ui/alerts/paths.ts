import type { Endpoint } from '../../../lib/webhooks/endpoint.ts';

/** The page about alerts. */
export const ALERTS = '/admin/alerts';

/** A page about one place to which alerts go. */
export function endpointPath({ id }: Pick<Endpoint, 'id'>, action: string): string {
  return `${ALERTS}/endpoints/${id}/${action}`;
}
