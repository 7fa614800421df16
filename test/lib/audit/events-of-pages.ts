import type { EventName } from '../../../lib/events.ts';

/** What is recorded by pages and commands alone, before they do it: see `test/ui/unwritten-entries.app.test.ts`. */
export const eventsOfPages = [
  'sign-in failed',
  'sign-in locked',
  'password change failed',
  'confirmation failed',
  'second factor failed',
  'account exported',
  'queue changed',
  'engine tested',
  'webhook tested',
  'webhook sent again',
  'backup made',
] as const satisfies readonly EventName[];
