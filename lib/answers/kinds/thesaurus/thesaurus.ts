import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { once } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { translate } from '../../phrases.ts';

/** Lines of a word, its synonyms and its antonyms. Strings of all of them would take several megabytes. */
const table = once(() => readFileSync(new URL('./data/words.tsv', import.meta.url)));
/** The lists of a word; null if it is unknown. */
function listsOf(word: string): { synonyms: string[]; antonyms: string[] } | null {
  const at = table().indexOf(`\n${word}\t`);
  if (at < 0) return null;
  const [, synonyms = '', antonyms = ''] = table()
    .toString('utf8', at + 1, table().indexOf('\n', at + 1))
    .split('\t');
  const list = (cell: string) => cell.split('|').filter(Boolean);
  return { synonyms: list(synonyms), antonyms: list(antonyms) };
}

const KINDS = { synonym: 'synonyms', antonym: 'antonyms', opposite: 'antonyms' } as const;
const FORMS = [
  /^(?:an? |the )?(?:list of )?(?<name>synonym|antonym|opposite)s? (?:of|for|to)(?: the word)? ["']?(?<word>[a-z]+)["']?$/,
  /^(?:another|other) words? (?:for|of) ["']?(?<word>[a-z]+)["']?$/,
  /^["']?(?<word>[a-z]+)["']? (?<name>synonym|antonym|opposite)s?$/,
];

/** Synonyms and antonyms of English words. */
export const thesaurus = inlineAnswer({
  type: 'thesaurus',
  example: 'synonyms of happy',
  lasting: true,
  data: z.object({ kind: z.enum(['synonyms', 'antonyms']), ...texts('word', 'value'), values: z.array(z.string()) }),
  words: () => ['synonym', 'synonyms', 'antonym', 'antonyms', 'opposite', 'opposites', 'word', 'words'],
  read({ reading: { bare } }) {
    const { name, word = '' } = FORMS.map((form) => form.exec(bare)?.groups).find(Boolean) ?? {};
    const kind = KINDS[name as keyof typeof KINDS] ?? 'synonyms';
    const values = (word && listsOf(word)?.[kind]) || [];
    return values.length > 0 ? { kind, word, values } : null;
  },
  answer: (found, { lang }) => ({
    answer: `${translate(found.kind === 'synonyms' ? 'Synonyms' : 'Antonyms', lang)}: ${found.values.join(', ')}`,
    data: { ...found, value: found.values[0] as string },
  }),
});
