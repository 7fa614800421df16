import { z } from 'zod';
import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';

const lexicon = lexiconFile(new URL('./data/useragent-words.json', import.meta.url));

/** The requester's User-Agent header. */
export const useragent = inlineAnswer({
  type: 'useragent',
  personal: true,
  example: 'my user agent',
  data: z.object({ value: z.string() }),
  words: () => callingWords(lexicon().names('user agent', 'ua', 'browser')),
  /** `my user agent`, `what browser am i using`, or `user agent` alone. `what is a user agent` asks for a definition. */
  read({ reading: { bare, isAsked } }) {
    const named = lexicon().read(bare.split(' '));
    if (!named) return null;
    const [isOwn, isUsing] = [named.includes('own'), named.includes('using')];
    const isHeader = named.includes('user agent') || named.includes('ua');
    const isBrowser = isUsing && named.includes('browser');
    return isBrowser || (isHeader && (isOwn || isUsing)) || (!isAsked && named.join() === 'user agent') || null;
  },
  answer: (_, { userAgent, lang }) => ({
    answer:
      userAgent === ''
        ? translate('Your browser does not name itself', lang)
        : `${translate('Your user agent is', lang)} ${userAgent}`,
    data: { value: userAgent },
  }),
});
