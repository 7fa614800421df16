import { inlineAnswer } from '../../kind.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { emoji, sign, unicode } from './characters.ts';
import { chmod } from './chmod.ts';
import { calling, country } from './countries.ts';
import { extension, mime, port, status, statusNames } from './network.ts';
import { type Look, ReferenceData, topics } from './topic.ts';

/** The topics are tried in the order of their file. */
const LOOKS: Record<string, Look> = { status, port, country, calling, sign, unicode, chmod, emoji, mime, extension };

/** Looks up codes, ports and signs in tables. */
export const reference = inlineAnswer({
  type: 'reference',
  lasting: true,
  example: 'http 404',
  data: ReferenceData,
  words: () => callingWords([...topics().flatMap(({ names }) => names), ...statusNames(), 'country']),
  /** A code point, a file mode, an emoji. */
  signs: /u\+|\\[ux]|[-rwxst]{9}|(?=\P{ASCII})\p{Emoji}/u,
  read({ reading }) {
    const said = reading.plain.split(/[\s?:"]+/).filter(Boolean);
    for (const { topic, lexicon } of topics()) {
      const key: string[] = [];
      const named = lexicon.read(said, (word) => key.push(word) > 0) ?? [];
      const found = LOOKS[topic]?.({ key: named.length > 0 ? key.join(' ') : '', named, reading });
      if (found) return found;
    }
    return null;
  },
  answer: (found) => found,
});
