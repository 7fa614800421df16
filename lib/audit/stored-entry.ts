import { z } from 'zod';
import { isoTime } from '../keys/key-record.ts';
import { ownLimits } from '../limits/limits.ts';
import { rateText } from '../limits/rate.ts';
import { networkName } from '../net/network.ts';

const fields = z.record(z.string(), z.string());

/** An entry as it is stored. Another version may know other actions. */
const storedEntry = z.object({
  via: z.string(),
  account: z.string(),
  key: z.string().optional(),
  address: z.string().optional(),
  program: z.string().optional(),
  request: z.string().optional(),
  action: z.string(),
  target: z.string().optional(),
  before: fields.optional(),
  after: fields.optional(),
});

/** An entry of the audit log, for people to read. */
export interface AuditEntry extends z.infer<typeof storedEntry> {
  /** Its place in the log: milliseconds since the epoch, and a number. */
  id: string;
  /** ISO 8601, by the clock of Redis. */
  at: string;
}

/** An entry of a stream, as Redis replies it: its id, then names and values in turn. */
export type StreamEntry = [id: string, fields: string[]];

/** Reads an entry. */
export function readEntry([id, [, text = '']]: StreamEntry): AuditEntry {
  const { before, after, ...entry } = storedEntry.parse(JSON.parse(text));
  const at = new Date(Number(id.split('-')[0])).toISOString();
  return { id, at, ...entry, ...(before && { before: readable(before) }), ...(after && { after: readable(after) }) };
}

/** How fields are read that are stored for scripts. Others are shown as they are. */
const READERS: Readonly<Record<string, (text: string) => string>> = {
  admin: () => 'yes',
  disabled: () => 'yes',
  expires_at: isoTime,
  old_until: isoTime,
  burst: rateOf,
  sustained: rateOf,
  addresses: (text) => text.split(',').map(networkName).join(', '),
};

function rateOf(burst: string): string {
  const { burst: rate = 'off' } = ownLimits({ burst });
  return rate === 'off' ? rate : rateText(rate);
}

function readable(stored: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(stored).map(([name, text]) => [name, READERS[name]?.(text) ?? text]));
}
