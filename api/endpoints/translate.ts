import type { ProviderOutcome } from '../../lib/outcome.ts';
import { tellTiming, timingOf } from '../ask/timing.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { translateParams, translateText, translationBytes, translationReply } from '../lookups/translation.ts';

/** Translation by the configured backend. */
export const translate = defineEndpoint({
  name: 'translate',
  path: '/api/v1/translate/',
  searches: () => 1,
  maxBodyBytes: translationBytes,
  summary: 'Translate',
  description: 'Translates a text. Send long texts by POST, as a form or as JSON, to keep them out of URLs and logs.',
  query: translateParams,
  reply: translationReply,
  example: { source: 'auto', target: 'de', translated_text: 'Guten Morgen!', detected_lang: 'en' },
  async handle({ params, services, reply, ...requester }) {
    const providerOutcomes: ProviderOutcome[] = [];
    try {
      return await translateText(params, services, requester, providerOutcomes);
    } finally {
      tellTiming(reply, timingOf(providerOutcomes));
    }
  },
});
