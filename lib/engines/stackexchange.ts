import type { Adapter } from '../providers/adapter.ts';
import { answer } from './stackexchange-answer.ts';
import { pauseMs } from './stackexchange-wire.ts';

/** Stack Exchange, which has answers to programming questions. Without a key it allows 300 calls a day. */
export const stackexchange: Adapter = {
  slug: 'stackexchange',
  name: 'Stack Exchange',
  defaultUrl: 'https://api.stackexchange.com/2.3',
  apiKey: 'optional',
  pauseMs,
  operations: { answer },
};
