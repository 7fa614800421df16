import { inlineAnswer } from '../../kind.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { emojiNamed, sign, unicode } from './characters.ts';
import { chmod } from './chmod.ts';
import { callingCode, countryCode } from './countries.ts';
import { httpStatus, mime, port, statuses } from './network.ts';
import { type Look, ReferenceData, topics } from './topic.ts';

const LOOKS: readonly Look[] = [httpStatus, port, countryCode, callingCode, sign, unicode, chmod, emojiNamed, mime];
const MAX_CHARACTERS = 90;

/** Looks up codes, ports and signs in tables. */
export const reference = inlineAnswer({
  type: 'reference',
  lasting: true,
  example: 'http 404',
  data: ReferenceData,
  words: () =>
    callingWords([...topics().names, ...statuses().map(({ folded }) => folded), 'country', 'emoji', 'emojis']),
  /** A code point, a file mode, a calling code, an emoji. */
  signs: /u\+|\\[ux]|[-rwxst]{9}|(?=\P{ASCII})\p{Emoji}/u,
  read({ reading }) {
    if (reading.q.length > MAX_CHARACTERS) return null;
    const said = reading.plain.split(/[\s?:"]+/).filter(Boolean);
    for (const look of LOOKS) {
      const found = look(reading, said);
      if (found) return found;
    }
    return null;
  },
  answer: (found) => found,
});
