import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { translate } from '../../phrases.ts';
import { folded } from '../../reading/folded.ts';

const OWN =
  /^(?:(?:what(?:'s| is)|whats|show(?: me)?|tell me|check|get|find|was ist|wie (?:ist|lautet)|quel est|cu[aá]l es|qual (?:è|é|e)|wat is) )?(?:(?:my|meine?|mon|mi|il mio|o meu|meu|mijn) (?:browser'?s? )?)(?:user[- ]?agent|ua)(?: string| header)?$|^(?:show )?user[- ]?agent(?: string)?$|^(?:what|which) (?:browser|user[- ]?agent) (?:am i using|do i (?:have|use)|is this)$/;

/** The requester's User-Agent header. */
export const useragent = inlineKind({
  type: 'useragent',
  personal: true,
  example: 'my user agent',
  data: z.object({ value: z.string().describe('The header as received; empty if there was none.') }),
  match: ({ q }) => q.length < 60 && /agent|\bua\b|browser/i.test(q) && OWN.test(folded(q)),
  work: ({ userAgent, lang }) => ({
    answer:
      userAgent === ''
        ? translate('Your browser does not name itself', lang)
        : `${translate('Your user agent is', lang)} ${userAgent}`,
    data: { value: userAgent },
  }),
});
