import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { PhraseSet, phraseLength, phrasesSchema } from '../../reading/phrase-matching.ts';

/** Commands of algebra in words: what to do, how often, and the clauses after it: `integral of x^2 from 0 to 1`. */

const phrases = z.array(z.string()).transform((list) => new PhraseSet(list));
/** Phrases with what they mean. */
type Phrasing = { all: PhraseSet; meanings: ReadonlyMap<string, string> };
const phrasing = (lists: Readonly<Record<string, Iterable<string>>>): Phrasing => {
  const meanings = new Map(
    Object.entries(lists).flatMap(([key, list]) => [...list].map((each) => [each, key] as const)),
  );
  return { all: new PhraseSet(meanings.keys()), meanings };
};
const vocabulary = jsonFile(
  new URL('./data/commands.json', import.meta.url),
  z.object({
    commands: z.record(z.string(), phrasesSchema).transform(phrasing),
    nth: z.record(z.string(), phrases).transform(phrasing),
    fillers: phrasesSchema,
    links: z
      .record(z.enum(['of', 'by', 'as', 'goes', 'to']), phrases)
      .transform(({ to, ...links }) => ({ of: links.of, links: phrasing(links), bounded: phrasing({ ...links, to }) })),
    infinity: phrases,
  }),
);

export const commandPhrases = () => vocabulary().commands.meanings.keys();
export const isInfinity = (text: string) => vocabulary().infinity.has(text);

/** What the longest phrase that begins at a word means, and its number of words; 0 if there is none. */
function longest(words: readonly string[], at: number, { all, meanings }: Phrasing): [string, number] {
  const length = phraseLength(words, at, all);
  return [meanings.get(words.slice(at, at + length).join(' ')) ?? '', length];
}

const D_BY_D = /^d(?:\^?([2-4]))?\/d([a-z])(?:\^?\1)?(?: of\b)?(.*)$/;

/** The command that a text begins with, how often (`second derivative`), and the rest. */
export function commandIn(text: string) {
  const [slashed, order, by = '', of = ''] = D_BY_D.exec(text) ?? [];
  if (slashed) return { name: 'derivative', times: Number(order ?? 1), rest: `${of.trim()} wrt ${by}` };
  const { commands, nth, fillers, links } = vocabulary();
  const words = text.replace(/^(?:∫|[a-z]+(?=[^a-z ']))/, '$& ').split(/ +/);
  let [name, times, at] = ['', 1, 0];
  for (let length = 1; length > 0; at += length) {
    const [order, ordinals] = times === 1 ? longest(words, at, nth) : ['', 0];
    const [command, named] = name ? ['', 0] : longest(words, at, commands);
    length = ordinals || named || phraseLength(words, at, fillers) || (name ? phraseLength(words, at, links.of) : 0);
    if (ordinals) times = Number(order);
    else if (named) name = command;
  }
  return name ? { name, times, rest: words.slice(at).join(' ') } : null;
}

/** A bound, after which `a` and `y` are links and no letters: `de 0 a 1`. */
const BOUND = /^(?:[a-z]|-?(?:[\d./]+|\d*(?:pi|π)(?:\/\d+)?))$/;

export type Clauses = Readonly<Partial<Record<'of' | 'by' | 'as' | 'from' | 'to', string>>>;

/** The clauses of a text: `x^2 from 0 to 1`, `sin(x)/x as x → 0`, `x^2 at x = 3`. */
export function clausesIn(text: string): Clauses {
  const { links, fillers } = vocabulary();
  const words = text
    .replace(/ ?(?:->|→) ?/g, ' → ')
    .replace(/ ?= ?/g, '=')
    .split(' ');
  const parts: [link: string, words: string[]][] = [['of', []]];
  for (let at = 0; at < words.length; ) {
    const said = parts.at(-1)?.[1] as string[];
    const [link, length] = longest(words, at, BOUND.test(said.join(' ')) ? links.bounded : links.links);
    const skipped = said.length === 0 ? phraseLength(words, at, fillers) : 0;
    if (length > 0) parts.push([link, []]);
    else if (skipped === 0) said.push(words[at] as string);
    at += length || skipped || 1;
  }
  const found: Record<string, string> = {};
  for (const [at, [link, said]] of parts.entries()) {
    const before = parts[at - 1]?.[1] ?? [];
    if (link === 'to' || link === 'goes') {
      // `lim x → 0 sin(x)/x`: what follows the target is the text.
      const [target = '', ...rest] = said;
      const from = before.pop() ?? '';
      Object.assign(found, { to: target, [/^[a-z]$/.test(from) ? 'as' : 'from']: from });
      parts[at] = ['of', rest];
    }
  }
  for (const [link, said] of parts)
    if (said.length > 0) found[link] = [found[link], said.join(' ')].filter(Boolean).join(' ');
  return found;
}
