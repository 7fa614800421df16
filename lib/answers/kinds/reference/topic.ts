import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { Lexicon } from '../../reading/lexicon.ts';

const words = z.array(z.string());

/** The things that can be looked up, each with the words that name it and those that stand around it. */
export const topics = jsonFile(
  new URL('./data/topics.json', import.meta.url),
  z
    .object({
      common: words,
      topics: z.record(z.string(), z.object({ names: z.record(z.string(), words), around: words })),
    })
    .transform(({ common, topics }) => {
      const entries = Object.entries(topics);
      return {
        names: entries.flatMap(([, { names }]) => Object.values(names).flat()),
        lexicons: new Map(entries.map(([name, each]) => [name, new Lexicon(each.names, [...common, ...each.around])])),
      };
    }),
);

/**
 * What remains of a query without the words of a topic: `which port does ssh use` → `ssh`. Null unless the query names
 * the topic, so every other word belongs to what is looked up, and a foreign word finds nothing.
 */
export function keyOf(said: readonly string[], topic: string): { key: string; named: readonly string[] } | null {
  const key: string[] = [];
  const named =
    topics()
      .lexicons.get(topic)
      ?.read(said, (word) => key.push(word) > 0) ?? [];
  return named.length > 0 ? { key: key.join(' '), named } : null;
}
