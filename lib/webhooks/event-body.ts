import type { Delivery } from './delivery.ts';
import type { WebhookForm } from './endpoint.ts';

/**
 * The body of a request: the same for every try. Standard Webhooks promises no order, so the sequence number tells what a
 * receiver has missed. The clients of other services know neither.
 */
export function eventBody(
  form: WebhookForm,
  { type, madeAt, sequence }: Pick<Delivery, 'type' | 'madeAt' | 'sequence'>,
  data: Readonly<Record<string, unknown>>,
): string {
  if (form === 'firecrawl') return JSON.stringify(data);
  return JSON.stringify({ type, timestamp: new Date(madeAt).toISOString(), data: { ...data, sequence } });
}
