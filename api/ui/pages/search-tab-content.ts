import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ApiError } from '../../../lib/errors.ts';
import type { InstantRequester } from '../../instant/instant-answer.ts';
import type { Services } from '../../services.ts';
import type { SearchAddress } from '../search-address.ts';

/** What a tab of the search page works with: what is asked, on whose behalf, and how it may be shown. */
export interface TabContext extends InstantRequester {
  services: Services;
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
