import type { Outcome } from '../outcome.ts';
import type { PageReading, ReadInput } from '../pages/read-operation.ts';
import { InvalidRules, MAX_LIST_BYTES, tooLarge } from './parse.ts';

/** What a worker is asked to read at the address of a list: its text, anew. */
export function rulesInput(address: string): ReadInput {
  return {
    url: address,
    format: 'text',
    whole: true,
    also: [],
    // A character takes a byte or more.
    maxChars: MAX_LIST_BYTES,
    links: false,
    images: false,
    query: '',
    chunks: 1,
    maxAgeMs: 0,
    render: 'off',
    scope: 'rules',
  };
}

/** Whether a text is the address of a list, and not a list. */
export function isRulesAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

/** The text of a list in what became of its address. Throws InvalidRules if there is none. */
export function rulesTextIn(outcome: Outcome<PageReading> | undefined): string {
  const reading = outcome?.ok ? outcome.value : undefined;
  if (!reading?.ok) throw unread(reading?.reason ?? 'it did not come in time');
  const { status, contentType, truncated, content } = reading;
  if (status !== 200) throw unread(`its address answered with status ${status}`);
  if (contentType !== 'text/plain') throw unread('its address leads to something else than a plain text');
  if (truncated) throw tooLarge();
  return content;
}

function unread(reason: string): InvalidRules {
  return new InvalidRules([`The list could not be read: ${reason}.`]);
}
