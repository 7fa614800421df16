import { z } from 'zod';

const states = ['waiting', 'delivered', 'failed'] as const;

/** Something that is delivered to an endpoint, and what became of it. Times are in milliseconds since the epoch. */
export interface Delivery {
  /** The same for every try: the `webhook-id`. */
  id: string;
  /** What is delivered one after the other: the events of a crawl, or all of an endpoint. */
  stream: string;
  endpoint: string;
  type: string;
  /** Its place in the stream, from 1. */
  sequence: number;
  madeAt: number;
  /** From when on its tries count: when it was made, or sent again by hand. */
  since: number;
  state: (typeof states)[number];
  tries: number;
  /** Of the last try; null if there was none. */
  triedAt: number | null;
  /** When it is tried again; null if it is not, or at once. */
  nextAt: number | null;
  /** The HTTP or SMTP status of the last try; null if there was no answer. */
  status: number | null;
  /** Why the last try failed; empty if it did not. */
  error: string;
  /** Whether its event is still there, so that it can be sent again. */
  isKept: boolean;
}

const maybe = z
  .string()
  .optional()
  .transform((text) => (text ? Number(text) : null));
const stored = z.object({
  stream: z.string(),
  endpoint: z.string(),
  type: z.string(),
  sequence: z.coerce.number(),
  made_at: z.coerce.number(),
  since: z.coerce.number(),
  state: z.enum(states),
  tries: z.coerce.number(),
  tried_at: maybe,
  next_at: maybe,
  status: maybe,
  error: z.string().default(''),
});

/** What is stored of a delivery beside its event. */
export const DELIVERY_FIELDS = Object.keys(stored.shape);

/** Reads a delivery. */
export function deliveryOf(id: string, fields: Readonly<Record<string, string>>, isKept: boolean): Delivery {
  const { made_at, tried_at, next_at, ...same } = stored.parse(fields);
  return { id, ...same, madeAt: made_at, triedAt: tried_at, nextAt: next_at, isKept };
}
