import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { ApiError } from '../../../lib/errors.ts';
import { type NamedAnswer, requireAnAnswer } from '../../ask.ts';
import type { InstantAsker } from '../../instant.ts';
import type { SearchAddress } from '../search-address.ts';

/** What a tab of the search page works with: what is asked, on whose behalf, and how it may be shown. */
export interface TabContext extends InstantAsker {
  address: SearchAddress;
  session: Session;
  pictures: boolean;
  /** Of whoever asks; unknown is UTC. */
  tz: string | undefined;
}

/** What a tab shows, and what went wrong on the way. */
export interface TabContent {
  content: VNode | null;
  problem: ApiError | null;
}

/** The 503 of a search that nobody answered, as something to show rather than to throw. */
export function failureOf(answers: readonly NamedAnswer[]): ApiError | null {
  try {
    requireAnAnswer(answers);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
