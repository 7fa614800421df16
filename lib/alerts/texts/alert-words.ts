import type { Alert } from '../alert.ts';

/** The words of alerts, for pages and mail. */
export interface AlertWords {
  /** What is or was wrong, in a sentence. */
  line(alert: Alert): string;
  /** What to do about it, in a sentence. */
  advice(alert: Alert): string;
  subject(line: string, hasEnded: boolean): string;
  /** A time, in UTC. */
  time(iso: string): string;
  began: string;
  ended: string;
  since: string;
  until: string;
  /** Where more is, and why this mail came. */
  more: string;
  why: string;
  /** A test. */
  test: { subject: string; line: string };
  /** A code that confirms a person's own address, and why it came. */
  code: { subject: string; line(code: string): string; why: string };
}
