import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import type { Reading } from '../../reading/reading.ts';

const MAX_CHARACTERS = 60;
const lexicon = lexiconFile(new URL('./data/useragent-words.json', import.meta.url));

/** `my user agent`, `what browser am i using`, or `user agent` alone. `what is a user agent` asks for a definition. */
function isOwn({ bare, isAsked }: Reading): boolean {
  const named = bare.length < MAX_CHARACTERS ? lexicon().read(bare.split(' ')) : null;
  if (!named) return false;
  const [has, namesHeader] = [new Set(named), named.includes('user agent') || named.includes('ua')];
  if (has.has('own')) return namesHeader;
  if (has.has('using')) return namesHeader || has.has('browser');
  return !isAsked && named.join() === 'user agent';
}

/** The requester's User-Agent header. */
export const useragent = inlineKind({
  type: 'useragent',
  personal: true,
  example: 'my user agent',
  data: z.object({ value: z.string().describe('The header as received; empty if there was none.') }),
  match: ({ reading }) => isOwn(reading),
  work: ({ userAgent, lang }) => ({
    answer:
      userAgent === ''
        ? translate('Your browser does not name itself', lang)
        : `${translate('Your user agent is', lang)} ${userAgent}`,
    data: { value: userAgent },
  }),
});
