import { z } from 'zod';
import { isoTime } from '../keys/key-record.ts';
import { rateText } from '../limits/rate.ts';
import { networkName } from '../net/network.ts';
import { redisKeys } from '../redis/redis-keys.ts';

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
  /** Its place in the log: milliseconds since the epoch, and a number; of a failed guess, with `f`. */
  id: string;
  /** ISO 8601, by the clock of Redis. */
  at: string;
}

/** An entry of a stream, as Redis replies it: its id, then names and values in turn. */
export type StreamEntry = [id: string, fields: string[]];

/** Reads an entry of a stream. */
export function readEntry([place, [, text = '']]: StreamEntry, stream: string): AuditEntry {
  const { before, after, ...entry } = storedEntry.parse(JSON.parse(text));
  const at = new Date(Number(place.split('-')[0])).toISOString();
  // Two streams may have an entry at the same place.
  const id = stream === redisKeys.auditFailures ? `${place}f` : place;
  return { id, at, ...entry, ...(before && { before: readable(before) }), ...(after && { after: readable(after) }) };
}

/** What fields that are stored for scripts look like, and how they are read. Others are shown as they are. */
const READERS: Readonly<Record<string, readonly [RegExp, (text: string) => string]>> = {
  admin: [/^1$/, () => 'yes'],
  disabled: [/^1$/, () => 'yes'],
  expires_at: [/^\d+$/, isoTime],
  old_until: [/^\d+$/, isoTime],
  burst: [/^\d+\/\d+$/, rateOf],
  sustained: [/^\d+\/\d+$/, rateOf],
  addresses: [/^[0-9a-f]{32}\/\d/, (text) => text.split(',').map(networkName).join(', ')],
};

function rateOf(text: string): string {
  const [limit = 0, windowMs = 0] = text.split('/').map(Number);
  return rateText({ limit, windowMs });
}

function readable(stored: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(stored).map(([name, text]) => {
    const [pattern, read] = READERS[name] ?? [];
    return [name, pattern?.test(text) && read ? read(text) : text];
  });
  return Object.fromEntries(shown);
}
