/** What an alert can be about. */
export const alertKinds = [
  'engine_failing',
  'budget_80',
  'budget_100',
  'key_ends',
  'workers_missing',
  'redis_full',
  'new_device',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Something that needs a hand: it begins once, and ends once. */
export interface Alert {
  /** Unique among the alerts that are open: its kind and its subject. */
  id: string;
  kind: AlertKind;
  /** What it is about: the slug of an engine or service, a key's prefix, a username; empty for the whole instance. */
  subject: string;
  /** The account that it concerns alone; null for one that concerns the administrators. */
  account: string | null;
  /** When it began, in milliseconds since the epoch. */
  since: number;
  /** When it ended; null while it is open. */
  until: number | null;
  /** Figures for its text, such as the share of a budget that is spent. */
  facts: Readonly<Record<string, string | number>>;
}
